// Idempotency-Key on the batch endpoint. Claims and bounds of the state store are tested in store/postgres/state.test.ts.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { openWritableStore } from '../../src/store/sqlite/open.ts'
import { statePath } from '../../src/store/sqlite/state/state.ts'
import { breakableStore } from '../support/breakable-store.ts'
import { type Ask, type Reply, type Running, type StartOptions, start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

const day = 24 * 60 * 60 * 1000
const time = { now: Date.now() }
const service = await start({ after }, { now: () => time.now })

const feed = { requests: [{ id: 'a', operation: 'get_community_feed', arguments: { limit: 2, sort: 'recent' } }] }
const tags = { requests: [{ id: 'a', operation: 'get_popular_tags', arguments: {} }] }

let keys = 0
const newKey = () => `key-${keys++}`

function post(key: string | string[], body: unknown = feed, to: Running = service, more: Ask['headers'] = {}) {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key, ...more }
  return to.web('/batch', { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
}

const isReplay = ({ headers }: Reply) => headers['idempotent-replayed'] === 'true'

function assertReplay(reply: Reply, first: Reply): void {
  assert.equal(reply.status, first.status)
  assert.ok(isReplay(reply), 'It was not replayed.')
  assert.ok(reply.body.equals(first.body))
  for (const name of ['content-type', 'cache-control', 'vary', 'service-api-version', 'access-control-allow-origin']) {
    assert.equal(reply.headers[name], first.headers[name], name)
  }
  assert.notEqual(reply.headers['x-request-id'], first.headers['x-request-id'])
}

test('the same key and body get the stored answer, byte for byte, even after an import', async () => {
  const running = service
  const key = newKey()
  const first = await post(key)
  assert.equal(first.status, 200)
  assert.ok(!isReplay(first))
  await running.bring([
    { type: 'creation', handle: 'zed', slug: `new-${key}`, title: 'New', publishedAt: '2027-01-01T00:00:00Z' },
  ])
  await until('the import shows', async () => (await post(newKey())).text !== first.text)
  assertReplay(await post(key), first)
  assertReplay(await post(key), first)
  assert.match(String(first.headers['access-control-expose-headers']), /Idempotent-Replayed/)
})

test('errors of items are replayed with the id of the first request, whatever the order of members', async () => {
  const key = newKey()
  const arguments_ = { handle: 'nobody', locale: 'en' }
  const first = await post(key, { requests: [{ id: 'a', operation: 'get_creator_profile', arguments: arguments_ }] })
  assert.equal(first.json().results[0].error.request_id, first.headers['x-request-id'])
  const turned = { arguments: { locale: 'en', handle: 'nobody' }, operation: 'get_creator_profile', id: 'a' }
  assertReplay(await post(key, JSON.stringify({ requests: [turned] }, null, 2)), first)
})

test('the same key with another body returns 422', async () => {
  const key = newKey()
  await post(key)
  const reply = await post(key, tags)
  const { code, error, details } = reply.json()
  assert.deepEqual([reply.status, code, error], [422, 42200, 'validation_failed'])
  assert.equal(details[0].field, 'Idempotency-Key')
  assert.ok(!isReplay(reply))
  assert.ok(isReplay(await post(key)))
})

test('a key has 1 to 255 characters and comes once', async () => {
  const longest = 'k'.repeat(255)
  assert.equal((await post(longest)).status, 200)
  assert.ok(isReplay(await post(longest)))
  for (const key of ['k'.repeat(256), '', ['one', 'two']]) {
    const reply = await post(key)
    assert.equal(reply.status, 400, String(key))
    assert.equal(reply.json().details[0].field, 'Idempotency-Key')
  }
  for (const odd of ['"8e03978e-40d5-43e6-bc93-6894a57f9324"', 'a, b', "'; DROP TABLE idempotency; --", 'é~!']) {
    const first = await post(odd)
    assertReplay(await post(odd), first)
  }
})

test('refused batches, and batches with a 503 item, are not stored', async t => {
  const store = breakableStore()
  const running = await start(t, { openStore: store.open })
  const key = newKey()
  for (const bad of [{ requests: [] }, '{', '[]']) assert.equal((await post(key, bad, running)).status, 400)
  store.breakDown()
  assert.equal((await post(key, feed, running)).json().results[0].status, 503)
  store.mend()
  const first = await post(key, feed, running)
  assert.deepEqual([first.json().results[0].status, isReplay(first)], [200, false])
  assertReplay(await post(key, feed, running), first)
})

test('of two simultaneous requests one runs and the other gets 409, for at most a minute', async t => {
  const store = breakableStore()
  const clock = { now: Date.now() }
  const running = await start(t, { openStore: store.open, now: () => clock.now })
  const key = newKey()
  const state = new DatabaseSync(statePath(running.config.store))
  t.after(() => state.close())
  const release = store.hold()
  const slow = post(key, feed, running)
  await until('the first request reads', () => store.calls.includes('feed'))
  const busy = await post(key, feed, running)
  const { code, error, retryable } = busy.json()
  assert.deepEqual([busy.status, code, error, retryable], [409, 40900, 'conflict', false])
  assert.ok(Number(busy.headers['retry-after']) >= 1)
  assert.equal((await post(key, tags, running)).status, 422)
  const holder = () => state.prepare('SELECT holder FROM idempotency').get()?.holder
  const before = holder()
  clock.now += 60_000
  const second = post(key, feed, running)
  await until('the second request holds the key', () => holder() !== before)
  release()
  for (const reply of [await slow, await second]) assert.deepEqual([reply.status, isReplay(reply)], [200, false])
  assertReplay(await post(key, feed, running), await second)
})

test('callers do not share keys, and the file contains neither keys nor addresses', async t => {
  const running = await start(t, { config: { trustProxy: ['127.0.0.1', '::1'] } })
  const from = (address: string, body: unknown = feed) =>
    post('a-key-that-tells-much', body, running, { 'X-Forwarded-For': address })
  await from('192.0.2.1')
  const other = await from('192.0.2.2', tags)
  assert.deepEqual([other.status, isReplay(other)], [200, false])
  assert.ok(isReplay(await from('192.0.2.1')))
  assert.ok(!isReplay(await from('2001:db8:1:2::1')))
  assert.ok(isReplay(await from('2001:db8:1:2:9::9')), 'one /64 is one caller')
  await running.close()
  const folder = dirname(running.config.store)
  const files = readdirSync(folder).filter(file => file.includes('-state'))
  assert.ok(files.length > 0)
  for (const file of files) {
    const bytes = readFileSync(join(folder, file))
    assert.ok(!bytes.includes('a-key-that-tells-much') && !bytes.includes('192.0.2.1'), file)
  }
})

test('answers are kept for 24 hours, and no longer', async () => {
  const key = newKey()
  const first = await post(key)
  time.now += day - 1
  assertReplay(await post(key), first)
  time.now += 1
  const later = await post(key, tags)
  assert.deepEqual([later.status, isReplay(later)], [200, false])
  const db = new DatabaseSync(statePath(service.config.store))
  const expired = () => db.prepare('SELECT count(*) AS n FROM idempotency WHERE at <= ?').get(time.now - day)?.n
  // Each request deletes some.
  await until('expired entries are deleted', async () => (await post(newKey())).status === 200 && expired() === 0)
  const total = db.prepare("SELECT entries, bytes FROM idempotency_use WHERE caller = ''").get()
  const counted = db.prepare('SELECT count(*) AS entries, sum(bytes) AS bytes FROM idempotency').get()
  db.close()
  assert.deepEqual({ ...total }, { ...counted })
})

test('answers outlive the process, are shared by processes on one store and need no lock of imports', async t => {
  const one = await start(t)
  const writer = await openWritableStore(one.config.store)
  const importing = await writer.begin({ now: Date.now })
  const key = newKey()
  const first = await post(key, feed, one)
  await importing.rollback()
  await writer.close()
  const same: StartOptions = { config: { store: one.config.store }, records: [] }
  const two = await start(t, same)
  assertReplay(await post(key, feed, two), first)
  await one.close()
  await two.close()
  const three = await start(t, same)
  assert.notEqual(three.webUrl, one.webUrl)
  assertReplay(await post(key, feed, three), first)
  assert.equal((await post(key, tags, three)).status, 422)
})

test('without a usable state store, requests are answered, and the log says so once', async t => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const clock = { now: Date.now() }
  const running = await start(t, { now: () => clock.now, config: { logLevel: 'info' }, logTo })
  const warnings = () => lines.filter(line => line.includes('state store')).length
  const path = statePath(running.config.store)
  const assertNotStored = async (...keys: string[]) => {
    for (const reply of await Promise.all(keys.map(key => post(key, feed, running)))) {
      assert.deepEqual([reply.status, isReplay(reply)], [200, false])
    }
  }
  const newer = new DatabaseSync(path)
  newer.exec('PRAGMA user_version = 99')
  newer.close()
  await assertNotStored('first')
  writeFileSync(path, 'this is not a database'.repeat(100))
  for (let i = 0; i < 3; i++) await assertNotStored('first')
  assert.equal(warnings(), 1)
  rmSync(path)
  const first = await post('first', feed, running)
  assertReplay(await post('first', feed, running), first)
  clock.now += 3_600_000
  const lock = new DatabaseSync(path)
  lock.exec('BEGIN IMMEDIATE')
  await assertNotStored('other', 'another')
  assert.equal((await running.api('/public/share/tags')).status, 200)
  assert.equal(warnings(), 2)
  assertReplay(await post('first', feed, running), first)
  lock.exec('ROLLBACK')
  lock.close()
  await post('other', feed, running)
  assert.ok(isReplay(await post('other', feed, running)))
})

test('a key on a GET is ignored', async () => {
  const headers = { 'Idempotency-Key': 'x'.repeat(1000) }
  assert.equal((await service.web('/batch', { headers })).status, 200)
  assert.equal((await service.api('/public/share/tags', { headers })).status, 200)
})
