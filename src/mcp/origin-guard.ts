// Checks Host and Origin of MCP requests from browsers, as MCP requires (Streamable HTTP, "Security") against DNS
// rebinding: when evil.example starts to resolve to 127.0.0.1, its pages are "same origin" with servers of that machine.
//
// - Host must be a configured host name, a local name or an IP address. A rebound name is none of these.
// - Origin, if present, must be well-formed. With a public Host every origin is allowed: the data is public and read-only,
//   needs no credentials, and CORS lets every page read it. With any other Host the server is reached on its own machine
//   or network, so the origin must be local, configured, or equal to Host.

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
    const cached = decisions.get(key)
    if (cached !== undefined) return cached
    const decision = decide(headers)
    if (decisions.size >= maxCached) decisions.clear()
    if (key.length <= maxCachedLength) decisions.set(key, decision)
    return decision
  }
}

function makeDecision({ baseUrl, webUrl }: Addresses): OriginGuard {
  const configured = new Set([baseUrl, webUrl].map(url => plainName(new URL(url).hostname)))
  const hostRefused = fail('forbidden', `MCP is served as ${baseUrl} and ${webUrl}; send one of these in Host.`)
  return ({ host, origin }) => {
    // Only HTTP/1.0 may omit Host, and browsers do not use it.
    const name = host === undefined ? null : nameIn(host)
    if (name !== null && !configured.has(name) && !isLocal(name) && isIP(name) === 0) return hostRefused
    if (origin === undefined) return null
    const isPublic = name !== null && configured.has(name) && !isLocal(name)
    return originAllowed(origin, isPublic, name, configured) ? null : originRefused
  }
}

const originRefused = fail('forbidden', 'This page may not use this MCP server: its Origin is foreign or malformed.')

function originAllowed(
  origin: string,
  isPublic: boolean,
  host: string | null,
  configured: ReadonlySet<string>,
): boolean {
  // Sandboxed frames and local files send "null".
  if (origin === 'null') return isPublic
  const [, authority] = /^[a-z][a-z0-9+.-]*:\/\/((?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?)$/i.exec(origin) ?? []
  if (authority === undefined) return false
  const name = nameIn(authority)
  return isPublic || isLocal(name) || configured.has(name) || name === host
}

const isLocal = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))

const nameIn = (authority: string): string => plainName(authority.toLowerCase().replace(/:\d+$/, ''))

const plainName = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
