// The least that a load balancer does: it sends requests to the instances that say they are ready, keeps connections open
// for as long as they are willing, and tries nothing twice.
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { once as fetchOnce } from './load.ts'

type Backend = { port: number; agent: Agent; isReady: boolean }

type Balancer = { port: number; add(port: number): Promise<void>; remove(port: number): void; close(): void }

const lookMs = 100

export async function startBalancer(): Promise<Balancer> {
  const backends = new Map<number, Backend>()
  let turn = 0
  const look = async (backend: Backend) => {
    const { status } = await fetchOnce({ port: backend.port }, '/readyz')
    backend.isReady = status === 200
  }
  const watch = async (backend: Backend) => {
    while (backends.get(backend.port) === backend) {
      await sleep(lookMs)
      await look(backend)
    }
  }
  const server = createServer((req, res) => {
    const ready = [...backends.values()].filter(({ isReady }) => isReady)
    const backend = ready[turn++ % ready.length]
    if (backend === undefined) res.writeHead(502).end()
    else pass(backend, req, res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async add(port) {
      const backend = { port, agent: new Agent({ keepAlive: true, maxSockets: 64 }), isReady: false }
      backends.set(port, backend)
      await look(backend)
      void watch(backend)
    },
    remove(port) {
      backends.get(port)?.agent.destroy()
      backends.delete(port)
    },
    close() {
      for (const { agent } of backends.values()) agent.destroy()
      backends.clear()
      server.close()
      server.closeAllConnections()
    },
  }
}

function pass({ port, agent }: Backend, req: IncomingMessage, res: ServerResponse): void {
  const { method, url, headers } = req
  const { connection: _connection, ...kept } = headers
  const sent = request({ host: '127.0.0.1', port, agent, method, path: url, headers: kept }, answer => {
    const { connection: _hop, 'keep-alive': _also, ...passed } = answer.headers
    res.writeHead(answer.statusCode!, passed)
    answer.pipe(res)
    answer.on('error', () => res.destroy())
  })
  sent.on('error', error => (res.headersSent ? res.destroy() : res.writeHead(502).end(error.message)))
  req.pipe(sent)
}
