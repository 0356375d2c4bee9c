import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, type TestContext, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { statePath } from '../../src/store/sqlite/state/state.ts'
import { breakableStore } from '../support/breakable-store.ts'
import { document, resolved } from '../support/openapi-reader.ts'
import { type Running, type StartOptions, start } from '../support/start-service.ts'

const service = await start({ after }, { config: { limits: { read: 120, discovery: 1000, mcp: 0 } } })

test('the document has exactly these members, and its links exist', async () => {
  const reply = await service.web('/status')
  assert.equal(reply.status, 200)
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.equal(reply.headers['access-control-allow-origin'], '*')
  assert.match(String(reply.headers.vary), /Accept/)
  const { status, version, api_version, time, components, rate_limits, retry, links, ...rest } = reply.json()
  assert.deepEqual(rest, {})
  assert.equal(status, 'operational')
  assert.match(version, /^\d+\.\d+\.\d+/)
  assert.equal(api_version, '2026-05-26')
  assert.equal(new Date(time).toISOString(), time)
  assert.deepEqual(
    components.map(({ name, status }: Component) => [name, status]),
    ['store', 'search', 'cache', 'state', 'jobs', 'event_loop'].map(name => [name, 'operational']),
  )
  for (const { latency_ms } of components) assert.ok(latency_ms >= 0 && latency_ms < 60_000)
  assert.deepEqual(
    rate_limits.map(({ policy, limit, window_seconds }: Limit) => [policy, limit, window_seconds]),
    [
      ['read', 120, 60],
      ['mcp', null, 60],
      ['media', 1200, 60],
      ['discovery', 1000, 60],
    ],
  )
  assert.deepEqual(retry, {
    retryable: [408, 425, 429, 500, 502, 503, 504],
    non_retryable: [400, 401, 403, 404, 409, 422],
    backoff: {
      strategy: 'exponential',
      initial_delay_ms: 500,
      multiplier: 2,
      max_delay_ms: 8000,
      max_attempts: 4,
      jitter: 'full',
    },
    rules: [
      { status: '429', action: 'Wait the seconds in Retry-After; without it, the seconds in RateLimit-Reset.' },
      {
        status: '5xx',
        action: `Retry with the backoff. After 4 attempts, check ${service.webUrl}/status before you try again.`,
      },
    ],
  })
  assert.equal(links.self, `${service.webUrl}/status`)
  for (const url of Object.values<string>(links).filter(link => link.startsWith(`${service.webUrl}/`))) {
    assert.equal((await service.web(url.slice(service.webUrl.length))).status, 200, url)
  }
})

test('OpenAPI describes every field, and no other', async () => {
  const { properties } = resolved(document.components.schemas.StatusDocument)
  const reply = (await service.web('/status')).json()
  assert.deepEqual(Object.keys(reply).sort(), Object.keys(properties).sort())
  assert.deepEqual(Object.keys(reply.retry).sort(), Object.keys(properties.retry.properties).sort())
  const fields = new Set(reply.components.flatMap((component: object) => Object.keys(component)))
  fields.add('lag_seconds') // only while a database is synced
  assert.deepEqual([...fields].sort(), Object.keys(properties.components.items.properties).sort())
  const checker = Compile(resolved(document.components.schemas.StatusDocument))
  assert.ok(checker.Check(reply), JSON.stringify(checker.Errors(reply)))
})

type Component = { name: string; status: string; latency_ms: number }
type Limit = { policy: string; limit: number | null; window_seconds: number }

test('JSON by default, a page for browsers, Markdown on request', async () => {
  const typeFor = async (headers: Record<string, string>) =>
    (await service.web('/status', { headers })).headers['content-type']
  const json = 'application/json; charset=utf-8'
  assert.equal(await typeFor({}), json)
  for (const accept of ['*/*', 'application/json', 'application/*', 'image/png', 'application/problem+json', '']) {
    assert.equal(await typeFor({ Accept: accept }), json, accept)
  }
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const page = await service.web('/status', { headers: { Accept: browser } })
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
  assert.match(page.text, /<h1>Everything works\.<\/h1>/)
  assert.match(page.text, />Server responsiveness</)
  const markdown = await service.web('/status', { headers: { Accept: 'text/markdown' } })
  assert.equal(markdown.headers['content-type'], 'text/markdown; charset=utf-8')
  assert.match(markdown.text, /^# Status: operational\n/)
  assert.equal((await service.web('/status.md')).headers['content-type'], 'text/markdown; charset=utf-8')
})

/** A service whose store can be broken and whose clock can be moved. */
async function fragile(t: TestContext, options: StartOptions = {}) {
  const store = breakableStore()
  const time = { now: Date.now() }
  const running = await start(t, { openStore: store.open, now: () => time.now, ...options })
  /** What is found when it is looked at anew. */
  const look = async (): Promise<{ status: string } & Record<string, string>> => {
    time.now += 2_000
    return summary(running)
  }
  return { store, time, running, look }
}

async function summary(running: Running) {
  const reply = await running.web('/status')
  assert.equal(reply.status, 200)
  assert.ok(!reply.text.includes('secret of the inside'))
  const { status, components } = reply.json()
  const states = components.map(({ name, status }: Component) => [name, status])
  return { status, ...Object.fromEntries(states) }
}

test('the store is checked at most every two seconds', async t => {
  const { store, time, running } = await fragile(t)
  const pings = () => store.calls.filter(name => name === 'ping').length
  const replies = await Promise.all(Array.from({ length: 10 }, () => running.web('/status')))
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
  assert.equal(pings(), 1)
  time.now += 1_999
  await running.web('/status')
  assert.equal(pings(), 1)
  time.now += 1
  await running.web('/status')
  assert.equal(pings(), 2)
  time.now -= 60_000
  await running.web('/status')
  assert.equal(pings(), 3, 'a clock that goes back does not stop the looking')
})

test('without the store: an outage while nothing is cached, degraded for a day while responses are cached', async t => {
  const { store, time, running, look } = await fragile(t)
  assert.equal((await look()).status, 'operational')
  assert.equal((await running.web('/openapi.json')).status, 200)
  store.breakDown()
  const away = await look()
  assert.deepEqual([away.status, away.store, away.search, away.cache], ['outage', 'outage', 'outage', 'operational'])
  const page = await running.web('/status', { headers: { Accept: 'text/html' } })
  assert.deepEqual([page.status, page.text.includes('The service cannot answer now.')], [200, true])
  store.mend()
  assert.equal((await look()).status, 'operational')
  assert.equal((await running.api('/public/share/tags')).status, 200)
  store.breakDown()
  const bridged = await look()
  assert.deepEqual([bridged.status, bridged.store], ['degraded', 'outage'])
  assert.equal((await running.api('/public/share/tags')).status, 200)
  time.now += 24 * 60 * 60 * 1000
  assert.equal((await look()).status, 'outage')
  store.mend()
  assert.deepEqual((await look()).status, 'operational')
})

test('failing searches and an unwritable state degrade, a hanging store is an outage', async t => {
  const { store, running, look } = await fragile(t)
  const parts = ({ status, store, search, state }: Record<string, string>) => ({ status, store, search, state })
  const well = { status: 'operational', store: 'operational', search: 'operational', state: 'operational' }
  assert.deepEqual(parts(await look()), well)
  store.breakDown('feed')
  assert.deepEqual(parts(await look()), { ...well, status: 'degraded', search: 'outage' })
  const release = store.hold()
  assert.deepEqual(parts(await look()), { ...well, status: 'outage', store: 'outage', search: 'outage' })
  release()
  store.mend()
  assert.deepEqual(parts(await look()), well)
  const lock = new DatabaseSync(statePath(running.config.store))
  lock.exec('BEGIN IMMEDIATE')
  assert.deepEqual(parts(await look()), { ...well, status: 'degraded', state: 'outage' })
  lock.exec('ROLLBACK')
  lock.close()
  assert.deepEqual(parts(await look()), well)
})
