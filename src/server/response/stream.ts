// Responses too large to cache: generated while they are sent, with backpressure.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor } from '../request/accept.ts'
import { matches } from '../request/conditional.ts'
import type { RequestWithInfo } from '../request/request-info.ts'
import { streamCompressors } from './compression.ts'
import { addRequestHeaders, commonHeaders } from './headers.ts'

type Streamed = {
  type: string
  headers: readonly string[]
  /** Changes whenever the content does. The ETag made from it is weak, because the bytes are not known yet. */
  version: string
  pieces: AsyncIterable<string>
}

/** Errors before the first piece are ordinary error responses; later ones close the connection. */
export async function sendStream({ raw }: FastifyRequest, reply: FastifyReply, streamed: Streamed): Promise<void> {
  const req = raw as RequestWithInfo
  const encoding = encodingFor(req.headers['accept-encoding'] as string | undefined)
  const tag = `"${streamed.version}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const ifNoneMatch = req.headers['if-none-match']
  const unchanged = ifNoneMatch !== undefined && matches(ifNoneMatch, tag)
  const pieces = unchanged || req.method === 'HEAD' ? null : await withFirstPiece(streamed.pieces)
  reply.hijack()
  const res = reply.raw
  const encodingHeader = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  const shared = [...streamed.headers, ...commonHeaders, 'ETag', `W/${tag}`]
  const head = unchanged ? shared : ['Content-Type', streamed.type, ...encodingHeader, ...shared]
  res.writeHead(unchanged ? 304 : 200, addRequestHeaders(head, req.info))
  if (pieces === null) {
    res.end()
    return
  }
  const source = Readable.from(pieces)
  const sent = encoding === 'identity' ? pipeline(source, res) : pipeline(source, streamCompressors[encoding](), res)
  // The client disconnected, or the response failed midway.
  await sent.catch(() => res.destroy())
}

/** The same pieces, with the first one ready. */
async function withFirstPiece(pieces: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const rest = pieces[Symbol.asyncIterator]()
  const first = await rest.next()
  return (async function* () {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  })()
}
