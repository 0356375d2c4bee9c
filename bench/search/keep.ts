// Keeps what the current ranking finds in before.json, so that it can be pooled and scored after the ranking has
// changed:
//   node bench/search/keep.ts "ranking of version 0.1.0"
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { communityNames, openCommunity } from './community.ts'
import { type Judgements, queriesOf, type Rankings, readJson } from './queries.ts'
import { askVitrine } from './rankings.ts'
import { firstIsTarget, sameAsCorrect, scoreOf } from './score.ts'

const kept: Rankings = { lists: {}, correct: {} }
const numbers: Record<string, object> = {}
const judgements = readJson<Judgements>('judgements.json')
for (const name of communityNames) {
  const rankings = await askVitrine(await openCommunity(name))
  const queries = queriesOf(name)
  numbers[name] = {
    ndcg: scoreOf(queries, rankings, judgements).ndcg ?? null,
    withoutResults: queries.filter(({ id }) => rankings.lists[id]!.length === 0).length,
    targetFirst: firstIsTarget(queries, rankings),
    typoSameAsCorrect: sameAsCorrect(queries, 'typo', rankings),
    splitSameAsCorrect: sameAsCorrect(queries, 'split', rankings),
  }
  Object.assign(kept.lists, rankings.lists)
  Object.assign(kept.correct, rankings.correct)
}
const about = process.argv[2] ?? 'an earlier ranking'
writeFileSync(join(import.meta.dirname, 'before.json'), `${JSON.stringify({ about, numbers, ...kept }, null, 2)}\n`)
