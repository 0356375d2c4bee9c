// What follows from the records of creations alone: their cards, sort keys and lists. No database here, so that a large
// import can have it done in a thread of its own (prepare-thread.ts).
import { type CardContext, cardLocales, cardWriter, defaultLocale } from '../card.ts'
import { sortKeys } from '../hot-score.ts'
import { listsOf } from '../lists.ts'
import type { CreationRecord, TagRecord } from '../records.ts'
import { wordsOf } from '../search-text.ts'
import { sorts } from '../store.ts'
import { listNames, listNumbers, type NewLists } from './list-numbers.ts'
import { remembered } from './remember.ts'

/** A record as text ('' when it was deleted), and what it shows of others. */
export type CreationWork = {
  text: string
  creator: CardContext['creator'] | null
  /** The record that it was made from. */
  parent: string | null
}

/** Of each creation in turn. Flat, because thousands of small objects take long to send to another thread. */
export type Prepared = {
  isShown: Uint8Array<ArrayBuffer>
  /** The keys of each sort order, then the views. */
  figures: Float64Array<ArrayBuffer>
  /** Those of the creation at `i` are from `ends[i - 1]` to `ends[i]`. */
  lists: Uint32Array<ArrayBuffer>
  ends: Uint32Array<ArrayBuffer>
  newLists: NewLists
  /** The card in the default language, and the languages as the table `card` has them. */
  cards: string[]
  languages: string[]
  /** Cards in other languages: whose, which language, the card. */
  otherOf: number[]
  otherLocales: string[]
  otherCards: string[]
}

export const figuresEach = sorts.length + 1

/** `lists` are those that were there before, `tag` gives the record of one, if it has any. */
export type Known = {
  lists: { last: number; find(name: string): number | undefined }
  tag(key: string): string | undefined
}

export function preparer({ lists: { last, find }, tag }: Known): (works: readonly CreationWork[]) => Prepared {
  const { names, take } = listNames(last, find)
  const listIds = listNumbers(names)
  const tagWords = tagWordReader(tag)
  const nameWords = remembered(wordsOf)

  return works => {
    const prepared = emptyPrepared(works.length)
    const lists: number[] = []
    for (const [i, work] of works.entries()) {
      const record = shownRecord(work)
      if (record) {
        prepared.isShown[i] = 1
        const creator = work.creator!
        addCards(prepared, i, record, creator, parentOf(work))
        prepared.figures.set(sortKeys(record), i * figuresEach)
        prepared.figures[i * figuresEach + sorts.length] = record.stats.views
        const creatorWords = nameWords(`${creator.displayName} ${record.handle}`)
        listIds(listsOf(record, { creatorWords, tagWords }), lists)
      }
      prepared.ends[i] = lists.length
    }
    return { ...prepared, lists: new Uint32Array(lists), newLists: take() }
  }
}

function emptyPrepared(count: number): Prepared {
  return {
    isShown: new Uint8Array(count),
    figures: new Float64Array(count * figuresEach),
    lists: new Uint32Array(0),
    ends: new Uint32Array(count),
    newLists: { ids: [], names: [] },
    cards: Array<string>(count).fill(''),
    languages: Array<string>(count).fill(''),
    otherOf: [],
    otherLocales: [],
    otherCards: [],
  }
}

function shownRecord({ text, creator }: CreationWork): CreationRecord | undefined {
  if (text === '' || !creator) return undefined
  const record = JSON.parse(text) as CreationRecord
  return record.visibility === 'public' ? record : undefined
}

function parentOf({ parent }: CreationWork): CreationRecord | null {
  const record = parent === null ? null : (JSON.parse(parent) as CreationRecord)
  return record?.visibility === 'public' ? record : null
}

function addCards(
  prepared: Prepared,
  i: number,
  record: CreationRecord,
  creator: CardContext['creator'],
  parent: CreationRecord | null,
): void {
  const card = cardWriter(record, creator)
  const text = (locale: string) => card(locale, parent && titled(parent, locale))
  const main = defaultLocale(record)
  prepared.cards[i] = text(main)
  const others = cardLocales(record).filter(locale => locale !== main)
  if (others.length === 0) return
  prepared.languages[i] = ` ${[main, ...others].join(' ')} `
  for (const locale of others) {
    prepared.otherOf.push(i)
    prepared.otherLocales.push(locale)
    prepared.otherCards.push(text(locale))
  }
}

const titled = ({ handle, slug, title, translations }: CreationRecord, locale: string) => ({
  handle,
  slug,
  title: translations[locale]?.title ?? title,
})

function tagWordReader(tag: Known['tag']): (key: string, locale: string) => readonly string[] {
  const tags = remembered(key => {
    const record = tag(key)
    const labels = record === undefined ? {} : (JSON.parse(record) as TagRecord).labels
    return { labels, words: new Map<string, string[]>() }
  })
  return (key, locale) => {
    const { labels, words } = tags(key)
    const known = words.get(locale)
    if (known) return known
    const found = wordsOf(`${key} ${labels[locale] ?? ''}`)
    words.set(locale, found)
    return found
  }
}
