// The best matches of a search: the first of them, in the order of their tiers, are ranked by score.
import { type Position, searchTotalCap } from '../store.ts'
import { storedFields } from './fields.ts'
import { type ScoredWord, scoreOf } from './score.ts'

/** How many matches are ranked by score: as many as are counted anyway. The others follow by tier and trending. */
export const rankedMatches = searchTotalCap

/** More than any sum of field weights: creations with the same title come first. */
const sameTitleScore = 0x8000
const maxScore = 0xffff

/** `texts` are the stored search texts of the positions. */
export function rankWindow(
  window: readonly Position[],
  texts: readonly (string | undefined)[],
  words: readonly ScoredWord[],
  locales: readonly string[],
): Position[] {
  const scored = window.map((position, i): Position => {
    const text = texts[i]
    const score = text === undefined ? 1 : Math.min(scoreOf(storedFields(text, locales), words), sameTitleScore - 1)
    return { ...position, score: Math.min(maxScore, score + (position.tier === 0 ? sameTitleScore : 0)) }
  })
  return scored.sort(byScore)
}

const byScore = (a: Position, b: Position) => b.score - a.score || b.sortKey - a.sortKey || b.creationNo - a.creationNo

/** Whether a page that starts after this position may have something of the window. */
export const startsInWindow = (after: Position | undefined): boolean => after === undefined || after.score > 0

/** What comes after a position of the window. */
export const afterInWindow = (ranked: readonly Position[], after: Position | undefined): readonly Position[] =>
  after === undefined ? ranked : ranked.filter(position => byScore(after, position) < 0)
