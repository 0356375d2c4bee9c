// A proxy before each host of a real service, as operators have one. It works, until it is told to break something.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Passing = {
  host: 'api' | 'web'
  /** Where the service listens for that host. */
  port: number
  method: string
  path: string
  headers: Record<string, string | string[] | undefined>
}
export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** `request` changes what the service is sent; `answer` what the client gets of what the service said. */
export type Breakage = {
  request?: (passing: Passing) => Partial<Passing> | undefined
  answer?: (answer: Answer, passing: Passing) => Answer | Promise<Answer>
  /** Events are held back until the last is there. */
  gathers?: true
}

type Scope = { after: (stop: () => Promise<void>) => void }

/** A client as the proxy sees it; it tells the service of nobody else. */
export const client = '198.51.100.1'

export async function startBreakingProxy(scope: Scope) {
  const state: { breakage: Breakage; ports: Record<Passing['host'], number> } = {
    breakage: {},
    ports: { api: 0, web: 0 },
  }
  const listen = async (host: Passing['host']) => {
    const server = createServer((req, res) => {
      pass(host, req, res).catch(() => res.destroy())
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    scope.after(async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    })
    return `http://localhost:${(server.address() as AddressInfo).port}`
  }

  const pass = async (host: Passing['host'], req: IncomingMessage, res: ServerResponse) => {
    const { breakage } = state
    const headers = { ...req.headers, 'x-forwarded-for': client }
    delete headers.forwarded
    const given: Passing = { host, port: state.ports[host], method: req.method!, path: req.url!, headers }
    const passing = { ...given, ...breakage.request?.({ ...given, headers: { ...req.headers } }) }
    const body = Buffer.concat(await Array.fromAsync(req as AsyncIterable<Buffer>))
    const reply = await sent(state.ports[passing.host], passing, body)
    if (reply.headers['content-type'] === 'text/event-stream' && !breakage.gathers) {
      res.writeHead(reply.statusCode!, passedOn(reply))
      reply.pipe(res)
      return
    }
    const answer = await whole(reply)
    const { status, headers: told, body: bytes } = (await breakage.answer?.(answer, passing)) ?? answer
    res.writeHead(status, Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)))
    res.end(bytes)
  }

  return { apiUrl: await listen('api'), webUrl: await listen('web'), state }
}

function sent(port: number, { method, path, headers }: Passing, body?: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const going = request({ host: '127.0.0.1', port, method, path, headers }, resolve)
    going.on('error', reject)
    going.end(body)
  })
}

/** Without what is between two neighbours only. */
function passedOn({ headers }: IncomingMessage): Answer['headers'] {
  const own = ['connection', 'keep-alive', 'transfer-encoding']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)))
}

async function whole(reply: IncomingMessage): Promise<Answer> {
  const body = Buffer.concat(await Array.fromAsync(reply as AsyncIterable<Buffer>))
  return { status: reply.statusCode!, headers: passedOn(reply), body }
}

export const send = async (port: number, passing: Passing): Promise<Answer> => whole(await sent(port, passing))

/** Without these headers. */
export const without = (answer: Answer, ...names: string[]): Answer => ({
  ...answer,
  headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !names.includes(name))),
})

export const withHeaders = (answer: Answer, headers: Answer['headers']): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
})

/** Another text in place of what the service said. */
export const instead = (answer: Answer, status: number, type: string, text: string): Answer => ({
  status,
  headers: { ...without(answer, 'content-encoding').headers, 'content-type': type, 'content-length': undefined },
  body: Buffer.from(text),
})
