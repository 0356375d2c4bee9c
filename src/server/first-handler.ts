// The entry point of every request. Cached URLs are answered here from bytes; everything else goes to the router.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { HostName } from '../addresses.ts'
import { agentAuthPaths } from '../agent-auth.ts'
import type { UrlCache } from '../cache/url-cache.ts'
import { type Failure, fail } from '../errors.ts'
import { type Policy, policyOf, unlimitedPaths } from '../limits.ts'
import { truncate } from '../util/text.ts'
import { badHost, type RequestedSite, readHost } from './hosts.ts'
import type { Limiters, Verdict } from './limits/rate-limit.ts'
import { bodyLimit, tooLarge } from './request/json-body.ts'
import { pageForm, pageUrlKey } from './request/page-form.ts'
import type { RequestWithInfo } from './request/request-info.ts'
import { newestVersion, versionFor } from './request/version.ts'
import { count, type RequestCounts, type RouteCounts } from './request-counts.ts'
import type { Failures } from './response/failures.ts'
import type { Representation } from './response/representation.ts'
import { sendNow } from './response/send.ts'
import { makeSendFailure } from './router.ts'

export type Handler = (req: IncomingMessage, res: ServerResponse) => void

/** A response that can be sent without the router. */
export type CachedUrl = { key: string; response: Representation; policy: Policy | null; counts: RouteCounts }

type FirstHandlerOptions = {
  siteOf: (host: string | undefined | Failure) => RequestedSite
  clientOf: (req: IncomingMessage) => string
  limiters: Limiters
  hot: Record<HostName, UrlCache<CachedUrl>>
  routers: Record<HostName, (req: RequestWithInfo, res: ServerResponse) => void>
  failures: Failures
  log: Logger
  counts: RequestCounts
  nextId: () => string
  lifecycle: { closing: boolean }
  /** Called when a response from the router is complete. */
  finished: (req: RequestWithInfo, res: ServerResponse) => void
  /** Called for each response from the URL cache; null without listeners. */
  hotSent: ((req: RequestWithInfo, status: number) => void) | null
}

/** What the URL of a request selects: site, cached response and rate limit policy. */
type Target = { site: RequestedSite; found: CachedUrl | undefined; policy: Policy | null }

export const maxUrlLength = 8 * 1024
const slash = 47
const agentAuthPathSet: ReadonlySet<string> = new Set(Object.values(agentAuthPaths))

export function makeFirstHandler(options: FirstHandlerOptions): Handler {
  const { siteOf, clientOf, limiters, hot, failures, counts, nextId, lifecycle, hotSent } = options
  const sendFailure = makeSendFailure(failures, options.log)
  const unmatched = { api: counts.route('api', 'unmatched'), web: counts.route('web', 'unmatched') }
  const handleUncached = makeUncachedHandler(options)

  const admit = (req: RequestWithInfo, res: ServerResponse, { site, found, policy }: Target): void => {
    const { verdict, counts: counted } = req.info
    if (verdict !== null && !verdict.allowed) {
      counts.rateLimited[policy!]++
      count(counted, 429)
      failures.sendTooMany(req, res)
      return
    }
    const version = req.headers['service-api-version']
    if (found !== undefined && (version === undefined || version === newestVersion)) {
      const status = sendNow(req, res, found.response)
      if (status !== 0) {
        counts.hot.answers++
        count(counted, status)
        if (hotSent !== null) hotSent(req, status)
        return
      }
    }
    handleUncached(req, res, site)
  }

  /** Limits in Redis are asynchronous; meanwhile the client may have disconnected, or sent invalid data. */
  const admitLater = async (req: RequestWithInfo, res: ServerResponse, target: Target, pending: Promise<Verdict>) => {
    req.info.verdict = await pending
    req.info.closing = lifecycle.closing
    if (!res.destroyed && !res.headersSent) admit(req, res, target)
  }

  return (request, res) => {
    const req = request as RequestWithInfo
    const site = siteOf(requestedHost(req))
    const { host } = site
    const url = req.url!
    const isCacheable = isRead(req) && site.creator === null && site.error === null
    const found = isCacheable ? findHot(hot[host], req) : undefined
    const policy = found === undefined ? policyOf(pathOf(url)) : found.policy
    const limiter = policy === null ? null : limiters[policy]
    // A preflight belongs to the request that follows it and is not counted.
    const taken = limiter === null ? null : limiter.take(clientOf(req), req.method === 'OPTIONS' ? 0 : 1)
    const verdict = taken instanceof Promise ? null : taken
    const counted = found === undefined ? unmatched[host] : found.counts
    req.info = { id: nextId(), host, verdict, closing: lifecycle.closing, counts: counted, started: 0 }
    const target = { site, found, policy }
    if (taken instanceof Promise) admitLater(req, res, target, taken).catch(error => sendFailure(req, res, error))
    else admit(req, res, target)
  }
}

/** Most responses are the same for all clients; pages have two forms. */
function findHot(hot: UrlCache<CachedUrl>, { url = '', headers }: RequestWithInfo): CachedUrl | undefined {
  return hot.find(url) ?? (url.startsWith('/public/') ? undefined : hot.find(pageUrlKey(pageForm(headers), url)))
}

/** For uncached requests: checks the request and passes it to the router of the host. */
function makeUncachedHandler({ routers, failures, finished }: FirstHandlerOptions) {
  return (req: RequestWithInfo, res: ServerResponse, site: RequestedSite): void => {
    req.info.started = performance.now()
    res.once('close', () => finished(req, res))
    try {
      check(req, site)
    } catch (error) {
      failures.send(req, res, error as Failure)
      return
    }
    if (req.headers.expect !== undefined && req.httpVersion === '1.1') sendContinue(res)
    // Fastify would check the type even without a body.
    if (hasNoBody(req)) delete req.headers['content-type']
    routers[site.host](req, res)
  }
}

/** Waits for the socket: while an earlier response is being sent, Node would write "100 Continue" into it. */
function sendContinue(res: ServerResponse): void {
  if (res.socket !== null) res.writeContinue()
  else res.once('socket', () => res.headersSent || res.writeContinue())
}

function check(req: RequestWithInfo, { host, creator, error }: RequestedSite): void {
  const url = req.url!
  if (url.length > maxUrlLength) {
    throw fail('invalid_request', `The URL is longer than ${maxUrlLength} bytes; shorten it.`, { status: 414 })
  }
  const path = pathOf(url)
  // Agent auth endpoints always respond with their own error, whatever the headers are.
  const ignoresHeaders = req.method === 'POST' && host === 'web' && creator === null && agentAuthPathSet.has(path)
  if (!ignoresHeaders) checkExpectation(req)
  if (unlimitedPaths.has(path)) return
  if (error !== null) throw error
  if (url.charCodeAt(0) !== slash && !(url === '*' && req.method === 'OPTIONS')) {
    throw fail('invalid_request', 'The request target must be a path that starts with /.')
  }
  if (!ignoresHeaders) {
    versionFor(req.headers['service-api-version'] as string | undefined)
    checkEncoding(req)
  }
  if (url.includes('#')) req.url = url.slice(0, url.indexOf('#'))
  if (creator === null || req.method === 'OPTIONS') return
  // A sitemap may list URLs of another host only when the robots.txt there names it (sitemaps.org).
  if (path === '/robots.txt') return
  if (path !== '/') throw fail('not_found', 'The address of a creator has one page, at /.')
  req.url = `/@${creator}${req.url!.slice(1)}`
}

/** Rejects bodies that are too large before they are sent, and other expectations than "100 Continue". */
function checkExpectation({ headers, httpVersion }: IncomingMessage): void {
  if (Number(headers['content-length'] ?? 0) > bodyLimit) throw tooLarge()
  if (headers.expect !== undefined && httpVersion === '1.1' && headers.expect.toLowerCase() !== '100-continue') {
    throw fail('invalid_request', 'Only Expect: 100-continue is understood.', { status: 417 })
  }
}

const acceptedBodies = { 'Accept-Encoding': 'identity', 'Accept-Post': 'application/json' }

/** RFC 9110 section 15.5.16: the response says which encodings are accepted. */
function checkEncoding({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']?.trim()
  if (!encoding || encoding.toLowerCase() === 'identity') return
  const reason = `Content-Encoding ${truncate(encoding, 100)} is not supported; send the body as it is.`
  const details = [{ field: 'Content-Encoding', reason }]
  throw fail('invalid_request', reason, { status: 415, details, headers: acceptedBodies })
}

/** RFC 9112 section 3.2.2: a target in absolute form names the host, and Host is then ignored. */
function requestedHost(req: IncomingMessage): string | undefined | Failure {
  const host = readHost(req)
  if (req.url!.charCodeAt(0) === slash) return host
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/i.exec(req.url!)
  if (absolute === null || (host !== undefined && typeof host !== 'string')) return host
  const [, authority = '', rest = ''] = absolute
  if (authority.includes('@')) return badHost('The request target must not contain a user name.')
  req.url = rest.startsWith('/') ? rest : `/${rest}`
  return authority
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  const fragment = path.indexOf('#')
  return fragment === -1 ? path : path.slice(0, fragment)
}

const isRead = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.expect === undefined && headers['content-encoding'] === undefined

const hasNoBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
