// Server-sent events: written no faster than the reader takes them, and not for ever when it takes none.
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestWithInfo } from '../request/request-info.ts'
import { addRequestHeaders, everyAnswer } from './headers.ts'

export type EventStream = {
  /** Resolves when more can be taken: to false when the reader is gone. */
  write(text: string): Promise<boolean>
  /** The connection may be used again unless `forGood`. */
  end(forGood: boolean): void
}

/** One event as it stands on the wire; JSON has no line breaks of its own. */
export const eventText = (id: string, event: string, data: unknown): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * A reader that takes nothing for `stalledMs` is dropped. Silence is broken well before by a comment, so that neither side
 * and nothing between them takes the connection for dead. The answer to HEAD has no events.
 */
export function openEventStream(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  head: readonly string[],
  stalledMs: number,
): EventStream {
  const req = raw as RequestWithInfo
  const res = reply.raw
  reply.hijack()
  const isGone = () => res.destroyed || res.writableEnded
  if (!isGone()) res.writeHead(200, addRequestHeaders([...head, ...everyAnswer], req.info))
  if (req.method === 'HEAD') res.end()
  const keepAlive = setInterval(() => {
    if (!isGone() && !res.writableNeedDrain) res.write(': keep-alive\n\n')
  }, stalledMs / 3)
  res.once('close', () => clearInterval(keepAlive))
  return {
    async write(text) {
      return isGone() ? false : written(res, text, stalledMs)
    },
    end(forGood) {
      clearInterval(keepAlive)
      const { socket } = res
      if (!isGone()) res.end(() => forGood && socket?.destroySoon())
    },
  }
}

/** One event at a time: the next waits until the system has taken this one, so that a reader that stops holds no more. */
function written(res: ServerResponse, text: string, stalledMs: number): Promise<boolean> {
  return new Promise(resolve => {
    const settle = (taken: boolean) => {
      clearTimeout(stalled)
      res.off('close', onClose)
      resolve(taken)
    }
    const onClose = () => settle(false)
    const stalled = setTimeout(() => res.destroy(), stalledMs)
    res.on('close', onClose)
    // What fails is closed next, and others hear of that first. What is taken at once goes on in the next turn of the
    // loop: readers of long answers must not keep everybody else waiting.
    res.write(text, error => error || setImmediate(settle, true))
  })
}
