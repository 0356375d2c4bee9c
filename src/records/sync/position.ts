// Where the next run continues to read a query with a `changed` column.
import type { ChangedValue, SyncPosition } from '../../store/tracking/sync-state.ts'
import { date } from './convert.ts'

/**
 * A transaction commits later than the time or number that it has noted, so rows can appear behind the largest value.
 * Rows of this span are read again; longer transactions are found by the next full comparison.
 */
const overlapMs = 30_000
const overlapCount = 1000
/** Larger numbers are milliseconds since 1970. */
const milliseconds = 1e11
const spacingMs = 1000

/** The value of a row as the database wrote it. */
export function changedValue(value: unknown): ChangedValue | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'number' ? value : String(value)
}

const isWhole = (value: ChangedValue): boolean => /^-?\d+$/.test(String(value))

/** Dates compare as text, because a database writes all of a column in one format and time zone. */
export function isLater(one: ChangedValue, other: ChangedValue): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one > other
  return isWhole(one) && isWhole(other) ? BigInt(one) > BigInt(other) : String(one) > String(other)
}

/** Rows with a larger value may be new; undefined when all have to be read. */
export function lowerBound({ seen }: SyncPosition, now: number): ChangedValue | undefined {
  const latest = seen.at(-1)
  if (!latest) return undefined
  const settled = seen.findLast(({ at }) => at <= now - overlapMs)
  const overlapping = before(latest.value)
  return settled && isLater(settled.value, overlapping) ? settled.value : overlapping
}

/** The value an overlap earlier; other texts than dates and whole numbers have none. */
function before(value: ChangedValue): ChangedValue {
  if (isWhole(value)) {
    const earlier = BigInt(value) - BigInt(Number(value) >= milliseconds ? overlapMs : overlapCount)
    return typeof value === 'number' ? Number(earlier) : String(earlier)
  }
  if (typeof value === 'number') return value - overlapCount
  const at = Date.parse(String(date(value)))
  if (Number.isNaN(at) || !/^\d{4}-/.test(value)) return value
  if (value.length === 10) return new Date(at - 86_400_000).toISOString().slice(0, 10)
  const earlier = new Date(at - overlapMs).toISOString()
  // In the format of the column, since SQLite compares texts.
  return value.includes('T') ? earlier : earlier.replace('T', ' ').replace('Z', '')
}

/** After a run that began at `now` and saw `largest`. */
export function advanced(
  position: SyncPosition | undefined,
  digest: string,
  largest: ChangedValue | undefined,
  now: number,
): SyncPosition {
  const seen = position?.query === digest ? position.seen : []
  const latest = seen.at(-1)
  if (largest === undefined || (latest && !isLater(largest, latest.value))) return { query: digest, seen }
  const settled = seen.findLastIndex(({ at }) => at <= now - overlapMs)
  const rest = seen.slice(Math.max(0, settled))
  if (latest && rest.length > 1 && now - rest.at(-2)!.at < spacingMs) rest.pop()
  return { query: digest, seen: [...rest, { at: now, value: largest }] }
}
