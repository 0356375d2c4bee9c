// Several processes use one file: one writes while the others read the state before (a write-ahead log).
import type { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY. */
export const busy = 5

export const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === busy

const pauseMs = 5
const sleeping = new Int32Array(new SharedArrayBuffer(4))

/**
 * Readers see one state while another process writes the next; a crash loses nothing that was committed. Of several
 * processes that make a new file's log at the same moment SQLite sends all but one away at once, whatever time it was
 * told to wait (each holds what the other needs), so the waiting is done here.
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
