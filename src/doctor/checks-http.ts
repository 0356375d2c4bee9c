// HTTP behaviour: caching, versions, compression, CORS.
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { linkedDocuments } from '../discovery.ts'
import { getStatus } from '../endpoints/status/status.ts'
import { pathWith } from '../operations/define.ts'
import { getCommunityFeed, getPopularTags } from '../operations/index.ts'
import type { Check } from './check.ts'
import { must, should } from './check-failure.ts'
import { errorIn } from './checks-errors.ts'
import type { HttpResult } from './http-probe.ts'
import { sampleFeed, type Target } from './target.ts'

/** Any read works for these checks. */
const { path } = getPopularTags
/** Short answers are not compressed. */
const longRead = pathWith(getCommunityFeed, { limit: 10 })
const decoders = { gzip: promisify(gunzip), br: promisify(brotliDecompress) }

const compression = (encoding: keyof typeof decoders): Check => ({
  name: `compression ${encoding}`,
  about: `Answers are compressed with ${encoding}, if the client accepts it.`,
  cure: 'Let the proxy pass Accept-Encoding and Content-Encoding, or compress answers itself.',
  run: async ({ api }) => {
    const response = await api(longRead, { headers: { 'accept-encoding': encoding } })
    const received = response.headers['content-encoding']
    should(received !== undefined, 'the answer is not compressed')
    must(received === encoding, `Content-Encoding is ${received}`)
    const bytes = await decoders[encoding](response.body).catch(() => null)
    const advice = 'A proxy removes the compression and leaves the header.'
    must(bytes !== null, `Content-Encoding is ${encoding}, but the body is not`, advice)
    must(JSON.parse(bytes.toString()).code === 0, 'the decompressed body is not the answer')
    return `${response.body.length} instead of ${bytes.length} bytes`
  },
})

export const httpChecks: readonly Check[] = [
  {
    name: 'HEAD',
    about: 'HEAD returns the headers of GET and no body.',
    cure: 'Let the proxy pass HEAD as HEAD.',
    run: async ({ api, read, apiUrl }) => {
      const [get, head] = await Promise.all([read(apiUrl + path), api(path, { method: 'HEAD' })])
      must(head.status === 200 && head.body.length === 0, `${head.status} with ${head.body.length} bytes`)
      for (const name of ['content-type', 'etag', 'cache-control'])
        must(
          head.headers[name] === get.headers[name],
          `${name} is ${head.headers[name]} instead of ${get.headers[name]}`,
        )
      return `200, ${head.headers['content-length'] ?? 'unknown'} bytes`
    },
  },
  {
    name: 'ETag',
    about: 'Reads have a strong ETag, and If-None-Match gets 304.',
    cure: 'Let the proxy pass ETag and If-None-Match; with nginx, set gzip off.',
    run: async ({ api, read, apiUrl }) => {
      const { etag } = (await read(apiUrl + path)).headers
      must(etag !== undefined, 'no ETag')
      const again = await api(path, { headers: { 'if-none-match': etag } })
      must(again.status === 304 || again.headers.etag !== etag, `the same ETag gets ${again.status}`)
      must(again.status !== 304 || again.body.length === 0, 'a 304 has a body')
      should(!etag.startsWith('W/'), `the ETag is weak: ${etag}`)
      return etag
    },
  },
  {
    name: 'Cache-Control',
    about: 'Reads can be cached for a short time, as Cache-Control says.',
    cure: 'Let the proxy pass Cache-Control; without it, clients and CDNs cannot cache.',
    run: async ({ read, apiUrl }) => {
      const cacheControl = (await read(apiUrl + path)).headers['cache-control']
      must(cacheControl !== undefined, 'no Cache-Control')
      must(/\bpublic\b/.test(cacheControl) && /\bmax-age=\d+/.test(cacheControl), `Cache-Control is ${cacheControl}`)
      must(!/\b(?:private|no-store)\b/.test(cacheControl), `Cache-Control is ${cacheControl}`)
      return cacheControl
    },
  },
  {
    name: 'no-store',
    about: 'Answers that must not be stored are not cached: each request for /status gets a new one.',
    cure: 'Let the proxy respect Cache-Control: no-store, and pass it.',
    run: async ({ web, read, webUrl }) => {
      const [first, second] = [await read(webUrl + getStatus.path), await web(getStatus.path)]
      must(second.headers['cache-control'] === 'no-store', `Cache-Control is ${second.headers['cache-control']}`)
      const ids = [first, second].map(({ headers }) => headers['x-request-id'])
      must(ids[0] !== undefined, 'no X-Request-Id', 'Let the proxy pass X-Request-Id, which is also in the log.')
      must(ids[0] !== ids[1], 'the second answer is a copy of the first')
      return 'no-store'
    },
  },
  {
    name: 'version',
    about: 'Service-API-Version is sent, can be requested, and an unknown one is refused.',
    cure: 'Let the proxy pass Service-API-Version in both directions.',
    run: async ({ api, read, apiUrl, status }) => {
      const newest = (await status()).api_version
      const version = (await read(apiUrl + path)).headers['service-api-version']
      must(version === newest, `Service-API-Version is ${version}, but ${newest} in /status`)
      const pinned = await api(path, { headers: { 'service-api-version': newest } })
      must(pinned.headers['service-api-version'] === newest, `a request for ${newest} gets another version`)
      errorIn(await api(path, { headers: { 'service-api-version': '1999-01-01' } }), 'invalid_request')
      return newest
    },
  },
  {
    name: 'Vary',
    about: 'Vary names the headers that answers depend on.',
    cure: 'Let the proxy add to Vary rather than replace it.',
    run: async ({ read, apiUrl }) => {
      const vary = (await read(apiUrl + path)).headers.vary ?? ''
      for (const name of ['Accept-Encoding', 'Service-API-Version'])
        must(vary.toLowerCase().includes(name.toLowerCase()), `Vary is ${vary || 'absent'}, without ${name}`)
      return vary
    },
  },
  compression('gzip'),
  compression('br'),
  {
    name: 'other origins',
    about: 'Pages of other origins can read answers and their headers (CORS).',
    cure: 'Let the proxy leave Access-Control-… headers unchanged and add none.',
    run: async target => {
      for (const { url, headers } of await responsesOfBothHosts(target)) {
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
    about: 'Preflight requests of browsers (OPTIONS) are allowed.',
    cure: 'Let the proxy pass OPTIONS to the service.',
    run: async ({ api }) => {
      const headers = {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'service-api-version',
      }
      const { status, headers: received } = await api(path, { method: 'OPTIONS', headers })
      must(status === 204 || status === 200, `OPTIONS gets ${status}`)
      must(
        received['access-control-allow-origin'] === '*',
        `Access-Control-Allow-Origin is ${received['access-control-allow-origin']}`,
      )
      must(received['access-control-allow-methods']?.includes('GET'), 'GET is not allowed')
      must(received['access-control-allow-headers'] !== undefined, 'no headers are allowed')
      return `${status}, ${received['access-control-allow-methods']}`
    },
  },
  {
    name: 'nosniff',
    about: 'X-Content-Type-Options is sent, so that browsers do not guess types.',
    cure: 'Let the proxy pass X-Content-Type-Options.',
    run: async target => {
      for (const { url, headers } of await responsesOfBothHosts(target))
        must(headers['x-content-type-options'] === 'nosniff', `it is ${headers['x-content-type-options']} at ${url}`)
      return 'on both hosts'
    },
  },
]

const responsesOfBothHosts = ({ read, apiUrl, webUrl }: Target): Promise<HttpResult[]> =>
  Promise.all([read(apiUrl + sampleFeed), read(webUrl + linkedDocuments.llms.path)])
