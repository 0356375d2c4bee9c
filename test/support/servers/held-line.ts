// A relay to a PostgreSQL server that delays replies, or leaves connections unanswered.
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type HeldLine = {
  url: string
  /** From now on connections beyond this number are accepted and get no answer. */
  acceptMost(connections: number): void
  /** From now on every reply takes so many milliseconds longer. */
  slowDown(milliseconds: number): void
  close(): Promise<void>
}

/** `url`: of a server that is reached by a Unix socket. */
export async function heldLine(url: string): Promise<HeldLine> {
  const server = new URL(url).searchParams.get('host')!
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-line-'))
  const open = new Set<Socket>()
  let delayMs = 0
  let accepted = 0
  let most = Number.POSITIVE_INFINITY
  const watch = (socket: Socket, onClose = () => {}) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      onClose()
    })
  }
  const relay = createServer(near => {
    if (++accepted > most) return watch(near)
    const far = connect(join(server, socketName))
    watch(near, () => far.destroy())
    watch(far, () => near.destroy())
    near.pipe(far)
    // Timers of the same length fire in order.
    far.on('data', bytes => (delayMs > 0 ? setTimeout(() => near.write(bytes), delayMs) : near.write(bytes)))
  })
  await new Promise<void>(resolve => relay.listen(join(folder, socketName), resolve))
  return {
    url: url.replace(encodeURIComponent(server), encodeURIComponent(folder)),
    acceptMost: connections => {
      accepted = 0
      most = connections
    },
    slowDown: milliseconds => {
      delayMs = milliseconds
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => relay.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const socketName = '.s.PGSQL.5432'
