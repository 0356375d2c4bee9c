// One creation: is it shown, its cards, its sort keys, its lists. From its record and what surrounds it, without the
// database.

import type { CreationRecord } from '../../../records/records.ts'
import { type CardContext, cardLocales, defaultLocale, writeCard } from '../../card.ts'
import { sortKeys } from '../../hot-score.ts'
import { type ListGroup, listsOf } from '../../lists.ts'

export type Surroundings = {
  creator: (handle: string) => (CardContext['creator'] & { words: readonly string[] }) | null
  /** Whatever its visibility. */
  creation: (handle: string, slug: string) => CreationRecord | null
  tagWords: (key: string, locale: string) => readonly string[]
}

export type Shown = {
  n: number
  handle: string
  views: number
  keys: number[]
  /** The lists it stands in. */
  names: Set<string>
  locale: string
  card: string
  /** In other languages. */
  cards: { locale: string; text: string }[]
}

/** Null when readers do not see it. */
export function deriveCreation(n: number, record: CreationRecord, around: Surroundings): Shown | null {
  const creator = record.visibility === 'public' ? around.creator(record.handle) : null
  if (!creator) return null
  const parent = parentOf(record, around)
  const text = (locale: string) => writeCard(record, locale, { creator, parent: parent && titled(parent, locale) })
  const main = defaultLocale(record)
  const others = cardLocales(record).filter(locale => locale !== main)
  return {
    n,
    handle: record.handle,
    views: record.stats.views,
    keys: sortKeys(record),
    names: namesOf(record, creator.words, around.tagWords),
    locale: main,
    card: text(main),
    cards: others.map(locale => ({ locale, text: text(locale) })),
  }
}

/** Words and tags come again and again. Bounded: past the bound it starts afresh. */
const knownMembers = new Map<string, string[]>()
const bound = 50_000

function listsOfMember({ key, lists }: ListGroup, member: string): string[] {
  const place = `${key} ${member}`
  const known = knownMembers.get(place)
  if (known !== undefined) return known
  if (knownMembers.size >= bound) knownMembers.clear()
  // A beginning may end in half a character; what the database makes of that is a replacement character.
  const found = lists(member).map(name => name.toWellFormed())
  knownMembers.set(place, found)
  return found
}

function namesOf(record: CreationRecord, creatorWords: readonly string[], tagWords: Surroundings['tagWords']) {
  const lists = listsOf(record, { creatorWords, tagWords })
  const names = new Set(lists.names)
  for (const group of lists.groups) {
    for (const member of group.members) for (const name of listsOfMember(group, member)) names.add(name)
  }
  return names
}

/** The creation that this one was made from, when that is public. */
function parentOf({ remixOf }: CreationRecord, around: Surroundings): CreationRecord | null {
  const found = remixOf && around.creation(remixOf.handle, remixOf.slug)
  return found?.visibility === 'public' && around.creator(found.handle) ? found : null
}

const titled = ({ handle, slug, title, translations }: CreationRecord, locale: string) => ({
  handle,
  slug,
  title: translations[locale]?.title ?? title,
})
