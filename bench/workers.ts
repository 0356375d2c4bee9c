// Two workers against one process. The load generator takes its part of the same cores.
import type { Community } from './communities.ts'
import { differentPaths, keepPaths } from './http.ts'
import { checkWrk, type Load, type Loaded, load } from './load.ts'
import { mixedPaths } from './memory.ts'
import { appPaths, browser } from './pages.ts'
import { startVitrine, type WholeServer } from './processes.ts'
import { isReady } from './start-up.ts'
import { median } from './statistics.ts'
import { judge, judgeAll, noBound, type Row, ratioText, sizeName, whole } from './table.ts'

const feed = '/public/share/community'
const workers = 2
const compressed = { 'accept-encoding': 'br' }
const atLeast = 1.6
// What is asked for is still being compiled after ten seconds, with a tenth of a core: two workers have half of the requests
// each, compile everything twice, and have no core to spare for it.
const warmUpSeconds = 30
// The machine is faster at one time and slower at another, for seconds: the shorter the turns, the less that counts.
const turnSeconds = 1
/** In each round. The ratio of one turn may be a third off, and of only a few their median as well. */
const turns = 10
const deadlineMs = 60_000
const settleMs = 5000

type Task = {
  name: string
  cacheMb: string
  asked: (server: WholeServer, community: Community) => Promise<Asked>
  bound: Pick<Row, 'required' | 'holds'> | null
}

type Asked = Pick<Load, 'headers' | 'pathsFile' | 'connections'> & { host: 'url' | 'webUrl'; path: string }

/**
 * Judged by what is made anew, asked for as browsers and clients do, compressed, and as it is. The less there is to do,
 * the more the generator counts: of a hot page, or one that is not compressed, it takes 0.25 to 0.5 of the two
 * cores, although it runs in the background, where no answer wakes it up in the place of a worker.
 */
const tasks: Task[] = [
  {
    name: 'app pages in turn, no cache',
    cacheMb: '0',
    asked: async server => {
      const paths = await appPaths(server, 500)
      return {
        host: 'webUrl',
        path: paths[0]!,
        headers: { ...browser, ...compressed },
        pathsFile: await keepPaths(paths),
        // Of twice as many one process would refuse some: the last would wait too long.
        connections: 16,
      }
    },
    bound: null,
  },
  {
    name: 'feed pages in turn, no cache, br',
    cacheMb: '0',
    asked: async server => ({
      host: 'url',
      path: feed,
      headers: compressed,
      pathsFile: await keepPaths(await differentPaths(server)),
    }),
    bound: null,
  },
  {
    name: 'feed pages in turn, no cache',
    cacheMb: '0',
    asked: async server => ({
      host: 'url',
      path: feed,
      pathsFile: await keepPaths(await differentPaths(server)),
      // Of 32 a worker has 16, is done with them in a millisecond, and gives its core to the generator, two thousand
      // times a second altogether: that costs up to a tenth, which one process beside the generator does not pay.
      connections: 128,
    }),
    bound: null,
  },
  {
    // One process searches in a thread of its own, and has both cores already while somebody searches.
    name: 'mixed reads, br',
    cacheMb: '32',
    asked: async (_server, community) => {
      const paths = (await mixedPaths(community)).filter(path => !path.includes('/no-')) // wrk takes a 404 for a failure
      return { host: 'url', path: paths[0]!, headers: compressed, pathsFile: await keepPaths(paths), connections: 16 }
    },
    bound: noBound,
  },
  {
    name: 'hot feed page, br',
    cacheMb: '64',
    asked: async () => ({ host: 'url', path: feed, headers: compressed }),
    bound: noBound,
  },
]

export async function measureWorkers(community: Community, rounds: number): Promise<Row[]> {
  await checkWrk()
  const rows: Row[] = []
  for (const task of tasks) {
    const row = await measureTask(task, community, rounds)
    console.error(`${row.name}: ${row.figure}; ${row.beside}`)
    rows.push(row)
  }
  return rows
}

async function measureTask(task: Task, community: Community, rounds: number): Promise<Row> {
  const { creations, store } = community
  const most = '1000000000'
  const limits = { VITRINE_LIMIT_READ: most, VITRINE_LIMIT_DISCOVERY: most }
  const env = { VITRINE_STORE: store, VITRINE_LOG_LEVEL: 'silent', VITRINE_CACHE_MB: task.cacheMb, ...limits }
  const alone = await startVitrine(env)
  const several = await startVitrine({ ...env, VITRINE_WORKERS: String(workers) })
  try {
    for (const server of [alone, several]) await untilReady(server)
    const { host, path, ...asked } = await task.asked(alone, community)
    const run = (server: WholeServer, length: number) =>
      load({ url: server[host] + path, seconds: length, inBackground: true, ...asked })
    for (const server of [alone, several]) await run(server, warmUpSeconds)
    console.error(`Measuring ${workers} workers: ${task.name}.`)
    const pairs: Pair[] = []
    for (let turn = 0; turn < rounds * turns; turn++) {
      // Whoever goes first in one turn goes second in the next.
      const first = turn % 2 === 0 ? alone : several
      const [one, other] = [await run(first, turnSeconds), await run(first === alone ? several : alone, turnSeconds)]
      pairs.push(first === alone ? { alone: one, several: other } : { alone: other, several: one })
    }
    const part = `Requests per second at ${sizeName(creations)} creations with ${workers} workers`
    return { part, ...rowOf(task, pairs) }
  } finally {
    await Promise.all([alone.stop(), several.stop()])
  }
}

/** One worker may be ready before the other, and both prepare what is needed later for a while. */
async function untilReady(server: WholeServer): Promise<void> {
  const giveUp = performance.now() + deadlineMs
  while (!(await isReady(server.url))) {
    if (performance.now() > giveUp) throw new Error('vitrine serve did not become ready.')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  await new Promise(resolve => setTimeout(resolve, settleMs))
}

type Pair = { alone: Loaded; several: Loaded }

function rowOf({ name, bound }: Task, pairs: Pair[]): Omit<Row, 'part'> {
  const refused = pairs.reduce((sum, pair) => sum + pair.alone.failed + pair.several.failed, 0)
  const alone = median(pairs.map(pair => pair.alone.perSecond))
  const several = median(pairs.map(pair => pair.several.perSecond))
  const ratio = median(pairs.map(pair => pair.several.perSecond / pair.alone.perSecond))
  const p99Ms = median(pairs.map(pair => pair.several.p99Ms))
  const coresLeft = workers - median(pairs.map(pair => pair.several.cpuSeconds / turnSeconds))
  return {
    name,
    figure: `${ratioText(ratio)} of one process`,
    beside: `${whole(several)}/s of ${whole(alone)}/s, p99 ${p99Ms.toFixed(1)} ms; wrk leaves ${coresLeft.toFixed(2)} cores${refused > 0 ? `; ${refused} refused` : ''}`,
    ...(bound ?? judgeAll(judge(ratio, { atLeast }, ratioText), { required: 'none refused', holds: refused === 0 })),
    values: { ratio, alone, several, p99Ms, coresLeft, refused },
  }
}
