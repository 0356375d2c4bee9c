// Write-ahead logging: one process writes while others read the previous state.
import type { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY. */
export const busy = 5

export const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === busy

const pauseMs = 5
const sleeping = new Int32Array(new SharedArrayBuffer(4))

/**
 * Readers see one state while another process writes the next; a crash loses nothing that was committed. When
 * several processes create the log of a new file, SQLite rejects all but one immediately, regardless of its busy
 * timeout (to avoid a deadlock), so the waiting is done here.
 */
export function writeAhead(db: DatabaseSync, waitMs: number): void {
  const deadline = performance.now() + waitMs
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      Atomics.wait(sleeping, 0, 0, pauseMs)
    }
  }
}
