// The best matches of a search: the first of them, in the order of their tiers, are ranked by score.
import { type Position, searchTotalCap } from '../store.ts'
import { storedFields } from './fields.ts'
import { bestScore, type ScoredWord, scoreOf } from './score.ts'

/** How many matches are ranked by score: as many as are counted anyway. The others follow by tier and trending. */
export const rankedMatches = searchTotalCap

/** More than any sum of field weights: creations with the same title come first. */
const sameTitleScore = 0x8000
const maxScore = 0xffff

/** Matches of the window with their scores. `texts` are their stored search texts. */
export function scoreMatches(
  matches: readonly Position[],
  texts: readonly (string | undefined)[],
  words: readonly ScoredWord[],
  locales: readonly string[],
): Position[] {
  return matches.map((position, i): Position => {
    const text = texts[i]
    const score = text === undefined ? 1 : Math.min(scoreOf(storedFields(text, locales), words), sameTitleScore - 1)
    return { ...position, score: Math.min(maxScore, score + (position.tier === 0 ? sameTitleScore : 0)) }
  })
}

export const byScore = (a: Position, b: Position) =>
  b.score - a.score || b.sortKey - a.sortKey || b.creationNo - a.creationNo

/**
 * Whether the first matches of the window fill a page, and one more. None that follows can come before a match with the
 * best score: in its tier it is more trending, and in the next tier no title has all words.
 */
export function fillPage(
  first: readonly Position[],
  { after, limit }: { after?: Position | undefined; limit: number },
  words: readonly ScoredWord[],
): boolean {
  const best = Math.min(bestScore(words), sameTitleScore - 1)
  return afterInWindow(first, after).filter(({ score }) => score >= best).length > limit
}

/** Whether a page that starts after this position may have something of the window. */
export const startsInWindow = (after: Position | undefined): boolean => after === undefined || after.score > 0

/** What comes after a position of the window. */
export const afterInWindow = (scored: readonly Position[], after: Position | undefined): readonly Position[] =>
  after === undefined ? scored : scored.filter(position => byScore(after, position) < 0)
