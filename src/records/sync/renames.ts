// Rows with a stable id: when an id comes with another name, the record is renamed instead of removed and created.
import { hash } from 'node:crypto'
import type { StoreWriter } from '../../store/store.ts'
import type { SyncId, TypeWithId } from '../../store/tracking/sync-state.ts'
import type { CheckedRecord, RenameRecord } from '../records.ts'

export type IdentifiedRow = { id: string; checked: CheckedRecord; line: number }

/** Rows whose name another record still has wait for its rename. More than these are imported without one. */
const maxDeferred = 10_000

type Entry = IdentifiedRow & { name: SyncId }

export function renamer(type: TypeWithId, writer: StoreWriter) {
  let deferred: Entry[] = []

  /** Puts the rows whose names are free, and returns the others. */
  async function putFree(rows: readonly Entry[]): Promise<Entry[]> {
    const found = await writer.syncIds.find(type, rows.map(({ name }) => name)) // biome-ignore format: one line reads better
    const byId = new Map(found.map(entry => [entry.id, entry]))
    const owners = new Map(found.map(entry => [textOf(entry), entry.id]))
    const taken: Entry[] = []
    const saved: SyncId[] = []
    for (const row of rows) {
      const owner = owners.get(textOf(row.name))
      if (owner !== undefined && owner !== row.id) {
        taken.push(row)
        continue
      }
      const before = byId.get(row.id)
      if (before) owners.delete(textOf(before))
      owners.set(textOf(row.name), row.id)
      byId.set(row.id, row.name)
      if (before) await rename(before, row)
      await writer.put(row.checked, row.line)
      if (!before || textOf(before) !== textOf(row.name)) saved.push(row.name)
    }
    await writer.syncIds.save(type, saved)
    return taken
  }

  async function rename(before: SyncId, { name, line }: Pick<Entry, 'name' | 'line'>): Promise<void> {
    const record = renameOf(type, before, name)
    if (!record) return
    await writer.syncIds.rename(record)
    await writer.put({ record, undated: [] }, line)
  }

  /** Gives a temporary name to one of the records that exchange their names. False if none of them has another name. */
  async function breakCycle(): Promise<boolean> {
    const stored = new Map(
      (await writer.syncIds.find(type, deferred.map(({ name }) => name))).map(entry => [entry.id, entry]),
    ) // biome-ignore format: one line reads better
    for (const { id, name, line } of deferred) {
      const before = stored.get(id)
      const isInCycle = before && deferred.some(other => other.id !== id && textOf(other.name) === textOf(before))
      const temporary = `moved-${hash('sha256', id).slice(0, 12)}`
      const to = type === 'creator' ? { ...name, handle: temporary } : { ...name, slug: temporary }
      if (!isInCycle || !renameOf(type, before, to)) continue
      await rename(before, { name: to, line })
      await writer.syncIds.save(type, [to])
      return true
    }
    return false
  }

  return {
    async put(rows: readonly IdentifiedRow[]): Promise<void> {
      const taken = await putFree(rows.map(row => ({ ...row, name: nameOf(row) })))
      deferred.push(...taken.splice(0, maxDeferred - deferred.length))
      for (const { checked, line } of taken) await writer.put(checked, line)
    },
    /** After the last row: names become free one after the other. Those that never do were exchanged or are there twice. */
    async finish(): Promise<void> {
      for (let isMoving = true; deferred.length > 0 && isMoving; ) {
        const before = deferred.length
        deferred = await putFree(deferred)
        isMoving = deferred.length < before || (await breakCycle())
      }
      for (const { checked, line } of deferred) await writer.put(checked, line)
      await writer.syncIds.save(type, deferred.map(({ name }) => name)) // biome-ignore format: one line reads better
    },
  }
}

const textOf = ({ handle, slug }: SyncId): string => `${handle}/${slug}`

function nameOf({ id, checked }: IdentifiedRow): SyncId {
  const { handle, slug = '' } = checked.record as { handle: string; slug?: string }
  return { id, handle, slug }
}

/** A creation that now belongs to another creator has no rename. */
function renameOf(type: TypeWithId, before: SyncId, { handle, slug }: SyncId): RenameRecord | undefined {
  if (type === 'creator') {
    return before.handle === handle ? undefined : { type: 'rename', of: 'creator', from: before.handle, to: handle }
  }
  if (before.handle !== handle || before.slug === slug) return undefined
  return { type: 'rename', of: 'creation', handle, from: before.slug, to: slug }
}
