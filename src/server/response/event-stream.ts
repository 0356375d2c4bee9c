// Server-sent events with backpressure; clients that stop reading are disconnected.
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestWithInfo } from '../request/request-info.ts'
import { addRequestHeaders, everyAnswer } from './headers.ts'

export type EventStream = {
  /** Resolves when more can be written: to false when the client is gone. */
  write(text: string): Promise<boolean>
  /** The connection may be reused unless `forGood`. */
  end(forGood: boolean): void
}

/** One event in wire format; JSON has no line breaks of its own. */
export const eventText = (id: string, event: string, data: unknown): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * A client that reads nothing for `stalledMs` is disconnected. Comments are sent during silence, so that neither
 * side nor a proxy considers the connection dead. The response to HEAD has no events.
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

/**
 * One event at a time: the next waits until the system has accepted this one, so that a stalled client holds no more
 * memory.
 */
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
    // After an error the stream is closed, and other listeners run first. Otherwise continue in the next turn of the
    // event loop, so that long answers do not block other requests.
    res.write(text, error => error || setImmediate(settle, true))
  })
}
