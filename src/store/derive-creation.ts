// Derives the public data of one creation: its cards, sort keys and lists. It depends on records alone, so every
// store writes the same.
import type { CreationRecord, CreatorRecord } from '../records/records.ts'
import { type CardContext, cardLocales, cardWriter, defaultLocale } from './card.ts'
import { sortKeys } from './hot-score.ts'
import type { ListsOf } from './lists.ts'
import { creatorWords, searchFields, searchText, type WordContext } from './search/fields.ts'

/** Other records that the card and the search words of a creation depend on. */
export type RelatedRecords = Pick<WordContext, 'tagWords'> & {
  creator: (handle: string) => RelatedCreator | null
  /** Regardless of its visibility. */
  creation: (handle: string, slug: string) => CreationRecord | null
}

export type RelatedCreator = CardContext['creator'] & { words: readonly string[] }

export const relatedCreator = ({ handle, displayName, avatarUrl }: CreatorRecord): RelatedCreator => ({
  displayName,
  avatarUrl,
  words: creatorWords(displayName, handle),
})

export type PublicCreation<List> = {
  creationNo: number
  handle: string
  views: number
  /** In the order of `sorts`. */
  keys: number[]
  /** Each once. */
  lists: List[]
  /** The words by which a search ranks it (see search/fields.ts). */
  searchText: string
  locale: string
  card: string
  /** In other languages. */
  translatedCards: { locale: string; text: string }[]
}

/** Null when the creation is not public. */
export function deriveCreation<List>(
  creationNo: number,
  record: CreationRecord,
  related: RelatedRecords,
  listsOf: ListsOf<List>,
): PublicCreation<List> | null {
  const creator = record.visibility === 'public' ? related.creator(record.handle) : null
  if (!creator) return null
  const parent = publicParent(record, related)
  const write = cardWriter(record, creator)
  const card = (locale: string) => write(locale, parent && parentSummary(parent, locale))
  const main = defaultLocale(record)
  const fields = searchFields(record, { creatorWords: creator.words, tagWords: related.tagWords })
  const others = cardLocales(record).filter(locale => locale !== main)
  return {
    creationNo,
    handle: record.handle,
    views: record.stats.views,
    keys: sortKeys(record),
    lists: listsOf(record, fields),
    searchText: searchText(fields, record.tags),
    locale: main,
    card: card(main),
    translatedCards: others.map(locale => ({ locale, text: card(locale) })),
  }
}

/** The creation that this one is a remix of, when that is public. */
function publicParent({ remixOf }: CreationRecord, related: RelatedRecords): CreationRecord | null {
  const found = remixOf && related.creation(remixOf.handle, remixOf.slug)
  return found?.visibility === 'public' && related.creator(found.handle) ? found : null
}

const parentSummary = ({ handle, slug, title, translations }: CreationRecord, locale: string) => ({
  handle,
  slug,
  title: translations[locale]?.title ?? title,
})
