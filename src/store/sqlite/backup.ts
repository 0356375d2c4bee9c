// Backup and restore of the SQLite store while it is in use. A backup is itself a store.
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredRecord } from '../../records/records.ts'
import { connect } from './connection.ts'
import { namingFile } from './file-errors.ts'
import { makeFolder } from './make-folder.ts'
import { countRecords, markDemo, recordsOf, sealKey, unseal } from './records.ts'
import { indexStateIn } from './schema.ts'
import { statePath } from './state/state.ts'
import { reindex } from './write/reindex.ts'
import { busy } from './write-ahead.ts'

type CopyProgress = (done: number, of: number) => void

/** Pages of 4 KiB copied between two turns of the event loop. */
const pagesAtOnce = 2048
const busyMs = 10_000

/**
 * The target appears only when it is complete and checked; so does the state file next to it. Returns the number of
 * records.
 */
export async function backUpFile(path: string, target: string, progress: CopyProgress): Promise<number> {
  const files = [{ from: path, to: target }]
  // The state goes first: when the store is there, everything is.
  const hasState = existsSync(statePath(path))
  if (hasState) files.unshift({ from: statePath(path), to: statePath(target) })
  const drafts = files.map(file => ({ ...file, draft: draftOf(file.to) }))
  let records = 0
  try {
    for (const { from, draft, to } of drafts) {
      try {
        await copyOut(from, draft, progress)
        if (from === path) records = sealRecords(draft)
        await sync(draft)
      } catch (error) {
        throw namingFile(error, `Cannot copy ${from} to ${to}`)
      }
    }
    for (const { draft, to } of drafts) await rename(draft, to)
    // The state of an older backup does not belong to this one.
    if (!hasState) rmSync(statePath(target), { force: true })
    await sync(dirname(target))
    return records
  } finally {
    for (const { draft } of drafts) remove(draft)
  }
}

async function copyOut(from: string, draft: string, progress: CopyProgress): Promise<void> {
  const db = new DatabaseSync(from, { timeout: busyMs })
  try {
    // A snapshot: otherwise every commit of another process would restart the copy.
    db.exec('BEGIN')
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    await copyPages(db, draft, progress)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
  const copy = new DatabaseSync(draft)
  try {
    // A single file without a log; opening it as a store turns the log on again.
    copy.exec('PRAGMA journal_mode = DELETE')
    check(copy, from)
  } finally {
    copy.close()
  }
}

/** Whether the file starts like an SQLite database. */
export async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.toString('latin1', 0, bytesRead) === 'SQLite format 3\u0000'
  } finally {
    await file.close()
  }
}

/**
 * Readers see the old data until the new is complete. Their caches are keyed by data version, so the version becomes
 * a new one. Returns the number of records.
 */
export async function restoreFile(from: string, path: string, progress: CopyProgress): Promise<number> {
  const records = checkRecords(from)
  makeFolder(dirname(path))
  const draft = draftOf(path)
  try {
    copyFileSync(from, draft)
    const db = connect(draft, 'write')
    try {
      // Before it is copied in, so that services on this store never meet an index of another version.
      if (indexStateIn(db) !== 'current') await reindex(db, { when: 'always', now: Date.now, progress })
      const version = Math.max(versionIn(path), versionOf(db)) + 1
      db.prepare("UPDATE meta SET value = ? WHERE key = 'data_version'").run(version)
      unseal(db)
      markDemo(db, false)
      db.exec('PRAGMA journal_mode = DELETE')
      await copyInto(db, path, progress)
    } finally {
      db.close()
    }
    if (existsSync(statePath(from))) await restoreState(statePath(from), statePath(path), progress)
    return records
  } catch (error) {
    throw namingFile(error, `Cannot restore ${from} into ${path}`)
  } finally {
    remove(draft)
  }
}

async function restoreState(from: string, path: string, progress: CopyProgress): Promise<void> {
  checkFile(from)
  const db = new DatabaseSync(from, { readOnly: true })
  try {
    await copyInto(db, path, progress)
  } finally {
    db.close()
  }
}

/** Everything, in one transaction. */
async function copyInto(db: DatabaseSync, path: string, progress: CopyProgress): Promise<void> {
  const giveUp = Date.now() + busyMs
  for (;;) {
    try {
      return await copyPages(db, path, progress)
    } catch (error) {
      const { errcode, message } = error as { errcode?: number; message: string }
      if (errcode === notADatabase) {
        throw new Error(`${path} is no database; move it away, with any ${path}-wal and ${path}-shm beside it.`)
      }
      // When another writer has the lock, Node reports a failure without a reason.
      const isTaken = errcode === 0 || errcode === busy
      if (isTaken && Date.now() < giveUp) {
        await sleep(100)
        continue
      }
      throw new Error(`Cannot write ${path}: ${isTaken ? 'another process writes to it' : message}.`)
    }
  }
}

const notADatabase = 26

async function copyPages(db: DatabaseSync, path: string, progress: CopyProgress): Promise<void> {
  await backup(db, path, {
    rate: pagesAtOnce,
    progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
  })
}

/** The records of a backup, for other kinds of stores. */
export function* recordsInFile(path: string): Generator<StoredRecord> {
  checkRecords(path)
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    yield* recordsOf(db)
  } finally {
    db.close()
  }
}

const checkFile = (path: string): void => reading(path, db => check(db, path))

/** Writes the number of records into a backup. */
function sealRecords(path: string): number {
  const db = new DatabaseSync(path)
  try {
    const records = countRecords(db)
    db.prepare(`INSERT OR REPLACE INTO meta VALUES ('${sealKey}', ?)`).run(records)
    return records
  } finally {
    db.close()
  }
}

/** Checks a backup and its number of records; backups of older versions do not contain this number. */
function checkRecords(path: string): number {
  checkFile(path)
  return reading(path, db => {
    const records = countRecords(db)
    const row = db.prepare(`SELECT value FROM meta WHERE key = '${sealKey}'`).get() as { value: number } | undefined
    if (row === undefined || row.value === records) return records
    throw new Error(`${path} is incomplete: it has ${records} records of ${row.value}. Use another backup.`)
  })
}

function reading<T>(path: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return read(db)
  } catch (error) {
    throw namingFile(error, `Cannot read ${path}`)
  } finally {
    db.close()
  }
}

function check(db: DatabaseSync, path: string): void {
  const found = db.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string }
  if (found.integrity_check !== 'ok') throw new Error(`${path} is damaged: ${found.integrity_check}.`)
}

function versionIn(path: string): number {
  if (!existsSync(path)) return 0
  const db = new DatabaseSync(path, { timeout: busyMs })
  try {
    return versionOf(db)
  } catch {
    return 0 // the existing file is damaged or no store, and about to be replaced
  } finally {
    db.close()
  }
}

const versionOf = (db: DatabaseSync): number =>
  (db.prepare("SELECT value FROM meta WHERE key = 'data_version'").get() as { value: number }).value

const draftOf = (path: string): string => `${path}.${randomBytes(4).toString('hex')}.part`

function remove(draft: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(draft + suffix, { force: true })
}

async function sync(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
