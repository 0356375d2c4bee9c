// A line to a PostgreSQL server that can be held, so that what the server says arrives when it is let go again, or slowed
// down, so that everything the server says arrives later.
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type HeldLine = {
  url: string
  hold(): void
  /** From now on connections beyond this number are accepted and get no answer. */
  acceptMost(connections: number): void
  letGo(): void
  /** From now on every reply takes so many milliseconds longer. */
  slowDown(milliseconds: number): void
  /** Whether the server has said something since the line was held. */
  isWaiting(): boolean
  close(): Promise<void>
}

/** `url`: of a server that is reached by a Unix socket. */
export async function heldLine(url: string): Promise<HeldLine> {
  const { searchParams } = new URL(url)
  const server = searchParams.get('host')!
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-line-'))
  const open = new Set<Socket>()
  let held: (() => void)[] | undefined
  let delayMs = 0
  let accepted = 0
  let most = Number.POSITIVE_INFINITY
  const relay = createServer(near => {
    if (++accepted > most) {
      open.add(near)
      near.on('error', () => {})
      near.on('close', () => open.delete(near))
      return
    }
    const far = connect(join(server, socketName))
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', bytes => {
      const pass = () => near.write(bytes)
      if (held) held.push(pass)
      else if (delayMs > 0)
        setTimeout(pass, delayMs) // timers of the same length fire in order
      else pass()
    })
  })
  await new Promise<void>(resolve => relay.listen(join(folder, socketName), resolve))
  return {
    url: url.replace(encodeURIComponent(server), encodeURIComponent(folder)),
    hold: () => {
      held ??= []
    },
    acceptMost: connections => {
      accepted = 0
      most = connections
    },
    letGo: () => {
      for (const pass of held ?? []) pass()
      held = undefined
    },
    slowDown: milliseconds => {
      delayMs = milliseconds
    },
    isWaiting: () => held !== undefined && held.length > 0,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => relay.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const socketName = '.s.PGSQL.5432'
