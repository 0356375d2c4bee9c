// What the client is tried on: a loopback server that answers as told, and a clock that stands until it is moved.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ClientOptions, makeClient, VitrineError } from '../../client/client.ts'

type Scope = { after: (stop: () => Promise<void>) => void }

export type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

/** Answers a request; what is given instead of a function is the status, the headers and the body. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | ((response: ServerResponse, asked: Asked) => void)

export type Stage = {
  url: string
  /** What has been asked so far. */
  asked: Asked[]
  /** The next answers, in turn; the last is given for ever. */
  answers: (...next: Answer[]) => void
}

export async function makeStage(scope: Scope): Promise<Stage> {
  let script: Answer[] = []
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = {
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    asked.push(one)
    give(script.length > 1 ? script.shift()! : script[0]!, response, one)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  scope.after(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answers(...next) {
      script = next
      asked.length = 0
    },
  }
}

function give(answer: Answer, response: ServerResponse, asked: Asked): void {
  if (typeof answer === 'function') answer(response, asked)
  else {
    const { status = 200, headers = {}, body = '' } = answer
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

export const envelope = (data: unknown): Answer => ({ body: { code: 0, data } })
export const tags = { items: [], total: 0 }

/** The time of an attempt, told apart from all delays. */
export const timeoutMs = 12_345

/**
 * Delays pass at once and move the clock; `delays` says how long they were. The time of attempts, which are the waits in
 * `limits`, is never up, unless `expire` says so.
 */
export function standingClock(limits: readonly number[] = [timeoutMs]) {
  let time = Date.parse('2026-06-01T00:00:00Z')
  const delays: number[] = []
  const running = new Set<() => void>()
  const limit = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      running.add(resolve)
      signal.addEventListener('abort', () => {
        running.delete(resolve)
        reject(signal.reason)
      })
    })
  return {
    delays,
    running,
    now: () => time,
    wait: async (ms: number, signal?: AbortSignal): Promise<void> => {
      if (limits.includes(ms)) return limit(signal!)
      delays.push(ms)
      time += ms
      signal?.throwIfAborted()
    },
    expire: () => {
      for (const end of running) end()
    },
  }
}

export type Clock = ReturnType<typeof standingClock>

/** A port that nobody listens on. */
export async function emptyPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

/** A client of the stage, with a clock of its own. `random` is one half unless told. */
export function clientOf(stage: Stage, options: Partial<ClientOptions> = {}, clock: Clock = standingClock()) {
  const { now, wait } = clock
  const settings = { url: stage.url, apiUrl: stage.url, now, wait, random: () => 0.5, timeoutMs }
  return { clock, client: makeClient({ ...settings, ...options }) }
}

/** For `assert.rejects`: an error of the client's that has this name. */
export const named = (name: string) => (error: unknown) => {
  assert.ok(error instanceof VitrineError, String(error))
  assert.equal(error.name, name)
  return true
}
