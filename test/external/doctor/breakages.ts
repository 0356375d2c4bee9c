// One table: what a deployment can have wrong, and what the doctor says about it.
import {
  type Answer,
  type Breakage,
  client,
  instead,
  type Passing,
  withHeaders,
  without,
} from '../../support/servers/breaking-proxy.ts'

const htmlPage = '<html><body><h1>502 Bad Gateway</h1></body></html>'
const at = (path: string) => (passing: Passing) => passing.path.split('?')[0] === path
const onPath = (path: string, answer: NonNullable<Breakage['answer']>): Breakage => ({
  answer: (given, passing) => (at(path)(passing) ? answer(given, passing) : given),
})
const dropping = (...names: string[]): Breakage => ({ answer: given => without(given, ...names) })
const remembered = new Map<string, Answer>()

/** What is broken; the checks that find it, and nothing else does; what the first of them saw, and says to do. */
export const breakages: Record<
  string,
  { breakage: Breakage; found: string[]; saw: RegExp; cure: RegExp; level?: 'warn' }
> = {
  'ETag is stripped': { breakage: dropping('etag'), found: ['ETag'], saw: /no ETag/, cure: /pass ETag/ },
  'ETag is weakened': {
    breakage: { answer: given => withHeaders(given, given.headers.etag ? { etag: `W/${given.headers.etag}` } : {}) },
    found: ['ETag'],
    saw: /weak: W\//,
    cure: /gzip off/,
    level: 'warn',
  },
  'Cache-Control is stripped': {
    breakage: onPath('/public/share/tags', given => without(given, 'cache-control')),
    found: ['Cache-Control'],
    saw: /no Cache-Control/,
    cure: /pass Cache-Control/,
  },
  'reads are made private': {
    breakage: onPath('/public/share/tags', given => withHeaders(given, { 'cache-control': 'private, max-age=5' })),
    found: ['Cache-Control'],
    saw: /private/,
    cure: /pass Cache-Control/,
  },
  'what must not be stored is cached': {
    breakage: {
      answer: (given, passing) => {
        if (!at('/status')(passing)) return given
        const kept = remembered.get(passing.path) ?? given
        remembered.set(passing.path, kept)
        return kept
      },
    },
    found: ['no-store'],
    saw: /copy of the first/,
    cure: /no-store/,
  },
  'a document is missing': {
    breakage: onPath('/.well-known/mcp', given => instead(given, 404, 'text/html', htmlPage)),
    found: ['document /.well-known/mcp'],
    saw: /404 from/,
    cure: /pass \/\.well-known\/mcp/,
  },
  'a document is another site’s': {
    breakage: onPath('/robots.txt', given => instead(given, 200, 'text/plain', 'User-agent: *\nDisallow: /\n')),
    found: ['document /robots.txt'],
    saw: /disallows everything/,
    cure: /another site/,
    level: 'warn',
  },
  'a document has another type': {
    breakage: onPath('/.well-known/api-catalog', given => withHeaders(given, { 'content-type': 'text/plain' })),
    found: ['document /.well-known/api-catalog'],
    saw: /text\/plain instead of application\/linkset\+json/,
    cure: /pass/,
  },
  'errors are pages of the proxy': {
    breakage: {
      answer: (given, { host }) =>
        host === 'api' && [404, 422].includes(given.status)
          ? instead(given, given.status, 'text/html', htmlPage)
          : given,
    },
    found: ['errors of reads', 'refused values', 'problem details'],
    saw: /404 with text\/html instead of JSON: "<html>/,
    cure: /proxy_intercept_errors/,
  },
  'other origins are kept out': {
    breakage: dropping('access-control-allow-origin'),
    found: ['other origins', 'preflight'],
    saw: /Access-Control-Allow-Origin is undefined/,
    cure: /Access-Control/,
  },
  'events are gathered': {
    breakage: {
      ...onPath('/ask', given => withHeaders(given, { 'content-length': String(given.body.length) })),
      gathers: true,
    },
    found: ['ask stream'],
    saw: /one piece \(Content-Length\)/,
    cure: /proxy_buffering off/,
  },
  'the version is another': {
    breakage: { answer: given => withHeaders(given, { 'service-api-version': '2020-01-01' }) },
    found: ['version'],
    saw: /2020-01-01, but 2026-05-26/,
    cure: /Service-API-Version/,
  },
  'rate limits are not told': {
    breakage: dropping('ratelimit', 'ratelimit-policy'),
    found: ['limit read', 'limit discovery', 'limit mcp'],
    saw: /RateLimit is undefined/,
    cure: /pass RateLimit/,
  },
  'the older rate-limit headers are not told': {
    breakage: dropping('ratelimit-remaining'),
    found: ['limit read', 'limit discovery', 'limit mcp'],
    saw: /is missing/,
    cure: /-Remaining/,
  },
  'clients may claim to be others': {
    breakage: { request: ({ headers }) => ({ headers }) },
    found: ['forged addresses'],
    saw: /counted as another client/,
    cure: /VITRINE_TRUST_PROXY/,
    level: 'warn',
  },
  'MCP streams are answered': {
    breakage: {
      answer: (given, { path, headers }) =>
        path.endsWith('mcp') && headers.accept === 'text/event-stream'
          ? instead(given, 200, 'text/event-stream', ': hello\n\n')
          : given,
    },
    found: ['mcp API /mcp stream', 'mcp /api/mcp stream', 'mcp /webmcp stream', 'mcp /mcp stream'],
    saw: /gets 200/,
    cure: /405/,
  },
  'MCP has one address less': {
    breakage: onPath('/webmcp', given => instead(given, 404, 'text/html', htmlPage)),
    found: ['mcp /webmcp', 'mcp /webmcp stream', 'GET /webmcp'],
    saw: /404 for GET/,
    cure: /GET and POST/,
  },
  'gzip is told, but not done': {
    breakage: {
      answer: (given, { headers }) =>
        headers['accept-encoding'] === 'gzip'
          ? { ...withHeaders(given, { 'content-length': undefined }), body: Buffer.from('{"code":0,"data":{}}') }
          : given,
    },
    found: ['compression gzip'],
    saw: /is gzip, but the body is not/,
    cure: /removes the compression/,
  },
  'nothing is compressed': {
    breakage: { request: ({ headers: { 'accept-encoding': _, ...headers } }) => ({ headers: forwarding(headers) }) },
    found: ['compression gzip', 'compression br'],
    saw: /not compressed/,
    cure: /Accept-Encoding/,
    level: 'warn',
  },
  'HEAD is refused': {
    breakage: { answer: (given, { method }) => (method === 'HEAD' ? instead(given, 405, 'text/html', '') : given) },
    found: ['HEAD'],
    saw: /405 with 0 bytes/,
    cure: /HEAD/,
  },
  'one read is broken': {
    breakage: onPath('/public/share/community/landing', given => instead(given, 502, 'text/html', htmlPage)),
    found: ['read get_community_landing'],
    saw: /502 from/,
    cure: /unchanged/,
  },
  'answers lack a field': {
    breakage: onPath('/public/share/tags', given =>
      given.status === 200 && given.headers['content-encoding'] === undefined
        ? { ...given, body: Buffer.from(given.body.toString().replaceAll('"label"', '"lable"')) }
        : given,
    ),
    found: ['read get_popular_tags'],
    saw: /\/items\/0 must have required properties label/,
    cure: /unchanged/,
  },
  'queries are dropped': {
    breakage: { request: ({ host, path, headers }) => ({ path: queryless(host, path), headers: forwarding(headers) }) },
    found: ['pages of the feed', 'filters of the feed', 'languages', 'refused values'],
    saw: /invalid cursor gets 200/,
    cure: /query strings/,
  },
  'posts are refused': {
    breakage: onPath('/batch', (given, { method }) =>
      method === 'POST' ? instead(given, 403, 'text/html', htmlPage) : given,
    ),
    found: ['POST /batch', 'idempotency'],
    saw: /403 instead of 200/,
    cure: /pass POST \/batch/,
  },
  'keys are not passed on': {
    breakage: {
      request: ({ headers: { 'idempotency-key': _, ...headers } }) => ({ headers: forwarding(headers) }),
    },
    found: ['idempotency'],
    saw: /gets another answer|Idempotent-Replayed is missing/,
    cure: /Idempotency-Key/,
  },
  'pages lose their policy': {
    breakage: dropping('content-security-policy'),
    found: ['page /', 'page /community', 'page /creators', 'page of a creation', 'page in a frame', 'page of an error'],
    saw: /Content-Security-Policy is absent/,
    cure: /pass Content-Security-Policy/,
  },
  'frames are forbidden': {
    breakage: { answer: given => withHeaders(given, { 'x-frame-options': 'SAMEORIGIN' }) },
    found: ['page in a frame'],
    saw: /X-Frame-Options is SAMEORIGIN/,
    cure: /no X-Frame-Options/,
  },
  'a cache gives pages to whoever wants Markdown': {
    breakage: {
      request: ({ headers }) => ({
        headers: forwarding(headers.accept === 'text/markdown' ? { ...headers, accept: 'text/html' } : headers),
      }),
    },
    found: ['markdown'],
    saw: /Content-Type is text\/html/,
    cure: /Vary: Accept/,
  },
  'the clock is an hour late': {
    breakage: onPath('/healthz', given =>
      withHeaders(given, { date: new Date(Date.parse(String(given.headers.date)) - 3_600_000).toUTCString() }),
    ),
    found: ['clock'],
    saw: /^-3\d{3} s off/,
    cure: /NTP/,
  },
  'the API host leads to the web host’s documents': {
    breakage: {
      request: ({ host, path, headers }) => ({
        host: path.startsWith('/.well-known/oauth') ? 'web' : host,
        headers: forwarding(headers),
      }),
    },
    found: ['no sign-in on the API host'],
    saw: /200 from/,
    cure: /API host/,
  },
  'Vary is replaced': {
    breakage: onPath('/public/share/tags', given => withHeaders(given, { vary: 'Origin' })),
    found: ['Vary'],
    saw: /Vary is Origin, without Accept-Encoding/,
    cure: /add to Vary/,
  },
}

/** As the proxy does it when nothing is broken. */
function forwarding(headers: Passing['headers']): Passing['headers'] {
  const { forwarded: _, ...rest } = headers
  return { ...rest, 'x-forwarded-for': client }
}

const queryless = (host: string, path: string): string =>
  host === 'api' && /(?:cursor=|locale=!!|limit=0|tag=)/.test(path) ? path.split('?')[0]! : path
