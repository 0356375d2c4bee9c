// Searches as sets of numbers: what is in any list of a word, and in all words.
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Run } from './connections.ts'
import { decodeNumbers, foundIn, joined, marked, partCount, placeOf, startOfPart, union, whole } from './postings.ts'

/** Lists of which one is enough: by name, and by what their names begin with. */
export type Group = { names: readonly string[]; beginnings: readonly string[] }

/** Parts of lists, from the first up to but not including the last. */
export type Parts = { from: number; to: number }
export const allParts: Parts = { from: 0, to: partCount }

export type Lists = readonly (readonly Uint32Array[])[]

/** Looking for many parts of a list takes longer than reading it along the index, so who wants all asks for no part. */
const readText = (ofParts: string) => `
  SELECT asked.place, posting.name, posting.part, posting.ns FROM unnest($1::text[], $2::integer[]) asked(name, place)
    JOIN posting ON posting.name = asked.name ${ofParts}
  UNION ALL
  SELECT asked.place, posting.name, posting.part, posting.ns
    FROM unnest($3::text[], $4::text[], $5::integer[]) asked(low, high, place)
    JOIN posting ON posting.name >= asked.low AND posting.name < asked.high ${ofParts}`
const readAll = { name: 'lists', text: readText('') }
const readSome = { name: 'parts of lists', text: readText('AND posting.part = ANY($6::smallint[])') }

export const endOf = (text: string) => `${text}\u{10ffff}`

/** The lists of each group. */
export async function readLists(run: Run, groups: readonly Group[], { from, to }: Parts): Promise<Lists> {
  const names = groups.flatMap(({ names }, place) => names.map(name => ({ name, place })))
  const ranges = groups.flatMap(({ beginnings }, place) => beginnings.map(low => ({ low, place })))
  const isAll = from === 0 && to === partCount
  const parts = [whole, ...Array.from({ length: to - from }, (_, i) => from + i)]
  const values = [
    names.map(({ name }) => name),
    names.map(({ place }) => place),
    ranges.map(({ low }) => low),
    ranges.map(({ low }) => endOf(low)),
    ranges.map(({ place }) => place),
    ...(isAll ? [] : [parts]),
  ]
  const rows = await run<Row>({ ...(isAll ? readAll : readSome), values })
  const lists: Uint32Array[][] = groups.map(() => [])
  for (const pieces of byList(rows)) {
    const { place, part } = pieces[0]!
    const numbers = joined(pieces.map(({ ns }) => decodeNumbers(ns)))
    lists[place]!.push(part === whole ? within(numbers, from, to) : numbers)
  }
  return lists
}

type Row = { place: number; name: string; part: number; ns: Buffer }

/** The parts of each list, in order. */
function byList(rows: readonly Row[]): Row[][] {
  const lists = new Map<string, Row[]>()
  for (const row of rows) {
    const key = `${row.place} ${row.name}`
    const known = lists.get(key)
    if (known) known.push(row)
    else lists.set(key, [row])
  }
  for (const pieces of lists.values()) pieces.sort((a, b) => a.part - b.part)
  return [...lists.values()]
}

function within(numbers: Uint32Array, from: number, to: number): Uint32Array {
  const start = from === 0 ? 0 : placeOf(numbers, startOfPart(from))
  const end = to === partCount ? numbers.length : placeOf(numbers, startOfPart(to), start)
  return numbers.subarray(start, end)
}

const lengthOf = (lists: readonly Uint32Array[]) => lists.reduce((sum, { length }) => sum + length, 0)

/** What stands in a list of every group; everybody else has their turn after each. */
export async function inAll(lists: Lists): Promise<Uint32Array> {
  const [first, ...others] = [...lists].sort((a, b) => lengthOf(a) - lengthOf(b))
  let numbers = union(first ?? [])
  for (const group of others) {
    if (numbers.length === 0) break
    await othersTurn()
    numbers = marked(numbers, foundIn(numbers, group), 1)
  }
  return numbers
}
