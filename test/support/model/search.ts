// Searching a community by reading every text of every creation. The rules: all words of the query must be found in
// the title, summary, tags or creator, in the original or an asked language; the last word as a prefix.

import type { CreationRecord } from '../../../src/records/records.ts'
import { titleList } from '../../../src/store/lists.ts'
import { type QueryWord, queryWords, titleKey, wordsOf } from '../../../src/store/search-text.ts'
import type { Locales } from '../../../src/store/store.ts'
import { type Community, find } from './community.ts'

export type Search = ReturnType<typeof searchOf>

/** The words of each language; '' is the original. */
type Words = Map<string, Set<string>>

export function searchOf(community: Community) {
  const everywhere = remembered(record => allWords(community, record))
  const inTitles = remembered(titleWords)
  const found = (words: Words, q: string, locales: Locales) => {
    const asked = queryWords(q)
    const known = ['', ...locales].flatMap(locale => [...(words.get(locale) ?? [])])
    return asked.length > 0 && asked.every(word => known.some(text => isHit(text, word)))
  }
  return {
    matches: (record: CreationRecord, q: string, locales: Locales) => found(everywhere(record), q, locales),
    /** 0: the query is the whole title; 1: all its words are in titles; 2: they are elsewhere. */
    tier: (record: CreationRecord, q: string, locales: Locales) => {
      const titles = [record.title, ...locales.flatMap(locale => record.translations[locale]?.title ?? [])]
      if (titles.some(title => titleKey(title) === titleKey(q))) return 0
      if (!found(inTitles(record), q, locales)) return 2
      return slipsIn(record, q, locales) ? 0 : 1
    },
  }
}

/** Stores tell whole titles apart by a hash; one in some thousand that have all the words is taken for the same. */
function slipsIn(record: CreationRecord, q: string, locales: Locales): boolean {
  const inList = (locale: string, title: string | undefined) =>
    title !== undefined && titleList(locale, titleKey(title)) === titleList(locale, titleKey(q))
  return inList('', record.title) || locales.some(locale => inList(locale, record.translations[locale]?.title))
}

const isHit = (text: string, word: QueryWord) => (word.prefix ? text.startsWith(word.text) : text === word.text)

function remembered(make: (record: CreationRecord) => Words): (record: CreationRecord) => Words {
  const known = new WeakMap<CreationRecord, Words>()
  return record => {
    const words = known.get(record) ?? make(record)
    known.set(record, words)
    return words
  }
}

function allWords(community: Community, record: CreationRecord): Words {
  const words: Words = new Map()
  const add = (locale: string, text: string | undefined) => {
    const set = words.get(locale) ?? new Set()
    for (const word of wordsOf(text ?? '')) set.add(word)
    words.set(locale, set)
  }
  for (const text of [record.title, record.summary, record.handle]) add('', text)
  add('', find(community, 'creator', record.handle)?.displayName)
  for (const key of record.tags) {
    add('', key)
    for (const [locale, label] of Object.entries(find(community, 'tag', key)?.labels ?? {})) {
      add(locale === record.locale ? '' : locale, label)
      add(locale, label)
    }
  }
  for (const [locale, { title, summary }] of Object.entries(record.translations)) {
    add(locale, title)
    add(locale, summary)
  }
  return words
}

function titleWords(record: CreationRecord): Words {
  const words: Words = new Map([['', new Set(wordsOf(record.title))]])
  for (const [locale, { title }] of Object.entries(record.translations)) {
    words.set(locale, new Set(wordsOf(title ?? '')))
  }
  return words
}
