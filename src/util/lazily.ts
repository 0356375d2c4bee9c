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
