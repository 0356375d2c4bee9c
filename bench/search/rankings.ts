// Asks a ranking all queries of a community.
import type { SearchCommunity } from './community.ts'
import { fts5Ranking, type Ranking } from './fts5.ts'
import { type Query, queriesOf, type Rankings } from './queries.ts'
import { trigramRanking } from './trigrams.ts'
import { startRanking } from './vitrine.ts'

async function askAll(ranking: Ranking, queries: readonly Query[]): Promise<Rankings> {
  const all: Rankings = { lists: {}, correct: {} }
  for (const { id, text, correct, locale } of queries) {
    all.lists[id] = await ranking(text, locale)
    if (correct !== undefined) all.correct[id] = await ranking(correct, locale)
  }
  return all
}

export async function askVitrine(community: SearchCommunity): Promise<Rankings> {
  const { ranking, stop } = await startRanking(community)
  try {
    return await askAll(ranking, queriesOf(community.name))
  } finally {
    await stop()
  }
}

export const askFts5 = (community: SearchCommunity): Promise<Rankings> =>
  askAll(fts5Ranking(community), queriesOf(community.name))

/** Rankings that only collect what is judged: any word in any form, and similar letters. */
export async function askOthers(community: SearchCommunity): Promise<Rankings[]> {
  const rankings = [fts5Ranking(community, false), trigramRanking(community)]
  return Promise.all(rankings.map(ranking => askAll(ranking, queriesOf(community.name))))
}
