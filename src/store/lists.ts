// Which lists a creation stands in. A store keeps each list in every sort order; a filter is one list, a search is an
// intersection of lists. The names are the same for every store.
import { fail } from '../errors.ts'
import type { CreationRecord, TagRecord } from '../records/records.ts'
import { cardLocales } from './card.ts'
import { isUnspaced, type QueryWord, queryWords, searchTitle, titleKey, wordsOf } from './search-text.ts'
import { type FeedQuery, type Sort, sorts } from './store.ts'

export type Filters = Pick<FeedQuery, 'kind' | 'category' | 'tag' | 'featuredOnly' | 'creator' | 'remixOf'>

/** The list of everything that passes the filters. Creator and remixOf stand alone. */
export function filterList({ kind, category, tag, featuredOnly, creator, remixOf }: Filters): string {
  if (creator !== undefined) return `u ${creator}`
  if (remixOf !== undefined) return `r ${remixOf.handle}/${remixOf.slug}`
  const only = featuredOnly ? '*' : ''
  const list = tag === undefined ? `g${only} ${category ?? ''}` : `f${only} ${category ?? ''} ${tag}`
  if (kind === undefined) return list
  return list === everything ? `k ${kind}` : `k ${kind} ${list}`
}

/** The list of all that readers see. */
export const everything = 'g '

/** What the lists of single tags and of single categories start with. */
export const tagListPrefix = 'f  '
export const categoryListPrefix = 'g '

/** What the lists of creations that have texts in a language start with: never read, but their sizes are. */
export const localeListPrefix = 'tl '

/** The lists that a creation must stand in to be found; their intersection is what passes. */
function listsToPass({ kind, ...others }: Filters): string[] {
  const isCombined = others.creator === undefined && others.remixOf === undefined
  if (kind === undefined || isCombined) return [filterList({ kind, ...others })]
  return [filterList({ kind }), filterList(others)]
}

/**
 * The lists to read for a query. More than one are intersected, which takes the order of trending too. A list that is not
 * kept in the asked order would be read wrongly or slowly; that is a mistake of the caller.
 */
export function listsFor(query: FeedQuery): string[] {
  const names = listsToPass(query)
  const needed: Sort[] = query.sort === 'relevance' ? [] : [query.sort]
  if (query.q !== undefined || names.length > 1) needed.push('trending')
  if (names.every(name => needed.every(sort => ordersOf(name).includes(sort)))) return names
  throw fail('internal_error', `No list is kept for creator or remixOf with sort ${query.sort}.`)
}

/** Of all that have this kind, this category and are featured or not: the lists that such a tag puts them in, or no tag. */
function filterGroup({ kind, category, featured, tags }: CreationRecord): ListGroup {
  const categories = category === null ? [undefined] : [undefined, category]
  const lists = (tag: string): string[] =>
    (featured ? [false, true] : [false]).flatMap(featuredOnly =>
      categories.flatMap(category => {
        const others = { category, tag: tag === '' ? undefined : tag, featuredOnly }
        return [filterList(others), filterList({ kind, ...others })]
      }),
    )
  return { key: `f${featured ? '*' : ''} ${kind} ${category ?? ''}`, members: ['', ...tags], lists }
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
const titleBuckets = 65_536
export function titleList(locale: string, title: string): string {
  let hash = 0
  for (let i = 0; i < title.length; i++) hash = (Math.imul(hash, 31) + title.charCodeAt(i)) | 0
  return `tt${locale} ${(hash >>> 0) % titleBuckets}`
}

/** The lists that a word puts a creation in. */
export function wordLists(field: '' | 't', locale: string, word: string): string[] {
  const lists = [wordList(field, locale, word)]
  if (isUnspaced(word)) return lists // these are asked for as they are, never by their beginning
  for (let length = 1; length <= shortPrefix && length <= word.length; length++) {
    lists.push(prefixList(field, locale, word.slice(0, length)))
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

/**
 * Lists that follow from a word or a tag, and from what all groups with this key have in common. Whoever has met the
 * group and the member before knows the lists. A member may stand in a group more than once.
 */
export type ListGroup = { key: string; members: readonly string[]; lists: (member: string) => string[] }

const wordGroup = (field: '' | 't', locale: string, words: readonly string[]): ListGroup => ({
  key: `${field}w${locale}`,
  members: words,
  lists: word => wordLists(field, locale, word),
})

/** The lists of `names`, and those of each group. */
export type CreationLists = { names: string[]; groups: ListGroup[] }

export function listsOf(record: CreationRecord, { creatorWords, tagWords }: WordContext): CreationLists {
  const title = searchTitle(record.title)
  const inTags = record.tags.flatMap(key => tagWords(key, record.locale))
  const original = [...title.words, ...wordsOf(record.summary), ...inTags, ...creatorWords]
  const names = [filterList({ creator: record.handle }), titleList('', title.key)]
  if (record.remixOf) names.push(filterList({ remixOf: record.remixOf }))
  for (const locale of cardLocales(record)) names.push(localeListPrefix + locale)
  const groups = [filterGroup(record), wordGroup('', '', original), wordGroup('t', '', title.words)]
  const translations = Object.entries(record.translations)
  if (translations.length === 0) return { names, groups }
  const known = new Set(original)
  for (const [locale, texts] of translations) {
    const translated = searchTitle(texts.title ?? '')
    const fresh = [...translated.words, ...wordsOf(texts.summary ?? '')].filter(word => !known.has(word))
    groups.push(wordGroup('', locale, fresh), wordGroup('t', locale, translated.words))
    if (texts.title !== undefined) names.push(titleList(locale, translated.key))
  }
  return { names, groups }
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
