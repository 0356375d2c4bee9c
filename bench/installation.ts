// What `npm ci --omit=dev` would install on this machine, counted in the node_modules of the project.
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from './floors.ts'

const root = join(import.meta.dirname, '..')

export function measureInstallation(): Result[] {
  const text = readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, { dev?: boolean }> }
  const needed = Object.keys(packages).filter(path => packages[path]!.dev !== true)
  const bytes = needed.reduce((sum, path) => sum + diskBytes(join(root, path)), 0)
  return [
    { floor: 'packages', rounds: [{ size: needed.length }] },
    { floor: 'installation', rounds: [{ size: bytes / 1e6 }] },
  ]
}

/** Packages inside a package have their own entry in the lock file. */
function diskBytes(path: string): number {
  const { blocks, isDirectory } = statusOf(path)
  const names = isDirectory ? readdirSync(path).filter(name => name !== 'node_modules') : []
  return names.reduce((sum, name) => sum + diskBytes(join(path, name)), blocks * 512)
}

function statusOf(path: string): { blocks: number; isDirectory: boolean } {
  const status = lstatSync(path)
  return { blocks: status.blocks, isDirectory: status.isDirectory() }
}
