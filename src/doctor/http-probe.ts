// Sends HTTP requests and records everything about the responses: raw headers, bytes and times.
import { lookup } from 'node:dns'
import { type IncomingHttpHeaders, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { softwareVersion } from '../util/software-version.ts'
import { checkFailure, excerpt } from './check-failure.ts'
import { asCheckFailure } from './unreachable.ts'

export type RequestOptions = {
  method?: string
  headers?: Record<string, string>
  body?: string
  timeoutMs?: number
}

export type HttpResult = {
  url: string
  method: string
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
  /** Times of the request, of the first byte and of the last byte of the response: milliseconds since 1970. */
  sentAt: number
  startedAt: number
  endedAt: number
  json: () => ReturnType<typeof JSON.parse>
}

export type HttpProbe = { request: (url: string, options?: RequestOptions) => Promise<HttpResult>; close: () => void }

const defaultTimeoutMs = 6_000
const maxBytes = 16 * 1024 * 1024
const connections = 6

/** `signal` aborts all requests. */
export function makeHttpProbe(signal: AbortSignal): HttpProbe {
  const options = { keepAlive: true, maxSockets: connections }
  const agents = { 'http:': new PlainAgent(options), 'https:': new SecureAgent(options) }
  const agentOf = (url: string) => agents[new URL(url).protocol as keyof typeof agents]
  const once = (url: string, request: RequestOptions) => {
    const deadline = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs)
    return exchange(url, request, { agent: agentOf(url), signal: AbortSignal.any([signal, deadline]) })
  }
  return {
    request: async (url, request = {}) => {
      try {
        // A kept-alive connection may be closed just when it is reused, which is not an error of the service.
        return await once(url, request).catch(error => (error.reused ? once(url, request) : Promise.reject(error)))
      } catch (error) {
        if (signal.aborted)
          throw checkFailure(`the doctor's time was up before ${url} answered`, 'Check the load of the service.')
        throw asCheckFailure(error as NodeJS.ErrnoException, url, request.timeoutMs ?? defaultTimeoutMs)
      }
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** `*.localhost` is this machine, even if the system's resolver does not know it (RFC 6761). */
const lookupLocal: LookupFunction = (hostname, options, done) =>
  lookup(hostname.endsWith('.localhost') ? 'localhost' : hostname, options, done)

type Transport = { agent: PlainAgent; signal: AbortSignal }

function exchange(
  url: string,
  { method = 'GET', headers = {}, body }: RequestOptions,
  transport: Transport,
): Promise<HttpResult> {
  const sentAt = Date.now()
  const send = url.startsWith('https:') ? secureRequest : plainRequest
  const all = { 'user-agent': `vitrine-doctor/${softwareVersion}`, accept: '*/*', ...headers }
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers: all, lookup: lookupLocal, ...transport }, answer => {
      readAll(answer)
        .then(({ bytes, startedAt }) =>
          resolve(resultOf(url, method, answer, bytes, { sentAt, startedAt, endedAt: Date.now() })),
        )
        .catch(reject)
    })
    sent.on('error', error => reject(Object.assign(error, { reused: sent.reusedSocket && isReset(error) })))
    sent.end(body)
  })
}

const isReset = (error: NodeJS.ErrnoException) => error.code === 'ECONNRESET' || error.code === 'EPIPE'

async function readAll(answer: IncomingMessage): Promise<{ bytes: Buffer; startedAt: number }> {
  const chunks: Buffer[] = []
  let startedAt = Date.now()
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if (chunks.length === 0) startedAt = Date.now()
    size += chunk.length
    if (size > maxBytes) throw checkFailure(`an answer of more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), startedAt }
}

type Times = Pick<HttpResult, 'sentAt' | 'startedAt' | 'endedAt'>

function resultOf(url: string, method: string, answer: IncomingMessage, body: Buffer, times: Times): HttpResult {
  const { statusCode: status = 0, headers } = answer
  const text = body.toString()
  const json = () => {
    try {
      return JSON.parse(text)
    } catch {
      const type = headers['content-type'] ?? 'no Content-Type'
      throw checkFailure(`${status} with ${type} instead of JSON: "${excerpt(text, 40)}"`)
    }
  }
  return { url, method, status, headers, body, text, ...times, json }
}

export const posted = (body: unknown, more: RequestOptions = {}): RequestOptions => ({
  method: 'POST',
  body: JSON.stringify(body),
  ...more,
  headers: { 'content-type': 'application/json', accept: 'application/json', ...more.headers },
})

/** A JSON-RPC message with the `Accept` that MCP requires. */
export const rpc = (message: object): RequestOptions =>
  posted({ jsonrpc: '2.0', id: 1, ...message }, { headers: { accept: 'application/json, text/event-stream' } })
