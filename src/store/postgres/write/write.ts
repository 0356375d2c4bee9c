// One write transaction: records go into their tables a batch at a time, then `commit` brings everything that is derived
// from them (cards, lists, totals) up to date. Until it ends, readers see the old data.
import { fail } from '../../../errors.ts'
import {
  type ChangeSet,
  emptyChangeSet,
  type ImportedDeletion,
  type ImportedEntity,
  type ImportedRecord,
  type ImportedRename,
  inOrder,
} from '../../change-set.ts'
import { expectCurrentIndex } from '../../derived-version.ts'
import { checkRenames } from '../../renaming/apply.ts'
import type { ImportCounts, StoreWriter, WriteOptions } from '../../store.ts'
import { endWithin, failingAsStore } from '../connections.ts'
import { anyRecord, isDemo, setDemo, unsetDemo } from '../schema.ts'
import { derive } from './derive.ts'
import { putRecords } from './put.ts'
import { checkReferences } from './references.ts'
import { removeRecords } from './remove.ts'
import { renameDatabase, renameRecords } from './rename.ts'
import { syncIds } from './sync-ids.ts'
import { type Tracker, trackerOf } from './track.ts'
import {
  beginTransaction,
  connectToWrite,
  indexStateIn,
  raiseDataVersion,
  type WriteConnection,
} from './write-connection.ts'

const batchSize = 2000

export async function beginWriting(url: string, { now, tracks, demo = false }: WriteOptions): Promise<StoreWriter> {
  const connection = await connectToWrite(url)
  try {
    await beginTransaction(connection)
    expectCurrentIndex(await indexStateIn(connection.run))
    const [row] = await connection.run<{ found: boolean }>({ text: 'SELECT EXISTS (SELECT 1 FROM follow) AS found' })
    const changes = emptyChangeSet({ hadNoFollows: !row!.found, haveRenames: true })
    const staysDemo = demo && (await isDemoOrEmpty(connection))
    return await writerOf(connection, now, changes, { tracks, staysDemo })
  } catch (error) {
    await endWithin(connection.client.end())
    throw error
  }
}

async function isDemoOrEmpty({ run }: WriteConnection): Promise<boolean> {
  const [marked] = await run<{ found: boolean }>({ text: isDemo })
  const [record] = await run<{ found: boolean }>({ text: anyRecord })
  return marked!.found || !record!.found
}

async function writerOf(
  connection: WriteConnection,
  now: () => number,
  changes: ChangeSet,
  { tracks, staysDemo }: { tracks: WriteOptions['tracks']; staysDemo: boolean },
): Promise<StoreWriter> {
  const counts: ImportCounts = { created: 0, updated: 0, deleted: 0, unchanged: 0 }
  let waiting: ImportedRecord[] = []
  let flushing: Promise<void> = Promise.resolve()
  let open = true
  const end = async (how: 'COMMIT' | 'ROLLBACK') => {
    if (!open) return
    open = false
    try {
      await connection.client.query(how)
    } finally {
      await endWithin(connection.client.end())
    }
  }
  let tracker: Tracker | undefined
  let isTracking = true
  let kept = 0
  /** Waits for the previous batch; this one is written while the next is read. */
  const flush = (): Promise<void> => {
    const records = waiting
    const before = flushing
    const noted = isTracking ? tracker : undefined
    waiting = []
    flushing = before.then(async () => {
      await apply(connection, records, changes, counts)
      await noted?.note(records)
    })
    flushing.catch(() => {}) // the next flush rejects with it
    return before
  }
  const flushAll = async (): Promise<void> => {
    await flush()
    await flushing
  }
  const put: StoreWriter['put'] = ({ record, undated }, line) => {
    waiting.push({ record, undated, line })
    if (waiting.length >= batchSize) return failingAsStore(flush)
  }
  if (tracks !== undefined) tracker = await trackerOf(connection, tracks, put, flushAll)
  const tracked = (): Tracker => {
    if (tracker) return tracker
    throw fail('internal_error', 'This transaction does not track records.')
  }
  return {
    put: (checked, line) => {
      if (!open) throw fail('internal_error', 'This import has ended.')
      return put(checked, line)
    },
    keep: record => {
      tracked().keep(record)
      if (++kept % batchSize === 0) return failingAsStore(flush)
    },
    prune: options =>
      failingAsStore(async () => {
        await flushAll()
        isTracking = false // of the following records, only deletions and records that have been noted
        return tracked().prune(options)
      }),
    repeated: types => failingAsStore(() => tracked().repeated(types)),
    typesToRetry: () => failingAsStore(() => tracked().typesToRetry()),
    syncIds: syncIds(connection),
    commit: ({ rejections, progress, sync }) =>
      failingAsStore(async () => {
        try {
          await flushAll()
          const references = await checkReferences(connection, changes)
          const renames = await checkRenames(renameDatabase(connection, changes), changes)
          const rejected = inOrder([...changes.rejected, ...references, ...renames])
          counts.created -= rejected.length
          if (rejections === 'check' || (rejected.length > 0 && rejections === 'fail')) {
            await end('ROLLBACK')
            return { committed: false, counts, rejected }
          }
          const changed = counts.created + counts.updated + counts.deleted > 0
          if (changed) {
            const publish = await derive(connection, changes, progress ?? (() => {}))
            await connection.run({ text: staysDemo ? setDemo : unsetDemo })
            await raiseDataVersion(connection, now())
            await publish()
          }
          if (sync) await tracked().commit(sync, rejected)
          await end(changed || sync ? 'COMMIT' : 'ROLLBACK')
          return { committed: true, counts, rejected }
        } catch (error) {
          await end('ROLLBACK').catch(() => {})
          throw error
        }
      }),
    rollback: async () => {
      await flushing.catch(() => {})
      await end('ROLLBACK').catch(() => {})
    },
  }
}

/** In order. Deletions of one kind in a row are applied together, and so are records in a row. */
async function apply(
  connection: WriteConnection,
  records: readonly ImportedRecord[],
  changes: ChangeSet,
  counts: ImportCounts,
): Promise<void> {
  const kindOf = ({ record }: ImportedRecord) => {
    if (record.type === 'delete') return record.of
    return record.type === 'rename' ? 'rename' : 'entity'
  }
  for (let from = 0; from < records.length; ) {
    const kind = kindOf(records[from]!)
    let to = from + 1
    while (to < records.length && kindOf(records[to]!) === kind) to++
    const run = records.slice(from, to)
    if (kind === 'entity') await putRecords(connection, run as ImportedEntity[], changes, counts)
    else if (kind === 'rename') await renameRecords(connection, run as ImportedRename[], changes, counts)
    else await removeRecords(connection, run as ImportedDeletion[], changes, counts)
    from = to
  }
}
