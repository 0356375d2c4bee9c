// How many connections there may be.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { limitAll } from '../../src/server/connections/connection-limit.ts'
import { start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

async function openSockets(t: TestContext, port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(sockets.map(socket => once(socket, 'connect')))
  return sockets
}

test('the number of connections per client is limited', async t => {
  const service = await start(t, { config: { clientConnections: 5 } })
  const five = await openSockets(t, service.ports.api, 5)
  // A connection that the system established is not yet accepted by the server: wait for a response on each.
  await Promise.all(
    five.map(socket => {
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
      return once(socket, 'data')
    }),
  )
  const isRefused = async () => (await service.api('/healthz').catch(() => null)) === null
  assert.ok(await isRefused())
  five[0]!.destroy()
  await until('there is room again', async () => !(await isRefused()))
})

test('the total number of connections is limited', async t => {
  const limit = limitAll(3)
  const greet = (socket: Socket) => {
    limit(socket)
    if (!socket.destroyed) socket.write('hello')
  }
  const ports: number[] = []
  for (const server of [createServer(greet), createServer(greet)]) {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    t.after(() => server.close())
    ports.push((server.address() as AddressInfo).port)
  }
  /** Null when it is refused. */
  const enter = (port: number): Promise<Socket | null> =>
    new Promise(resolve => {
      const socket = connect(port, '127.0.0.1')
      t.after(() => socket.destroy())
      socket.once('data', () => resolve(socket))
      socket.on('error', () => {})
      socket.once('close', () => resolve(null))
    })
  const [one, other] = ports as [number, number]
  const inside = [await enter(one), await enter(other), await enter(one)]
  assert.ok(inside.every(socket => socket !== null))
  assert.deepEqual([await enter(one), await enter(other)], [null, null])
  inside[0]!.destroy()
  await until('there is room again', async () => (await enter(other)) !== null)
  assert.equal(await enter(one), null)
})

test('a trusted proxy and 0 have no limit', async t => {
  for (const config of [{ clientConnections: 2, trustProxy: ['127.0.0.1'] }, { clientConnections: 0 }]) {
    const service = await start(t, { config })
    await openSockets(t, service.ports.api, 10)
    assert.equal((await service.api('/healthz')).status, 200)
  }
})
