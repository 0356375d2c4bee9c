// Caches responses by operation and canonical input (the key). Each entry has the data version it was created from.
// Concurrent requests for the same response share one attempt to create it. Stale responses are served during a
// refresh or an outage.
import { LRUCache } from 'lru-cache'
import { Failure } from '../errors.ts'
import { makeFlights, withDeadline } from './single-flight.ts'

/** How long a stale response may be served after newer data was noticed, while it is refreshed. */
const refreshGraceMs = 250
/** Maximum age of a stale response that is served because a new one could not be created. */
const outageGraceMs = 24 * 60 * 60 * 1000
/** After a failed attempt, the stale response of the key is served for this time before the next attempt. */
const retryMs = 1000
const maxNotFound = 10_000
/** The version of responses that do not depend on the data. */
const fixedVersion = -1

type Create<T> = () => Promise<T>

/** `validAt`: when the value was last known to be current. `failedAt`: when the last attempt to replace it failed. */
type Entry<T> = { value: T; version: number; validAt: number; failedAt: number }

/**
 * `isCurrent`: the value is in the cache and of the current data version. `age` is set when a stale response replaces
 * one that could not be created: the seconds since it was last known to be current.
 */
type CacheResult<T extends object> = { value: T; isCurrent: boolean; age: number | null }

type ResponseCacheOptions<T extends object> = {
  /** 0 disables the cache. */
  maxBytes: number
  sizeOf: (value: T) => number
  /** Whether two values are identical. Then the cached one stays, with its compressed bytes. */
  isSame: (one: T, other: T) => boolean
  /** The data that responses are created from; usually a store. */
  data: {
    version(): number
    onChange(listener: () => void): () => void
    /** Null while the data is available; otherwise the time when it last was. */
    unavailableSince(): number | null
  }
  now: () => number
  /** Time after which the creation of a response fails with `timeout`. */
  deadlineMs: number
  /** Called before a response is created; throws under overload. */
  admit?: () => void
  /** Called before a value is put into the cache. */
  onStore?: (value: T) => void
  /** Called when a value leaves the cache: evicted, replaced or deleted. */
  onRemove?: (value: T) => void
}

export type ResponseCache<T extends object> = ReturnType<typeof makeResponseCache<T>>

export function makeResponseCache<T extends object>(options: ResponseCacheOptions<T>) {
  const { maxBytes, sizeOf, isSame, data, now, deadlineMs, admit, onStore, onRemove } = options
  // Labels of a metric. `missing`: a cached not_found error.
  const counts = { hit: 0, miss: 0, refreshing: 0, stale: 0, missing: 0 }
  const dispose = ({ value }: Entry<T>) => onRemove?.(value)
  const entries =
    maxBytes === 0
      ? null
      : new LRUCache<string, Entry<T>>({ maxSize: maxBytes, sizeCalculation: e => sizeOf(e.value), dispose })
  // Not `max`, which allocates all entries at once.
  const bound = { maxSize: maxNotFound, sizeCalculation: () => 1 }
  const notFound = maxBytes === 0 ? null : new LRUCache<string, { failure: Failure; version: number }>(bound)
  const flights = makeFlights<Entry<T>>()
  const versions = watchVersion(data, now)

  const store = (key: string, version: number, created: T): Entry<T> => {
    const old = entries?.peek(key)
    const value = old !== undefined && isSame(old.value, created) ? old.value : created
    const entry = { value, version, validAt: now(), failedAt: Number.NEGATIVE_INFINITY }
    // An attempt that was started before the data changed may end after a newer one.
    if (old !== undefined && old.version > version) return entry
    // An unchanged entry is updated in place: setting it again would call `onRemove`.
    if (value === old?.value) Object.assign(old, entry)
    else if (entries !== null) {
      onStore?.(value)
      entries.set(key, entry)
    }
    return entry
  }

  const createAndStore = async (key: string, version: number, create: Create<T>): Promise<Entry<T>> => {
    admit?.()
    return store(key, version, await withDeadline(create(), deadlineMs))
  }

  const joinOrCreate = (key: string, version: number, create: Create<T>): Promise<Entry<T>> =>
    flights.join(`${version} ${key}`, () => createAndStore(key, version, create))

  const createFirst = async (key: string, version: number, create: Create<T>): Promise<CacheResult<T>> => {
    const cached = notFound?.get(key)
    if (cached?.version === version) {
      counts.missing++
      throw cached.failure
    }
    counts.miss++
    try {
      return resultOf(key, await joinOrCreate(key, version, create))
    } catch (error) {
      if (isNotFound(error)) notFound?.set(key, { failure: error, version })
      throw error
    }
  }

  const refresh = async (key: string, old: Entry<T>, version: number, create: Create<T>): Promise<CacheResult<T>> => {
    const mayServeStale = now() - old.validAt <= outageGraceMs
    if (mayServeStale && now() - old.failedAt < retryMs) return serveStale(old)
    const attempt = joinOrCreate(key, version, create).catch((error: unknown) => {
      if (isNotFound(error)) entries?.delete(key)
      else old.failedAt = now()
      throw error
    })
    if (now() - versions.noticedAt() < refreshGraceMs) {
      attempt.catch(() => {}) // handled above: the entry is deleted, or the attempt is repeated after `retryMs`
      counts.refreshing++
      return { value: old.value, isCurrent: false, age: null }
    }
    try {
      counts.miss++
      return resultOf(key, await attempt)
    } catch (error) {
      if (!mayServeStale || !isOutage(error)) throw error
      return serveStale(old)
    }
  }

  // Not current if the data changed while the response was created; not in the cache if it was too large.
  const resultOf = (key: string, { value, version }: Entry<T>): CacheResult<T> => {
    const isCached = entries?.peek(key)?.value === value
    const isOfVersion = version === fixedVersion || version === versions.current()
    return { value, isCurrent: isOfVersion && isCached, age: null }
  }

  /** While the data is unavailable, a response counts as current until the time when the data last was available. */
  const serveDuringOutage = (
    entry: Entry<T>,
    unavailableSince: number,
    onTooOld: () => Promise<CacheResult<T>>,
  ): CacheResult<T> | Promise<CacheResult<T>> => {
    entry.validAt = Math.max(entry.validAt, Math.min(unavailableSince, now()))
    return now() - entry.validAt <= outageGraceMs ? serveStale(entry) : onTooOld()
  }

  const serveStale = (old: Entry<T>): CacheResult<T> => {
    counts.stale++
    return { value: old.value, isCurrent: false, age: Math.floor((now() - old.validAt) / 1000) }
  }

  return {
    counts,
    bytes: () => entries?.calculatedSize ?? 0,
    size: () => entries?.size ?? 0,
    /** Whether any response created from the data could be served during an outage. */
    canServeStale(): boolean {
      for (const { version, validAt } of entries?.values() ?? []) {
        if (version !== fixedVersion && now() - validAt <= outageGraceMs) return true
      }
      return false
    },
    /**
     * Marks a response as used without `get`, so that it is not evicted as the least recently used, and, if it is of
     * the current version, as valid.
     */
    touch(key: string): void {
      const entry = entries?.get(key)
      if (entry?.version === versions.current()) entry.validAt = now()
    },
    /** With `fixed`, the response does not depend on the data. */
    async get(key: string, create: Create<T>, { fixed = false } = {}): Promise<CacheResult<T>> {
      const version = fixed ? fixedVersion : versions.current()
      const entry = entries?.get(key)
      if (entry === undefined) return createFirst(key, version, create)
      if (entry.version !== version) return refresh(key, entry, version, create)
      const unavailableSince = fixed ? null : data.unavailableSince()
      if (unavailableSince !== null)
        return serveDuringOutage(entry, unavailableSince, () => refresh(key, entry, version, create))
      counts.hit++
      entry.validAt = now()
      return resultOf(key, entry)
    },
  }
}

const isNotFound = (error: unknown): error is Failure => error instanceof Failure && error.error === 'not_found'

/** Errors of the service, not of the request: a stale response is served instead. */
const isOutage = (error: unknown): boolean => !(error instanceof Failure) || error.status >= 500

/** The current version, and when its last change was noticed. */
function watchVersion(data: ResponseCacheOptions<object>['data'], now: () => number) {
  let seen = data.version()
  let noticed = Number.NEGATIVE_INFINITY
  const current = (): number => {
    const latest = data.version()
    if (latest !== seen) {
      seen = latest
      noticed = now()
    }
    return seen
  }
  data.onChange(current)
  return { current, noticedAt: () => noticed }
}
