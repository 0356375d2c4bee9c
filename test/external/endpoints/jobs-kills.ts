// Two servers on one store are killed again and again while jobs are created and run. Every job that was acknowledged
// must complete, once, and read the same ever after.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { statePath } from '../../../src/store/sqlite/state/state.ts'
import { randomOf } from '../../support/model/generator.ts'
import { ask, type Reply } from '../../support/start-service.ts'
import { type Running, start, until } from '../../support/vitrine-process.ts'

export type Plan = { kills: number; jobs: number; seed: number }
export type Figures = {
  kills: number
  acknowledged: number
  troubles: string[]
}

const program = fileURLToPath(new URL('./jobs-kills-server.ts', import.meta.url))

export type Server = { process: Running; port: () => number | null }

export function startServer(store: string, ...more: string[]): Server {
  const process_ = start([store, ...more], {}, [process.execPath, program])
  const port = () =>
    process_.child.exitCode === null ? Number(/^(\d+)\n/.exec(process_.stdout())?.[1] ?? 0) || null : null
  return { process: process_, port }
}

export async function isUp({ process, port }: Server): Promise<void> {
  const hasEnded = () => process.child.exitCode !== null || process.child.signalCode !== null
  await until('the server is up', () => port() !== null || hasEnded(), 60_000)
  if (port() === null) throw new Error(`The server did not start: ${process.stderr()}`)
}

const json = { 'Content-Type': 'application/json' }

export const createJob = (port: number, query: string, key?: string): Promise<Reply> =>
  ask(port, '/ask/jobs', {
    method: 'POST',
    headers: { ...json, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
    body: JSON.stringify({ query }),
  })

/** Records, beside the servers, how often each job is finished. */
function watchRows(store: string): DatabaseSync {
  const db = new DatabaseSync(statePath(store), { timeout: 10_000 })
  db.exec(`
    CREATE TABLE ending (id TEXT, status TEXT);
    CREATE TRIGGER watch_endings AFTER UPDATE OF status ON job WHEN NEW.status IN ('completed', 'failed')
      BEGIN INSERT INTO ending VALUES (NEW.id, NEW.status); END;
  `)
  return db
}

/** `body` is what was read when it was finished. */
type Known = { id: string; body: string | null }

type Storm = Plan & {
  store: string
  random: ReturnType<typeof randomOf>
  servers: Server[]
  known: Known[]
  figures: Figures
  /** Jobs are wanted in bursts, and servers are killed in the midst of them. */
  wanted: number
  begun: number
}

export async function runKills(plan: Plan): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-kills-'))
  const store = join(folder, 'test.db')
  const storm: Storm = {
    ...plan,
    store,
    random: randomOf(plan.seed),
    servers: [startServer(store), startServer(store)],
    known: [],
    figures: { kills: 0, acknowledged: 0, troubles: [] },
    wanted: 0,
    begun: 0,
  }
  let db: DatabaseSync | undefined
  try {
    await Promise.all(storm.servers.map(isUp))
    await createJob(storm.servers[0]!.port()!, 'the first')
    db = watchRows(store)
    await rage(storm)
    await readAll(storm)
    await untilNothingIsLeft(storm, db)
    storm.figures.troubles.push(...troublesIn(db, storm.known))
  } finally {
    for (const { process } of storm.servers) process.child.kill('SIGKILL')
    await Promise.all(storm.servers.map(({ process }) => process.finished))
    db?.close()
    rmSync(folder, { recursive: true })
  }
  return storm.figures
}

async function rage(storm: Storm): Promise<void> {
  const state = { isOver: false }
  const reading = [1, 2].map(() => readWhile(storm, () => !state.isOver))
  await Promise.all([killAll(storm), ...Array.from({ length: 6 }, (_, worker) => createSome(storm, worker))])
  state.isOver = true
  await Promise.all([...reading, ...storm.servers.map(isUp)])
}

const anyPort = ({ servers, random }: Storm): number | null => servers[random.below(servers.length)]!.port()

async function killAll(storm: Storm): Promise<void> {
  const { servers, figures, random, kills, jobs } = storm
  while (figures.kills < kills) {
    const at = random.below(servers.length)
    await isUp(servers[at]!)
    storm.wanted += jobs / kills
    await sleep(random.below(80))
    servers[at]!.process.child.kill('SIGKILL')
    await servers[at]!.process.finished
    figures.kills++
    servers[at] = startServer(storm.store)
  }
  storm.wanted = jobs
}

async function createSome(storm: Storm, worker: number): Promise<void> {
  const { figures, known, jobs } = storm
  for (let n = 0; figures.acknowledged < jobs; n++) {
    const port = anyPort(storm)
    if (port === null || storm.begun >= storm.wanted) {
      await sleep(5)
      continue
    }
    storm.begun++
    const key = n % 2 === 0 ? undefined : `key-${worker}-${n}`
    const reply = await createJob(port, `take a while ${worker}`, key).catch(() => null)
    if (reply?.status === 202) {
      figures.acknowledged++
      known.push({ id: reply.json().job_id, body: null })
    } else {
      storm.begun--
    }
  }
}

async function read({ figures }: Storm, job: Known, port: number): Promise<void> {
  const reply = await ask(port, `/ask/jobs/${job.id}`).catch(() => null)
  if (reply === null || reply.status === 503) return
  const isFinished = reply.status === 200 && ['completed', 'failed'].includes(reply.json().status)
  if (reply.status !== 200) figures.troubles.push(`${job.id} is lost: ${reply.text}`)
  else if (job.body !== null && job.body !== reply.text) figures.troubles.push(`${job.id} has changed: ${reply.text}`)
  else if (isFinished) job.body = reply.text
}

async function readWhile(storm: Storm, goesOn: () => boolean): Promise<void> {
  const { known, random } = storm
  while (goesOn()) {
    const port = anyPort(storm)
    if (port === null || known.length === 0) await sleep(5)
    else await read(storm, known[random.below(known.length)]!, port)
  }
}

/** Waits until every job is finished, then reads each from both servers. */
async function readAll(storm: Storm): Promise<void> {
  const { known, servers, figures } = storm
  const unfinished = () => known.filter(({ body }) => body === null)
  const allFinished = async () => {
    for (const job of unfinished()) await read(storm, job, servers[0]!.port()!)
    return unfinished().length === 0
  }
  await until('all jobs are finished', allFinished, 60_000).catch(error => {
    figures.troubles.push(`${error.message} ${unfinished().length} are not.`)
  })
  for (const { port } of servers) for (const job of known) await read(storm, job, port()!)
}

/** Jobs that nobody was told of, because the server was killed first, are finished too, when the lease of that server is over. */
async function untilNothingIsLeft({ figures }: Storm, db: DatabaseSync): Promise<void> {
  const left = () => count(db, "SELECT count(*) AS n FROM job WHERE status IN ('queued', 'running')")
  await until('jobs that nobody was told of are finished', () => left() === 0, 60_000).catch(error => {
    figures.troubles.push(`${error.message} ${left()} are not.`)
  })
}

const count = (db: DatabaseSync, sql: string): number => Number(db.prepare(sql).get()!.n)

function troublesIn(db: DatabaseSync, known: readonly Known[]): string[] {
  const troubles: string[] = []
  const endings = db.prepare('SELECT status FROM ending WHERE id = ?')
  for (const { id } of known) {
    const statuses = endings.all(id).map(({ status }) => status)
    if (statuses.join() !== 'completed') troubles.push(`${id} ended as ${statuses.join() || 'nothing'}`)
  }
  const twice = count(db, 'SELECT count(*) AS n FROM (SELECT id FROM ending GROUP BY id HAVING count(*) > 1)')
  if (twice > 0) troubles.push(`${twice} jobs ended more than once`)
  const integrity = db.prepare('PRAGMA integrity_check').get()?.integrity_check
  if (integrity !== 'ok') troubles.push(`integrity: ${integrity}`)
  const wrong = count(
    db,
    `SELECT count(*) AS n FROM job_use WHERE caller = '' AND (entries <> (SELECT count(*) FROM job)
       OR bytes <> (SELECT sum(bytes) FROM job) OR unfinished <> 0)`,
  )
  if (wrong > 0) troubles.push('what jobs take up is counted wrongly')
  return troubles
}
