// Feed reads from the store. Calls alternate between sizes, so that other load on the machine affects all of them.

import { makeRandom, type Random } from '../src/art/random.ts'
import type { Input } from '../src/operations/define.ts'
import { startCluster } from '../test/support/servers/postgres-cluster.ts'
import { type Community, fill, warmUpFile } from './communities.ts'
import type { FloorName, Result, Sample } from './floors.ts'
import { newest, openReader, type Reader } from './readers.ts'
import { filterShapes, inputsFor, type Shape, searchShapes } from './shapes.ts'
import { oneOf, percentile } from './statistics.ts'
import { milliseconds, sizeName } from './units.ts'

const callsPerRound = 400
const warmUpCalls = 200
const sampledCreations = 2400

type Floors = Record<Shape['kind'] | 'growth', FloorName>

export async function measureSqlite(communities: readonly Community[], rounds: number): Promise<Result[]> {
  for (const { store } of communities) await warmUpFile(store)
  return measureReads(communities, rounds, {
    filters: 'sqliteFilters',
    search: 'sqliteSearch',
    growth: 'sqliteGrowth',
  })
}

/** As on a small server. The data of 100 thousand creations fits into the buffers. */
const postgresSettings = { shared_buffers: '1GB', max_wal_size: '8GB', effective_cache_size: '4GB' }

export async function measurePostgres(sizes: readonly number[], rounds: number): Promise<Result[]> {
  const cluster = await startCluster(postgresSettings)
  try {
    const communities: Community[] = []
    for (const creations of sizes) {
      const store = await cluster.newDatabase()
      console.error(`Filling PostgreSQL with ${sizeName(creations)} creations.`)
      await fill(creations, store)
      communities.push({ creations, store })
    }
    return await measureReads(communities, rounds, {
      filters: 'postgresFilters',
      search: 'postgresSearch',
      growth: 'postgresGrowth',
    })
  } finally {
    await cluster.stop()
  }
}

async function measureReads(communities: readonly Community[], rounds: number, floors: Floors): Promise<Result[]> {
  const readers = await Promise.all(communities.map(openReader))
  const random = makeRandom(1)
  try {
    const cards = await newest(readers[0]!, sampledCreations)
    const shapes = [
      ...(await filterShapes(readers, cards, random)),
      ...(await searchShapes(readers[0]!, cards, random)),
    ]
    const results: Result[] = []
    for (const shape of shapes) {
      console.error(`Measuring ${floors[shape.kind]}: ${shape.name}.`)
      results.push(...resultsOf(shape, readers, await measureShape(shape, readers, rounds, random), floors))
    }
    return results
  } finally {
    await Promise.all(readers.map(reader => reader.close()))
  }
}

/** Milliseconds of the calls of one round. */
type Times = { cpu: number[]; wall: number[] }

/** For each reader, the times of each round. */
async function measureShape(shape: Shape, readers: readonly Reader[], rounds: number, random: Random) {
  const inputs: Input[][] = []
  for (const reader of readers) inputs.push(await inputsFor(reader, shape))
  const times: Times[][] = readers.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    const calls = await callAll(readers, inputs, round === 0 ? warmUpCalls : callsPerRound, random)
    if (round > 0) for (const [i, call] of calls.entries()) times[i]!.push(call)
  }
  return times
}

async function callAll(readers: readonly Reader[], inputs: readonly Input[][], calls: number, random: Random) {
  const times: Times[] = readers.map(() => ({ cpu: [], wall: [] }))
  for (let call = 0; call < calls; call++) {
    for (const [i, reader] of readers.entries()) {
      const input = oneOf(inputs[i]!, random)
      const [cpu, wall] = [process.cpuUsage(), performance.now()]
      const { json } = await reader.read(input)
      json()
      times[i]!.wall.push(performance.now() - wall)
      const { user, system } = process.cpuUsage(cpu)
      times[i]!.cpu.push((user + system) / 1000)
    }
  }
  return times
}

const at = (share: number, { cpu, wall }: Times): Required<Omit<Sample, 'size'>> => ({
  cpu: percentile(cpu, share),
  wall: percentile(wall, share),
})

function resultsOf({ kind, name }: Shape, readers: readonly Reader[], times: Times[][], floors: Floors): Result[] {
  const results: Result[] = readers.map(({ creations }, i) => {
    const what = `${name}, ${sizeName(creations)}`
    const middle = at(0.5, times[i]!.at(-1)!)
    const details = `median ${milliseconds(middle.cpu)} CPU, ${milliseconds(middle.wall)} wall`
    return { floor: floors[kind], what, rounds: times[i]!.map(round => at(0.99, round)), details }
  })
  if (readers.length > 1) results.push({ floor: floors.growth, what: name, rounds: growthOf(times) })
  return results
}

/** How much longer the median takes at the largest size than at the smallest. */
function growthOf(times: readonly Times[][]): Sample[] {
  return times[0]!.map((round, i) => {
    const [small, large] = [at(0.5, round), at(0.5, times.at(-1)![i]!)]
    return { cpu: large.cpu / small.cpu, wall: large.wall / small.wall }
  })
}
