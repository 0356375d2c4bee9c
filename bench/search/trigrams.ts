// Similarity of letter sequences: finds candidates for misspelled and joined words. Only used to collect what is judged.
import { memoize } from '../../src/util/memoize.ts'
import type { Document, SearchCommunity } from './community.ts'
import type { Ranking } from './fts5.ts'
import { depth } from './queries.ts'

type Grams = ReadonlySet<string>
const least = 0.5

type Entry = { id: string; title: Grams; rest: Grams }

export function trigramRanking({ documents }: SearchCommunity): Ranking {
  const entriesIn = memoize(locale => documents(locale).map(entryOf))
  return (text, locale) => {
    const query = gramsOf(text)
    const scored = entriesIn(locale)
      .map(entry => ({ id: entry.id, score: scoreOf(query, entry) }))
      .filter(({ score }) => score > least)
    return scored
      .sort((a, b) => b.score - a.score)
      .slice(0, depth)
      .map(({ id }) => id)
  }
}

const entryOf = ({ id, title, creator, tags, summary }: Document): Entry => ({
  id,
  title: gramsOf(title),
  rest: gramsOf([creator, ...tags, summary].join(' ')),
})

/** Sequences of three letters, or two where a letter says more (Chinese, Japanese and Korean); spaces do not count. */
function gramsOf(text: string): Grams {
  const letters = [
    ...text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  ]
  const size = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(text) ? 2 : 3
  return new Set(
    letters.slice(0, Math.max(1, letters.length - size + 1)).map((_, i) => letters.slice(i, i + size).join('')),
  )
}

/** Dice similarity with the title, and the share of the query that the other texts contain. */
function scoreOf(query: Grams, { title, rest }: Entry): number {
  const inTitle = query.intersection(title).size
  return (
    (2 * inTitle) / (query.size + title.size) +
    inTitle / query.size +
    (0.7 * query.intersection(rest).size) / query.size
  )
}
