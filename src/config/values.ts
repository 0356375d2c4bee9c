// Parsers for setting values. Each throws an Error that completes "VITRINE_X …" and says what is allowed.
import { isIP } from 'node:net'

/** Where one host listens: on `host`, or without it on the loopback addresses only, or on all addresses. */
type Listener = { host?: string; port: number; loopback: boolean }

/** `shared`: both hosts are served from the port of `api` and distinguished by the `Host` of each request. */
export type Listen = { api: Listener; web: Listener; shared: boolean }

export function listenersOf(baseUrl: string, webUrl: string): Listen {
  const [api, web] = [new URL(baseUrl), new URL(webUrl)].map(({ port, protocol, hostname }) => ({
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    loopback: isLoopback(hostname),
  })) as [Listener, Listener]
  if (api.port !== web.port || api.port === 0) return { api, web, shared: false }
  const both = { port: api.port, loopback: api.loopback && web.loopback }
  return { api: both, web: both, shared: true }
}

function isLoopback(hostname: string): boolean {
  return /^(?:.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname)
}

export function origin(text: string): string {
  const allowed = 'must be an http or https address without a path, for example https://api.example.com'
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(allowed)
  // The text as well as the parsed parts: `http://host?` parses to an empty query.
  if (url.pathname !== '/' || url.username || url.password || /[?#\\@]/.test(text)) throw new Error(allowed)
  return url.origin
}

export function listeners(text: string): Listen {
  const parts = text.split(',').map(part => listener(part.trim()))
  const api = parts[0]!
  const web = parts[1] ?? api
  if (parts.length > 2) throw new Error('must be address:port or address:port,address:port')
  const samePlace = api.host === web.host && api.port === web.port && api.port !== 0
  return { api, web, shared: parts.length === 1 || samePlace }
}

function listener(text: string): Listener {
  const [, ipv6, name, port] = /^(?:\[([^\]]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text) ?? []
  const host = ipv6 ?? name
  if (host === undefined || Number(port) > 65_535 || (ipv6 !== undefined && isIP(ipv6) !== 6)) {
    throw new Error('must be address:port or address:port,address:port, for example 127.0.0.1:8080 or [::]:8080')
  }
  return { host, port: Number(port), loopback: isLoopback(ipv6 === undefined ? host : `[${ipv6}]`) }
}

export function storePath(text: string): string {
  if (/^postgres(?:ql)?:/i.test(text)) return postgresUrl(text)
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || text === ':memory:') {
    throw new Error('must be a file path, or the address of a PostgreSQL database: postgres://user@host/database')
  }
  return text
}

export function postgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || !/^\/[^/]+$/.test(url.pathname)) {
    throw new Error('must be the address of a PostgreSQL database: postgres://user@host/database')
  }
  return text
}

export function networks(text: string): string[] {
  const parts = text.split(',').map(part => part.trim())
  if (!parts.every(isNetwork)) throw new Error('must be IP addresses or CIDR ranges separated by commas')
  return parts
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}

export function secret(text: string): string {
  if (text.length < 16) throw new Error('must have 16 characters or more')
  return text
}

/** The base address of an API; its paths are added to it. */
export function endpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#\\@\s]/.test(text)) {
    throw new Error('must be an http or https address without a query, for example http://localhost:11434/v1')
  }
  return url.href.replace(/\/+$/, '')
}

export function modelName(text: string): string {
  if (!/^[\x21-\x7e]{1,100}$/.test(text)) throw new Error('must be a name of at most 100 characters without spaces')
  return text
}

/** Used in a header. */
export function apiKey(text: string): string {
  if (!/^[\x21-\x7e]{1,1000}$/.test(text)) throw new Error('must be of letters, digits and signs, without spaces')
  return text
}

/** Contacts allowed in security.txt (RFC 9116 section 2.5.3). */
export function reportUri(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^(?:mailto|https|tel):$/.test(url.protocol) || /\s/.test(text)) {
    throw new Error('must be a URI such as mailto:security@example.com or https://example.com/report')
  }
  return text
}

export function onOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Error('must be on or off')
  return text === 'on'
}

export function oneOf<const T extends string>(allowed: readonly T[]): (text: string) => T {
  return text => {
    const found = allowed.find(value => value === text)
    if (found === undefined) throw new Error(`must be one of ${allowed.join(', ')}`)
    return found
  }
}

export function integer(lowest: number, highest: number): (text: string) => number {
  return text => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= lowest && value <= highest)) throw new Error(`must be a whole number from ${lowest} to ${highest}`)
    return value
  }
}

export function share(text: string): number {
  if (!/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(text)) throw new Error('must be a number from 0 to 1, such as 0.01')
  return Number(text)
}

/** A Redis server, or seed nodes of a cluster. */
export type RedisAddress = {
  nodes: { host: string; port: number }[]
  cluster: boolean
  tls: boolean
  username: string | undefined
  password: string | undefined
  db: number
}

export function redisPlace(text: string): RedisAddress {
  const [first, ...others] = text.split(',').map(part => part.trim())
  const scheme = /^rediss?:\/\//i.exec(first!)?.[0] ?? ''
  const urls = [first!, ...others.map(part => (part.includes('://') ? part : scheme + part))].map(redisUrl)
  const url = urls[0]!
  const cluster = urls.length > 1 || url.search === '?cluster'
  const db = Number(url.pathname.slice(1))
  if (urls.some(({ protocol }) => protocol !== url.protocol)) throw new Error('must be all redis:// or all rediss://')
  if (cluster && db !== 0) throw new Error('must not name a database: a cluster has one only')
  return {
    nodes: urls.map(({ hostname, port }) => ({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) })),
    cluster,
    tls: url.protocol === 'rediss:',
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    db,
  }
}

function redisUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url !== null && /^(?:\/\d{0,3})?$/.test(url.pathname) && /^(?:\?cluster)?$/.test(url.search)
  if (!isPlain || !/^rediss?:$/.test(url.protocol) || url.hostname === '' || url.hash !== '') {
    throw new Error(
      'must be redis://host:port or rediss://…; for a cluster redis://host:port?cluster, or several nodes',
    )
  }
  return url
}

/** The number of serving processes. */
export function workerCount(text: string): number | 'auto' {
  if (text === 'auto') return text
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > 1024) throw new Error('must be auto or a whole number from 1 to 1024')
  return value
}
