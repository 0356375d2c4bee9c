// Words of the community by their beginning or ending.
import { reversedText, wordList } from '../../lists.ts'
import { type KnownWord, type SpellingRange, spellingLimit } from '../../search/spelling.ts'
import type { Locales } from '../../store.ts'
import type { Run } from '../connections.ts'
import { endOf } from './sets.ts'

/** The condition on the name is that of the index. */
const nearText = `
  SELECT name, size FROM unnest($1::text[], $2::text[]) range(low, high),
    LATERAL (SELECT name, size FROM list WHERE name >= low AND name < high LIMIT ${spellingLimit}) words
    WHERE size > 0 AND length(split_part(name, ' ', 2)) BETWEEN $5 AND $6
  UNION
  SELECT name, size FROM (
    SELECT name, size FROM list WHERE reverse(name) >= $3 AND reverse(name) < $4 AND name >= 'w' AND name < 'x'
    LIMIT ${spellingLimit}) words
    WHERE size > 0 AND length(split_part(name, ' ', 2)) BETWEEN $5 AND $6
  UNION
  SELECT name, size FROM list WHERE name = ANY($7::text[]) AND size > 0`

export async function wordsNear(run: Run, range: SpellingRange, locales: Locales): Promise<KnownWord[]> {
  const starts = ['', ...locales].map(locale => wordList('', locale, ''))
  const beginnings = starts.map(start => (start + range.beginning).toWellFormed())
  const ending = reversedText(range.ending).toWellFormed()
  const names = starts.flatMap(start => range.words.map(word => (start + word).toWellFormed()))
  const values = [beginnings, beginnings.map(endOf), ending, endOf(ending), ...range.length, names]
  const rows = await run<{ name: string; size: number }>({ name: 'near', text: nearText, values })
  const sizes = new Map<string, number>()
  for (const { name, size } of rows) {
    const start = starts.find(start => name.startsWith(start))
    if (start === undefined) continue
    const text = name.slice(start.length)
    sizes.set(text, (sizes.get(text) ?? 0) + size)
  }
  return [...sizes].map(([text, size]) => ({ text, size }))
}
