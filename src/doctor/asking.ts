// Asks over HTTP and keeps all that was seen: headers as they came, bytes as they came, and when.
import { lookup } from 'node:dns'
import { type IncomingHttpHeaders, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { softwareVersion } from '../util/software-version.ts'
import { excerpt, trouble } from './check.ts'
import { explained } from './unreachable.ts'

export type Asked = {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Milliseconds until an answer that is not there will not come. */
  within?: number
}

export type Seen = {
  url: string
  method: string
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
  /** When the request went out, when the answer began, and when it ended: milliseconds since 1970. */
  asked: number
  began: number
  ended: number
  json: () => ReturnType<typeof JSON.parse>
}

export type Asking = { ask: (url: string, asked?: Asked) => Promise<Seen>; close: () => void }

const usualMs = 6_000
const mostBytes = 16 * 1024 * 1024
const connections = 6

/** `signal` ends everything that is still going on. */
export function makeAsking(signal: AbortSignal): Asking {
  const options = { keepAlive: true, maxSockets: connections }
  const agents = { 'http:': new PlainAgent(options), 'https:': new SecureAgent(options) }
  const agentOf = (url: string) => agents[new URL(url).protocol as keyof typeof agents]
  const once = (url: string, asked: Asked) => {
    const deadline = AbortSignal.timeout(asked.within ?? usualMs)
    return exchange(url, asked, { agent: agentOf(url), signal: AbortSignal.any([signal, deadline]) })
  }
  return {
    ask: async (url, asked = {}) => {
      try {
        // A connection may be closed just as it is used again; that says nothing about the service.
        return await once(url, asked).catch(error => (error.reused ? once(url, asked) : Promise.reject(error)))
      } catch (error) {
        if (signal.aborted) throw trouble(`the time was up before ${url} had answered`, 'Is the service that slow?')
        throw explained(error as NodeJS.ErrnoException, url, asked.within ?? usualMs)
      }
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** `mira.localhost` is this machine, whether or not the system's resolver has heard of it (RFC 6761). */
const look: LookupFunction = (hostname, options, done) =>
  lookup(hostname.endsWith('.localhost') ? 'localhost' : hostname, options, done)

type Way = { agent: PlainAgent; signal: AbortSignal }

function exchange(url: string, { method = 'GET', headers = {}, body }: Asked, way: Way): Promise<Seen> {
  const asked = Date.now()
  const send = url.startsWith('https:') ? secureRequest : plainRequest
  const all = { 'user-agent': `vitrine-doctor/${softwareVersion}`, accept: '*/*', ...headers }
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers: all, lookup: look, ...way }, answer => {
      gathered(answer)
        .then(({ bytes, began }) => resolve(seen(url, method, answer, bytes, { asked, began, ended: Date.now() })))
        .catch(reject)
    })
    sent.on('error', error => reject(Object.assign(error, { reused: sent.reusedSocket && isReset(error) })))
    sent.end(body)
  })
}

const isReset = (error: NodeJS.ErrnoException) => error.code === 'ECONNRESET' || error.code === 'EPIPE'

async function gathered(answer: IncomingMessage): Promise<{ bytes: Buffer; began: number }> {
  const chunks: Buffer[] = []
  let began = Date.now()
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if (chunks.length === 0) began = Date.now()
    size += chunk.length
    if (size > mostBytes) throw trouble(`an answer of more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), began }
}

type Times = Pick<Seen, 'asked' | 'began' | 'ended'>

function seen(url: string, method: string, answer: IncomingMessage, body: Buffer, times: Times): Seen {
  const { statusCode: status = 0, headers } = answer
  const text = body.toString()
  const json = () => {
    try {
      return JSON.parse(text)
    } catch {
      const type = headers['content-type'] ?? 'no Content-Type'
      throw trouble(`${status} with ${type} instead of JSON: "${excerpt(text, 40)}"`)
    }
  }
  return { url, method, status, headers, body, text, ...times, json }
}
