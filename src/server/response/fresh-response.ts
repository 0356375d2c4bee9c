// Responses for a single request: no ETag, not cached.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encodingFor } from '../request/accept.ts'
import type { RequestWithInfo } from '../request/request-info.ts'
import { compressed, worthCompressing } from './compression.ts'
import { addRequestHeaders, commonHeaders } from './headers.ts'

/** `head` is a flat list of names and values: content type, caching and language. */
export type FreshResponse = { status: number; head: readonly string[]; body: Buffer }

export async function sendFresh(request: FastifyRequest, reply: FastifyReply, answer: FreshResponse): Promise<void> {
  const req = request.raw as RequestWithInfo
  const wanted = encodingFor(req.headers['accept-encoding'] as string | undefined)
  const encoding: Encoding = answer.body.length < worthCompressing ? 'identity' : wanted
  const body = encoding === 'identity' ? answer.body : await compressed(answer.body, encoding)
  const head = [...answer.head, 'Content-Length', String(body.length), ...commonHeaders]
  if (encoding !== 'identity') head.push('Content-Encoding', encoding)
  reply.hijack()
  if (reply.raw.destroyed) return
  reply.raw.writeHead(answer.status, addRequestHeaders(head, req.info))
  if (req.method === 'HEAD') reply.raw.end()
  else reply.raw.end(body)
}
