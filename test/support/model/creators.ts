// Searches creators by comparing every name. All words of the query must be in the display name or the handle; the last
// word may be the beginning of a word. A word that no creator has is replaced by the most similar one.
import { spellings } from '../../../src/store/reads/spelling.ts'
import { queryWords, titleKey, type WordForm, wordsOf } from '../../../src/store/search-text.ts'
import type { CreatorQuery, CreatorRow } from '../../../src/store/store.ts'
import { byText } from './community.ts'

const keys: Record<CreatorQuery['sort'], (row: CreatorRow) => number> = {
  relevance: ({ totals }) => totals.followers,
  followers: ({ totals }) => totals.followers,
  creations: ({ totals }) => totals.apps,
  recent: ({ record }) => Date.parse(record.joinedAt),
}

/** Everyone that a query finds, from first to last. */
export function creatorsOf(
  everyone: readonly CreatorRow[],
  { sort, q }: Pick<CreatorQuery, 'sort' | 'q'>,
): CreatorRow[] {
  const words = q === undefined ? [] : knownWords(everyone, queryWords(q))
  if (words === null || (q !== undefined && words.length === 0)) return []
  const isCorrected = words.some(word => !queryWords(q ?? '').some(({ text }) => text === word.text))
  const name = isCorrected ? words.map(({ text }) => text).join('') : titleKey(q ?? '')
  const tier = (row: CreatorRow) => (sort === 'relevance' && namesOf(row).includes(name) ? 0 : 1)
  return everyone
    .filter(row => words.every(word => wordsIn(row).some(text => isHit(text, word))))
    .sort((a, b) => tier(a) - tier(b) || keys[sort](b) - keys[sort](a) || byText(a.record.handle, b.record.handle))
}

const isHit = (text: string, word: WordForm) => (word.prefix ? text.startsWith(word.text) : text === word.text)

const namesOf = ({ record }: CreatorRow): string[] => [record.displayName, record.handle].map(titleKey)

const wordsIn = (row: CreatorRow): string[] => {
  const together = namesOf(row).filter(name => name !== '')
  return [...new Set([...wordsOf(`${row.record.displayName} ${row.record.handle}`), ...together])]
}

function knownWords(everyone: readonly CreatorRow[], words: WordForm[]): WordForm[] | null {
  const known = everyone.flatMap(wordsIn)
  const found = words.map(word => {
    if (known.some(text => isHit(text, word))) return word
    const counts = spellings(word.text).map(text => ({ text, count: known.filter(other => other === text).length }))
    const [best] = counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || byText(a.text, b.text))
    return best && { text: best.text, prefix: false }
  })
  return found.every(word => word !== undefined) ? found : null
}
