// The lists of a creation. A store keeps each list in every sort order; a filter is one list, a search is an
// intersection of lists. All stores use the same names.
import type { CreationRecord, TagRecord } from '../records/records.ts'
import { cardLocales } from './card.ts'
import { filterGroups, type ListGroup, listPrefix } from './filters.ts'
import { fieldNames, nameWords, type SearchFields } from './search/fields.ts'
import { isUnspaced } from './search-text.ts'
import { type Sort, sorts } from './store.ts'

/** The lists of single tags and of single categories. */
export const tagListPrefix = listPrefix('tag')
export const categoryListPrefix = listPrefix('category')

/** The kinds that creations have, those of most creations first. */
export const usedKindsQuery = `SELECT substr(name, 3) AS kind FROM list
  WHERE name > 'k ' AND name < 'k!' AND size > 0 ORDER BY size DESC, name`

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

/** The lists of a creation, each once: their names, or what a store uses instead of names. */
export type ListsOf<List> = (record: CreationRecord, fields: SearchFields) => List[]

/** For many creations: `listNamed` is called for names that are not in the cache. */
export function listsOfCreations<List>(listNamed: (name: string) => List): ListsOf<List> {
  const cache = chainCache(listNamed)
  let creation = 0
  return (record, { original, translated, titleKeys }) => {
    creation++
    cache.trim()
    const all: List[] = []
    const add = (values: Iterable<string>, chainOf: (value: string) => Chain<List>) => {
      for (const value of values) {
        for (let link: Chain<List> | undefined = chainOf(value); link && link.last !== creation; link = link.rest) {
          link.last = creation
          all.push(link.list)
        }
      }
    }
    for (const [locale, title] of titleKeys)
      add(
        [titleList(locale, title)],
        cache.values('tt', name => [name]),
      )
    for (const { key, values, lists } of filterGroups(record)) add(values, cache.values(key, lists))
    add(
      cardLocales(record),
      cache.values(localeListPrefix, locale => [localeListPrefix + locale]),
    )
    for (const name of fieldNames) add(original[name], cache.words('', ''))
    add(original.title, cache.words('t', ''))
    const words = new Set(translated.size === 0 ? [] : fieldNames.flatMap(name => original[name]))
    for (const [locale, { title, summary }] of translated) {
      add(new Set([...title, ...summary]).difference(words), cache.words('', locale))
      add(title, cache.words('t', locale))
    }
    return all
  }
}

/** The lists of a word or value. `last` is the last creation that they were collected for. */
type Chain<List> = { list: List; rest: Chain<List> | undefined; last: number }

/**
 * Keyed by group, then by word or value. Without this cache, building and looking up names takes a fifth of an import.
 * Only the lists of short prefixes are in several chains, so no list is collected twice.
 */
function chainCache<List>(listNamed: (name: string) => List) {
  const groups = new Map<string, Map<string, Chain<List>>>()
  let size = 0
  const cached = (key: string, make: (member: string) => Chain<List>) => {
    const group = groups.get(key) ?? new Map<string, Chain<List>>()
    groups.set(key, group)
    return (member: string): Chain<List> => {
      const found = group.get(member)
      if (found) return found
      size++
      const made = make(member)
      group.set(member, made)
      return made
    }
  }
  const link = (name: string, rest?: Chain<List>): Chain<List> => ({ list: listNamed(name), rest, last: 0 })
  const values = (key: string, namesOf: ListGroup['lists']) =>
    cached(key, value => namesOf(value).reduce<Chain<List> | undefined>((rest, name) => link(name, rest), undefined)!)
  const words = (field: '' | 't', locale: string) => {
    const prefixes = values(`${field}p${locale}`, prefix => [prefixList(field, locale, prefix)])
    return cached(`${field}w${locale}`, word => {
      // Words of unspaced scripts are searched as a whole. A prefix may end in an unpaired surrogate, which databases reject.
      const prefix = isUnspaced(word) || word.length < shortPrefix ? '' : word.slice(0, shortPrefix).toWellFormed()
      return link(wordList(field, locale, word), prefix === '' ? undefined : prefixes(prefix))
    })
  }
  /** Between two creations only, because chains of the same words must be the same. */
  const trim = () => {
    if (size < maxCached) return
    groups.clear()
    size = 0
  }
  return { values, words, trim }
}
const maxCached = 500_000

/**
 * The sort orders in which a list is kept, which are those in which it is read. Words of titles are only read by
 * relevance.
 */
export const ordersOf = (listName: string): readonly Sort[] => (/^t[a-z]/.test(listName) ? ['trending'] : sorts)
