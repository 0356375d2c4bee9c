// Precomputed response heads. Node's writeHead checks and copies every header each time, which for our twenty
// headers takes longer than all other work on a cached response; these are checked once, when they are created.
import { ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'
import type { RequestInfo } from '../request/request-info.ts'

/** Header lines, each with its line end. */
export type Head = string

export function headOf(headers: readonly string[]): Head {
  let head = ''
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!
    const value = headers[i + 1]!
    validateHeaderName(name)
    validateHeaderValue(name, value)
    head += `${name}: ${value}\r\n`
  }
  return head
}

/** The headers that differ per request. None of them comes from the client, so they need no check. */
export function requestHead({ id, verdict }: RequestInfo): Head {
  if (verdict === null) return `X-Request-Id: ${id}\r\n`
  const { policy, rule, limit, remaining, reset } = verdict
  return (
    `X-Request-Id: ${id}\r\nRateLimit-Limit: ${limit}\r\nRateLimit-Remaining: ${remaining}\r\n` +
    `RateLimit-Reset: ${reset}\r\nRateLimit-Policy: ${rule}\r\nRateLimit: "${policy}";r=${remaining};t=${reset}\r\n`
  )
}

/** Internals of ServerResponse that writeHead itself uses; stable for many versions, but not guaranteed. */
type ResponseInternals = ServerResponse & {
  _hasBody: boolean
  _storeHeader(statusAndHeaders: string, moreHeaders: readonly string[]): void
}

const hasInternals = '_storeHeader' in ServerResponse.prototype

const none: readonly string[] = []
const close: readonly string[] = ['Connection', 'close']

/** Replaces writeHead. Node must see the length and connection headers, because they determine how it sends the response. */
export function writeHead(res: ServerResponse, status: 200 | 304, head: Head, length: number | null, closing: boolean) {
  if (!hasInternals) return void res.writeHead(status, [...pairsOf(head), ...framingOf(length, closing)])
  const inner = res as ResponseInternals
  inner.statusCode = status
  if (status === 304) inner._hasBody = false
  inner._storeHeader(statusLines[status] + head, framingOf(length, closing))
}

function framingOf(length: number | null, closing: boolean): readonly string[] {
  const framing = length === null ? none : ['Content-Length', String(length)]
  return closing ? framing.concat(close) : framing
}

/** Fallback for a Node without these internals. */
const pairsOf = (head: Head): string[] =>
  head
    .split('\r\n')
    .slice(0, -1)
    .flatMap(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])

const statusLines = {
  200: `HTTP/1.1 200 ${STATUS_CODES[200]}\r\n`,
  304: `HTTP/1.1 304 ${STATUS_CODES[304]}\r\n`,
}
