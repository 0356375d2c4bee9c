// Idempotency-Key on the batch endpoint of the real service; what needs other endpoints is in idempotency-part.test.ts.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openWritableStore } from '../../src/store/sqlite/open.ts'
import { statePath } from '../../src/store/sqlite/state/state.ts'
import { breakableStore } from '../support/breakable-store.ts'
import { type Ask, type Reply, type Running, type StartOptions, start } from '../support/start-service.ts'

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

test('the same key and body get the stored answer, byte for byte, even when the data has moved on', async () => {
  const running = service
  const key = newKey()
  const first = await post(key)
  assert.equal(first.status, 200)
  assert.ok(!isReplay(first))
  await running.bring([
    { type: 'creation', handle: 'zed', slug: `new-${key}`, title: 'New', publishedAt: '2027-01-01T00:00:00Z' },
  ])
  while ((await post(newKey())).text === first.text) await sleep(20)
  assertReplay(await post(key), first)
  assertReplay(await post(key), first)
  assert.match(String(first.headers['access-control-expose-headers']), /Idempotent-Replayed/)
})

test('errors of items are replayed with the id of the first request', async () => {
  const key = newKey()
  const body = { requests: [{ id: 'a', operation: 'get_creator_profile', arguments: { handle: 'nobody' } }] }
  const first = await post(key, body)
  assert.equal(first.json().results[0].error.request_id, first.headers['x-request-id'])
  assertReplay(await post(key, body), first)
})

test('the same body may be written in another way', async () => {
  const key = newKey()
  const first = await post(key)
  const [{ id, operation, arguments: given }] = feed.requests as [(typeof feed.requests)[0]]
  const turned = { arguments: { sort: given.sort, limit: given.limit }, operation, id }
  assertReplay(await post(key, JSON.stringify({ requests: [turned] }, null, 2)), first)
})

test('the same key with another body is a mistake', async () => {
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

test('what was refused is not stored: the key stays free', async () => {
  const key = newKey()
  for (const bad of [{ requests: [] }, '{', '[]']) assert.equal((await post(key, bad)).status, 400)
  const first = await post(key)
  assert.deepEqual([first.status, isReplay(first)], [200, false])
  assertReplay(await post(key), first)
})

test('an answer with a failure of ours is not stored, nor one that is past its time', async t => {
  const store = breakableStore()
  const running = await start(t, { openStore: store.open })
  const key = newKey()
  store.breakDown()
  const failed = await post(key, feed, running)
  assert.equal(failed.json().results[0].status, 503)
  store.mend()
  const first = await post(key, feed, running)
  assert.deepEqual([first.json().results[0].status, isReplay(first)], [200, false])
  assertReplay(await post(key, feed, running), first)
})

test('two at once: one runs, the other is told to come back', async t => {
  const store = breakableStore()
  const running = await start(t, { openStore: store.open })
  const key = newKey()
  const release = store.hold()
  const slow = post(key, feed, running)
  while (!store.calls.includes('feed')) await sleep(5)
  const busy = await post(key, feed, running)
  const { code, error, retryable } = busy.json()
  assert.deepEqual([busy.status, code, error, retryable], [409, 40900, 'conflict', false])
  assert.ok(Number(busy.headers['retry-after']) >= 1)
  assert.equal((await post(key, tags, running)).status, 422)
  release()
  const first = await slow
  assert.equal(first.status, 200)
  assert.equal(store.calls.filter(name => name === 'feed').length, 1)
  assertReplay(await post(key, feed, running), first)
})

test('callers do not share keys, and neither keys nor addresses stand in the file', async t => {
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
})

test('answers outlive the process, and processes on one store share them', async t => {
  const one = await start(t)
  const key = newKey()
  const first = await post(key, feed, one)
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

test('an import that holds the lock of the community holds up no key', async t => {
  const running = await start(t)
  const writer = await openWritableStore(running.config.store)
  const importing = await writer.begin({ now: Date.now })
  const key = newKey()
  const first = await post(key, feed, running)
  assertReplay(await post(key, feed, running), first)
  await importing.rollback()
  await writer.close()
})

/** A service whose log can be read. */
async function logged(t: Parameters<typeof start>[0], options: StartOptions = {}) {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const running = await start(t, { ...options, config: { logLevel: 'info', ...options.config }, logTo })
  return { running, warnings: () => lines.filter(line => line.includes('state store')) }
}

test('while the state cannot be written, requests are answered all the same, and the log says so once', async t => {
  const { running, warnings } = await logged(t)
  const key = newKey()
  const first = await post(key, feed, running)
  const lock = new DatabaseSync(statePath(running.config.store))
  lock.exec('BEGIN IMMEDIATE')
  const [one, two] = await Promise.all([post('other', feed, running), post('another', feed, running)])
  for (const reply of [one, two]) assert.deepEqual([reply.status, isReplay(reply)], [200, false])
  assert.equal((await running.api('/public/share/tags')).status, 200)
  assert.equal(warnings().length, 1)
  assertReplay(await post(key, feed, running), first)
  lock.exec('ROLLBACK')
  lock.close()
  const after = await post('other', feed, running)
  assertReplay(await post('other', feed, running), after)
})

test('a state file that is no database harms nobody, and one that is put right is used', async t => {
  const { running, warnings } = await logged(t)
  const path = statePath(running.config.store)
  writeFileSync(path, 'this is not a database, by far'.repeat(100))
  for (let i = 0; i < 3; i++) {
    const reply = await post('key', feed, running)
    assert.deepEqual([reply.status, isReplay(reply)], [200, false])
  }
  assert.equal(warnings().length, 1)
  rmSync(path)
  const first = await post('key', feed, running)
  assertReplay(await post('key', feed, running), first)
})

test('a key on a request that does nothing is ignored', async () => {
  const headers = { 'Idempotency-Key': 'x'.repeat(1000) }
  assert.equal((await service.web('/batch', { headers })).status, 200)
  assert.equal((await service.api('/public/share/tags', { headers })).status, 200)
})
