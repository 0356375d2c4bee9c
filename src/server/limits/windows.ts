// One value per client for the length of one window, in bounded memory.
import { windowSeconds } from '../../limits.ts'

export const windowMs = windowSeconds * 1000
const defaultMaxClients = 200_000

type Windows<W extends { start: number }> = {
  /** Undefined when the client has no window, or one that is over. */
  current(client: string, time: number): W | undefined
  open(client: string, window: W): W
  size(): number
}

export function makeWindows<W extends { start: number }>(maxClients = defaultMaxClients): Windows<W> {
  const windows = new Map<string, W>()
  const expire = expirer(windows, maxClients)
  return {
    current(client, time) {
      const window = windows.get(client)
      // A clock that was set back must not lock clients out.
      return window === undefined || time - window.start >= windowMs || time < window.start ? undefined : window
    },
    open(client, window) {
      windows.delete(client) // moves it to the end, so that the map stays in order of start
      expire(window.start)
      windows.set(client, window)
      return window
    },
    size: () => windows.size,
  }
}

/**
 * Drops expired windows from the front of the map, at most two per call, so that no request pays for many. The iterator is
 * reused: a new one would walk over the holes that earlier deletions left at the front.
 */
function expirer<W extends { start: number }>(windows: Map<string, W>, maxClients: number): (time: number) => void {
  let walk = windows.entries()
  let oldest: [string, W] | undefined
  const settle = (time: number): boolean => {
    oldest ??= walk.next().value
    if (oldest === undefined) {
      walk = windows.entries()
      return true
    }
    const [client, window] = oldest
    const moved = windows.get(client) !== window
    if (!moved && time - window.start < windowMs && windows.size < maxClients) return true
    if (!moved) windows.delete(client)
    oldest = undefined
    return false
  }
  return time => {
    for (let i = 0; i < 2; i++) if (settle(time)) return
  }
}
