// Search quality: nDCG@10 of Vitrine, of SQLite FTS5 and of the ranking that Vitrine had before.
import type { Result } from '../floors.ts'
import { ratio } from '../units.ts'
import { communityNames, openCommunity, type SearchCommunity } from './community.ts'
import { type Judgements, type Query, queriesOf, queryTypes, type Rankings, readJson } from './queries.ts'
import { askFts5, askVitrine } from './rankings.ts'
import { firstIsTarget, type Score, sameAsCorrect, scoreOf } from './score.ts'

const ndcgText = ({ ndcg }: Score): string => (ndcg === undefined ? 'not judged' : ratio(ndcg))

type Measure = [name: string, value: (queries: readonly Query[], rankings: Rankings) => string]

function measuresFor(judgements: Judgements): Measure[] {
  return [
    ['nDCG@10', (queries, rankings) => ndcgText(scoreOf(queries, rankings, judgements))],
    ...queryTypes.map((type): Measure => {
      const ofType = (queries: readonly Query[]) => queries.filter(query => query.type === type)
      return [`  ${type}`, (queries, rankings) => ndcgText(scoreOf(ofType(queries), rankings, judgements))]
    }),
    ['results without a grade', (queries, rankings) => String(scoreOf(queries, rankings, judgements).unjudged)],
    ['queries without results', (queries, { lists }) => String(queries.filter(({ id }) => !lists[id]?.length).length)],
    ['name or creator first', firstIsTarget],
    ['typo: same as correct', (queries, rankings) => sameAsCorrect(queries, 'typo', rankings)],
    ['split: same as correct', (queries, rankings) => sameAsCorrect(queries, 'split', rankings)],
  ]
}

export async function measureSearch(): Promise<Result[]> {
  const judgements = readJson<Judgements>('judgements.json')
  const results: Result[] = []
  for (const name of communityNames) results.push(...(await measureCommunity(await openCommunity(name), judgements)))
  return results
}

async function measureCommunity(community: SearchCommunity, judgements: Judgements): Promise<Result[]> {
  const { name } = community
  console.error(`Measuring the search quality of ${name}.`)
  const queries = queriesOf(name)
  const [vitrine, fts5] = [await askVitrine(community), await askFts5(community)]
  const columns = { vitrine, before: readJson<Rankings>('before.json'), fts5 }
  console.log(tableOf(`${name}, ${queries.length} queries`, queries, columns, measuresFor(judgements)))
  const [ours, theirs] = [vitrine, fts5].map(rankings => scoreOf(queries, rankings, judgements).ndcg)
  if (ours === undefined || theirs === undefined) return []
  return [{ floor: 'searchQuality', what: name, rounds: [{ size: ours - theirs }], details: ratio(ours) }]
}

function tableOf(
  title: string,
  queries: readonly Query[],
  columns: Record<string, Rankings>,
  measures: readonly Measure[],
): string {
  const rows = measures.map(([name, value]) => [name, ...Object.values(columns).map(one => value(queries, one))])
  const lines = [[title, ...Object.keys(columns)], ...rows]
  return lines.map(([name, ...cells]) => name!.padEnd(26) + cells.map(cell => cell.padStart(12)).join('')).join('\n')
}
