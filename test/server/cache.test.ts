// What the cache does for a service, seen through HTTP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breakableStore } from '../support/breakable-store.ts'
import { type Reply, type Running, start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

const changed = ({ api }: Running, path: string, before: Reply): Promise<void> =>
  until(`${path} has changed`, async () => (await api(path)).text !== before.text)

test('new data shows, the same data keeps its tag, and unknown parameters share one answer', async t => {
  const service = await start(t)
  const before = await service.api('/public/share/user/mira')
  const junk = await service.api('/public/share/user/mira?utm_source=x&handle=zed')
  assert.equal(junk.headers.etag, before.headers.etag)
  const feed = await service.api('/public/share/community?limit=1')
  await service.bring([{ type: 'creation', handle: 'zed', slug: 'brand-new', title: 'Brand new' }])
  await changed(service, '/public/share/community?limit=1', feed)
  assert.equal((await service.api('/public/share/community?limit=1')).json().data.total, feed.json().data.total + 1)
  assert.equal((await service.api('/public/share/user/mira')).headers.etag, before.headers.etag)
})

test('while the store is away, what was read before is still there, with its age', async t => {
  const store = breakableStore()
  const time = { now: Date.now() }
  const service = await start(t, { openStore: store.open, now: () => time.now })
  const before = await service.api('/public/share/tags')
  const other = await service.api('/public/share/user/mira')
  assert.equal(other.status, 200)
  await service.bring([{ type: 'creator', handle: 'mira', displayName: 'Mira the Second' }])
  await changed(service, '/public/share/user/mira', other)
  store.breakDown()
  time.now += 7_000
  const stale = await service.api('/public/share/tags')
  assert.equal(stale.status, 200)
  assert.equal(stale.text, before.text)
  assert.equal(stale.headers.age, '7')
  assert.equal(stale.headers['cache-status'], 'vitrine; hit; ttl=-7')
  const unread = await service.api('/public/share/user/ann')
  assert.equal(unread.status, 503)
  assert.equal(unread.json().error, 'upstream_unavailable')
  assert.equal(unread.json().retryable, true)
  assert.ok(Number(unread.headers['retry-after']) >= 1)
  assert.ok(!unread.text.includes('secret'))
  assert.equal((await service.api('/readyz')).status, 503)
  assert.equal((await service.api('/healthz')).status, 200)
  store.failWith(new TypeError('secret of the inside'))
  const broken = await service.api('/public/share/user/zed')
  assert.equal(broken.status, 500)
  assert.ok(!broken.text.includes('secret'))
  store.mend()
  time.now += 1_000
  const back = await service.api('/public/share/tags')
  assert.equal(back.headers.age, undefined)
  assert.equal((await service.api('/readyz')).status, 200)
})
