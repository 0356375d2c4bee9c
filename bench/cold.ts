// Reads that nobody kept an answer for, on communities of different sizes. Calls alternate between the sizes, so that
// whatever else the machine does meets both.
import { makeRandom, type Random } from '../src/art/random.ts'
import type { Input } from '../src/operations/define.ts'
import { type Community, warmUpFile } from './communities.ts'
import { newest, openReader, type Reader } from './readers.ts'
import { searchShapes } from './search-shapes.ts'
import { feedShapes, oneOf, otherShapes, type Shape } from './shapes.ts'
import { median, percentile } from './statistics.ts'
import { judge, judgeAll, noBound, type Row, ratioText, sizeName, whole } from './table.ts'

const callsPerRound = 400
const warmUpCalls = 50
const sampled = 2400

/** Microseconds at the 99th percentile, for each kind of read. */
export type Slowest = Record<Shape['kind'], number>

const slowest: Slowest = { feed: 2_000, search: 20_000, other: Number.POSITIVE_INFINITY }
const mostGrowth = 1.5

export async function measureCold(communities: readonly Community[], rounds: number): Promise<Row[]> {
  for (const { store } of communities) await warmUpFile(store)
  const [small, large] = [communities[0]!, communities.at(-1)!].map(({ creations }) => sizeName(creations))
  return measureReads(communities, rounds, {
    part: `Cold reads at ${large} creations, and how they grew from ${small}`,
    slowest,
  })
}

type Judged = { part: string; slowest: Slowest }

export async function measureReads(communities: readonly Community[], rounds: number, judged: Judged): Promise<Row[]> {
  const readers = await Promise.all(communities.map(openReader))
  const random = makeRandom(1)
  try {
    const cards = await newest(readers[0]!, sampled)
    const shapes = [
      ...(await feedShapes(readers, cards, random)),
      ...(await searchShapes(readers, cards, random)),
      ...otherShapes(),
    ]
    const rows: Row[] = []
    for (const shape of shapes) rows.push(rowOf(shape, judged, await measure(shape, readers, rounds, random)))
    return rows
  } finally {
    await Promise.all(readers.map(reader => reader.close()))
  }
}

type Times = { p50: number; p99: number }

/** In microseconds, for each reader. */
async function measure(shape: Shape, readers: readonly Reader[], rounds: number, random: Random): Promise<Times[]> {
  console.error(`Measuring ${shape.name}.`)
  const inputs: Input[][] = []
  for (const reader of readers) inputs.push(await shape.inputs(reader))
  const callAll = async (calls: number): Promise<number[][]> => {
    const times: number[][] = readers.map(() => [])
    for (let call = 0; call < calls; call++) {
      for (const [i, reader] of readers.entries()) {
        const input = oneOf(inputs[i]!, random)
        const started = performance.now()
        const { json } = await reader.read(shape.operation, input)
        json()
        times[i]!.push((performance.now() - started) * 1000)
      }
    }
    return times
  }
  await callAll(warmUpCalls)
  const measured: number[][][] = []
  for (let round = 0; round < rounds; round++) measured.push(await callAll(callsPerRound))
  return readers.map((_, i) => ({
    p50: median(measured.map(round => percentile(round[i]!, 0.5))),
    p99: median(measured.map(round => percentile(round[i]!, 0.99))),
  }))
}

const microseconds = (value: number): string => `${whole(value)} µs`

function rowOf({ kind, name }: Shape, { part, slowest }: Judged, times: readonly Times[]): Row {
  const [small, large] = [times[0]!, times.at(-1)!]
  const growth = large.p50 / small.p50
  const bounds = [judge(large.p99, { atMost: slowest[kind] }, value => `p99 ${microseconds(value)}`)]
  if (times.length > 1) bounds.push(judge(growth, { atMost: mostGrowth }, value => `growth ${value}`))
  return {
    part,
    name,
    figure: `p50 ${microseconds(large.p50)}, p99 ${microseconds(large.p99)}`,
    beside:
      times.length > 1
        ? `growth ${ratioText(growth)} from p50 ${microseconds(small.p50)}, p99 ${microseconds(small.p99)}`
        : '',
    ...(kind === 'other' ? noBound : judgeAll(...bounds)),
    values: { p50: large.p50, p99: large.p99, smallP50: small.p50, smallP99: small.p99, growth },
  }
}
