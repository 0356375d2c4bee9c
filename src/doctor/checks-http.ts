// HTTP behaviour: caching, versions, compression, CORS.
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import type { Check } from './check.ts'
import { must, should } from './check-failure.ts'
import { errorIn } from './checks-errors.ts'
import type { HttpResult } from './http-probe.ts'
import { feedPath, sampleFeed, type Target } from './target.ts'

const tags = '/public/share/tags'
const decoders = { gzip: promisify(gunzip), br: promisify(brotliDecompress) }

const compression = (encoding: keyof typeof decoders): Check => ({
  name: `compression ${encoding}`,
  about: `Answers come compressed with ${encoding} to whoever takes that.`,
  cure: 'Let the proxy pass Accept-Encoding and Content-Encoding on, or compress itself.',
  look: async ({ api }) => {
    const seen = await api(`${feedPath}?limit=10`, { headers: { 'accept-encoding': encoding } })
    const received = seen.headers['content-encoding']
    should(received !== undefined, 'the answer is not compressed')
    must(received === encoding, `the answer says ${received}`)
    const bytes = await decoders[encoding](seen.body).catch(() => null)
    must(
      bytes !== null,
      `the answer says ${encoding}, but is not`,
      'Something removes the compression and leaves the header.',
    )
    must(JSON.parse(bytes.toString()).code === 0, 'what was compressed is not the answer')
    return `${seen.body.length} instead of ${bytes.length} bytes`
  },
})

export const checksOfHttp: readonly Check[] = [
  {
    name: 'HEAD',
    about: 'HEAD has the headers of GET and no body.',
    cure: 'Let the proxy pass HEAD on as HEAD.',
    look: async ({ api, read, apiUrl }) => {
      const [get, head] = await Promise.all([read(apiUrl + tags), api(tags, { method: 'HEAD' })])
      must(head.status === 200 && head.body.length === 0, `${head.status} with ${head.body.length} bytes`)
      for (const name of ['content-type', 'etag', 'cache-control'])
        must(
          head.headers[name] === get.headers[name],
          `${name} is ${head.headers[name]} instead of ${get.headers[name]}`,
        )
      return `200, ${head.headers['content-length'] ?? 'no'} bytes told`
    },
  },
  {
    name: 'ETag',
    about: 'Reads have a strong ETag, and whoever brings it back gets 304.',
    cure: 'Let the proxy pass ETag and If-None-Match on; nginx weakens tags when it compresses itself (gzip off).',
    look: async ({ api, read, apiUrl }) => {
      const { etag } = (await read(apiUrl + tags)).headers
      must(etag !== undefined, 'no ETag')
      const again = await api(tags, { headers: { 'if-none-match': etag } })
      must(again.status === 304 || again.headers.etag !== etag, `the same ETag gets ${again.status}`)
      must(again.status !== 304 || again.body.length === 0, 'a 304 has a body')
      should(!etag.startsWith('W/'), `the ETag is weak: ${etag}`)
      return etag
    },
  },
  {
    name: 'Cache-Control',
    about: 'Others may keep reads for a moment: Cache-Control says for how long.',
    cure: 'Let the proxy pass Cache-Control on; without it every reader comes to the service each time.',
    look: async ({ read, apiUrl }) => {
      const cacheControl = (await read(apiUrl + tags)).headers['cache-control']
      must(cacheControl !== undefined, 'no Cache-Control')
      must(/\bpublic\b/.test(cacheControl) && /\bmax-age=\d+/.test(cacheControl), `Cache-Control is ${cacheControl}`)
      must(!/\b(?:private|no-store)\b/.test(cacheControl), `Cache-Control is ${cacheControl}`)
      return cacheControl
    },
  },
  {
    name: 'no-store',
    about: 'What is of the moment is never kept: two answers of /status are two answers.',
    cure: 'Let the proxy heed Cache-Control: no-store, and pass it on.',
    look: async ({ web, read, webUrl }) => {
      const [first, second] = [await read(`${webUrl}/status`), await web('/status')]
      must(second.headers['cache-control'] === 'no-store', `Cache-Control is ${second.headers['cache-control']}`)
      const ids = [first, second].map(({ headers }) => headers['x-request-id'])
      must(ids[0] !== undefined, 'no X-Request-Id', 'Let the proxy pass X-Request-Id on: it is in the log too.')
      must(ids[0] !== ids[1], 'the second answer is a copy of the first')
      return 'no-store, each answer its own'
    },
  },
  {
    name: 'version',
    about: 'Service-API-Version is told, can be asked for, and a false one is refused.',
    cure: 'Let the proxy pass Service-API-Version on, both ways.',
    look: async ({ api, read, apiUrl, status }) => {
      const newest = (await status()).api_version
      const version = (await read(apiUrl + tags)).headers['service-api-version']
      must(version === newest, `it is told as ${version}, and ${newest} in /status`)
      const pinned = await api(tags, { headers: { 'service-api-version': newest } })
      must(pinned.headers['service-api-version'] === newest, `whoever asks for ${newest} gets another`)
      errorIn(await api(tags, { headers: { 'service-api-version': '1999-01-01' } }), 'invalid_request')
      return newest
    },
  },
  {
    name: 'Vary',
    about: 'Caches are told what answers depend on.',
    cure: 'Let the proxy add to Vary rather than replace it.',
    look: async ({ read, apiUrl }) => {
      const vary = (await read(apiUrl + tags)).headers.vary ?? ''
      for (const name of ['Accept-Encoding', 'Service-API-Version'])
        must(vary.toLowerCase().includes(name.toLowerCase()), `Vary is ${vary || 'absent'}, without ${name}`)
      return vary
    },
  },
  compression('gzip'),
  compression('br'),
  {
    name: 'other origins',
    about: 'Pages of other origins may read everything, headers included (CORS).',
    cure: 'Let the proxy leave Access-Control-… headers as they are; none of its own beside them.',
    look: async target => {
      for (const { url, headers } of await ofEachHost(target)) {
        const origin = headers['access-control-allow-origin']
        must(origin === '*', `Access-Control-Allow-Origin is ${origin} at ${url}`)
        const exposed = headers['access-control-expose-headers'] ?? ''
        for (const name of ['ETag', 'RateLimit', 'Retry-After'])
          must(exposed.includes(name), `${name} is not exposed at ${url}`)
      }
      return 'Access-Control-Allow-Origin: *'
    },
  },
  {
    name: 'preflight',
    about: 'Browsers that ask first are told what they may send (OPTIONS).',
    cure: 'Let the proxy pass OPTIONS to the service.',
    look: async ({ api }) => {
      const headers = {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'service-api-version',
      }
      const { status, headers: received } = await api(tags, { method: 'OPTIONS', headers })
      must(status === 204 || status === 200, `OPTIONS gets ${status}`)
      must(
        received['access-control-allow-origin'] === '*',
        `for origins it says ${received['access-control-allow-origin']}`,
      )
      must(received['access-control-allow-methods']?.includes('GET'), 'it does not allow GET')
      must(received['access-control-allow-headers'] !== undefined, 'it allows no headers')
      return `${status}, ${received['access-control-allow-methods']}`
    },
  },
  {
    name: 'nosniff',
    about: 'Browsers are told to take types as they are given.',
    cure: 'Let the proxy pass X-Content-Type-Options on.',
    look: async target => {
      for (const { url, headers } of await ofEachHost(target))
        must(headers['x-content-type-options'] === 'nosniff', `not at ${url}`)
      return 'on both hosts'
    },
  },
]

const ofEachHost = ({ read, apiUrl, webUrl }: Target): Promise<HttpResult[]> =>
  Promise.all([read(apiUrl + sampleFeed), read(`${webUrl}/llms.txt`)])
