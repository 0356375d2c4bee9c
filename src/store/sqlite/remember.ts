export const memoryBound = 500_000

/** Remembers what a look-up found; starts afresh when it holds too much. */
export function remembered<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return key => {
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= memoryBound) known.clear()
    const value = find(key)
    known.set(key, value)
    return value
  }
}
