/** Creates a value on first use and keeps it. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Caches the result for the last argument. */
export function memoizeLast<A, T>(make: (of: A) => T): (of: A) => T {
  let last: { of: A; value: T } | undefined
  return of => {
    if (last === undefined || last.of !== of) last = { of, value: make(of) }
    return last.value
  }
}

/** Loads a value for a key on first use, and again when the version has changed. A failure is not kept. */
export function lazilyByKey<T>(
  load: (key: string) => Promise<T>,
  version: () => number = () => 0,
): (key: string) => Promise<T> {
  const byKey = new Map<string, { version: number; loaded: Promise<T> }>()
  return key => {
    const now = version()
    const before = byKey.get(key)
    if (before?.version === now) return before.loaded
    const loaded = load(key)
    const entry = { version: now, loaded }
    byKey.set(key, entry)
    loaded.catch(() => {
      if (byKey.get(key) === entry) byKey.delete(key)
    })
    return loaded
  }
}
