// Collects what is to be judged: for each query the first ten results of all rankings, in an order that tells nothing
// about the rankings.
//   node bench/search/pool.ts OUT.json [--unjudged]
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { communityNames, openCommunity, type SearchCommunity } from './community.ts'
import { type Judgements, type Query, queriesOf, type Rankings, readJson } from './queries.ts'
import { askFts5, askOthers, askVitrine } from './rankings.ts'

type Pooled = Pick<Query, 'id' | 'community' | 'text' | 'locale' | 'intent'> & { results: object[] }

/** A fixed order that depends on nothing but the names. */
const orderOf = (text: string): string => createHash('sha256').update(text).digest('hex')

async function poolOf(community: SearchCommunity, judged: Judgements): Promise<Pooled[]> {
  const rankings = [await askVitrine(community), await askFts5(community), ...(await askOthers(community))]
  const all = [...rankings, readJson<Rankings>('before.json')]
  return queriesOf(community.name).map(({ id, text, locale, intent }) => {
    // What the correct text finds is also what a misspelled query should find.
    const found = new Set(all.flatMap(({ lists, correct }) => [...(lists[id] ?? []), ...(correct[id] ?? [])]))
    const results = community
      .documents(locale)
      .filter(document => found.has(document.id) && judged[id]?.[document.id] === undefined)
      .sort((a, b) => (orderOf(id + a.id) < orderOf(id + b.id) ? -1 : 1))
      .map(({ views: _, tags, ...shown }) => ({ ...shown, tags: withoutRepeats(tags) }))
    return { id, community: community.name, text, locale, intent, results }
  })
}

/** The key of a tag only if it differs from the label. */
function withoutRepeats(tags: readonly string[]): string[] {
  const plain = (tag: string): string => tag.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return [...new Map(tags.map(tag => [plain(tag), tag])).values()]
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { unjudged: { type: 'boolean' } } })
  const [out] = positionals
  if (out === undefined) throw new Error('Usage: node bench/search/pool.ts OUT.json [--unjudged]')
  const judged = values.unjudged ? readJson<Judgements>('judgements.json') : {}
  const pools: Pooled[] = []
  for (const name of communityNames) pools.push(...(await poolOf(await openCommunity(name), judged)))
  const filled = pools.filter(({ results }) => results.length > 0)
  writeFileSync(out, `${JSON.stringify(filled, null, 2)}\n`)
  const count = filled.reduce((sum, { results }) => sum + results.length, 0)
  console.log(`${filled.length} queries with ${count} results to judge are in ${out}.`)
}

await main()
