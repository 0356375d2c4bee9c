// A cache for look-ups by name during an import.

const maxEntries = 200_000

/** Caches the results of a look-up. Cleared when it is full. */
export function memoize<T>(find: (key: string) => T): (key: string) => T {
  const results = new Map<string, T>()
  return key => {
    const cached = results.get(key)
    if (cached !== undefined) return cached
    if (results.size >= maxEntries) results.clear()
    const result = find(key)
    results.set(key, result)
    return result
  }
}
