// Server-sent events with backpressure; clients that stop reading are disconnected.
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestWithInfo } from '../request/request-info.ts'
import { addRequestHeaders, commonHeaders } from './headers.ts'

export type EventStream = {
  /** Resolves to true when the next event can be written, or to false when the response has ended or the client is gone. */
  write(text: string): Promise<boolean>
  /** Ends the response, and with `closeConnection` also the connection. */
  end(closeConnection: boolean): void
}

/** One event in wire format. JSON.stringify escapes line breaks. */
export const eventText = (id: string, event: string, data: unknown): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * A client that does not accept an event within `stallTimeoutMs` is disconnected. Comments are sent at intervals, so that
 * neither side nor a proxy considers the connection dead. The response to HEAD has no events.
 */
export function openEventStream(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  head: readonly string[],
  stallTimeoutMs: number,
): EventStream {
  const req = raw as RequestWithInfo
  const res = reply.raw
  reply.hijack()
  const isEnded = () => res.destroyed || res.writableEnded
  if (!isEnded()) res.writeHead(200, addRequestHeaders([...head, ...commonHeaders], req.info))
  if (req.method === 'HEAD') res.end()
  const keepAlive = setInterval(() => {
    if (!isEnded() && !res.writableNeedDrain) res.write(': keep-alive\n\n')
  }, stallTimeoutMs / 3)
  res.once('close', () => clearInterval(keepAlive))
  return {
    async write(text) {
      return isEnded() ? false : writeWithTimeout(res, text, stallTimeoutMs)
    },
    end(closeConnection) {
      clearInterval(keepAlive)
      const { socket } = res
      if (isEnded()) return
      res.end(() => {
        if (closeConnection) socket?.destroySoon()
      })
    },
  }
}

/**
 * Resolves when the operating system has accepted the event, so that at most one event is buffered for a stalled client.
 */
function writeWithTimeout(res: ServerResponse, text: string, timeoutMs: number): Promise<boolean> {
  return new Promise(resolve => {
    const finish = (isWritten: boolean) => {
      clearTimeout(timer)
      res.off('close', onClose)
      resolve(isWritten)
    }
    const onClose = () => finish(false)
    const timer = setTimeout(() => res.destroy(), timeoutMs)
    res.on('close', onClose)
    res.write(text, error => {
      // After an error, the close event follows. Otherwise continues in the next iteration of the event loop, so that long
      // responses do not block other requests.
      if (!error) setImmediate(finish, true)
    })
  })
}
