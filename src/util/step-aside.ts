// Threads that do the long work of few step aside for the one that answers everybody.
import { constants, setPriority } from 'node:os'

/**
 * Lowers the priority of the thread that calls it. Only Linux knows priorities of threads; elsewhere it would be that of the
 * whole process. Where it is not allowed, the system shares the cores out evenly, as it would anyway.
 */
export function stepAside(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}
