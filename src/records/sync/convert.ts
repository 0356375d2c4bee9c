// Converts a row of a database into a record. Values that cannot be converted stay as they are: the check rejects them.
import type { RecordType } from '../../store/tracking/tables.ts'
import { fieldsOf, objectFields } from './columns.ts'

export type Row = Readonly<Record<string, unknown>>

type Convert = (value: unknown) => unknown

const conversions: Record<string, Convert> = {
  ...byName(['labels', 'links', 'tags', 'translations', 'screenshots', 'stats', 'remixOf', 'platforms'], json),
  ...byName(['featured'], flag),
  ...byName(['score'], number),
  ...byName(['joinedAt', 'publishedAt', 'updatedAt', 'achievedAt'], date),
}

function byName(names: readonly string[], convert: Convert): Record<string, Convert> {
  return Object.fromEntries(names.map(name => [name, convert]))
}

export function recordOf(type: RecordType, row: Row): Record<string, unknown> {
  const record: Record<string, unknown> = { type }
  const fields = new Set(fieldsOf(type))
  for (const column in row) {
    const value = row[column]
    if (value === undefined || (value === null && column !== 'visibility')) continue
    if (fields.has(column)) record[column] = (conversions[column] ?? text)(value)
    else if (column.includes('.')) setMember(record, column.split('.'), value)
  }
  return record
}

/** `stats.views` is a member of `stats`, `translations.de.title` one of a member. */
function setMember(record: Record<string, unknown>, path: readonly string[], value: unknown): void {
  if (!objectFields.has(path[0]!)) return
  let target = record
  for (const name of path.slice(0, -1)) {
    const next = target[name]
    if (typeof next !== 'object' || next === null) target[name] = {}
    target = target[name] as Record<string, unknown>
  }
  target[path.at(-1)!] = path[0] === 'stats' ? number(value) : text(value)
}

function json(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function flag(value: unknown): unknown {
  const plain = value instanceof Uint8Array && value.length === 1 ? value[0] : number(value)
  return plain === 0 || plain === 1 ? plain === 1 : value
}

/** int8 and numeric arrive as text, large integers of SQLite as bigint. */
function number(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string' || !/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)) return value
  return Number(value)
}

function text(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
}

/** Numbers from here on are milliseconds since 1970 (this is the year 1973); smaller ones are seconds. */
const milliseconds = 1e11
const databaseDate = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i

/** Dates of databases as RFC 3339. Without a time zone they are UTC. */
export function date(value: unknown): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString()
  if (typeof value === 'bigint') return date(Number(value))
  if (typeof value === 'number') {
    const at = new Date(value >= milliseconds ? value : value * 1000)
    return Number.isNaN(at.getTime()) ? value : at.toISOString()
  }
  const match = typeof value === 'string' ? databaseDate.exec(value) : null
  if (!match) return value
  const [, day, time = '00:00:00', zone = 'Z'] = match
  return `${day}T${time.length === 5 ? `${time}:00` : time}${offset(zone)}`
}

/** `+00` and `+0530` become `+00:00` and `+05:30`. */
function offset(zone: string): string {
  const match = /^([+-]\d\d):?(\d\d)?$/.exec(zone)
  return match ? `${match[1]}:${match[2] ?? '00'}` : zone
}
