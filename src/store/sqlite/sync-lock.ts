// The lock of sync: a lock on a file of its own next to the store, which the system releases when the process ends.
import { DatabaseSync } from 'node:sqlite'
import type { SyncLock } from '../store.ts'
import { isBusy } from './write-ahead.ts'

export function lockSync(path: string): SyncLock | null {
  const db = new DatabaseSync(path === ':memory:' ? path : `${path}-sync`, { timeout: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (isBusy(error)) return null
    throw error
  }
  return { isHeld: async () => true, release: async () => db.close() }
}
