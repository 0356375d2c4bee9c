// Two workers against one process. The load generator takes its part of the same cores.
import type { Community } from './communities.ts'
import { differentPaths, keepPaths } from './http.ts'
import { checkWrk, type Loaded, load } from './load.ts'
import { appPaths, browser } from './pages.ts'
import { startVitrine, type WholeServer } from './processes.ts'
import { isReady } from './start-up.ts'
import { median } from './statistics.ts'
import { judge, noBound, type Row, ratioText, sizeName, whole } from './table.ts'

const feed = '/public/share/community'
const workers = 2
const atLeast = 1.6
const warmUpSeconds = 3
const deadlineMs = 60_000
const settleMs = 5000

type Task = {
  name: string
  cacheMb: string
  asked: (server: WholeServer) => Promise<Asked>
  bound: Pick<Row, 'required' | 'holds'> | null
}

type Asked = { host: 'url' | 'webUrl'; path: string; headers?: Record<string, string>; pathsFile?: string }

/**
 * The generator takes its part of the same two cores: of a hot page a third of what serving it takes and of a feed page
 * that is made anew a quarter, so that two workers cannot do twice as much. A page for people takes ten times as long to
 * make: it shows what workers are for.
 */
const tasks: Task[] = [
  {
    name: 'app pages in turn, no cache',
    cacheMb: '0',
    asked: async server => {
      const paths = await appPaths(server, 500)
      return { host: 'webUrl', path: paths[0]!, headers: browser, pathsFile: await keepPaths(paths) }
    },
    bound: null,
  },
  {
    name: 'feed pages in turn, no cache',
    cacheMb: '0',
    asked: async server => ({ host: 'url', path: feed, pathsFile: await keepPaths(await differentPaths(server)) }),
    bound: null,
  },
  {
    name: 'hot feed page, br',
    cacheMb: '64',
    asked: async () => ({ host: 'url', path: feed, headers: { 'accept-encoding': 'br' } }),
    bound: noBound,
  },
]

export async function measureWorkers(community: Community, rounds: number, seconds: number): Promise<Row[]> {
  await checkWrk()
  const rows: Row[] = []
  for (const task of tasks) rows.push(await measureTask(task, community, rounds, seconds))
  return rows
}

async function measureTask(task: Task, { creations, store }: Community, rounds: number, seconds: number): Promise<Row> {
  const most = '1000000000'
  const limits = { VITRINE_LIMIT_READ: most, VITRINE_LIMIT_DISCOVERY: most }
  const env = { VITRINE_STORE: store, VITRINE_LOG_LEVEL: 'silent', VITRINE_CACHE_MB: task.cacheMb, ...limits }
  const alone = await startVitrine(env)
  const several = await startVitrine({ ...env, VITRINE_WORKERS: String(workers) })
  try {
    for (const server of [alone, several]) await untilReady(server)
    const { host, path, ...asked } = await task.asked(alone)
    const run = (server: WholeServer, length: number) => load({ url: server[host] + path, seconds: length, ...asked })
    for (const server of [alone, several]) await run(server, warmUpSeconds)
    console.error(`Measuring ${workers} workers: ${task.name}.`)
    const pairs: { alone: Loaded; several: Loaded }[] = []
    for (let round = 0; round < rounds; round++) {
      // Whoever goes first in one round goes second in the next.
      const first = round % 2 === 0 ? alone : several
      const [one, other] = [await run(first, seconds), await run(first === alone ? several : alone, seconds)]
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

function rowOf({ name, bound }: Task, pairs: { alone: Loaded; several: Loaded }[]): Omit<Row, 'part'> {
  for (const { failed } of pairs.flatMap(({ alone, several }) => [alone, several])) {
    if (failed > 0) throw new Error(`${failed} answers were not what they should be.`)
  }
  const alone = median(pairs.map(pair => pair.alone.perSecond))
  const several = median(pairs.map(pair => pair.several.perSecond))
  const ratio = median(pairs.map(pair => pair.several.perSecond / pair.alone.perSecond))
  const p99Ms = median(pairs.map(pair => pair.several.p99Ms))
  return {
    name,
    figure: `${ratioText(ratio)} of one process`,
    beside: `${whole(several)}/s of ${whole(alone)}/s, p99 ${p99Ms.toFixed(1)} ms`,
    ...(bound ?? judge(ratio, { atLeast }, ratioText)),
    values: { ratio, alone, several, p99Ms },
  }
}
