// Which lists a creation stands in. A store keeps each list in every sort order; a filter is one list, a search is an
// intersection of lists. The names are the same for every store.
import { cardLocales } from './card.ts'
import type { CreationRecord } from './records.ts'
import { type QueryWord, queryWords, titleKey, wordsOf } from './search-text.ts'
import { type FeedQuery, type Sort, sorts } from './store.ts'

export type Filters = Pick<FeedQuery, 'category' | 'tag' | 'featuredOnly' | 'creator' | 'remixOf'>

/** The list of everything that passes the filters. Creator and remixOf stand alone. */
export function filterList({ category, tag, featuredOnly, creator, remixOf }: Filters): string {
  if (creator !== undefined) return `u ${creator}`
  if (remixOf !== undefined) return `r ${remixOf.handle}/${remixOf.slug}`
  const only = featuredOnly ? '*' : ''
  return tag === undefined ? `g${only} ${category ?? ''}` : `f${only} ${category ?? ''} ${tag}`
}

/** What the lists of single tags and of single categories start with. */
export const tagListPrefix = 'f  '
export const categoryListPrefix = 'g '

/** What the lists of creations that have texts in a language start with: never read, but their sizes are. */
export const localeListPrefix = 'tl '

function filterLists(record: CreationRecord): string[] {
  const lists = [filterList({ creator: record.handle })]
  if (record.remixOf) lists.push(filterList({ remixOf: record.remixOf }))
  for (const featuredOnly of record.featured ? [false, true] : [false]) {
    for (const category of record.category === null ? [undefined] : [undefined, record.category]) {
      for (const tag of [undefined, ...record.tags]) lists.push(filterList({ category, tag, featuredOnly }))
    }
  }
  return lists
}

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
const titleBuckets = 4096
function titleList(locale: string, title: string): string {
  let hash = 0
  for (let i = 0; i < title.length; i++) hash = (Math.imul(hash, 31) + title.charCodeAt(i)) | 0
  return `tt${locale} ${(hash >>> 0) % titleBuckets}`
}

/** The lists that a word puts a creation in. */
export function wordLists({ field, locale, word }: IndexedWord): string[] {
  const lists = [wordList(field, locale, word)]
  for (let length = 1; length <= shortPrefix && length <= word.length; length++) {
    lists.push(prefixList(field, locale, word.slice(0, length)))
  }
  return lists
}

export type IndexedWord = { field: '' | 't'; locale: string; word: string }

export type WordContext = {
  displayName: string
  /** The label of a tag in the creation's own language, '' when it has none. Other languages are found by `tagWord`. */
  tagLabel: (key: string, locale: string) => string
}

export type CreationLists = { names: string[]; words: IndexedWord[] }

export function listsOf(record: CreationRecord, { displayName, tagLabel }: WordContext): CreationLists {
  const tagText = record.tags.map(key => `${key} ${tagLabel(key, record.locale)}`).join(' ')
  const original = new Set(wordsOf(`${record.title} ${record.summary} ${tagText} ${displayName} ${record.handle}`))
  const names = [...filterLists(record), ...cardLocales(record).map(locale => localeListPrefix + locale)]
  const words: IndexedWord[] = []
  const addTitle = (locale: string, title: string) => {
    names.push(titleList(locale, titleKey(title)))
    for (const word of wordsOf(title)) words.push({ field: 't', locale, word })
  }
  for (const word of original) words.push({ field: '', locale: '', word })
  addTitle('', record.title)
  for (const [locale, texts] of Object.entries(record.translations)) {
    for (const word of wordsOf(`${texts.title ?? ''} ${texts.summary ?? ''}`)) {
      if (!original.has(word)) words.push({ field: '', locale, word })
    }
    if (texts.title !== undefined) addTitle(locale, texts.title)
  }
  return { names, words }
}

/** The orders in which a list is kept: those in which it is read. */
export function ordersOf(listName: string): readonly Sort[] {
  if (listName.startsWith('t')) return ['trending']
  if (listName.startsWith('u ')) return ['trending', 'recent']
  return listName.startsWith('r ') ? ['popular'] : sorts
}

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
export type SearchPlan = { words: WordSource[]; titleWords: WordSource[]; wholeTitle: WordSource }

export function searchPlan(q: string, locales: readonly string[]): SearchPlan {
  const words = queryWords(q)
  const whole = titleKey(q)
  return {
    words: words.map(word => wordSource(word, '', locales)),
    titleWords: words.map(word => wordSource(word, 't', locales)),
    wholeTitle: { lists: ['', ...locales].map(locale => titleList(locale, whole)), vocabulary: [], tagWord: null },
  }
}
