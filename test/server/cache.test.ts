// The response cache as clients see it, and responses that several clients get at once, or late.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { breakableStore } from '../support/breakable-store.ts'
import { answersIn, type Reply, type Running, start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

const changed = ({ api }: Running, path: string, before: Reply): Promise<void> =>
  until(`${path} has changed`, async () => (await api(path)).text !== before.text)

test('imports show, unchanged data keeps its ETag, and unknown parameters share one response', async t => {
  const service = await start(t)
  const before = await service.api('/public/share/user/mira')
  const junk = await service.api('/public/share/user/mira?utm_source=x&handle=zed')
  assert.equal(junk.headers.etag, before.headers.etag)
  const same = await service.api('/public/share/user/mira/followers')
  const feed = await service.api('/public/share/community?limit=1')
  await service.bring([
    { type: 'creation', handle: 'zed', slug: 'brand-new', title: 'Brand new' },
    { type: 'category', slug: 'play', labels: { en: 'Playing' } },
  ])
  await changed(service, '/public/share/community?limit=1', feed)
  assert.equal((await service.api('/public/share/community?limit=1')).json().data.total, feed.json().data.total + 1)
  assert.match((await service.api('/public/share/community?limit=5')).text, /"label":"Playing"/)
  const followers = '/public/share/user/mira/followers'
  assert.equal((await service.api(followers)).headers.etag, same.headers.etag)
})

test('while the store is away, cached responses are stale with their age', async t => {
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

const search = (limit: number) => `/public/share/community?q=thing&limit=${limit}`
const limits = Array.from({ length: 40 }, (_, i) => i + 1)

const uncached = await start({ after }, { config: { cacheMb: 0 } })

test('without a cache, simultaneous requests for the same page all get it whole, in every form', async () => {
  const { text, headers } = await uncached.api(search(40))
  const post = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      requests: [{ id: 'a', operation: 'get_community_feed', arguments: { q: 'thing', limit: 40 } }],
    }),
  }
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all([
      uncached.api(search(40)),
      uncached.web('/batch', post),
      uncached.api(search(40), { method: 'HEAD' }),
      uncached.api(search(40), { headers: { 'If-None-Match': headers.etag! } }),
      uncached.api(search(40), { headers: { 'Accept-Encoding': 'br' } }),
      uncached.api(search(40)),
    ])
    const [one, batch, head, unchanged, compressed, other] = replies
    assert.deepEqual([one.text, other.text], [text, text])
    assert.deepEqual(batch.json().results[0].data, JSON.parse(text).data)
    assert.deepEqual([head.status, head.headers['content-length']], [200, String(Buffer.byteLength(text))])
    assert.equal(unchanged.status, 304)
    assert.equal(brotliDecompressSync(compressed.body).toString(), text)
  }
})

test('a client that reads late gets the responses to its own requests', async t => {
  const wanted = new Map<number, string>()
  for (const limit of limits) wanted.set(limit, (await uncached.api(search(limit))).text)
  const asked = Array.from({ length: 400 }, (_, i) => limits[(i * 7) % limits.length]!)
  const socket = connect(uncached.ports.api, '127.0.0.1')
  t.after(() => socket.destroy())
  socket.pause()
  const ask = (limit: number, last: boolean) =>
    `GET ${search(limit)} HTTP/1.1\r\nHost: localhost\r\nConnection: ${last ? 'close' : 'keep-alive'}\r\n\r\n`
  socket.write(asked.map((limit, i) => ask(limit, i === asked.length - 1)).join(''))
  for (let round = 0; round < 3; round++) {
    const others = await Promise.all(limits.map(limit => uncached.api(search(limit))))
    for (const [i, { status, text }] of others.entries()) if (status === 200) assert.equal(text, wanted.get(limits[i]!))
  }
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.resume()
  await once(socket, 'close')
  const answers = answersIn(Buffer.concat(chunks).toString('latin1'))
  assert.equal(answers.length, asked.length)
  for (const [i, { status, body }] of answers.entries()) {
    if (status === 200) assert.equal(Buffer.from(body, 'latin1').toString(), wanted.get(asked[i]!))
    else assert.equal(status, 503)
  }
  assert.ok(answers.filter(({ status }) => status === 200).length > asked.length / 4)
})

test('a landing takes two store calls, however many categories it shows', async t => {
  const store = breakableStore()
  const service = await start(t, { openStore: store.open })
  store.calls.length = 0
  const { categories } = (await service.api('/public/share/community/landing')).json().data
  assert.equal(categories.length, 2)
  assert.deepEqual(store.calls, ['categories', 'feeds'])
})
