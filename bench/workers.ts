// Two workers against one. The load generator takes its part of the same cores.
import type { Community } from './communities.ts'
import { differentPaths, keepPaths } from './http.ts'
import { mixedPaths } from './memory.ts'
import { appPaths, browser } from './pages.ts'
import { startVitrine, type WholeServer } from './processes.ts'
import { isReady } from './start-up.ts'
import { median } from './statistics.ts'
import { judge, judgeAll, noBound, type Row, ratioText, sizeName, whole } from './table.ts'
import { type Answered, type Asking, checkLuajit, inTurns } from './turns.ts'

const feed = '/public/share/community'
const workers = 2
const compressed = { 'accept-encoding': 'br' }
const atLeast = 1.6
// What is asked for is still being compiled after ten seconds, with a tenth of a core: two workers have half of the requests
// each, compile everything twice, and have no core to spare for it.
const warmUpMs = 30_000
// The machine is faster at one time and slower at another, for seconds: the shorter the turns, the less that counts.
const turns = { count: 20, turnMs: 1000, restMs: 50 }
const usualConnections = 32
const deadlineMs = 60_000
const settleMs = 5000

type Task = {
  name: string
  cacheMb: string
  asked: (server: WholeServer, community: Community) => Promise<Asked>
  bound: Pick<Row, 'required' | 'holds'> | null
}

type Asked = Partial<Pick<Asking, 'headers' | 'connections'>> & { host: 'url' | 'webUrl'; paths: string[] }

/**
 * Judged by what is made anew, asked for as browsers and clients do, compressed, and as it is. The less there is to do,
 * the more the generator counts: of a hot page it takes a third of a core and more, although it runs in the background,
 * where no answer wakes it up in the place of a worker.
 */
const tasks: Task[] = [
  {
    name: 'app pages in turn, no cache',
    cacheMb: '0',
    asked: async server => ({
      host: 'webUrl',
      paths: await appPaths(server, 500),
      headers: { ...browser, ...compressed },
      // Of twice as many one worker would refuse some: the last would wait too long.
      connections: 16,
    }),
    bound: null,
  },
  {
    name: 'feed pages in turn, no cache, br',
    cacheMb: '0',
    asked: async server => ({ host: 'url', paths: await differentPaths(server), headers: compressed }),
    bound: null,
  },
  {
    name: 'feed pages in turn, no cache',
    cacheMb: '0',
    asked: async server => ({
      host: 'url',
      paths: await differentPaths(server),
      // Of 32 a worker has 16, is done with them in a millisecond, and gives its core to the generator, two thousand
      // times a second altogether: that costs 4 to 10 %, which one worker beside the generator does not pay.
      connections: 128,
    }),
    bound: null,
  },
  {
    // One worker searches in a thread of its own, and has both cores already while somebody searches.
    name: 'mixed reads, br',
    cacheMb: '32',
    asked: async (_server, community) => {
      const paths = (await mixedPaths(community)).filter(path => !path.includes('/no-')) // a 404 counts as a failure
      return { host: 'url', paths, headers: compressed, connections: 16 }
    },
    bound: noBound,
  },
  {
    name: 'hot feed page, br',
    cacheMb: '64',
    asked: async () => ({ host: 'url', paths: [feed], headers: compressed }),
    bound: noBound,
  },
]

export async function measureWorkers(community: Community, rounds: number): Promise<Row[]> {
  await checkLuajit()
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
  const alone = await startVitrine({ ...env, VITRINE_WORKERS: '1' })
  const several = await startVitrine({ ...env, VITRINE_WORKERS: String(workers) })
  try {
    for (const server of [alone, several]) await untilReady(server)
    const { host, paths, headers = {}, connections = usualConnections } = await task.asked(alone, community)
    const pathsFile = await keepPaths(paths)
    console.error(`Measuring ${workers} workers: ${task.name}.`)
    const asked = [alone, several].map(server => ({ url: server[host], headers, pathsFile, connections }))
    const measured = await inTurns(asked, { rounds, warmUpMs, turns })
    const pairs = measured.map(([one, other]) => ({ alone: one!, several: other! }))
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

type Pair = { alone: Answered; several: Answered }

const perSecond = ({ answers, failed, seconds }: Answered) => (answers - failed) / seconds

function rowOf({ name, bound }: Task, pairs: Pair[]): Omit<Row, 'part'> {
  const refused = pairs.reduce((sum, pair) => sum + pair.alone.failed + pair.several.failed, 0)
  const alone = median(pairs.map(pair => perSecond(pair.alone)))
  const several = median(pairs.map(pair => perSecond(pair.several)))
  const ratio = median(pairs.map(pair => perSecond(pair.several) / perSecond(pair.alone)))
  const coresLeft = workers - median(pairs.map(({ several }) => several.cpuSeconds / several.seconds))
  return {
    name,
    figure: `${ratioText(ratio)} of one worker`,
    beside: `${whole(several)}/s of ${whole(alone)}/s; the generator leaves ${coresLeft.toFixed(2)} cores${refused > 0 ? `; ${refused} refused` : ''}`,
    ...(bound ?? judgeAll(judge(ratio, { atLeast }, ratioText), { required: 'none refused', holds: refused === 0 })),
    values: { ratio, alone, several, coresLeft, refused },
  }
}
