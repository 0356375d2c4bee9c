// Caches responses by operation and canonical input (the key) and data version. Concurrent requests share one
// attempt to make a response; stale responses bridge refreshes and outages.
import { LRUCache } from 'lru-cache'
import { Failure } from '../errors.ts'
import { makeFlights, withDeadline } from './single-flight.ts'

/** How long a stale response may be served after newer data was noticed, while it is refreshed. */
const refreshGraceMs = 250
/** How long a stale response may replace one that cannot be made. */
const outageGraceMs = 24 * 60 * 60 * 1000
/** While responses cannot be made, the retry interval of each. */
const retryMs = 1000
/** The version of responses that do not depend on the data. */
const fixedVersion = -1

type Maker<T> = () => Promise<T>

type Entry<T> = { value: T; version: number; validAt: number; failedAt: number }

/**
 * `kept`: the value is cached and current. `age` is set when a stale response replaces one that could not be made:
 * the seconds since it was last known to be current.
 */
type Found<T extends object> = { value: T; kept: boolean; age: number | null }

type AnswersOptions<T extends object> = {
  /** 0 disables the cache. */
  maxBytes: number
  sizeOf: (value: T) => number
  same: (one: T, other: T) => boolean
  /** The data that responses are made from; usually a store. */
  data: {
    version(): number
    onChange(listener: () => void): () => void
    /** When the data was last available, while it is not; otherwise null. */
    awaySince(): number | null
  }
  now: () => number
  /** After this time a response that is not ready is a timeout. */
  deadlineMs: number
  /** Called before a response is made; throws under overload. */
  admit?: () => void
  /** Called before a value is cached. */
  onKeep?: (value: T) => void
  /** Called when a value is evicted. */
  onDrop?: (value: T) => void
}

export type Answers<T extends object> = ReturnType<typeof makeAnswers<T>>

export function makeAnswers<T extends object>(options: AnswersOptions<T>) {
  const { maxBytes, sizeOf, same, data, now, deadlineMs, admit, onKeep, onDrop } = options
  const counts = { hit: 0, miss: 0, refreshing: 0, stale: 0, missing: 0 }
  const drop = ({ value }: Entry<T>) => onDrop?.(value)
  const entries =
    maxBytes === 0
      ? null
      : new LRUCache<string, Entry<T>>({ maxSize: maxBytes, sizeCalculation: e => sizeOf(e.value), dispose: drop })
  const missing = new LRUCache<string, { failure: Failure; version: number }>({ max: maxBytes === 0 ? 1 : 10_000 })
  const flights = makeFlights<Entry<T>>()
  const versions = watchVersion(data, now)

  const make = async (key: string, version: number, maker: Maker<T>): Promise<Entry<T>> => {
    admit?.()
    return keep(key, version, await withDeadline(maker(), deadlineMs))
  }

  const keep = (key: string, version: number, value: T): Entry<T> => {
    const old = entries?.peek(key)
    const kept = old !== undefined && same(old.value, value) ? old.value : value
    const entry = { value: kept, version, validAt: now(), failedAt: Number.NEGATIVE_INFINITY }
    // An unchanged entry is updated in place: setting it again would report it as evicted.
    if (old !== undefined && kept === old.value) Object.assign(old, entry)
    else if (entries !== null && (old === undefined || old.version <= version)) {
      onKeep?.(value)
      entries.set(key, entry)
    }
    return entry
  }

  const fresh = (key: string, version: number, maker: Maker<T>): Promise<Entry<T>> =>
    flights.join(`${version} ${key}`, () => make(key, version, maker))

  const makeMissing = async (key: string, version: number, maker: Maker<T>): Promise<Found<T>> => {
    const known = missing.get(key)
    if (known?.version === version) {
      counts.missing++
      throw known.failure
    }
    counts.miss++
    try {
      return found(key, await fresh(key, version, maker))
    } catch (error) {
      if (isMissing(error) && maxBytes > 0) missing.set(key, { failure: error, version })
      throw error
    }
  }

  const remake = async (key: string, old: Entry<T>, version: number, maker: Maker<T>): Promise<Found<T>> => {
    const mayStandIn = now() - old.validAt <= outageGraceMs
    if (mayStandIn && now() - old.failedAt < retryMs) return standIn(old)
    const attempt = fresh(key, version, maker).catch((error: unknown) => {
      if (isMissing(error)) entries?.delete(key)
      else old.failedAt = now()
      throw error
    })
    if (now() - versions.noticedAt() < refreshGraceMs) {
      attempt.catch(() => {}) // the next request after the grace will see the failure
      counts.refreshing++
      return { value: old.value, kept: false, age: null }
    }
    try {
      counts.miss++
      return found(key, await attempt)
    } catch (error) {
      if (!mayStandIn || !isOutage(error)) throw error
      return standIn(old)
    }
  }

  // The data may have changed while the response was made, and the cache may have rejected it as too large.
  const found = (key: string, { value, version }: Entry<T>): Found<T> => {
    const isThere = entries?.peek(key)?.value === value
    const current = version === fixedVersion || version === versions.current()
    return { value, kept: current && isThere, age: null }
  }

  /** Whether the data has changed since the store became unavailable is unknown. */
  const outlast = (
    entry: Entry<T>,
    awaySince: number,
    giveUp: () => Promise<Found<T>>,
  ): Found<T> | Promise<Found<T>> => {
    entry.validAt = Math.max(entry.validAt, Math.min(awaySince, now()))
    return now() - entry.validAt <= outageGraceMs ? standIn(entry) : giveUp()
  }

  const standIn = (old: Entry<T>): Found<T> => {
    counts.stale++
    return { value: old.value, kept: false, age: Math.floor((now() - old.validAt) / 1000) }
  }

  return {
    counts,
    bytes: () => entries?.calculatedSize ?? 0,
    size: () => entries?.size ?? 0,
    /** Whether any response made from the data could be served during an outage. */
    canStandIn(): boolean {
      for (const { version, validAt } of entries?.values() ?? []) {
        if (version !== fixedVersion && now() - validAt <= outageGraceMs) return true
      }
      return false
    },
    /** Marks a response as used without `get`, so that it is not evicted as the least recently used. */
    touch(key: string): void {
      const entry = entries?.get(key)
      if (entry?.version === versions.current()) entry.validAt = now()
    },
    /** With `fixed`, the response does not depend on the data. */
    async get(key: string, maker: Maker<T>, { fixed = false } = {}): Promise<Found<T>> {
      const version = fixed ? fixedVersion : versions.current()
      const entry = entries?.get(key)
      if (entry === undefined) return makeMissing(key, version, maker)
      if (entry.version !== version) return remake(key, entry, version, maker)
      const awaySince = fixed ? null : data.awaySince()
      if (awaySince !== null) return outlast(entry, awaySince, () => remake(key, entry, version, maker))
      counts.hit++
      entry.validAt = now()
      return found(key, entry)
    },
  }
}

const isMissing = (error: unknown): error is Failure => error instanceof Failure && error.error === 'not_found'

/** Errors that do not depend on the request: a stale response is better. */
const isOutage = (error: unknown): boolean => !(error instanceof Failure) || error.status >= 500

/** Notices changes of the version and their time. */
function watchVersion(data: AnswersOptions<object>['data'], now: () => number) {
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
