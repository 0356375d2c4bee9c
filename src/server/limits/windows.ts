// One time window for each client, in bounded memory.
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
 * Drops expired windows from the front of the map, at most two per call, so that no request takes long. The iterator is
 * reused: a new one would have to skip the deleted entries at the front of the map.
 */
function expirer<W extends { start: number }>(windows: Map<string, W>, maxClients: number): (time: number) => void {
  let iterator = windows.entries()
  let oldest: [string, W] | undefined
  /** Returns true when nothing is left to drop. */
  const dropOldest = (time: number): boolean => {
    oldest ??= iterator.next().value
    if (oldest === undefined) {
      iterator = windows.entries()
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
    for (let i = 0; i < 2; i++) if (dropOldest(time)) return
  }
}
