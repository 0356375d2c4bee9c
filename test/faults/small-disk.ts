// A file system of limited size in memory, which can be filled up.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'

/** Returns how to unmount it. It is unmounted when the process ends, too. */
export function mountSmallDisk(place: string, options: string): () => void {
  mkdirSync(place)
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place])
  const unmount = () => {
    try {
      execFileSync('umount', ['-l', place], { stdio: 'ignore' })
    } catch {
      // It was unmounted before.
    }
  }
  // Before the folder is removed.
  process.prependOnceListener('exit', unmount)
  return unmount
}

/** Takes all the room there is, to the last byte. Returns how to free it. */
export function fillUp(path: string): () => Promise<void> {
  for (let size = 1 << 20; size >= 1; size >>= 4) {
    for (;;) {
      try {
        writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
      } catch {
        break
      }
    }
  }
  return async () => rmSync(path)
}
