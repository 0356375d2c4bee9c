// Set operations of searches: union of the lists of a word, intersection of all words.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Run } from '../connections.ts'
import type { ListCache, Parts } from '../lists/list-cache.ts'
import { decodeNumbers, foundIn, lowerBound, marked, partCount, startOfPart, union, whole } from '../lists/postings.ts'
import type { WalkCache } from '../lists/walk-cache.ts'
import { currentVersion } from '../schema.ts'

/** Lists of which one must match, by name and by prefix of their name. Lists of filters are worth caching. */
export type Group = { names: readonly string[]; beginnings: readonly string[]; isFilter: boolean }

export const allParts: Parts = { from: 0, to: partCount }
const isAll = ({ from, to }: Parts) => from === 0 && to === partCount

type Lists = readonly (readonly Uint32Array[])[]

/** Where lists come from: the database, the caches for this data version, or those that were `read` whole before. */
export type Source = {
  run: Run
  listCache: ListCache
  walks: WalkCache
  version: number
  read?: Map<Group, Uint32Array[]>
}

/**
 * One row for each group: a word may have hundreds of lists, and rows cost more than their bytes. Base64 is decoded
 * three to five times as fast as bytea. Looking up many parts of a list takes longer than scanning the index, so reads of
 * whole lists do not name parts. OFFSET 0 keeps the planner from reading these parts of all lists.
 */
const readText = (ofParts: string) => `
  SELECT i, min(part) AS part, encode(string_agg(ns, ''::bytea), 'base64') AS ns, (${currentVersion}) AS version FROM (
    SELECT input.i, part, ns FROM unnest($1::text[], $2::integer[]) input(name, i),
      LATERAL (SELECT * FROM posting WHERE posting.name = input.name ${ofParts} OFFSET 0) posting
    UNION ALL
    SELECT input.i, part, ns FROM unnest($3::text[], $4::text[], $5::integer[]) input(low, high, i),
      LATERAL (SELECT * FROM posting WHERE name >= low AND name < high ${ofParts} OFFSET 0) posting
  ) found GROUP BY i`
const readAll = { name: 'lists', text: readText('') }
const readSome = { name: 'parts of lists', text: readText('AND part = ANY($6::smallint[])') }

export const endOf = (text: string) => `${text}\u{10ffff}`

/** The lists of each group. */
export async function readLists(source: Source, groups: readonly Group[], parts: Parts): Promise<Lists> {
  const lists = groups.map(group => cachedLists(source, group, parts))
  const missing = groups.flatMap((group, i) => (lists[i] ? [] : [{ ...group, i }]))
  const read: Uint32Array[][] = groups.map(() => [])
  for (const { i, part, ns, version } of await rowsOf(source.run, missing, parts)) {
    read[i] = ascending(decodeNumbers(Buffer.from(ns, 'base64'))).map(list => within(list, parts))
    const { isFilter, names } = groups[i]!
    if (isFilter && part !== whole) source.listCache.add(names[0]!, version, byPart(union(read[i]), parts), parts)
  }
  if (isAll(parts)) for (const { i } of missing) source.read?.set(groups[i]!, read[i]!)
  return lists.map((list, i) => list ?? read[i]!)
}

function cachedLists({ listCache, version, read }: Source, group: Group, parts: Parts): Uint32Array[] | null {
  const whole = isAll(parts) ? read?.get(group) : undefined
  if (whole !== undefined) return whole
  const numbers = group.isFilter ? listCache.find(group.names[0]!, version, parts) : null
  return numbers && [numbers]
}

async function rowsOf(run: Run, groups: readonly (Group & { i: number })[], asked: Parts): Promise<Row[]> {
  const { from, to } = asked
  if (groups.length === 0) return []
  const names = groups.flatMap(({ names, i }) => names.map(name => ({ name, i })))
  const ranges = groups.flatMap(({ beginnings, i }) => beginnings.map(low => ({ low, i })))
  const parts = [whole, ...Array.from({ length: to - from }, (_, i) => from + i)]
  const values = [
    names.map(({ name }) => name),
    names.map(({ i }) => i),
    ranges.map(({ low }) => low),
    ranges.map(({ low }) => endOf(low)),
    ranges.map(({ i }) => i),
    ...(isAll(asked) ? [] : [parts]),
  ]
  return run<Row>({ ...(isAll(asked) ? readAll : readSome), values })
}

/** `ns` are the lists of a group one after the other, and `part` is the first of their parts. */
type Row = { i: number; part: number; ns: string; version: number }

/** The lists among numbers: a number that is not greater than the one before it starts the next list. */
function ascending(numbers: Uint32Array): Uint32Array[] {
  const lists: Uint32Array[] = []
  let start = 0
  for (let i = 1; i <= numbers.length; i++) {
    if (i < numbers.length && numbers[i]! > numbers[i - 1]!) continue
    lists.push(numbers.subarray(start, i))
    start = i
  }
  return lists
}

const byPart = (numbers: Uint32Array, { from, to }: Parts): Map<number, Uint32Array> =>
  new Map(
    Array.from({ length: to - from }, (_, i) => [from + i, within(numbers, { from: from + i, to: from + i + 1 })]),
  )

function within(numbers: Uint32Array, { from, to }: Parts): Uint32Array {
  const start = from === 0 ? 0 : lowerBound(numbers, startOfPart(from))
  const end = to === partCount ? numbers.length : lowerBound(numbers, startOfPart(to), start)
  return numbers.subarray(start, end)
}

const lengthOf = (lists: readonly Uint32Array[]) => lists.reduce((sum, { length }) => sum + length, 0)

/** Intersection of the unions of all groups. Yields to the event loop after each group. */
export async function inAll(lists: Lists): Promise<Uint32Array> {
  const [first, ...others] = [...lists].sort((a, b) => lengthOf(a) - lengthOf(b))
  let numbers = union(first ?? [])
  for (const group of others) {
    if (numbers.length === 0) break
    await yieldToEventLoop()
    numbers = marked(numbers, foundIn(numbers, group), 1)
  }
  return numbers
}
