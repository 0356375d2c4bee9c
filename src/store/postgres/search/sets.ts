// Set operations of searches: union of the lists of a word, intersection of all words.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Run } from '../connections.ts'
import type { ListCache, Parts } from '../lists/list-cache.ts'
import {
  decodeNumbers,
  foundIn,
  joined,
  lowerBound,
  marked,
  partCount,
  startOfPart,
  union,
  whole,
} from '../lists/postings.ts'
import { currentVersion } from '../schema.ts'

/** Lists of which one must match, by name and by prefix of their name. Lists of filters are worth caching. */
export type Group = { names: readonly string[]; beginnings: readonly string[]; isFilter: boolean }

export const allParts: Parts = { from: 0, to: partCount }
const isAll = ({ from, to }: Parts) => from === 0 && to === partCount

type Lists = readonly (readonly Uint32Array[])[]

/** Where lists come from: the database, the cache for this data version, or those that were `read` whole before. */
export type Source = { run: Run; listCache: ListCache; version: number; read?: Map<Group, Uint32Array[]> }

/** Looking up many parts of a list takes longer than scanning the index, so reads of whole lists do not name parts. */
const readText = (ofParts: string) => `
  SELECT input.i, posting.name, posting.part, posting.ns, (${currentVersion}) AS version
    FROM unnest($1::text[], $2::integer[]) input(name, i)
    JOIN posting ON posting.name = input.name ${ofParts}
  UNION ALL
  SELECT input.i, posting.name, posting.part, posting.ns, 0
    FROM unnest($3::text[], $4::text[], $5::integer[]) input(low, high, i)
    JOIN posting ON posting.name >= input.low AND posting.name < input.high ${ofParts}`
const readAll = { name: 'lists', text: readText('') }
const readSome = { name: 'parts of lists', text: readText('AND posting.part = ANY($6::smallint[])') }

export const endOf = (text: string) => `${text}\u{10ffff}`

/** The lists of each group. */
export async function readLists(source: Source, groups: readonly Group[], parts: Parts): Promise<Lists> {
  const lists = groups.map(group => cachedLists(source, group, parts))
  const missing = groups.flatMap((group, i) => (lists[i] ? [] : [{ ...group, i }]))
  const read: Uint32Array[][] = groups.map(() => [])
  for (const pieces of byList(await rowsOf(source.run, missing, parts))) {
    const { i, name, part, version } = pieces[0]!
    const numbers = new Map(pieces.map(({ part, ns }) => [part, decodeNumbers(ns)]))
    if (part !== whole && groups[i]!.isFilter) source.listCache.add(name, version, numbers, parts)
    const all = joined([...numbers.values()])
    read[i]!.push(part === whole ? within(all, parts) : all)
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

type Row = { i: number; name: string; part: number; ns: Buffer; version: number }

/** The parts of each list, in order. */
function byList(rows: readonly Row[]): Row[][] {
  const lists = new Map<string, Row[]>()
  for (const row of rows) {
    const key = `${row.i} ${row.name}`
    const pieces = lists.get(key)
    if (pieces) pieces.push(row)
    else lists.set(key, [row])
  }
  for (const pieces of lists.values()) pieces.sort((a, b) => a.part - b.part)
  return [...lists.values()]
}

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
