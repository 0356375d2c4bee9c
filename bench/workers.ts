// Two worker processes compared with one. wrk shares the cores with them, so the ratio is lower than on a larger machine.
import type { Community } from './communities.ts'
import { differentPaths, keepPaths } from './http.ts'
import { checkWrk, type Loaded, load } from './load.ts'
import { appPaths, browser } from './pages.ts'
import { startVitrine, type WholeServer } from './processes.ts'
import { isReady } from './start-up.ts'
import { median } from './statistics.ts'
import { noBound, type Row, ratioText, sizeName, whole } from './table.ts'

const workers = 2
const warmUpSeconds = 10
const roundSeconds = 5
const startDeadlineMs = 60_000

type Task = { name: string; host: 'url' | 'webUrl'; paths: (server: WholeServer) => Promise<string[]>; headers: object }

const tasks: Task[] = [
  { name: 'app pages, no cache, br', host: 'webUrl', paths: server => appPaths(server, 500), headers: browser },
  { name: 'feed pages, no cache, br', host: 'url', paths: differentPaths, headers: {} },
]

export async function measureWorkers({ store, creations }: Community, rounds: number): Promise<Row[]> {
  await checkWrk()
  const unlimited = { VITRINE_LIMIT_READ: '0', VITRINE_LIMIT_DISCOVERY: '0' }
  const env = { VITRINE_STORE: store, VITRINE_LOG_LEVEL: 'silent', VITRINE_CACHE_MB: '0', ...unlimited }
  const one = await startVitrine({ ...env, VITRINE_WORKERS: '1' })
  const several = await startVitrine({ ...env, VITRINE_WORKERS: String(workers) })
  try {
    for (const server of [one, several]) await untilReady(server)
    const part = `Requests per second at ${sizeName(creations)} creations with ${workers} workers`
    const rows: Row[] = []
    for (const task of tasks) rows.push({ part, ...(await measureTask(task, [one, several], rounds)) })
    return rows
  } finally {
    await Promise.all([one.stop(), several.stop()])
  }
}

async function measureTask(
  task: Task,
  servers: [WholeServer, WholeServer],
  rounds: number,
): Promise<Omit<Row, 'part'>> {
  const pathsFile = await keepPaths(await task.paths(servers[0]))
  const headers = { ...task.headers, 'accept-encoding': 'br' }
  const ask = (server: WholeServer, seconds: number): Promise<Loaded> =>
    load({ url: server[task.host], seconds, headers, pathsFile, connections: 16 })
  for (const server of servers) await ask(server, warmUpSeconds)
  const measured: [Loaded, Loaded][] = []
  for (let round = 0; round < rounds; round++) {
    measured.push([await ask(servers[0], roundSeconds), await ask(servers[1], roundSeconds)])
  }
  const [one, several] = [0, 1].map(i => median(measured.map(pair => pair[i]!.perSecond))) as [number, number]
  const ratio = median(measured.map(([one, several]) => several.perSecond / one.perSecond))
  const failed = measured.flat().reduce((sum, loaded) => sum + loaded.failed, 0)
  return {
    name: task.name,
    figure: `${ratioText(ratio)} of one worker`,
    beside: `${whole(several)}/s of ${whole(one)}/s${failed > 0 ? `; ${failed} failed` : ''}`,
    ...noBound,
    values: { ratio, one, several, failed },
  }
}

async function untilReady(server: WholeServer): Promise<void> {
  const giveUp = performance.now() + startDeadlineMs
  while (!(await isReady(server.url))) {
    if (performance.now() > giveUp) throw new Error('vitrine serve did not become ready.')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
