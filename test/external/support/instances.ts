// Three instances of the service as processes of their own, with one store and one Redis, behind a real nginx that sends
// requests to each in turn.
import { type Ask, ask, type Reply, type Running, type Scope } from '../../support/start-service.ts'
import { listening, type Running as Process, start, vitrine } from '../../support/vitrine-process.ts'
import { freePorts, startNginx } from './nginx.ts'

type Environment = Record<string, string>

export type Instance = {
  process: Process
  /** Asks this instance itself, as the proxy would for a client at that address. */
  ask: (host: Host, path: string, ask?: Ask) => Promise<Reply>
}
type Host = 'api' | 'web'

/** `api`, `web` and the ports are those of nginx. */
type Instances = Pick<Running, 'api' | 'web' | 'apiUrl' | 'webUrl' | 'bring'> & { port: number; members: Instance[] }

type InstancesOptions = {
  store: string
  redis: string
  records?: readonly unknown[]
  /** Of all instances, or of one. */
  env?: (instance: number) => Environment
}

const howMany = 3

/** The names of the two hosts, which share a port. */
const names = { api: '127.0.0.1', web: 'localhost' }

export async function startInstances(scope: Scope, options: InstancesOptions): Promise<Instances> {
  const { store, redis, records = [], env = () => ({}) } = options
  const [port, ...ports] = (await freePorts(1 + howMany)) as [number, ...number[]]
  const bring = (more: readonly unknown[]) => importWith({ VITRINE_STORE: store }, more)
  if (records.length > 0) await bring(records)
  const urls = { api: `http://${names.api}:${port}`, web: `http://${names.web}:${port}` }
  const common = {
    VITRINE_BASE_URL: urls.api,
    VITRINE_WEB_URL: urls.web,
    VITRINE_STORE: store,
    VITRINE_REDIS: redis,
    VITRINE_REDIS_WAIT_MS: '5000',
    VITRINE_SITE: 'demo',
  }
  const processes = ports.map((own, i) => {
    return start(['serve'], { ...common, ...quiet, VITRINE_LISTEN: `127.0.0.1:${own}`, ...env(i) })
  })
  scope.after(async () => {
    for (const { child } of processes) child.kill('SIGKILL')
    await Promise.all(processes.map(({ finished }) => finished))
  })
  await Promise.all(processes.map(listening))
  await startNginx(scope, { port, instances: ports, change: inTurn })
  const asking =
    (at: number) =>
    (host: Host, path: string, { headers, ...more }: Ask = {}) =>
      ask(at, path, { ...more, headers: { Host: `${names[host]}:${port}`, ...headers } })
  const through = asking(port)
  const members = processes.map((process, i): Instance => ({ process, ask: asAProxy(asking(ports[i]!)) }))
  return {
    port,
    members,
    bring,
    apiUrl: urls.api,
    webUrl: urls.web,
    api: (path, more) => through('api', path, more),
    web: (path, more) => through('web', path, more),
  }
}

/** No limits unless a test asks for them. */
const quiet = {
  VITRINE_DEMO: 'off',
  VITRINE_TRUST_PROXY: '127.0.0.1',
  VITRINE_LIMIT_READ: '0',
  VITRINE_LIMIT_DISCOVERY: '0',
  VITRINE_LIMIT_MCP: '0',
}

/**
 * Instances are asked one after another and each time; what is kept by the proxy has tests of its own. Answers tell whose
 * they are.
 */
const inTurn = (configuration: string): string =>
  configuration
    .replace(/^ *least_conn;\n/m, '')
    .replace('proxy_cache vitrine;', 'proxy_cache off;')
    .replace('add_header X-Cache', 'add_header X-Answered-By $upstream_addr always;\nadd_header X-Cache')

const asAProxy =
  (asking: Instance['ask']): Instance['ask'] =>
  (host, path, { from = '127.0.0.1', headers, ...more } = {}) =>
    asking(host, path, { ...more, headers: { 'X-Forwarded-For': from, ...headers } })

async function importWith(env: Environment, records: readonly unknown[]): Promise<void> {
  const lines = records.map(record => `${JSON.stringify(record)}\n`).join('')
  const { code, stderr } = await vitrine(['import', '-'], env, lines)
  if (code !== 0) throw new Error(`The records of the test could not be imported: ${stderr}`)
}
