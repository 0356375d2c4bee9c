// Who may talk to an MCP server from within a browser. MCP (Streamable HTTP, "Security") asks for this because of DNS
// rebinding: a page at evil.example whose name suddenly means 127.0.0.1 is "the same origin" to the browser, which then
// lets it talk to servers of the machine it runs on.
//
// - Host has to be a name of ours, a name of this machine, or an address. A page that rebinds its own name carries that
//   name in Host, so none gets through; an address is no name that could be rebound.
// - Origin, when there is one, has to be an origin. On a public name that is all: everything here is public, without
//   credentials and read-only, and CORS lets every page read it. On any other Host the caller sits on this machine or in
//   its network, where pages of the outside world have no business: the origin must be local, or ours, or the same.

import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { Addresses } from '../addresses.ts'
import { type Failure, fail } from '../errors.ts'

export type OriginGuard = (headers: IncomingHttpHeaders) => Failure | null

const maxCached = 1_000
const maxCachedLength = 500

/** Decisions are cached: clients repeat the same few headers. */
export function makeOriginGuard(addresses: Addresses): OriginGuard {
  const decide = makeDecision(addresses)
  const decisions = new Map<string, Failure | null>()
  return headers => {
    const key = `${headers.host} ${headers.origin}`
    const found = decisions.get(key)
    if (found !== undefined) return found
    const decision = decide(headers)
    if (decisions.size >= maxCached) decisions.clear()
    if (key.length <= maxCachedLength) decisions.set(key, decision)
    return decision
  }
}

function makeDecision({ baseUrl, webUrl }: Addresses): OriginGuard {
  const ours = new Set([baseUrl, webUrl].map(url => plainName(new URL(url).hostname)))
  const hostRefused = fail('forbidden', `MCP is served as ${baseUrl} and ${webUrl}; send one of these in Host.`)
  return ({ host, origin }) => {
    // Only HTTP/1.0 may omit Host, and browsers do not use it.
    const name = host === undefined ? null : nameIn(host)
    if (name !== null && !ours.has(name) && !isLocal(name) && isIP(name) === 0) return hostRefused
    if (origin === undefined) return null
    const isPublic = name !== null && ours.has(name) && !isLocal(name)
    return originAllowed(origin, isPublic, name, ours) ? null : originRefused
  }
}

const originRefused = fail('forbidden', 'This page may not use this MCP server: its Origin is foreign or malformed.')

function originAllowed(origin: string, isPublic: boolean, host: string | null, ours: ReadonlySet<string>): boolean {
  // Sent by sandboxed frames and local files.
  if (origin === 'null') return isPublic
  const [, authority] = /^[a-z][a-z0-9+.-]*:\/\/((?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?)$/i.exec(origin) ?? []
  if (authority === undefined) return false
  const name = nameIn(authority)
  return isPublic || isLocal(name) || ours.has(name) || name === host
}

const isLocal = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))

const nameIn = (authority: string): string => plainName(authority.toLowerCase().replace(/:\d+$/, ''))

const plainName = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
