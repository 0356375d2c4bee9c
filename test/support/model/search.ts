// Searching a community by reading every text of every creation. The rules: all words of the query must be found in
// the title, summary, tags or creator, in the original or an asked language; the last word as a prefix. If no creation
// contains all words, others are searched for.

import type { CreationRecord } from '../../../src/records/records.ts'
import { listsOfCreations, tagListPrefix, tagWordRows, titleList, wordList } from '../../../src/store/lists.ts'
import {
  creatorWords,
  hasOwnSlug,
  ownTagWords,
  type SearchFields,
  searchFields,
  type WordFields,
} from '../../../src/store/search/fields.ts'
import { wordSource } from '../../../src/store/search/plan.ts'
import { answerNow, type Lookups, resolveSearch, textOf } from '../../../src/store/search/resolve.ts'
import { type QueryWord, queryWords, titleKey, type WordForm, wordsOf } from '../../../src/store/search-text.ts'
import type { FeedSlice, Locales } from '../../../src/store/store.ts'
import { lazily } from '../../../src/util/lazily.ts'
import { type Community, find, recordsOf } from './community.ts'

export type Search = ReturnType<typeof searchOf>
export type Searched = Pick<FeedSlice, 'match' | 'searched' | 'suggestions'> & { words: QueryWord[] }

/** A word of a creation: in which field of which language. `''` is the original. */
type Place = { field: keyof WordFields; locale: string; text: string }

export function searchOf(community: Community, shown: readonly CreationRecord[]) {
  const fieldsOf = remembered(record => fieldsIn(community, record))
  const placesOf = remembered(record => placesIn(community, record, fieldsOf(record)))
  const inLanguages = (record: CreationRecord, locales: Locales) =>
    placesOf(record).filter(({ locale }) => locale === '' || locales.includes(locale))
  const matches = (record: CreationRecord, words: readonly QueryWord[], locales: Locales) => {
    const places = inLanguages(record, locales)
    return words.length > 0 && words.every(word => places.some(({ text }) => hits(text, word)))
  }
  const sizes = lazily(() => listSizes(shown, fieldsOf))
  const lookups = (locales: Locales): Lookups => ({
    sizes: words => words.map(word => sizeOf(community, sizes(), word, locales)),
    near: ({ beginning, ending, length: [from, to], words }) => {
      const found = new Map<string, number>()
      for (const start of ['', ...locales].map(locale => wordList('', locale, ''))) {
        for (const [name, size] of sizes()) {
          if (!name.startsWith(start)) continue
          const text = name.slice(start.length)
          const isNear =
            [...text].length >= from && [...text].length <= to && (text.startsWith(beginning) || text.endsWith(ending))
          if (isNear || words.includes(text)) found.set(text, (found.get(text) ?? 0) + size)
        }
      }
      return [...found].map(([text, size]) => ({ text, size }))
    },
    count: (words, upTo) => Math.min(upTo, shown.filter(record => matches(record, words, locales)).length),
  })
  const searched = (q: string, locales: Locales): Searched | null => {
    const words = queryWords(q)
    if (words.length === 0) return null
    const isFound = shown.some(record => matches(record, words, locales))
    if (isFound) return { words, match: 'all', searched: textOf(words), suggestions: [] }
    return answerNow(resolveSearch(words), lookups(locales))
  }
  const known = new Map<string, Searched | null>()
  return {
    matches,
    /** All words of the original, wherever they are. */
    words: (record: CreationRecord): Set<string> => {
      const { title, tags, creator, summary } = fieldsOf(record).original
      return new Set([...title, ...tags, ...creator, ...summary])
    },
    /** What is searched for; null when nothing can be found. */
    searched: (q: string, locales: Locales): Searched | null => {
      const key = `${locales.join()} ${q}`
      if (!known.has(key)) known.set(key, searched(q, locales))
      return known.get(key)!
    },
    /** 0: the query is the whole title; 1: all its words are in titles; 2: they are elsewhere. */
    tier: (record: CreationRecord, words: readonly QueryWord[], locales: Locales) => {
      const titles = inLanguages(record, locales).filter(({ field }) => field === 'title')
      if (!words.every(word => titles.some(({ text }) => hits(text, word)))) return 2
      return hasTitle(record, textOf(words), locales) ? 0 : 1
    },
    score: (record: CreationRecord, words: readonly QueryWord[], locales: Locales) => {
      const places = inLanguages(record, locales)
      const best = words.map(word => Math.max(...places.map(place => worth(place, word))))
      const pairs = words.slice(1).filter((word, i) => areNeighbours(places, words[i]!, word))
      return best.reduce((sum, each) => sum + each, pairs.length * neighbourWeight)
    },
  }
}

const weights = { title: 8, tags: 4, creator: 3, summary: 2 }
const neighbourWeight = 6

/** Whether one word directly follows the other in a title or summary, where it first occurs. */
const areNeighbours = (places: readonly Place[], first: QueryWord, second: QueryWord): boolean =>
  places.some(({ field, locale, text }, i) => {
    const next = places[i + 1]
    const isText = field === 'title' || field === 'summary'
    return isText && text === first.text && next?.text === second.text && next.field === field && next.locale === locale
  })

function worth({ field, text }: Place, word: QueryWord): number {
  if (formsOf(word).some(form => form.text === text)) return weights[field]
  return hits(text, word) ? weights[field] / 4 : 0
}

const formsOf = (word: QueryWord): WordForm[] => [word, ...word.joined]

const hits = (text: string, word: QueryWord): boolean =>
  formsOf(word).some(form => (form.prefix ? text.startsWith(form.text) : text === form.text))

/** Stores tell whole titles apart by a hash; one in some thousand that have all the words is taken for the same. */
function hasTitle(record: CreationRecord, q: string, locales: Locales): boolean {
  const isSame = (locale: string, title: string | undefined) =>
    title !== undefined && titleList(locale, titleKey(title)) === titleList(locale, titleKey(q))
  const isOriginal =
    isSame('', record.title) || (hasOwnSlug(record.slug, wordsOf(record.title)) && isSame('', record.slug))
  return isOriginal || locales.some(locale => isSame(locale, record.translations[locale]?.title))
}

function remembered<T>(make: (record: CreationRecord) => T): (record: CreationRecord) => T {
  const known = new WeakMap<CreationRecord, T>()
  return record => {
    const made = known.get(record) ?? make(record)
    known.set(record, made)
    return made
  }
}

function fieldsIn(community: Community, record: CreationRecord): SearchFields {
  return searchFields(record, {
    creatorWords: creatorWords(find(community, 'creator', record.handle)?.displayName ?? '', record.handle),
    tagWords: (key, locale) => ownTagWords(key, find(community, 'tag', key)?.labels[locale]),
  })
}

function placesIn(community: Community, record: CreationRecord, { original, translated }: SearchFields): Place[] {
  const places: Place[] = []
  for (const [locale, fields] of [['', original] as const, ...translated]) {
    for (const [field, words] of Object.entries(fields)) {
      for (const text of words) places.push({ field: field as Place['field'], locale, text })
    }
  }
  for (const key of record.tags) {
    const tag = find(community, 'tag', key)
    for (const [locale, text] of tag ? tagWordRows(tag) : []) places.push({ field: 'tags', locale, text })
  }
  return places
}

function listSizes(shown: readonly CreationRecord[], fieldsOf: (record: CreationRecord) => SearchFields) {
  const listsOf = listsOfCreations(name => name)
  const sizes = new Map<string, number>()
  for (const record of shown) {
    for (const name of listsOf(record, fieldsOf(record))) sizes.set(name, (sizes.get(name) ?? 0) + 1)
  }
  return sizes
}

function sizeOf(community: Community, sizes: Map<string, number>, word: QueryWord, locales: Locales): number {
  const { lists, vocabulary, tagWords } = wordSource(word, '', locales)
  const names = new Set(lists)
  for (const start of vocabulary) for (const name of sizes.keys()) if (name.startsWith(start)) names.add(name)
  for (const tag of recordsOf(community, 'tag')) {
    for (const [locale, text, key] of tagWordRows(tag)) {
      const isMeant = tagWords.some(form => (form.prefix ? text.startsWith(form.text) : text === form.text))
      if (isMeant && locales.includes(locale)) names.add(tagListPrefix + key)
    }
  }
  return [...names].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
}
