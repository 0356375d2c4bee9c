// Derives everything again from the records, in one write transaction: other connections read the old tables until
// it commits.
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../../errors.ts'
import type { TagRecord } from '../../../records/records.ts'
import { type ChangeSet, emptyChangeSet } from '../../change-set.ts'
import { tagWordRows } from '../../lists.ts'
import type { ReindexOptions } from '../../store.ts'
import { derivedNames, derivedTables, indexStateIn, setDerivedVersion } from '../schema.ts'
import { recomputeCreatorKeys } from './creators.ts'
import { derive } from './derive.ts'
import { recountFollows } from './totals.ts'
import { beginWriting, checkpoint, raiseDataVersion } from './write.ts'

export async function reindex(
  db: DatabaseSync,
  { when, now, progress = () => {} }: ReindexOptions,
): Promise<{ creations: number } | null> {
  const isNeeded = () => when === 'always' || indexStateIn(db) === 'older'
  if (!isNeeded()) return null
  await beginSoon(db)
  try {
    // Another process may have done it while this one waited for the lock.
    if (!isNeeded()) {
      db.exec('ROLLBACK')
      return null
    }
    const changes = everythingIn(db)
    replaceTables(db)
    recountFollows(db)
    recomputeCreatorKeys(db)
    await derive(db, changes, progress)
    setDerivedVersion(db)
    raiseDataVersion(db, now())
    db.exec('COMMIT')
    checkpoint(db)
    return { creations: changes.creations.size }
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

const waitMs = 10_000
const retryMs = 100

/** Waits for other writers without blocking the thread, so that it can be stopped meanwhile. */
async function beginSoon(db: DatabaseSync): Promise<void> {
  const { timeout } = db.prepare('PRAGMA busy_timeout').get() as { timeout: number }
  const deadline = performance.now() + waitMs
  db.exec('PRAGMA busy_timeout = 0')
  try {
    for (;;) {
      try {
        return beginWriting(db)
      } catch (error) {
        if (!(error instanceof Failure) || performance.now() > deadline) throw error
        await sleep(retryMs)
      }
    }
  } finally {
    db.exec(`PRAGMA busy_timeout = ${timeout}`)
  }
}

function replaceTables(db: DatabaseSync): void {
  for (const name of derivedNames) db.exec(`DROP TABLE IF EXISTS ${name}`)
  db.exec(derivedTables)
  const add = db.prepare('INSERT INTO tag_word VALUES (?, ?, ?)')
  for (const { record } of db.prepare('SELECT record FROM tag').iterate() as Iterable<{ record: string }>) {
    for (const row of tagWordRows(JSON.parse(record) as TagRecord)) add.run(...row)
  }
}

/** A change set as if all of it had just been imported. */
function everythingIn(db: DatabaseSync): ChangeSet {
  const changes = emptyChangeSet({ hadNoFollows: false, haveRenames: false })
  for (const { n: creationNo } of db.prepare('SELECT n FROM creation').iterate() as Iterable<{ n: number }>) {
    changes.creations.set(creationNo, 0)
  }
  for (const { handle } of db.prepare('SELECT handle FROM creator').iterate() as Iterable<{ handle: string }>) {
    changes.creators.add(handle)
  }
  changes.haveLabelsChanged = true
  return changes
}
