// An MCP server over HTTP: POST for messages, GET for what it is.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, fail } from '../errors.ts'
import { askLimits } from '../limits.ts'
import { allowSilence } from '../server/connections/silent-connections.ts'
import { readBody } from '../server/request/json-body.ts'
import type { VisitedRequest } from '../server/request/request-info.ts'
import { documentAnswer } from '../server/response/caching.ts'
import { addVisit, everyAnswer } from '../server/response/headers.ts'
import { represent } from '../server/response/representation.ts'
import { makeReady, sendNow } from '../server/response/send.ts'
import { staleHeaders } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import type { McpServer, Reply } from './dispatch.ts'
import type { Doorkeeper } from './origin-guard.ts'

/** `about` is what GET tells. */
export type McpRoute = { path: string; server: McpServer; about: object; doorkeeper: Doorkeeper }

export function addMcpRoute(router: Router, { path, server, about, doorkeeper }: McpRoute): void {
  const config = { route: path }
  const admit = (request: FastifyRequest): VisitedRequest => {
    const refused = doorkeeper(request.raw.headers)
    if (refused !== null) throw refused
    return request.raw as VisitedRequest
  }
  // Before Fastify would look at the body: what is wrong with it has to be told in JSON-RPC.
  const post = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const req = admit(request)
    if (!isJson(req)) throw notJson()
    const body = await readBody(req)
    // A question may wait for the index of ask.
    const endSilence = allowSilence(req.socket, askLimits.prepareMs + askLimits.answerMs)
    const answer = await server.handle(body, req.headers).finally(endSilence)
    reply.hijack()
    if (!reply.raw.destroyed) send(req, reply, answer)
  }
  router.route({ method: 'POST', url: path, config, onRequest: post, handler: () => undefined })
  const card = represent({ bytes: Buffer.from(JSON.stringify(about)), type: json, headers: aboutHeaders })
  router.route({
    method: ['GET', 'HEAD'],
    url: path,
    config,
    handler: async (request, reply) => {
      const req = admit(request)
      if (req.headers.accept?.includes('text/event-stream')) throw noStream()
      await makeReady(req, card)
      reply.hijack()
      if (!reply.raw.destroyed) sendNow(req, reply.raw, card)
    },
  })
}

const json = 'application/json; charset=utf-8'

const aboutHeaders = [...documentAnswer.slice(0, 2), 'Vary', 'Accept, Accept-Encoding, Service-API-Version']

/** Clients that get anything else than 405 come back for the stream again and again. */
const noStream = (): Failure =>
  fail('invalid_request', 'There is no event stream here: every answer comes with its own POST.', {
    status: 405,
    headers: { Allow: 'POST, OPTIONS' },
  })

const notJson = (): Failure =>
  fail('invalid_request', 'Send the body as application/json.', {
    status: 415,
    headers: { 'Accept-Post': 'application/json' },
  })

/** The front door removed the type where there is no body; that is then no valid JSON, as everybody would expect. */
function isJson({ headers }: IncomingMessage): boolean {
  const type = headers['content-type']
  if (type === 'application/json') return true
  if (type === undefined) return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
  return /^application\/json\s*(?:;|$)/i.test(type)
}

const sent = ['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding, Service-API-Version', ...everyAnswer]

function send({ visit }: VisitedRequest, { raw }: FastifyReply, reply: Reply | null): void {
  if (reply === null) {
    raw.writeHead(202, addVisit(['Content-Length', '0', ...sent], visit)).end()
    return
  }
  const { status, front, tail, age } = reply
  const length = Buffer.byteLength(front) + tail.length
  const head = ['Content-Type', 'application/json', 'Content-Length', String(length), ...sent]
  if (age !== undefined) head.push(...staleHeaders(age))
  raw.writeHead(status, addVisit(head, visit))
  if (tail.length === 0) {
    raw.end(front)
    return
  }
  raw.write(front)
  raw.end(tail)
}
