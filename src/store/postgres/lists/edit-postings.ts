// Updates the posting lists after creations joined and left them.
import type { Run } from '../connections.ts'
import { bytesText, decodeNumbers, partCount, partOf, splitFrom, whole } from './postings.ts'

/** Numbers to add to a list, and numbers to remove. */
type Change = { joined: Set<number>; left: Set<number> }
export type ListChanges = Map<string, Change>

export function noteChange(changes: ListChanges, name: string, how: keyof Change, creationNo: number): void {
  let change = changes.get(name)
  if (change === undefined) {
    change = { joined: new Set(), left: new Set() }
    changes.set(name, change)
  }
  change[how].add(creationNo)
}

type Piece = { name: string; part: number; joined: number[]; left: Set<number> }

const keyOf = (name: string, part: number) => `${part} ${name}`

export async function editPostings(run: Run, changes: ListChanges): Promise<void> {
  const split = await splitAmong(run, [...changes.keys()])
  const pieces = [...changes].flatMap(([name, change]) =>
    split.has(name) ? partsOf(name, change) : wholeOf(name, change),
  )
  const before = await stored(run, pieces)
  const gone: Row[] = []
  const written: Row[] = []
  for (const piece of pieces) {
    const { name, part } = piece
    const numbers = edited(before.get(keyOf(name, part)) ?? new Uint32Array(), piece)
    const splits = part === whole && numbers.length >= splitFrom
    if (splits) written.push(...inParts(name, numbers))
    else if (numbers.length > 0) written.push({ name, part, numbers })
    if (splits || numbers.length === 0) gone.push({ name, part, numbers })
  }
  await remove(run, gone)
  await write(run, written)
}

/**
 * Lists that are stored in parts: those that exist and are not stored as a whole. Sizes are written last, so these
 * are the old ones.
 */
async function splitAmong(run: Run, names: string[]): Promise<Set<string>> {
  const text = `SELECT name FROM list WHERE name = ANY($1::text[]) AND size > 0
    AND NOT EXISTS (SELECT 1 FROM posting WHERE posting.name = list.name AND part = ${whole})`
  return new Set((await run<{ name: string }>({ text, values: [names] })).map(({ name }) => name))
}

const wholeOf = (name: string, { joined, left }: Change): Piece[] => [{ name, part: whole, joined: [...joined], left }]

function partsOf(name: string, { joined, left }: Change): Piece[] {
  const parts = new Map<number, Piece>()
  const pieceFor = (creationNo: number): Piece => {
    const part = partOf(creationNo)
    const piece = parts.get(part) ?? { name, part, joined: [], left: new Set() }
    parts.set(part, piece)
    return piece
  }
  for (const creationNo of joined) pieceFor(creationNo).joined.push(creationNo)
  for (const creationNo of left) pieceFor(creationNo).left.add(creationNo)
  return [...parts.values()]
}

async function stored(run: Run, pieces: readonly Piece[]): Promise<Map<string, Uint32Array>> {
  const text = `SELECT name, part, ns FROM unnest($1::text[], $2::smallint[]) input(name, part)
    JOIN posting USING (name, part)`
  const values = [pieces.map(({ name }) => name), pieces.map(({ part }) => part)]
  const rows = await run<{ name: string; part: number; ns: Buffer }>({ text, values })
  return new Map(rows.map(({ name, part, ns }) => [keyOf(name, part), decodeNumbers(ns)]))
}

function edited(numbers: Uint32Array, { joined, left }: Piece): Uint32Array {
  const remaining = left.size === 0 ? numbers : numbers.filter(creationNo => !left.has(creationNo))
  if (joined.length === 0) return remaining
  return Uint32Array.from(new Set([...remaining, ...joined])).sort()
}

type Row = { name: string; part: number; numbers: Uint32Array }

export function inParts(name: string, numbers: Uint32Array): Row[] {
  const rows: Row[] = []
  for (let part = 0, from = 0; part < partCount; part++) {
    let to = from
    while (to < numbers.length && partOf(numbers[to]!) === part) to++
    if (to > from) rows.push({ name, part, numbers: numbers.subarray(from, to) })
    from = to
  }
  return rows
}

async function remove(run: Run, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const text = `DELETE FROM posting USING unnest($1::text[], $2::smallint[]) gone(name, part)
    WHERE posting.name = gone.name AND posting.part = gone.part`
  await run({ text, values: [rows.map(({ name }) => name), rows.map(({ part }) => part)] })
}

const writtenAtOnce = 2000

async function write(run: Run, rows: readonly Row[]): Promise<void> {
  const text = `INSERT INTO posting SELECT * FROM unnest($1::text[], $2::smallint[], $3::bytea[])
    ON CONFLICT (name, part) DO UPDATE SET ns = excluded.ns`
  for (let from = 0; from < rows.length; from += writtenAtOnce) {
    const lot = rows.slice(from, from + writtenAtOnce)
    const numbers = lot.map(row => bytesText(row.numbers))
    await run({ text, values: [lot.map(({ name }) => name), lot.map(({ part }) => part), numbers] })
  }
}
