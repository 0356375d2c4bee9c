// Measures the service, compares the results with the floors and prints a table for each part. See docs/benchmarks.md.
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAgents } from './agents/agents.ts'
import { measureAsk, measureAskOnPostgres } from './ask/ask.ts'
import { community } from './communities.ts'
import { type Judged, judge, type Result } from './floors.ts'
import { measureHttp } from './http.ts'
import { measureImport } from './import.ts'
import { measureInstallation } from './installation.ts'
import { measureMemory } from './memory.ts'
import { measurePostgres, measureSqlite } from './reads.ts'
import { tableText } from './report.ts'
import { measureSearch } from './search/search.ts'
import { measureStart } from './start-up.ts'
import { measureSync } from './sync.ts'

type Options = { sizes: number[]; rounds: number; seconds: number }

/** All but reads are measured at the first size. */
const parts: Record<string, (options: Options) => Promise<Result[]>> = {
  http: async ({ sizes, rounds, seconds }) => measureHttp(await community(sizes[0]!), rounds, seconds),
  sqlite: async ({ sizes, rounds }) => measureSqlite(await Array.fromAsync(sizes, community), rounds),
  postgres: ({ sizes, rounds }) => measurePostgres(sizes, rounds),
  import: ({ sizes, rounds }) => measureImport(sizes[0]!, rounds),
  sync: ({ sizes, rounds }) => measureSync(sizes[0]!, rounds),
  memory: async ({ sizes }) => measureMemory(await community(sizes[0]!)),
  start: async ({ sizes, rounds }) => measureStart(await community(sizes[0]!), rounds),
  ask: async ({ sizes, rounds }) => measureAsk(await community(sizes[0]!), rounds),
  'ask-postgres': async ({ sizes, rounds }) => measureAskOnPostgres(await community(sizes[0]!), rounds),
  installation: async () => measureInstallation(),
  search: () => measureSearch(),
  agents: () => measureAgents(),
}

const usage = `npm run bench -- [options]

  --only ${Object.keys(parts).join(',')}   what to measure
  --sizes 100000    creations, several sizes separated by commas
  --rounds 3        the median counts
  --seconds 3       duration of each load
`

function readOptions(): Options & { only: string[] } {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: Object.keys(parts).join() },
      sizes: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '3' },
    },
  })
  const only = values.only.split(',')
  const sizes = values.sizes
    .split(',')
    .map(Number)
    .sort((a, b) => a - b)
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  const unknown = only.find(part => !Object.hasOwn(parts, part))
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}.`)
  const isCount = (value: number) => Number.isSafeInteger(value) && value > 0
  if (![...sizes, rounds, seconds].every(isCount)) throw new Error('Sizes, rounds and seconds are whole numbers.')
  return { only, sizes, rounds, seconds }
}

async function main({ only, ...options }: ReturnType<typeof readOptions>): Promise<number> {
  const machine = `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`
  console.log(`${machine}; medians of ${options.rounds} rounds\n`)
  const rows: Judged[] = []
  for (const part of only) {
    const results = (await parts[part]!(options)).map(judge)
    if (results.length > 0) console.log(tableText(results))
    rows.push(...results)
  }
  const missed = rows.filter(({ holds }) => !holds)
  console.log(missed.length === 0 ? 'All floors hold.' : `Missed: ${missed.map(({ metric }) => metric).join('; ')}.`)
  return missed.length === 0 ? 0 : 1
}

function optionsOrExit(): ReturnType<typeof readOptions> {
  try {
    return readOptions()
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}

process.exitCode = await main(optionsOrExit())
