// The ground that a part stands on: a folder of its own, and everything stopped and removed when the part ends.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ground } from './part.ts'

const open = new Set<() => Promise<void>>()

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    for (const clear of open) await clear()
    process.exit(1)
  })

export async function onGround<T>(name: string, use: (ground: Ground) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `vitrine-documents-${name}-`))
  // What gives up being root, such as PostgreSQL, must still get in.
  chmodSync(folder, 0o755)
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const clear = async () => {
    for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop()
    open.delete(clear)
  }
  open.add(clear)
  try {
    return await use({ folder, after: stop => stops.push(stop), say: line => console.log(`  ${line}`) })
  } finally {
    await clear()
  }
}
