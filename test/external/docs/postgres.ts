// The PostgreSQL of the documents is Debian's, because their pg_dump is: it refuses a server that is newer than itself,
// and the server that npm brings comes without one.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { until, vitrine } from '../../support/vitrine-process.ts'
import { addressOfReader, nameOfReader } from './stage.ts'

export type DebianServer = {
  /** The address of a new, empty database. */
  newDatabase: () => Promise<string>
  stop: () => Promise<void>
}

const run = promisify(execFile)

// PostgreSQL refuses to run as root.
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Where the newest server of this machine has its programs. */
function programs(): string {
  const newest = globSync('/usr/lib/postgresql/*/bin/postgres').sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  if (newest.length === 0) throw new Error('The documents need postgresql: node test/support/provide.ts installs it.')
  return dirname(newest.at(-1)!)
}

/** `owner` owns the server. Without a port it listens on a socket in a folder of its own, and asks for no passwords. */
export async function startDebianServer({ owner = 'vitrine', port = 0 } = {}): Promise<DebianServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-debian-'))
  chmodSync(folder, 0o700)
  if (unprivileged.uid !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid)
  const [data, as] = [join(folder, 'data'), { ...unprivileged, cwd: folder }]
  const access = ['-U', owner, '--auth-local=trust', '--auth-host=scram-sha-256']
  const setUp = ['-D', data, ...access, '-E', 'UTF8', '--locale=C', '--no-sync']
  await run(join(programs(), 'initdb'), setUp, as)
  const listens = port === 0 ? ['-c', 'listen_addresses='] : ['-c', 'listen_addresses=localhost', '-p', String(port)]
  const careless = ['-c', 'fsync=off', '-c', 'max_connections=200', ...listens]
  // It goes when the process that holds the other end of the pipe does.
  const script = '"$@" & cat; kill -INT $!; wait $!'
  const command = [join(programs(), 'postgres'), '-D', data, '-k', folder, ...careless]
  const guard = spawn('/bin/sh', ['-c', script, 'sh', ...command], { ...as, stdio: ['pipe', 'ignore', 'ignore'] })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const addressOf = (name: string) =>
    `postgres://${owner}@localhost${port === 0 ? '' : `:${port}`}/${name}?host=${encodeURIComponent(folder)}`
  const ask = (...statements: string[]) => askAt(addressOf('postgres'), statements)
  await until('PostgreSQL answers', () => ask('SELECT 1').then(() => true, () => false)) // biome-ignore format: one line reads better
  let databases = 0
  return {
    async newDatabase() {
      const name = `shown_${databases++}`
      await ask(`CREATE DATABASE ${name}`)
      return addressOf(name)
    },
    async stop() {
      guard.stdin.end()
      if (guard.exitCode === null) await once(guard, 'exit')
      remove()
    },
  }
}

async function askAt(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** What whoever backs up a database has had for long: the database and the user of docs/postgres.md, with records. */
export async function fillStore(database: string, records: string): Promise<void> {
  const name = nameOfReader(database)
  await askAt(database, [`CREATE USER ${name}`, `CREATE DATABASE ${name} OWNER ${name}`])
  const { code, stderr } = await vitrine(['import', records], { VITRINE_STORE: addressOfReader(database) })
  if (code !== 0) throw new Error(stderr)
}
