// A real PgBouncer in a folder of its own, reached by a Unix socket. It goes with the process that started it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answering, unprivileged } from '../../support/servers/postgres-cluster.ts'

type Scope = { after: (stop: () => Promise<void>) => void }

/** `size`: how many connections to the server there may be. */
type PoolOptions = { mode: 'session' | 'transaction' | 'statement'; size: number }

/** The address by which a database is reached through a pool. */
export async function startPgBouncer(scope: Scope, url: string, { mode, size }: PoolOptions): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pgbouncer-'))
  chmodSync(folder, 0o700)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settingsOf(folder, new URL(url), { mode, size }))
  if (unprivileged) for (const path of [folder, file]) chownSync(path, unprivileged.uid, unprivileged.gid)
  // When the process that holds the other end of the guard's input is gone, by whatever means, PgBouncer goes too.
  const script = '"$@" & cat; kill -9 $!'
  const guard = spawn('/bin/sh', ['-c', script, 'sh', '/usr/sbin/pgbouncer', '-q', file], {
    ...unprivileged,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  scope.after(async () => {
    guard.stdin.end()
    if (guard.exitCode === null) await once(guard, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  const address = `postgres://vitrine@localhost:${port}/pooled?host=${encodeURIComponent(folder)}`
  await answering(address, guard)
  return address
}

/** Of the name of the socket; nothing listens on it. */
const port = 6432

function settingsOf(folder: string, server: URL, { mode, size }: PoolOptions): string {
  const database = `host=${server.searchParams.get('host')} dbname=${server.pathname.slice(1)} user=${server.username}`
  return `[databases]
pooled = ${database} pool_mode=${mode} pool_size=${size}
[pgbouncer]
unix_socket_dir = ${folder}
listen_port = ${port}
auth_type = any
logfile = ${join(folder, 'log')}
`
}
