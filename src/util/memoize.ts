const defaultMaxEntries = 200_000

/** Caches the results of a function of a text. Cleared when it is full. */
export function memoize<T>(make: (key: string) => T, maxEntries = defaultMaxEntries): (key: string) => T {
  const results = new Map<string, T>()
  return key => {
    if (results.size >= maxEntries && !results.has(key)) results.clear()
    return getOrCreate(results, key, () => make(key))
  }
}

/** `Map.prototype.getOrInsertComputed`, which Node 24 does not have. Values that are undefined are not kept. */
export function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
