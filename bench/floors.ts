// The floors: what each measurement must reach. The benchmark fails when the median of the rounds misses one.
import { median } from './statistics.ts'
import { megabytes, milliseconds, ratio, seconds, whole } from './units.ts'

type Floor = {
  metric: string
  floor: number
  goal?: number
  unit: (value: number) => string
  better: 'more' | 'less'
  /**
   * The measurement that is compared with the floor. CPU time varies less on a shared machine. Wall time is used where
   * other processes do part of the work.
   */
  by: keyof Sample
  /** Where the number comes from. */
  origin: string
}

/** One round. `size` is for what is not a time: memory, disk, packages. */
export type Sample = { cpu?: number; wall?: number; size?: number }

const ofBare = { unit: ratio, better: 'more', by: 'cpu' } as const
const p99 = { unit: milliseconds, better: 'less' } as const
const growth = { unit: ratio, better: 'less', floor: 1.5, origin: '0.1.0: 0.93 to 1.10, up to 1.5 with `q`' } as const
const answers = { unit: milliseconds, better: 'less' } as const
const size = { better: 'less', by: 'size' } as const
const perSecond = (value: number): string => `${whole(value)}/s`
const kilobytes = (value: number): string => `${value.toFixed(1)} kB`

const floors = {
  hotPage: {
    ...ofBare,
    metric: 'cached feed page, of bare node:http',
    floor: 0.7,
    goal: 0.85,
    origin: 'Fastify with stored bytes and all headers: 0.77 to 0.79',
  },
  hotPages: {
    ...ofBare,
    metric: '105 cached feed pages in turn, of bare node:http',
    floor: 0.65,
    goal: 0.85,
    origin: 'byte cache behind Fastify: 0.71',
  },
  uncachedPages: {
    ...ofBare,
    metric: '105 feed pages from the store, of bare node:http',
    floor: 0.15,
    origin: 'SQLite rows as objects: 0.10; stored JSON of cards: 0.29',
  },
  sqliteFilters: { ...p99, by: 'cpu', metric: 'SQLite, p99', floor: 2, origin: '0.1.0 at 1 million: 0.03 to 0.27 ms' },
  sqliteSearch: { ...p99, by: 'cpu', metric: 'SQLite, p99', floor: 20, origin: '0.1.0 at 1 million: 0.6 to 17.7 ms' },
  sqliteGrowth: { ...growth, by: 'cpu', metric: 'SQLite, growth' },
  postgresFilters: { ...p99, by: 'wall', metric: 'PostgreSQL, p99', floor: 10, origin: '0.1.0 at 1 million: 4.3 ms' },
  postgresSearch: { ...p99, by: 'wall', metric: 'PostgreSQL, p99', floor: 50, origin: '0.1.0 at 1 million: 44.8 ms' },
  postgresGrowth: { ...growth, by: 'wall', metric: 'PostgreSQL, growth' },
  importSpeed: {
    metric: 'import into SQLite, creations',
    floor: 2_500,
    goal: 5_000,
    unit: perSecond,
    better: 'more',
    by: 'cpu',
    origin: 'half of what two threads had to reach',
  },
  importMemory: {
    ...size,
    metric: 'import into SQLite, peak memory',
    floor: 500,
    unit: megabytes,
    origin: 'two threads: 795 MB at 100 thousand',
  },
  syncSpeed: {
    metric: 'first sync from SQLite, rows',
    floor: 5_000,
    unit: perSecond,
    better: 'more',
    by: 'cpu',
    origin: 'the floor of the import: 2,500 creations with 3.4 records each, less the cost of tracking',
  },
  syncMemory: {
    ...size,
    metric: 'first sync, peak memory',
    floor: 800,
    unit: megabytes,
    origin: 'chosen for a million rows; the import takes 500 MB for a third of them',
  },
  reconcile: {
    metric: 'full comparison of 100 thousand unchanged rows',
    floor: 10,
    goal: 5,
    unit: seconds,
    better: 'less',
    by: 'cpu',
    origin: 'chosen: 0.3 % of a core with one comparison an hour',
  },
  reconcileMemory: {
    ...size,
    metric: 'full comparison, peak memory',
    floor: 400,
    unit: megabytes,
    origin: 'chosen; it must not depend on the number of rows',
  },
  disk: {
    ...size,
    metric: 'SQLite, disk per creation',
    floor: 8,
    unit: kilobytes,
    origin: '0.1.0 at 1 million: 7.2 kB; covering indexes and FTS5 alone: 4.7 kB',
  },
  memory: {
    ...size,
    metric: 'memory after 20,000 mixed requests',
    floor: 400,
    goal: 300,
    unit: megabytes,
    origin: '0.1.0 on the demo, default flags of Node: 255 MB',
  },
  start: {
    metric: 'start on existing data until ready',
    floor: 1,
    goal: 0.4,
    unit: seconds,
    better: 'less',
    by: 'cpu',
    origin: '0.1.0: 0.83 s of wall time',
  },
  firstAsk: {
    metric: 'first ask after the start',
    floor: 0.3,
    unit: seconds,
    better: 'less',
    by: 'cpu',
    origin: 'chosen; includes loading the ask index',
  },
  sqliteAsk: { ...answers, by: 'cpu', metric: 'answer, SQLite, p50', floor: 5, origin: 'chosen' },
  sqliteAskP99: { ...answers, by: 'cpu', metric: 'answer, SQLite, p99', floor: 25, origin: 'chosen' },
  postgresAsk: { ...answers, by: 'wall', metric: 'answer, PostgreSQL, p50', floor: 5, origin: 'chosen' },
  postgresAskP99: { ...answers, by: 'wall', metric: 'answer, PostgreSQL, p99', floor: 25, origin: 'chosen' },
  askMemory: {
    ...size,
    metric: 'ask index, all languages',
    floor: 60,
    unit: megabytes,
    origin: '0.1.0: 45 MB',
  },
  packages: {
    ...size,
    metric: 'npm ci --omit=dev, packages',
    floor: 150,
    unit: whole,
    origin: 'chosen; 106 when introduced',
  },
  installation: {
    ...size,
    metric: 'npm ci --omit=dev, disk',
    floor: 100,
    goal: 80,
    unit: megabytes,
    origin: 'chosen; 51 MB when introduced',
  },
  searchQuality: {
    metric: 'search quality: nDCG@10 above that of FTS5',
    floor: 0.12,
    unit: ratio,
    better: 'more',
    by: 'size',
    origin: 'SQLite FTS5 with weighted columns, on the same queries and judgements',
  },
  agentBytes: { ...size, metric: 'text for an agent', floor: 3, unit: kilobytes, origin: 'chosen: about 800 tokens' },
  agentCalls: { ...size, metric: 'most calls of an agent for a task', floor: 2, unit: whole, origin: 'chosen' },
} as const satisfies Record<string, Floor>

export type FloorName = keyof typeof floors

/** `what` tells rows of one floor apart. `details` are other numbers of the same measurement. */
export type Result = { floor: FloorName; what?: string; rounds: readonly Sample[]; details?: string }

export type Judged = { metric: string; measured: Sample; floor: Floor; holds: boolean; details: string }

export function judge({ floor: name, what, rounds, details = '' }: Result): Judged {
  const floor: Floor = floors[name]
  const measured = medians(rounds)
  const value = measured[floor.by] ?? Number.NaN
  const holds = floor.better === 'more' ? value >= floor.floor : value <= floor.floor
  return { metric: what === undefined ? floor.metric : `${floor.metric}, ${what}`, measured, floor, holds, details }
}

function medians(rounds: readonly Sample[]): Sample {
  const keys = Object.keys(rounds[0] ?? {}) as (keyof Sample)[]
  return Object.fromEntries(keys.map(key => [key, median(rounds.map(round => round[key]!))]))
}
