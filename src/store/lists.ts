// Which lists a creation stands in. A store keeps each list in every sort order; a filter is one list, a search is an
// intersection of lists. The names are the same for every store.
import type { CreationRecord, TagRecord } from '../records/records.ts'
import { cardLocales } from './card.ts'
import { combinedLists, listPrefix, separateLists } from './filters.ts'
import { isUnspaced, type QueryWord, queryWords, searchTitle, titleKey, wordsOf } from './search-text.ts'
import { type Sort, sorts } from './store.ts'

/** The lists of single tags and of single categories. */
export const tagListPrefix = listPrefix('tag')
export const categoryListPrefix = listPrefix('category')

/** What the lists of creations that have texts in a language start with: never read, but their sizes are. */
export const localeListPrefix = 'tl '

/** Words of up to this many letters are looked up as prefixes in lists of their own; longer ones in the vocabulary. */
const shortPrefix = 2

/**
 * Word lists: `w` exact, `p` short prefix; for words of a title `tw`, `tp`. Words that only a translation has carry its
 * language, so that a search in Spanish looks at Spanish and the original, not at Japanese.
 */
const wordList = (field: '' | 't', locale: string, word: string) => `${field}w${locale} ${word}`
const prefixList = (field: '' | 't', locale: string, word: string) => `${field}p${locale} ${word}`

/**
 * Creations with the same whole title: `tt`. Most titles are unique, so they share lists by a hash; asked together
 * with the words of the title, one in some thousand others slips in.
 */
const titleBuckets = 65_536
export function titleList(locale: string, title: string): string {
  let hash = 0
  for (let i = 0; i < title.length; i++) hash = (Math.imul(hash, 31) + title.charCodeAt(i)) | 0
  return `tt${locale} ${(hash >>> 0) % titleBuckets}`
}

function wordLists(field: '' | 't', locale: string, word: string): string[] {
  const lists = [wordList(field, locale, word)]
  if (isUnspaced(word)) return lists // these are searched for as they are, never by their beginning
  for (let length = 1; length <= shortPrefix && length <= word.length; length++) {
    // A beginning may end in half a character, which no database stores.
    lists.push(prefixList(field, locale, word.slice(0, length).toWellFormed()))
  }
  return lists
}

/** What a creation is found by besides its own texts. Asked for as words, because many creations share them. */
export type WordContext = {
  /** Of the creator's names. */
  creatorWords: readonly string[]
  /** Of a tag's key and of its label in the creation's own language. Other languages are found by `tagWord`. */
  tagWords: (key: string, locale: string) => readonly string[]
}

/** What creations with this tag are found by; the label is that in the creation's own language. */
export const ownTagWords = (key: string, label: string | undefined): string[] => wordsOf(`${key} ${label ?? ''}`)

/**
 * What they are found by in the language of the label: its words, each once. Those of the key they have anyway, and
 * looking for them in hundreds of tags as well would find nothing else.
 */
function labelWords(key: string, label: string): string[] {
  const words = new Set(wordsOf(label))
  for (const word of wordsOf(key)) words.delete(word)
  return [...words]
}

/** The rows of `tag_word` for one tag. */
export const tagWordRows = ({ key, labels }: TagRecord): [locale: string, word: string, tag: string][] =>
  Object.entries(labels).flatMap(([locale, label]) =>
    labelWords(key, label).map((word): [string, string, string] => [locale, word, key]),
  )

/** The lists that a creation is in: their names, or whatever a store needs instead of the names. */
export type ListsOf<List> = (record: CreationRecord, context: WordContext) => Set<List>

/** For many creations: `listNamed` is called once for a name, as long as there is room in the cache. */
export function listsOfCreations<List>(listNamed: (name: string) => List): ListsOf<List> {
  const cachedLists = listCache(listNamed)
  return (record, { creatorWords, tagWords }) => {
    const title = searchTitle(record.title)
    const names = [...separateLists(record), titleList('', title.key)]
    for (const locale of cardLocales(record)) names.push(localeListPrefix + locale)
    for (const [locale, { title }] of Object.entries(record.translations)) {
      if (title !== undefined) names.push(titleList(locale, titleKey(title)))
    }
    const lists = new Set(names.map(listNamed))
    const filters = combinedLists(record)
    for (const value of filters.values) {
      for (const list of cachedLists(filters.key, value, () => filters.lists(value))) lists.add(list)
    }
    const addWords = (field: '' | 't', locale: string, words: Iterable<string>) => {
      const group = `${field}w${locale}`
      for (const word of words) {
        for (const list of cachedLists(group, word, () => wordLists(field, locale, word))) lists.add(list)
      }
    }
    const inTags = record.tags.flatMap(key => tagWords(key, record.locale))
    const original = new Set([...title.words, ...wordsOf(record.summary), ...inTags, ...creatorWords])
    addWords('', '', original)
    addWords('t', '', title.words)
    for (const [locale, { title = '', summary = '' }] of Object.entries(record.translations)) {
      const titleWords = wordsOf(title)
      addWords('', locale, new Set([...titleWords, ...wordsOf(summary)]).difference(original))
      addWords('t', locale, titleWords)
    }
    return lists
  }
}

/**
 * By what lists have in common, then by word or tag. Most words and tags occur in many creations, and making and looking
 * up the names again for each of them would take a fifth of the time of an import.
 */
function listCache<List>(listNamed: (name: string) => List) {
  const groups = new Map<string, Map<string, List[]>>()
  let size = 0
  return (group: string, member: string, names: () => string[]): List[] => {
    const cached = groups.get(group)?.get(member)
    if (cached !== undefined) return cached
    if (++size > maxCached) {
      groups.clear()
      size = 0
    }
    const lists = names().map(listNamed)
    const members = groups.get(group) ?? new Map<string, List[]>()
    groups.set(group, members.set(member, lists))
    return lists
  }
}
const maxCached = 200_000

/** The orders in which a list is kept: those in which it is read. Words of titles are only read by relevance. */
export const ordersOf = (listName: string): readonly Sort[] => (/^t[a-z]/.test(listName) ? ['trending'] : sorts)

/**
 * Where one word of a query may be found: any of `lists`, any list whose name starts with one of `vocabulary`, or any
 * tag with this word in its label in one of `tagWord.locales`.
 */
export type WordSource = {
  lists: string[]
  vocabulary: string[]
  tagWord: (QueryWord & { locales: readonly string[] }) | null
}

function wordSource(word: QueryWord, field: '' | 't', locales: readonly string[]): WordSource {
  const places = ['', ...locales]
  const short = word.text.length <= shortPrefix
  const listName = word.prefix ? prefixList : wordList
  const tagWord = field === '' ? { ...word, locales } : null
  if (word.prefix && !short) {
    return { lists: [], vocabulary: places.map(locale => wordList(field, locale, word.text)), tagWord }
  }
  return { lists: places.map(locale => listName(field, locale, word.text)), vocabulary: [], tagWord }
}

/** A search as lists: every word of `words` must match one of its sources. The other two rank the matches. */
type SearchPlan = { words: WordSource[]; titleWords: WordSource[]; wholeTitle: WordSource }

export function searchPlan(q: string, locales: readonly string[]): SearchPlan {
  const words = queryWords(q)
  const whole = titleKey(q)
  return {
    words: words.map(word => wordSource(word, '', locales)),
    titleWords: words.map(word => wordSource(word, 't', locales)),
    wholeTitle: { lists: ['', ...locales].map(locale => titleList(locale, whole)), vocabulary: [], tagWord: null },
  }
}
