// Searches creators by comparing every name. All words of the query must be in the display name or the handle; the last
// word may be the beginning of a word. Words that no creator has are replaced by the most similar ones.
import { answerNow, correctSearch, type Lookups, notSearched, textOf } from '../../../src/store/search/resolve.ts'
import { aboutSearch, type Wanted } from '../../../src/store/search/search.ts'
import { queryWords, titleKey, type WordForm, wordsOf } from '../../../src/store/search-text.ts'
import type { CreatorQuery, CreatorRow } from '../../../src/store/store.ts'
import { byText } from './community.ts'

const keys: Record<CreatorQuery['sort'], (row: CreatorRow) => number> = {
  relevance: ({ totals }) => totals.followers,
  followers: ({ totals }) => totals.followers,
  creations: ({ totals }) => totals.apps,
  recent: ({ record }) => Date.parse(record.joinedAt),
}

/** Everyone that a query finds, from first to last, and what its pages say about the search. */
export function creatorsOf(everyone: readonly CreatorRow[], { sort, q }: Pick<CreatorQuery, 'sort' | 'q'>) {
  const wanted = q === undefined ? null : wantedOf(everyone, q)
  if (q !== undefined && wanted === null) return { rows: [], searched: notSearched }
  const words = wanted?.words ?? []
  const name = titleKey((wanted?.match === 'corrected' ? wanted.searched : q) ?? '')
  const tier = (row: CreatorRow) => (sort === 'relevance' && namesOf(row).includes(name) ? 0 : 1)
  const rows = everyone
    .filter(row => hasAll(row, words))
    .sort((a, b) => tier(a) - tier(b) || keys[sort](b) - keys[sort](a) || byText(a.record.handle, b.record.handle))
  return { rows, searched: aboutSearch(wanted) }
}

/** Null when nobody is found. */
function wantedOf(everyone: readonly CreatorRow[], q: string): Wanted | null {
  const words = queryWords(q)
  if (words.length === 0) return null
  if (everyone.some(row => hasAll(row, words))) {
    return { words, match: 'all', searched: textOf(words), suggestions: [] }
  }
  return answerNow(correctSearch(words), lookupsIn(everyone))
}

function lookupsIn(everyone: readonly CreatorRow[]): Lookups {
  const known = everyone.flatMap(wordsIn)
  return {
    sizes: words => words.map(word => known.filter(text => isHit(text, word)).length),
    near: ({ beginning, ending, length: [from, to], words }) =>
      [...new Set(known)]
        .filter(text => {
          const { length } = [...text]
          const isNear = length >= from && length <= to && (text.startsWith(beginning) || text.endsWith(ending))
          return isNear || words.includes(text)
        })
        .map(text => ({ text, size: known.filter(other => other === text).length })),
    count: (words, upTo) => Math.min(upTo, everyone.filter(row => hasAll(row, words)).length),
  }
}

const hasAll = (row: CreatorRow, words: readonly WordForm[]) =>
  words.every(word => wordsIn(row).some(text => isHit(text, word)))

const isHit = (text: string, word: WordForm) => (word.prefix ? text.startsWith(word.text) : text === word.text)

const namesOf = ({ record }: CreatorRow): string[] => [record.displayName, record.handle].map(titleKey)

const wordsIn = (row: CreatorRow): string[] => {
  const together = namesOf(row).filter(name => name !== '')
  return [...new Set([...wordsOf(`${row.record.displayName} ${row.record.handle}`), ...together])]
}
