// Responses that several clients get at once, or late.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { answersIn, start } from '../support/start-service.ts'

const search = (limit: number) => `/public/share/community?q=thing&limit=${limit}`
const limits = Array.from({ length: 40 }, (_, i) => i + 1)

test('without a cache, those who ask for the same at once all get the whole of it, in every way it can be sent', async t => {
  const service = await start(t, { config: { cacheMb: 0 } })
  const { text, headers } = await service.api(search(40))
  const post = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      requests: [{ id: 'a', operation: 'get_community_feed', arguments: { q: 'thing', limit: 40 } }],
    }),
  }
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all([
      service.api(search(40)),
      service.web('/batch', post),
      service.api(search(40), { method: 'HEAD' }),
      service.api(search(40), { headers: { 'If-None-Match': headers.etag! } }),
      service.api(search(40), { headers: { 'Accept-Encoding': 'br' } }),
      service.api(search(40)),
    ])
    const [one, batch, head, unchanged, compressed, other] = replies
    assert.deepEqual([one.text, other.text], [text, text])
    assert.deepEqual(batch.json().results[0].data, JSON.parse(text).data)
    assert.deepEqual([head.status, head.headers['content-length']], [200, String(Buffer.byteLength(text))])
    assert.equal(unchanged.status, 304)
    assert.equal(brotliDecompressSync(compressed.body).toString(), text)
  }
})

test('whoever reads late gets what was answered, though others were answered since', async t => {
  const service = await start(t, { config: { cacheMb: 0 } })
  const wanted = new Map<number, string>()
  for (const limit of limits) wanted.set(limit, (await service.api(search(limit))).text)
  const asked = Array.from({ length: 400 }, (_, i) => limits[(i * 7) % limits.length]!)
  const socket = connect(service.ports.api, '127.0.0.1')
  t.after(() => socket.destroy())
  socket.pause()
  const ask = (limit: number, last: boolean) =>
    `GET ${search(limit)} HTTP/1.1\r\nHost: localhost\r\nConnection: ${last ? 'close' : 'keep-alive'}\r\n\r\n`
  socket.write(asked.map((limit, i) => ask(limit, i === asked.length - 1)).join(''))
  for (let round = 0; round < 3; round++) {
    const others = await Promise.all(limits.map(limit => service.api(search(limit))))
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
