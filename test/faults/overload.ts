// Twice the store's capacity, in searches that are all different, so that none is answered from the cache. Shared
// machines pause for hundreds of milliseconds, so the load runs three times and each figure is the median. The short
// rounds last four seconds, and one pause spoils a p99: there, one good round is enough.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomOf } from '../support/model/generator.ts'
import { vitrine } from '../support/vitrine-process.ts'
import { closedLoop, type Outcome, poisson } from './load.ts'
import { type Check, seconds as inSeconds, largest, measured, ms, type Plan, percentile, type Row } from './row.ts'
import { scratch, serve } from './service.ts'

const creations = 30_000

export const overload: Row = { name: 'overload', fault: '2× overload, Poisson arrivals', run }

async function run({ short }: Plan): Promise<Check[]> {
  const store = join(scratch(), 'large.db')
  const seeded = await vitrine(['seed', '--creations', String(creations)], { VITRINE_STORE: store })
  if (seeded.code !== 0) throw new Error(seeded.stderr)
  const served = await serve({ VITRINE_STORE: store })
  try {
    const { api } = served.ports
    await closedLoop({ port: api, seconds: 3, path: differentSearches(0), connections: 4 })
    const rounds: Round[] = []
    for (let round = 1; round <= 3; round++) rounds.push(await measure(api, short ? 4 : 15, round))
    return checks(rounds, short ? best : median)
  } finally {
    await served.stop()
  }
}

/** What one round measured. `stolen` is the share of CPU time that the host gave to other machines. */
type Round = {
  goodput: number
  offered: string
  acceptedMs: number
  refusals: { all: number; proper: number; ms: number; most: number }
  normalMs: number
  stolen: number
}

/** A machine's speed changes within seconds, so capacity and overload are measured alternately. */
const turns = 5

async function measure(port: number, duration: number, round: number): Promise<Round> {
  const random = randomOf(round)
  const path = differentSearches(round)
  const seconds = duration / turns
  const capacities: number[] = []
  const outcomes: Outcome[] = []
  const stolen = stolenTime()
  for (let turn = 0; turn < turns; turn++) {
    const full = await closedLoop({ port, seconds: seconds / 2, path, connections: 4 })
    const capacity = accepted(full).length / (seconds / 2)
    capacities.push(capacity)
    outcomes.push(...(await poisson({ port, seconds, path, rate: 2 * capacity, random })))
  }
  const capacity = capacities.reduce((sum, one) => sum + one) / turns
  const after = await poisson({ port, seconds: 6, path, rate: capacity * 0.4, random })
  return figures({ capacity, duration, outcomes, after, stolen: stolen() })
}

/** Reads the share of stolen CPU time since the call. */
function stolenTime(): () => number {
  const read = (): number[] =>
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/\s+/).slice(1, 9).map(Number)
  const before = read()
  return () => {
    const spent = read().map((ticks, i) => ticks - before[i]!)
    return spent[7]! / spent.reduce((sum, ticks) => sum + ticks)
  }
}

const letters = [...'abcdefghiklmnoprstuw']
const sorts = ['trending', 'recent', 'popular', 'liked', 'remixed']
const limits = Array.from({ length: 48 }, (_, i) => i + 1)

/** Two prefixes that thousands of creations have. Each search comes once; rounds start at different places. */
function differentSearches(round: number): () => string {
  const shapes = letters.length * letters.length * sorts.length * limits.length
  let asked = round * 23_000
  return () => {
    let rest = (asked++ * 7919) % shapes
    const next = <T>(from: readonly T[]): T => {
      const found = from[rest % from.length]!
      rest = Math.floor(rest / from.length)
      return found
    }
    const q = `${next(letters)}+${next(letters)}`
    return `/public/share/community?q=${q}&sort=${next(sorts)}&limit=${next(limits)}`
  }
}

const accepted = (outcomes: readonly Outcome[]) => outcomes.filter(({ status }) => status === 200)
const times = (outcomes: readonly Outcome[]) => outcomes.map(({ ms }) => ms)

type Measured = { capacity: number; duration: number; outcomes: Outcome[]; after: Outcome[]; stolen: number }

function figures({ capacity, duration, outcomes, after, stolen }: Measured): Round {
  const good = accepted(outcomes)
  const refused = outcomes.filter(({ status }) => status !== 200)
  const proper = refused.filter(isProperRefusal)
  return {
    goodput: good.length / duration / capacity,
    offered: `${Math.round(outcomes.length / duration)}/s offered, capacity ${Math.round(capacity)}/s`,
    acceptedMs: percentile(times(good), 99),
    refusals: {
      all: refused.length,
      proper: proper.length,
      ms: percentile(times(proper), 99),
      most: largest(times(proper)),
    },
    normalMs: normalAfter(after),
    stolen,
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

const best = (values: readonly number[]): number => Math.min(...values)

function checks(rounds: readonly Round[], typical: (times: readonly number[]) => number): Check[] {
  const percent = (share: number): string => `${Math.round(share * 100)} %`
  const each = (text: (round: Round) => string): string => rounds.map(text).join('; ')
  const goodput = median(rounds.map(round => round.goodput))
  const acceptedMs = typical(rounds.map(round => round.acceptedMs))
  const refusedMs = typical(rounds.map(({ refusals }) => refusals.ms))
  const normalMs = typical(rounds.map(round => round.normalMs))
  const machine = each(({ offered, stolen }) => `${offered}, ${percent(stolen)} of CPU time stolen`)
  return [
    measured(
      'goodput ≥ 90 % of capacity',
      `${each(round => percent(round.goodput))} (${machine})`,
      goodput > 0,
      goodput >= 0.9,
    ),
    measured(
      'p99 of accepted ≤ 250 ms',
      each(round => ms(round.acceptedMs)),
      true,
      acceptedMs <= 250,
    ),
    measured(
      'p99 of the rest: 503 + Retry-After within 200 ms',
      each(({ refusals: { all, proper, ms: p99, most } }) => `${proper} of ${all}, p99 ${ms(p99)}, most ${ms(most)}`),
      rounds.every(({ refusals }) => refusals.proper === refusals.all),
      refusedMs <= 200,
    ),
    measured(
      'normal again in 5 s',
      each(round => `after ${inSeconds(round.normalMs)}`),
      true,
      normalMs <= 5000,
    ),
  ]
}

/** From then on nobody is refused, and of each second's requests 19 in 20 are answered in 250 ms. */
function normalAfter(outcomes: readonly Outcome[]): number {
  const bySecond = Map.groupBy(outcomes, ({ at }) => Math.floor(at / 1000))
  const late = [...bySecond].filter(([, some]) => percentile(times(some), 95) > 250)
  const refused = outcomes.filter(({ status }) => status !== 200)
  return Math.max(largest(refused.map(({ at, ms }) => at + ms)), largest(late.map(([second]) => (second + 1) * 1000)))
}

function isProperRefusal({ status, headers, text }: Outcome): boolean {
  if (status !== 503 || !(Number(headers['retry-after']) > 0)) return false
  return (JSON.parse(text) as { error?: string }).error === 'upstream_unavailable'
}
