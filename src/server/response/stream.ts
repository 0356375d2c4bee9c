// Answers too large to be kept: they are made while they are sent, no faster than the client takes them.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor } from '../request/accept.ts'
import { matches } from '../request/conditional.ts'
import type { RequestWithInfo } from '../request/request-info.ts'
import { streamCompressors } from './compression.ts'
import { addRequestHeaders, everyAnswer } from './headers.ts'

export type Streamed = {
  type: string
  headers: readonly string[]
  /** Changes whenever the content does; the tag made from it is weak, because nobody has seen the bytes yet. */
  mark: string
  pieces: AsyncIterable<string>
}

/** What fails before the first piece is there fails as any answer does; later there is only cutting it off. */
export async function sendStream({ raw }: FastifyRequest, reply: FastifyReply, streamed: Streamed): Promise<void> {
  const req = raw as RequestWithInfo
  const encoding = encodingFor(req.headers['accept-encoding'] as string | undefined)
  const tag = `"${streamed.mark}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const asked = req.headers['if-none-match']
  const unchanged = asked !== undefined && matches(asked, tag)
  const pieces = unchanged || req.method === 'HEAD' ? null : await begun(streamed.pieces)
  reply.hijack()
  const res = reply.raw
  const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  const shared = [...streamed.headers, ...everyAnswer, 'ETag', `W/${tag}`]
  const head = unchanged ? shared : ['Content-Type', streamed.type, ...coding, ...shared]
  res.writeHead(unchanged ? 304 : 200, addRequestHeaders(head, req.info))
  if (pieces === null) {
    res.end()
    return
  }
  const source = Readable.from(pieces)
  const sent = encoding === 'identity' ? pipeline(source, res) : pipeline(source, streamCompressors[encoding](), res)
  // Whoever went away in the middle has been told all there is to tell.
  await sent.catch(() => res.destroy())
}

/** The same pieces, the first of them ready. */
async function begun(pieces: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const rest = pieces[Symbol.asyncIterator]()
  const first = await rest.next()
  return (async function* () {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  })()
}
