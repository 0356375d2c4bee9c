// Twice as much as the store can do, in searches of which no two are the same, so that none is answered from memory.
import { join } from 'node:path'
import { randomOf } from '../community-generator.ts'
import { vitrine } from '../vitrine-process.ts'
import { closedLoop, type Outcome, poisson } from './load.ts'
import { type Check, check, largest, ms, type Plan, percentile, type Row, seconds } from './row.ts'
import { type Served, scratch, serve } from './service.ts'

const creations = 30_000

export const overload: Row = { name: 'overload', fault: '2× overload, Poisson arrivals', run }

async function run({ short }: Plan): Promise<Check[]> {
  const store = join(scratch(), 'large.db')
  const seeded = await vitrine(['seed', '--creations', String(creations)], { VITRINE_STORE: store })
  if (seeded.code !== 0) throw new Error(seeded.stderr)
  const served = await serve({ VITRINE_STORE: store })
  try {
    return await measure(served, short ? 4 : 15)
  } finally {
    await served.stop()
  }
}

/** Machines are faster at one time and slower at another, for seconds: capacity and overload are measured in turns. */
const turns = 5

async function measure({ ports: { api: port } }: Served, duration: number): Promise<Check[]> {
  const random = randomOf(5)
  const path = differentSearches()
  const seconds = duration / turns
  const capacities: number[] = []
  const measureCapacity = async (): Promise<number> => {
    const full = await closedLoop({ port, seconds: seconds / 2, path, connections: 4 })
    const capacity = accepted(full).length / (seconds / 2)
    capacities.push(capacity)
    return capacity
  }
  await closedLoop({ port, seconds: 3, path, connections: 4 })
  const outcomes: Outcome[] = []
  for (let turn = 0; turn < turns; turn++) {
    const rate = 2 * (await measureCapacity())
    outcomes.push(...(await poisson({ port, seconds, path, rate, random })))
  }
  const capacity = capacities.reduce((sum, one) => sum + one) / turns
  const rate = capacity * 0.4
  const after = await poisson({ port, seconds: 6, path, rate, random })
  return figures({ capacity, duration, outcomes, after })
}

const letters = [...'abcdefghiklmnoprstuw']
const sorts = ['trending', 'recent', 'popular', 'liked', 'remixed']
const limits = Array.from({ length: 48 }, (_, i) => i + 1)

/** Two beginnings of words that thousands of creations have; each search comes once. */
function differentSearches(): () => string {
  const shapes = letters.length * letters.length * sorts.length * limits.length
  let asked = 0
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

type Measured = { capacity: number; duration: number; outcomes: Outcome[]; after: Outcome[] }

function figures({ capacity, duration, outcomes, after }: Measured): Check[] {
  const good = accepted(outcomes)
  const refused = outcomes.filter(({ status }) => status !== 200)
  const proper = refused.filter(isProperRefusal)
  const goodput = good.length / duration / capacity
  const p99 = percentile(times(good), 99)
  const refusedIn = percentile(times(proper), 99)
  const lastTrouble = normalAfter(after)
  const offered = `${Math.round(outcomes.length / duration)}/s offered, capacity ${Math.round(capacity)}/s`
  return [
    check('goodput ≥ 90 % of capacity', `${Math.round(goodput * 100)} % (${offered})`, goodput >= 0.9),
    check('p99 of accepted ≤ 250 ms', ms(p99), p99 <= 250),
    check(
      'p99 of the rest: 503 + Retry-After within 200 ms',
      `${proper.length} of ${refused.length}, p99 ${ms(refusedIn)}, most ${ms(largest(times(proper)))}`,
      proper.length === refused.length && refusedIn <= 200,
    ),
    check('normal again in 5 s', `after ${seconds(lastTrouble)}`, lastTrouble <= 5000),
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
