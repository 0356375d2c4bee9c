// Determines the host of a request: by the port, or by the Host header when both hosts share one port.
import type { IncomingMessage } from 'node:http'
import type { Addresses, HostName } from '../addresses.ts'
import { type Failure, fail } from '../errors.ts'

/**
 * What the Host of a request selects. `creator` is the subdomain of a creator, such as mira in mira.example.com. `error` is
 * set when the request is for none of our hosts.
 */
export type RequestedSite = { host: HostName; creator: string | null; error: Failure | null }

const hostPattern = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?\.?)(?::\d{1,5})?$/i
const maxHostLength = 253 + '.:65535'.length
const handlePattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The Host of a request, or an error unless there is exactly one. It is optional in HTTP/1.0. */
export function readHost(req: IncomingMessage): string | undefined | Failure {
  const raw = req.rawHeaders
  let host: string | undefined
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!
    if (name.length !== 4 || (name !== 'Host' && name.toLowerCase() !== 'host')) continue
    if (host !== undefined) return badHost('The request has two Host headers; send one.')
    host = raw[i + 1]!
  }
  if (host === undefined && req.httpVersion !== '1.0') return badHost(noHost)
  return host
}

const noHost = 'The request has no Host header; send one.'

export const badHost = (reason: string) => fail('invalid_request', reason, { details: [{ field: 'Host', reason }] })

type Names = { hostname: string; host: string }

/** `listener` is null when both hosts share a port. */
export function makeSites(
  addresses: Addresses,
  listener: HostName | null,
): (host: string | undefined | Failure) => RequestedSite {
  const api = new URL(addresses.baseUrl)
  const web = new URL(addresses.webUrl)
  const cache = new Map<string, RequestedSite>()
  const maxCached = 10_000
  const rejected = (error: Failure): RequestedSite => ({ host: listener ?? 'api', creator: null, error })

  const parse = (host: string): RequestedSite => {
    if (host.length > maxHostLength || !hostPattern.test(host)) {
      return rejected(badHost('The Host header must be a host name with an optional port.'))
    }
    const requested = namesOf(host)
    const label = creatorLabel(requested.hostname, web)
    if (listener !== 'api' && label !== null && requested.hostname !== api.hostname) return creatorSite(label)
    if (listener !== null) return { host: listener, creator: null, error: null }
    return sharedSite(requested, api, web) ?? rejected(unknownHost(addresses))
  }

  return host => {
    if (host === undefined) {
      return listener === null ? rejected(badHost(noHost)) : { host: listener, creator: null, error: null }
    }
    if (typeof host !== 'string') return rejected(host)
    const found = cache.get(host)
    if (found !== undefined) return found
    const site = parse(host)
    if (cache.size >= maxCached) cache.clear()
    if (host.length <= maxHostLength) cache.set(host, site)
    return site
  }
}

function namesOf(host: string): Names {
  const lower = host.toLowerCase()
  return { host: lower, hostname: lower.replace(/:\d+$/, '').replace(/\.$/, '') }
}

/** Behind a proxy the port may be missing or different, so it is compared only if both hosts have the same name. */
function sharedSite(requested: Names, api: URL, web: URL): RequestedSite | null {
  const is = (url: URL) =>
    api.hostname === web.hostname ? requested.host === url.host : requested.hostname === url.hostname
  if (is(api)) return { host: 'api', creator: null, error: null }
  return is(web) ? { host: 'web', creator: null, error: null } : null
}

function creatorLabel(hostname: string, web: URL): string | null {
  const suffix = `.${web.hostname}`
  return hostname.endsWith(suffix) ? hostname.slice(0, -suffix.length) : null
}

function creatorSite(label: string): RequestedSite {
  const error = handlePattern.test(label) ? null : fail('not_found', 'No creator has this address.')
  return { host: 'web', creator: label, error }
}

const unknownHost = ({ baseUrl, webUrl }: Addresses) =>
  fail('not_found', `This server answers for ${baseUrl} and ${webUrl}; use one of these addresses.`)
