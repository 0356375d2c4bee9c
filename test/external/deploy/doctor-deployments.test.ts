// The doctor finds nothing wrong in each deployment of deploy/: the program runs with its settings, but for addresses and
// folders that only exist there.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { parse } from 'yaml'
import { startCluster } from '../../support/servers/postgres-cluster.ts'
import { startRedis } from '../../support/servers/redis-server.ts'
import { launcher, listening, scratchFolder, start, until, vitrine } from '../../support/vitrine-process.ts'
import { freePorts, startNginx } from '../support/nginx.ts'

type Settings = Record<string, string>

const read = (path: string): string => readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8')
const folder = scratchFolder()
const cluster = await startCluster()
after(() => cluster.stop())
const redis = await startRedis({ after })

/** Starts the program as the deployment does, and waits until it is ready. */
async function serve(t: TestContext, args: readonly string[], env: Settings): Promise<void> {
  const running = start(['serve', ...args], env, [process.execPath, launcher])
  t.after(async () => {
    running.child.kill('SIGTERM')
    await running.finished
  })
  const { api } = await listening(running)
  const { port } = new URL(env.VITRINE_LISTEN === undefined ? api : `http://${env.VITRINE_LISTEN}`)
  await until('the service is ready', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
}

async function examine(url: string): Promise<void> {
  const { code, stdout, stderr } = await vitrine(['doctor', '--url', url])
  assert.deepEqual([code, stderr], [0, ''], stdout)
  assert.match(stdout, /\n0 failed, 0 warnings, \d+ ok, in /)
}

/** Two instances behind the proxy, on one database and one Redis. */
async function behindProxy(t: TestContext, instances: readonly Settings[], store: string): Promise<string> {
  const [port, ...listen] = (await freePorts(1 + 2 * instances.length)) as [number, ...number[]]
  const hosts = { VITRINE_BASE_URL: `http://api.localhost:${port}`, VITRINE_WEB_URL: `http://localhost:${port}` }
  for (const [i, settings] of instances.entries())
    await serve(t, [], {
      ...settings,
      ...hosts,
      VITRINE_STORE: store,
      VITRINE_REDIS: redis.url,
      VITRINE_LISTEN: `127.0.0.1:${listen[2 * i]}`,
      VITRINE_METRICS_PORT: String(listen[2 * i + 1]),
      VITRINE_TRUST_PROXY: '127.0.0.1',
    })
  await startNginx(t, { port, instances: instances.map((_, i) => listen[2 * i]!) })
  return hosts.VITRINE_WEB_URL
}

test('compose', async t => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { environment: Settings }>
  }
  const settingsOf = (name: string): Settings =>
    Object.fromEntries(
      Object.entries(services[name]!.environment).map(([key, value]) => [
        key,
        value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{[^}]+\}/g, 'a'.repeat(16)),
      ]),
    )
  // The first fills the empty database with the demo community.
  await examine(await behindProxy(t, [settingsOf('app-1'), settingsOf('app-2')], await cluster.newDatabase()))
})

test('Kubernetes', async t => {
  const { data } = parse(read('kubernetes/settings.yaml')) as { data: Settings }
  const { stringData } = parse(read('kubernetes/secret.example.yaml')) as { stringData: Settings }
  const store = await cluster.newDatabase()
  const seeded = await vitrine(['seed', '--creations', '200'], { VITRINE_STORE: store })
  assert.equal(seeded.code, 0, seeded.stderr)
  const settings = { ...data, ...stringData }
  await examine(await behindProxy(t, [settings, settings], store))
})

test('systemd', async t => {
  const unit = read('systemd/vitrine.service')
  const settings = Object.fromEntries(
    [...unit.matchAll(/^Environment=(VITRINE_[^=]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  )
  const [, args = ''] = /^ExecStart=\S+ \S+\/bin\/vitrine\.mjs serve (.*)$/m.exec(unit)!
  const [api, web] = (await freePorts(2)) as [number, number]
  const webUrl = `http://localhost:${web}`
  await serve(t, args.split(' '), {
    ...settings,
    VITRINE_STORE: join(folder, 'vitrine.db'),
    VITRINE_BASE_URL: `http://localhost:${api}`,
    VITRINE_WEB_URL: webUrl,
  })
  await examine(webUrl)
})
