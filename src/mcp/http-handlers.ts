// MCP over HTTP: POST for messages, GET for a description of the server.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, fail } from '../errors.ts'
import { askLimits } from '../limits.ts'
import { allowSilence } from '../server/connections/silent-connections.ts'
import { readBody } from '../server/request/json-body.ts'
import type { RequestWithInfo } from '../server/request/request-info.ts'
import { cacheControl, lifetimes } from '../server/response/caching.ts'
import { addRequestHeaders, commonHeaders } from '../server/response/headers.ts'
import { represent } from '../server/response/representation.ts'
import { prepareVariant, sendNow } from '../server/response/send.ts'
import { staleHeaders } from '../server/response/serve.ts'
import type { McpServer, Reply } from './dispatch.ts'
import type { OriginGuard } from './origin-guard.ts'
import type { McpServerInfo } from './schemas.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

function checkOrigin(request: FastifyRequest, originGuard: OriginGuard): RequestWithInfo {
  const failure = originGuard(request.raw.headers)
  if (failure !== null) throw failure
  return request.raw as RequestWithInfo
}

/** Reads the body itself, because errors in it must be answered in JSON-RPC. */
export function messageHandler(server: McpServer, originGuard: OriginGuard): Handler {
  return async (request, reply) => {
    const req = checkOrigin(request, originGuard)
    if (!isJson(req)) throw notJson()
    const body = await readBody(req)
    // The ask tool may wait for its index longer than the idle timeout of the connection allows.
    const restoreTimeout = allowSilence(req.socket, askLimits.prepareMs + askLimits.answerMs)
    const answer = await server.handle(body, req.headers).finally(restoreTimeout)
    reply.hijack()
    if (!reply.raw.destroyed) send(req, reply, answer)
  }
}

export function infoHandler(info: McpServerInfo, originGuard: OriginGuard): Handler {
  const representation = represent({ bytes: Buffer.from(JSON.stringify(info)), type: json, headers: infoHeaders })
  return async (request, reply) => {
    const req = checkOrigin(request, originGuard)
    if (req.headers.accept?.includes('text/event-stream')) throw noStream()
    await prepareVariant(req, representation)
    reply.hijack()
    if (!reply.raw.destroyed) sendNow(req, reply.raw, representation)
  }
}

const json = 'application/json; charset=utf-8'

const infoHeaders = [
  'Cache-Control',
  cacheControl(lifetimes.documents),
  'Vary',
  'Accept, Accept-Encoding, Service-API-Version',
]

/** Clients keep retrying the stream unless they get 405. */
const noStream = (): Failure =>
  fail('invalid_request', 'This server has no event stream: every POST gets its own response.', {
    status: 405,
    headers: { Allow: 'POST, OPTIONS' },
  })

const notJson = (): Failure =>
  fail('invalid_request', 'Send the body as application/json.', {
    status: 415,
    headers: { 'Accept-Post': 'application/json' },
  })

/** A request without a body needs no Content-Type; it fails later as invalid JSON. */
function isJson({ headers }: IncomingMessage): boolean {
  const type = headers['content-type']
  if (type === 'application/json') return true
  if (type === undefined) return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
  return /^application\/json\s*(?:;|$)/i.test(type)
}

const messageHeaders = ['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding, Service-API-Version', ...commonHeaders]

function send({ info }: RequestWithInfo, { raw }: FastifyReply, reply: Reply | null): void {
  if (reply === null) {
    raw.writeHead(202, addRequestHeaders(['Content-Length', '0', ...messageHeaders], info)).end()
    return
  }
  const { status, front, tail, age } = reply
  const length = Buffer.byteLength(front) + tail.length
  const head = ['Content-Type', 'application/json', 'Content-Length', String(length), ...messageHeaders]
  if (age !== undefined) head.push(...staleHeaders(age))
  raw.writeHead(status, addRequestHeaders(head, info))
  if (tail.length === 0) {
    raw.end(front)
    return
  }
  raw.write(front)
  raw.end(tail)
}
