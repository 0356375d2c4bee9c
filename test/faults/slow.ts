// Clients that are slow on purpose: headers and bodies that never end, answers that nobody takes.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { randomOf } from '../support/model/generator.ts'
import { vitrine } from '../support/vitrine-process.ts'
import { poisson } from './load.ts'
import { type Check, check, largest, measured, type Row, seconds } from './row.ts'
import { scratch, serve } from './service.ts'
import { cutTimes } from './sockets.ts'

export const slow: Row = { name: 'slow', fault: 'slow headers, slow bodies, readers that stop', run }

const each = 50

async function run(): Promise<Check[]> {
  const store = join(scratch(), 'store.db')
  await vitrine(['seed', '--creations', '300'], { VITRINE_STORE: store })
  const served = await serve({ VITRINE_STORE: store })
  try {
    const path = () => '/public/share/tags'
    const [others, headers, bodies, readers, silent] = await Promise.all([
      poisson({ port: served.ports.api, seconds: 15, path, rate: 50, random: randomOf(8) }),
      cutAfter(served.ports.api, slowHeaders),
      cutAfter(served.ports.web, slowBody),
      cutAfter(served.ports.api, stoppedReader),
      cutAfter(served.ports.api, () => {}),
    ])
    const failed = others.filter(({ status }) => status !== 200).length
    return [
      measured('slow headers are cut within 8 s', worst(headers), true, largest(headers) <= 8000),
      measured('slow bodies are cut within 8 s', worst(bodies), true, largest(bodies) <= 8000),
      measured('readers that stop are cut within 15 s', worst(readers), true, largest(readers) <= 15_000),
      measured('connections that say nothing are cut within 8 s', worst(silent), true, largest(silent) <= 8000),
      check('others are served meanwhile', `${failed} of ${others.length} failed`, failed === 0),
    ]
  } finally {
    await served.stop()
  }
}

const worst = (times: readonly number[]): string =>
  `${times.length} of ${each}, the last after ${seconds(largest(times))}`

/** How long it took until each of them was cut off. */
async function cutAfter(port: number, behave: (socket: Socket) => void): Promise<number[]> {
  const sockets = Array.from({ length: each }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.all(sockets.map(socket => once(socket, 'connect')))
  for (const socket of sockets) behave(socket)
  const times = await cutTimes(port, sockets, 30_000)
  for (const socket of sockets) socket.destroy()
  return times
}

function trickle(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 700)
  socket.on('close', () => clearInterval(timer))
  socket.resume()
}

function slowHeaders(socket: Socket): void {
  socket.write('GET /public/share/tags HTTP/1.1\r\nHost: localhost\r\n')
  trickle(socket, 'X-More: 1\r\n')
}

function slowBody(socket: Socket): void {
  socket.write(
    'POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"query":"',
  )
  trickle(socket, 'a')
}

/** Asks for far more than any buffer holds, and takes nothing of it. */
function stoppedReader(socket: Socket): void {
  socket.pause()
  const one = 'GET /public/share/community?limit=48 HTTP/1.1\r\nHost: localhost\r\n\r\n'
  socket.write(one.repeat(300))
}
