// A whole deployment: two workers with PostgreSQL and Redis behind the nginx configuration of deploy/, and a sync process.
import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts, startNginx } from '../../external/support/nginx.ts'
import { type Cluster, startCluster } from '../../support/servers/postgres-cluster.ts'
import { type RedisServer, startRedis } from '../../support/servers/redis-server.ts'
import { start, vitrine } from '../../support/vitrine-process.ts'
import { type Serving, serveWithWorkers } from '../../support/worker-processes.ts'
import { memoryOf, scratch } from '../service.ts'
import { mountSmallDisk } from '../small-disk.ts'
import { type SyncSource, syncSource } from './sync-source.ts'

export const hosts = { api: 'api.example.com', web: 'www.example.com' }

export type Deployment = {
  /** The port of nginx. */
  port: number
  serving: Serving
  cluster: Cluster
  redis: { server: RedisServer; start(): Promise<void> }
  /** A file system of limited size that holds the data of PostgreSQL. */
  disk: string
  source: SyncSource
  store: { VITRINE_STORE: string }
  /** Memory in bytes and open files of the main process and its workers. */
  usage(): { pid: number; memory: number; files: number }[]
  stop(): Promise<void>
}

const diskSize = '768m'
/** The data is small: a full disk is reached by its filler, not by the log of PostgreSQL. */
const settings = { synchronous_commit: 'on', max_wal_size: '96MB', min_wal_size: '32MB', wal_recycle: 'on' }

export async function deploy(): Promise<Deployment> {
  const stops: (() => unknown)[] = []
  const scope = { after: (stop: () => Promise<void>) => void stops.push(stop) }
  const disk = mountDisk(stops)
  const cluster = await onDisk(disk, () => startCluster(settings))
  stops.push(() => cluster.stop())
  const store = { VITRINE_STORE: await cluster.newDatabase() }
  await succeed(['seed', '--creations', '2000'], store)
  const redis = {
    server: await startRedis(scope),
    async start() {
      this.server = await startRedis(scope, this.server.port)
    },
  }
  const [listen, port] = (await freePorts(2)) as [number, number]
  const serving = await serveWithWorkers(2, { ...store, ...serviceSettings(listen, redis.server.url) })
  stops.push(() => endOf(serving, 'SIGTERM'))
  await startNginx(scope, { port, instances: [listen, listen] })
  const source = syncSource(scratch())
  const sync = start(['sync', source.file], store)
  stops.push(() => endOf(sync, 'SIGTERM'))
  return {
    port,
    serving,
    cluster,
    redis,
    disk,
    source,
    store,
    usage: () => [serving.child.pid!, ...serving.pids()].flatMap(usageOf),
    async stop() {
      for (const stop of stops.reverse()) await stop()
    },
  }
}

const serviceSettings = (listen: number, redis: string) => ({
  VITRINE_BASE_URL: `http://${hosts.api}`,
  VITRINE_WEB_URL: `http://${hosts.web}`,
  VITRINE_LISTEN: `127.0.0.1:${listen}`,
  VITRINE_REDIS: redis,
  VITRINE_TRUST_PROXY: '127.0.0.1',
  VITRINE_CURSOR_SECRET: 'a secret of the endurance test',
  // Counted in Redis, but never reached.
  VITRINE_LIMIT_READ: '1000000',
  VITRINE_LIMIT_DISCOVERY: '1000000',
  VITRINE_LIMIT_MCP: '1000000',
})

export async function succeed(args: string[], env: Record<string, string>, input = ''): Promise<string> {
  const { code, stdout, stderr } = await vitrine(args, env, input)
  if (code !== 0) throw new Error(`vitrine ${args[0]}: ${stderr.slice(-500)}`)
  return stdout
}

async function endOf({ child, finished }: Pick<Serving, 'child' | 'finished'>, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await finished
}

function mountDisk(stops: (() => unknown)[]): string {
  const folder = scratch()
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const disk = join(folder, 'disk')
  stops.push(mountSmallDisk(disk, `size=${diskSize},mode=1777`))
  return disk
}

/** Servers keep their data in the folder for temporary files. */
async function onDisk<T>(disk: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = disk
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

function usageOf(pid: number): { pid: number; memory: number; files: number }[] {
  try {
    const memory = memoryOf(pid)
    const files = readdirSync(`/proc/${pid}/fd`).length
    // A process that has just been killed has no memory, and then no folder.
    return Number.isNaN(memory) ? [] : [{ pid, memory, files }]
  } catch {
    return []
  }
}
