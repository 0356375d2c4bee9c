// Error responses to input that does not become a request: parser errors and CONNECT. They are written to the socket.

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HostName } from '../../addresses.ts'
import { type Failure, fail } from '../../errors.ts'
import type { Limiter } from '../limits/rate-limit.ts'
import type { RequestInfo, RequestWithInfo } from '../request/request-info.ts'
import type { RequestCounts } from '../request-counts.ts'
import { type Failures, tooManyRequests } from '../response/failures.ts'

type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number }
/** `_httpMessage` is where Node keeps the response that is being sent on a connection. */
type BusySocket = Duplex & { _httpMessage?: ServerResponse<RequestWithInfo> | null; remoteAddress?: string }

export type ParserErrors = ReturnType<typeof makeParserErrors>

export function makeParserErrors(options: {
  host: HostName
  failures: Failures
  limiter: Limiter | null
  clientOf: (req: IncomingMessage) => string
  counts: RequestCounts
  nextId: () => string
}) {
  const { host, failures, limiter, clientOf, counts, nextId } = options
  const routeCounts = counts.route(host, 'unparsed')
  const failed = new WeakSet<Duplex>()

  const infoFor = async (socket: Duplex): Promise<RequestInfo> => {
    // Counted by the address of the socket: there are no headers in which a proxy could name the client.
    const taken = limiter?.take(clientOf({ socket, headers: {} } as unknown as IncomingMessage)) ?? null
    const verdict = taken instanceof Promise ? await taken : taken
    return { id: nextId(), host, verdict, closing: true, counts: routeCounts, started: 0 }
  }

  const send = async (socket: Duplex, failure: Failure): Promise<void> => {
    socket.on('error', () => {}) // the client may have disconnected
    const info = socket.writable ? await infoFor(socket) : null
    if (info === null || !socket.writable) {
      socket.destroy()
      return
    }
    const sent = info.verdict === null || info.verdict.allowed ? failure : tooManyRequests(info.verdict.reset)
    const { status, head, body } = failures.responseTo(sent, info)
    routeCounts.byClass[Math.trunc(status / 100) as 4]++
    let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nDate: ${new Date().toUTCString()}\r\n`
    for (let i = 0; i < head.length; i += 2) text += `${head[i]}: ${head[i + 1]}\r\n`
    socket.end(Buffer.concat([Buffer.from(`${text}\r\n`, 'latin1'), body]), () => socket.destroy())
  }

  return {
    clientError(error: ParserError, socket: BusySocket): void {
      // The parser reports an error again for each further chunk.
      if (failed.has(socket)) return
      failed.add(socket)
      const failure = failureOf(error)
      if (failure === null) {
        socket.destroy()
        return
      }
      const busy = socket._httpMessage
      if (!busy) void send(socket, failure)
      // The response to an earlier request on the same connection must be sent first.
      else if (busy.req.complete) busy.once('close', () => send(socket, failure))
      else if (busy.headersSent) socket.destroy()
      else {
        busy.req.info.closing = true
        failures.send(busy.req, busy, failure)
      }
    },
    connect(_req: IncomingMessage, socket: Duplex): void {
      void send(
        socket,
        fail('invalid_request', 'This is not a proxy.', { status: 405, headers: { Allow: readMethods } }),
      )
    },
  }
}

const readMethods = 'GET, HEAD, OPTIONS'

/** Null for errors of the connection, to which no response can be sent. */
function failureOf(error: ParserError): Failure | null {
  const { code = '' } = error
  const line = offendingLine(error)
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return fail('invalid_request', 'The request took too long to arrive; send it faster.', { status: 408 })
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return line.length > 8 * 1024 && /^[A-Z-]+ /.test(line)
      ? fail('invalid_request', 'The URL is longer than 8192 bytes; shorten it.', { status: 414 })
      : fail('invalid_request', 'The headers are larger than 16 KiB; send fewer or shorter ones.', { status: 431 })
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return fail('invalid_request', 'The chunk extensions are too large; leave them out.', { status: 413 })
  }
  if (code === 'HPE_INVALID_METHOD' && /^[A-Z][A-Z-]{0,30} \S+ HTTP\/1\.[01]$/.test(line)) {
    return fail('invalid_request', `Use one of ${readMethods}.`, { status: 405, headers: { Allow: readMethods } })
  }
  return code.startsWith('HPE_') ? fail('invalid_request', 'The request is not valid HTTP/1.1.') : null
}

/** The line at which the parser stopped: a packet may contain several requests. */
function offendingLine({ rawPacket, bytesParsed = 0 }: ParserError): string {
  if (rawPacket === undefined) return ''
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1
  const end = rawPacket.indexOf('\r\n', start)
  return rawPacket.toString('latin1', start, end === -1 ? rawPacket.length : end)
}
