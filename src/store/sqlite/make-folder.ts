import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it. Node's `mkdir` with `recursive` never returns where folders cannot be made and the
 * system says that the one above is missing, such as in /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
