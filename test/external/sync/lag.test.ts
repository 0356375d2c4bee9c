// How a service shows the age of data that sync brings.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { status as statusView } from '../../../bin/views.ts'
import { openWritableStore } from '../../../src/store/open.ts'
import { setUp } from '../../records/sync/sync-suite.ts'
import { sqliteApplication, sqliteTypes } from '../../support/servers/sync-sources.ts'
import { listening, scratchFolder, start, until, vitrine } from '../../support/vitrine-process.ts'

const folder = scratchFolder()
const kind = {
  name: 'SQLite',
  open: async () => sqliteApplication(folder),
  types: sqliteTypes,
  quoted: (name: string) => `"${name}"`,
  now: "strftime('%Y-%m-%d %H:%M:%f', 'now')",
}

test('status and metrics have the lag, and a late sync degrades the service', async () => {
  const app = await setUp(kind, folder, { every: '1s' })
  await app.fill()
  const anyPort = { VITRINE_BASE_URL: 'http://localhost:0', VITRINE_WEB_URL: 'http://localhost:0' }
  const env = { ...anyPort, VITRINE_METRICS_PORT: '0', VITRINE_DEMO: 'off', VITRINE_LIMIT_DISCOVERY: '0' }
  const service = start(['serve'], { ...app.store.env, ...env })
  after(() => service.child.kill())
  const { web, metrics } = await listening(service)
  const status = async () => {
    const { components } = (await (await fetch(`${web}/status`)).json()) as { components: Record<string, unknown>[] }
    return components.find(({ name }) => name === 'sync')
  }
  const metric = async (name: string) =>
    new RegExp(`^${name}(\\S*) (\\S+)$`, 'm').exec(await (await fetch(metrics!)).text())?.slice(1)
  assert.equal(await status(), undefined)
  assert.equal(await metric('vitrine_sync_lag_seconds'), undefined)
  const running = app.start()
  after(() => running.child.kill('SIGKILL'))
  await until('the lag is known', async () => (await status())?.status === 'operational')
  assert.equal((await metric('vitrine_sync_lag_seconds'))?.[0], '{mode="continuous"}')
  // The first runs may also reject rows that wait for others.
  await until(
    'the rejected rows are known',
    async () => (await metric('vitrine_sync_rejected_rows{type="creation"}'))?.[1] === '2',
  )
  running.child.kill('SIGTERM')
  await running.finished
  const writable = await openWritableStore(app.store.path)
  const state = (await writable.syncState())!
  const writer = await writable.begin({ now: Date.now, tracks: 'synced' })
  const late = { ...state, syncedAt: Date.now() - 300_000 }
  await writer.commit({ rejections: 'skip', sync: { state: () => late, complete: [] } })
  await writable.close()
  await until('the service is degraded', async () => (await status())?.status === 'degraded')
  assert.ok(Number((await status())?.lag_seconds) >= 300)
  assert.ok(Number((await metric('vitrine_sync_lag_seconds'))?.[1]) >= 300)
  const { stdout: shown } = await vitrine(['status', '--url', web])
  const document = JSON.parse(shown) as Parameters<typeof statusView>[0]
  assert.match(statusView(document, { columns: 100, colours: false }), /^ *sync +degraded, 3\d\d s behind/m)
  const { stdout: found } = await vitrine(['doctor', '--url', web])
  assert.match(found, /degraded: sync \(3\d\d s behind\)/)
  await app.close()
})
