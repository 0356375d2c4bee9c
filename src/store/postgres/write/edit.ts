// Updates derived data of some creations in the tables that readers see.
import type { PublicCreation } from '../../derive-creation.ts'
import type { Run } from '../connections.ts'
import { editPostings, type ListChanges, noteChange } from '../lists/edit-postings.ts'
import { isPlaced, listKey } from '../lists/list-keys.ts'
import { addPlaces, addRows, copyDerived, noRows } from './derived-rows.ts'
import { columns, pieces, type WriteConnection } from './write-connection.ts'

/** Changes of the sizes of lists. */
export type SizeChanges = Map<string, number>

/** An entry of `place` to delete. */
type OldEntry = { list: string; k0: number; creationNo: number }

export type Derived = { creationNo: number; shown: PublicCreation<string> | null }

type Before = { n: number; k0: number; k1: number; k2: number; k3: number; k4: number; names: string[] }

export async function editDerived(
  connection: WriteConnection,
  derived: readonly Derived[],
  sizes: SizeChanges,
): Promise<void> {
  const { run, copy } = connection
  const numbers = derived.map(({ creationNo }) => creationNo)
  const before = await placesOf(run, numbers)
  const rows = noRows()
  const left: OldEntry[] = []
  const lists: ListChanges = new Map()
  for (const { creationNo, shown } of derived) {
    const old = before.get(creationNo)
    noteLists(lists, sizes, creationNo, new Set(old?.names), new Set(shown?.lists))
    for (const name of leaving(old, shown)) left.push({ list: listKey(name), k0: old!.k0, creationNo })
    if (!shown) continue
    addRows(rows, shown)
    addPlaces(rows, { ...shown, lists: joining(old, shown) }, listKey)
  }
  await removeOld(run, [...before.keys()], left)
  await copyDerived(copy, rows)
  await editPostings(run, lists)
}

function noteLists(
  lists: ListChanges,
  sizes: SizeChanges,
  creationNo: number,
  had: ReadonlySet<string>,
  has: ReadonlySet<string>,
): void {
  const note = (name: string, how: 'joined' | 'left', by: 1 | -1) => {
    noteChange(lists, name, how, creationNo)
    sizes.set(name, (sizes.get(name) ?? 0) + by)
  }
  for (const name of had) if (!has.has(name)) note(name, 'left', -1)
  for (const name of has) if (!had.has(name)) note(name, 'joined', 1)
}

const keysOf = ({ k0, k1, k2, k3, k4 }: Before) => [k0, k1, k2, k3, k4]
const moved = (old: Before, shown: PublicCreation<string>) => keysOf(old).some((key, i) => key !== shown.keys[i])

function leaving(old: Before | undefined, creation: PublicCreation<string> | null): string[] {
  if (!old) return []
  const placed = old.names.filter(isPlaced)
  if (!creation || moved(old, creation)) return placed
  const stays = new Set(creation.lists)
  return placed.filter(name => !stays.has(name))
}

function joining(old: Before | undefined, creation: PublicCreation<string>): string[] {
  if (!old || moved(old, creation)) return creation.lists
  const had = new Set(old.names)
  return creation.lists.filter(name => !had.has(name))
}

async function placesOf(run: Run, numbers: number[]): Promise<Map<number, Before>> {
  const text = `SELECT n, k0, k1, k2, k3, k4, tsvector_to_array(words) AS names FROM shown WHERE n = ANY($1::bigint[])`
  const rows = await run<Before>({ text, values: [numbers] })
  return new Map(rows.map(row => [row.n, row]))
}

async function removeOld(run: Run, numbers: number[], left: OldEntry[]): Promise<void> {
  if (numbers.length === 0) return
  for (const table of ['shown', 'card', 'card_locale', 'search_text']) {
    await run({ text: `DELETE FROM ${table} WHERE n = ANY($1::bigint[])`, values: [numbers] })
  }
  const text = `DELETE FROM place USING unnest($1::bigint[], $2::bigint[], $3::bigint[]) gone(list, k0, n)
    WHERE place.list = gone.list AND place.k0 = gone.k0 AND place.n = gone.n`
  await run({ text, values: columns(left, ['list', 'k0', 'creationNo']) })
}

export async function changeSizes(run: Run, sizes: SizeChanges): Promise<void> {
  const changed = [...sizes].filter(([, by]) => by !== 0)
  const text = `INSERT INTO list SELECT * FROM unnest($1::text[], $2::bigint[])
    ON CONFLICT (name) DO UPDATE SET size = list.size + excluded.size`
  for (const piece of pieces(changed)) await run({ text, values: columns(piece, [0, 1]) })
}
