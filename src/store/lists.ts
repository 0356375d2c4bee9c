// The lists of a creation. A store keeps each list in every sort order; a filter is one list, a search is an
// intersection of lists. All stores use the same names.
import type { CreationRecord, TagRecord } from '../records/records.ts'
import { cardLocales } from './card.ts'
import { filterGroups, type ListGroup, listPrefix } from './filters.ts'
import { nameWords, type SearchFields } from './search/fields.ts'
import { isUnspaced } from './search-text.ts'
import { type Sort, sorts } from './store.ts'

/** The lists of single tags and of single categories. */
export const tagListPrefix = listPrefix('tag')
export const categoryListPrefix = listPrefix('category')

/** Prefix of the lists of creations that have texts in a language. Only their sizes are read. */
export const localeListPrefix = 'tl '

/**
 * Prefixes of this length have lists of their own. Shorter ones are looked up as several of these lists, longer ones as
 * the words that begin with them.
 */
export const shortPrefix = 2

/**
 * Word lists: `w` exact, `p` short prefix; for words of a title `tw`, `tp`. Words that only a translation has carry its
 * language, so that a search in Spanish looks at Spanish and the original, not at Japanese.
 */
export const wordList = (field: '' | 't', locale: string, word: string) => `${field}w${locale} ${word}`
export const prefixList = (field: '' | 't', locale: string, word: string) => `${field}p${locale} ${word}`

/** The list of a word, with the word from its last letter to its first; null for other lists. */
export function reversedName(listName: string): string | null {
  const space = listName.indexOf(' ')
  const word = listName.slice(space + 1)
  if (!listName.startsWith('w') || isUnspaced(word)) return null
  return `${listName.slice(0, space)} ${reversedText(word)}`
}

export const reversedText = (text: string): string => [...text].reverse().join('')

/**
 * Creations with the same whole title: `tt`. Most titles are unique, so several share a list by hash; combined with
 * the words of the title, about one in some thousand results is a false match.
 */
const titleBuckets = 65_536
export function titleList(locale: string, title: string): string {
  let hash = 0
  for (let i = 0; i < title.length; i++) hash = (Math.imul(hash, 31) + title.charCodeAt(i)) | 0
  return `tt${locale} ${(hash >>> 0) % titleBuckets}`
}

function wordLists(field: '' | 't', locale: string, word: string): string[] {
  const lists = [wordList(field, locale, word)]
  if (isUnspaced(word)) return lists // these are searched as whole words, never by prefix
  if (word.length < shortPrefix) return lists
  // A prefix may end in an unpaired surrogate, which databases reject.
  return [...lists, prefixList(field, locale, word.slice(0, shortPrefix).toWellFormed())]
}

/** Search words in the language of the label, each once and without those of the key, which are indexed anyway. */
function labelWords(key: string, label: string): string[] {
  const words = new Set(nameWords(label))
  for (const word of nameWords(key)) words.delete(word)
  return [...words]
}

/** The rows of `tag_word` for one tag. */
export const tagWordRows = ({ key, labels }: TagRecord): [locale: string, word: string, tag: string][] =>
  Object.entries(labels).flatMap(([locale, label]) =>
    labelWords(key, label).map((word): [string, string, string] => [locale, word, key]),
  )

/** The lists of a creation: their names, or what a store uses instead of names. */
export type ListsOf<List> = (record: CreationRecord, fields: SearchFields) => Set<List>

/** For many creations: `listNamed` is called once per name while there is room in the cache. */
export function listsOfCreations<List>(listNamed: (name: string) => List): ListsOf<List> {
  const cacheOf = listCaches(listNamed)
  return (record, { original, translated, titleKeys }) => {
    const all = new Set<List>()
    for (const [locale, key] of titleKeys) all.add(listNamed(titleList(locale, key)))
    const add = (key: string, values: Iterable<string>, lists: ListGroup['lists']) => {
      const cached = cacheOf(key, lists)
      for (const value of values) for (const list of cached(value)) all.add(list)
    }
    const addWords = (field: '' | 't', locale: string, words: Iterable<string>) =>
      add(`${field}w${locale}`, words, word => wordLists(field, locale, word))
    for (const { key, values, lists } of filterGroups(record)) add(key, values, lists)
    add(localeListPrefix, cardLocales(record), locale => [localeListPrefix + locale])
    const words = new Set([...original.title, ...original.summary, ...original.tags, ...original.creator])
    addWords('', '', words)
    addWords('t', '', original.title)
    for (const [locale, { title, summary }] of translated) {
      addWords('', locale, new Set([...title, ...summary]).difference(words))
      addWords('t', locale, title)
    }
    return all
  }
}

/**
 * Keyed by group, then by word or value. Without this cache, building and looking up names takes a fifth of an
 * import.
 */
function listCaches<List>(listNamed: (name: string) => List) {
  const groups = new Map<string, Map<string, List[]>>()
  let size = 0
  return (group: string, namesOf: ListGroup['lists']) => {
    const cache = groups.get(group) ?? new Map<string, List[]>()
    groups.set(group, cache)
    return (member: string): List[] => {
      const cached = cache.get(member)
      if (cached !== undefined) return cached
      if (++size > maxCached) {
        for (const full of groups.values()) full.clear()
        size = 0
      }
      const lists = namesOf(member).map(listNamed)
      cache.set(member, lists)
      return lists
    }
  }
}
const maxCached = 200_000

/**
 * The sort orders in which a list is kept, which are those in which it is read. Words of titles are only read by
 * relevance.
 */
export const ordersOf = (listName: string): readonly Sort[] => (/^t[a-z]/.test(listName) ? ['trending'] : sorts)
