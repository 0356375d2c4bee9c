// Runs the server and its stalled readers, and prints what was measured as JSON. stalled.ts starts it.
import { once as happened } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { start, until } from '../support/vitrine-process.ts'
import { once } from './load.ts'
import { largest } from './row.ts'
import { memoryOf } from './service.ts'
import { cutTimes } from './sockets.ts'

export type Stalled = { grownMib: number; cutAfterMs: number; slowestMs: number }

const mib = 1024 * 1024
const never = 1_000_000
const program = fileURLToPath(new URL('./endless-server.ts', import.meta.url))
const body = JSON.stringify({ query: 'Tell me all.', prefer: { streaming: true } })
const request = `POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

const [count, store] = process.argv.slice(2) as [string, string]
const { child, stdout, stderr, finished } = start([store], {}, [process.execPath, program])
try {
  await until('the server is up', () => stdout().includes('\n') || child.exitCode !== null, 60_000)
  if (child.exitCode !== null) throw new Error(stderr())
  console.log(JSON.stringify(await measure(child.pid!, Number(stdout()), Number(count))))
} finally {
  child.kill('SIGKILL')
  await finished
}

/**
 * The baseline is the memory after as many readers that read and leave. The first streams compile code and enlarge the
 * young generation (about 60 MiB), whether or not their readers stall.
 */
async function measure(pid: number, port: number, count: number): Promise<Stalled> {
  for (let i = 0; i < count; i++) await readAndLeave(port)
  const before = memoryOf(pid)
  const readers = await Promise.all(Array.from({ length: count }, () => stall(port)))
  const state = { isOver: false }
  const watching = watch(pid, port, () => state.isOver)
  const cuts = await cutTimes(port, readers, 30_000)
  state.isOver = true
  const { most, slowestMs } = await watching
  for (const socket of readers) socket.destroy()
  return { grownMib: (most - before) / mib, cutAfterMs: Math.min(largest(cuts), never), slowestMs }
}

async function readAndLeave(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(request)
  await happened(socket, 'data')
  socket.destroy()
}

async function stall(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.pause()
  await happened(socket, 'connect')
  socket.write(request)
  return socket
}

/** The most memory there was, and the longest that somebody else had to wait. */
async function watch(pid: number, port: number, isOver: () => boolean): Promise<{ most: number; slowestMs: number }> {
  let most = 0
  let slowestMs = 0
  for (; !isOver(); await sleep(100)) {
    most = Math.max(most, memoryOf(pid))
    const { status, ms } = await once({ port }, '/public/share/community?limit=5')
    slowestMs = Math.max(slowestMs, status === 200 ? ms : never)
  }
  return { most, slowestMs }
}
