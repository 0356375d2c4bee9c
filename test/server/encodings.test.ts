// Answers as they are, and compressed.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { start } from '../support/start-service.ts'

const service = await start({ after })
const feed = '/public/share/community'

test('encodings: chosen by weight, each with a tag of its own, never for what is small', async () => {
  const path = `${feed}?limit=10`
  const plain = await service.api(path)
  const expected: Record<string, string | undefined> = {
    br: 'br',
    gzip: 'gzip',
    'gzip, deflate, br, zstd': 'br',
    'br;q=0.5, gzip': 'gzip',
    'gzip;q=0, br;q=0': undefined,
    'br;q=0, *': 'gzip',
    '*': 'br',
    '*;q=0': undefined,
    'identity, br;q=0.5': undefined,
    'identity;q=0.5, gzip;q=0.6': 'gzip',
    GZIP: 'gzip',
    'deflate, zstd': undefined,
    'br;q=2': undefined,
    'br;q=x': undefined,
    '': undefined,
  }
  for (const [accept, encoding] of Object.entries(expected)) {
    const reply = await service.api(path, { headers: { 'Accept-Encoding': accept } })
    assert.equal(reply.headers['content-encoding'], encoding, accept)
    const decoded =
      encoding === 'br' ? brotliDecompressSync(reply.body) : encoding ? gunzipSync(reply.body) : reply.body
    assert.equal(decoded.toString(), plain.text, accept)
    const tag = encoding ? plain.headers.etag!.replace(/"$/, `-${encoding}"`) : plain.headers.etag
    assert.equal(reply.headers.etag, tag)
    assert.equal(reply.headers.vary, 'Accept-Encoding, Service-API-Version')
    const again = await service.api(path, { headers: { 'Accept-Encoding': accept, 'If-None-Match': tag! } })
    assert.equal(again.status, 304, accept)
    assert.equal(again.headers.etag, tag)
    const head = await service.api(path, { method: 'HEAD', headers: { 'Accept-Encoding': accept } })
    assert.equal(head.headers['content-length'], String(reply.body.length))
  }
  const other = await service.api(path, {
    headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': plain.headers.etag! },
  })
  assert.equal(other.status, 200, 'the tag of other bytes does not match')
  const small = await service.api('/public/share/user/mira/following', { headers: { 'Accept-Encoding': 'br' } })
  assert.equal(small.headers['content-encoding'], undefined)
})

test('encodings: large answers too, also when many ask at once', async () => {
  const plain = await service.web('/openapi.json')
  assert.ok(plain.body.length > 100_000)
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [encoding, decode] of Object.entries(decoders)) {
    const headers = { 'Accept-Encoding': encoding }
    const replies = await Promise.all(Array.from({ length: 8 }, () => service.web('/openapi.json', { headers })))
    for (const reply of replies) {
      assert.equal(reply.headers['content-encoding'], encoding)
      assert.equal(decode(reply.body).toString(), plain.text)
    }
  }
})
