// Two servers on one store are killed repeatedly while jobs are created and run. Every acknowledged job must complete
// once, and its result must not change.
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

type Plan = { kills: number; jobs: number; seed: number }
type Figures = { kills: number; acknowledged: number; troubles: string[] }

const program = fileURLToPath(new URL('./jobs-kills-server.ts', import.meta.url))

type Server = { process: Running; port: () => number | null }

export function startServer(store: string, ...more: string[]): Server {
  const running = start([store, ...more], {}, [process.execPath, program])
  const port = () =>
    running.child.exitCode === null ? Number(/^(\d+)\n/.exec(running.stdout())?.[1] ?? 0) || null : null
  return { process: running, port }
}

export async function isUp({ process, port }: Server): Promise<void> {
  const hasEnded = () => process.child.exitCode !== null || process.child.signalCode !== null
  await until('the server is up', () => port() !== null || hasEnded(), 60_000)
  if (port() === null) throw new Error(`The server did not start: ${process.stderr()}`)
}

export const createJob = (port: number, query: string, key?: string): Promise<Reply> =>
  ask(port, '/ask/jobs', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
    body: JSON.stringify({ query }),
  })

/** `body` is the status document after the job has ended. */
type Job = { id: string; body: string | null }

export async function runKills({ kills, jobs, seed }: Plan): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-kills-'))
  const store = join(folder, 'test.db')
  const random = randomOf(seed)
  const servers = [startServer(store), startServer(store)]
  const figures: Figures = { kills: 0, acknowledged: 0, troubles: [] }
  const created: Job[] = []
  /** Jobs are created in bursts, and servers are killed during them. */
  const burst = { wanted: 0, begun: 0 }
  const anyPort = () => random.pick(servers).port()

  async function killAll(): Promise<void> {
    while (figures.kills < kills) {
      const at = random.below(servers.length)
      await isUp(servers[at]!)
      burst.wanted += jobs / kills
      await sleep(random.below(80))
      servers[at]!.process.child.kill('SIGKILL')
      await servers[at]!.process.finished
      figures.kills++
      servers[at] = startServer(store)
    }
    burst.wanted = jobs
  }

  async function createSome(worker: number): Promise<void> {
    for (let n = 0; figures.acknowledged < jobs; n++) {
      const port = anyPort()
      if (port === null || burst.begun >= burst.wanted) {
        await sleep(5)
        continue
      }
      burst.begun++
      const key = n % 2 === 0 ? undefined : `key-${worker}-${n}`
      const reply = await createJob(port, `take a while ${worker}`, key).catch(() => null)
      if (reply?.status === 202) {
        figures.acknowledged++
        created.push({ id: reply.json().job_id, body: null })
      } else {
        burst.begun--
      }
    }
  }

  async function read(job: Job, port: number): Promise<void> {
    const reply = await ask(port, `/ask/jobs/${job.id}`).catch(() => null)
    if (reply === null || reply.status === 503) return
    const hasEnded = reply.status === 200 && ['completed', 'failed'].includes(reply.json().status)
    if (reply.status !== 200) figures.troubles.push(`${job.id} is lost: ${reply.text}`)
    else if (job.body !== null && job.body !== reply.text) figures.troubles.push(`${job.id} changed: ${reply.text}`)
    else if (hasEnded) job.body = reply.text
  }

  async function readWhile(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const port = anyPort()
      if (port === null || created.length === 0) await sleep(5)
      else await read(random.pick(created), port)
    }
  }

  const reached = (what: string, holds: () => boolean | Promise<boolean>) =>
    until(what, holds, 60_000).catch(error => void figures.troubles.push(error.message))

  let db: DatabaseSync | undefined
  try {
    await Promise.all(servers.map(isUp))
    await createJob(servers[0]!.port()!, 'the first')
    db = watchRows(store)
    const state = { isOver: false }
    const reading = [1, 2].map(() => readWhile(() => !state.isOver))
    await Promise.all([killAll(), ...Array.from({ length: 6 }, (_, worker) => createSome(worker))])
    state.isOver = true
    await Promise.all([...reading, ...servers.map(isUp)])
    await reached('all jobs have ended', async () => {
      for (const job of created.filter(({ body }) => body === null)) await read(job, servers[0]!.port()!)
      return created.every(({ body }) => body !== null)
    })
    for (const { port } of servers) for (const job of created) await read(job, port()!)
    // Jobs that were not acknowledged because the server was killed end too, after the claim of that server expires.
    const left = "SELECT count(*) AS n FROM job WHERE status IN ('queued', 'running')"
    await reached('jobs that were not acknowledged have ended', () => count(db!, left) === 0)
    figures.troubles.push(...troublesIn(db, created))
  } finally {
    for (const { process } of servers) process.child.kill('SIGKILL')
    await Promise.all(servers.map(({ process }) => process.finished))
    db?.close()
    rmSync(folder, { recursive: true })
  }
  return figures
}

/** Records how often each job ends. */
function watchRows(store: string): DatabaseSync {
  const db = new DatabaseSync(statePath(store), { timeout: 10_000 })
  db.exec(`
    CREATE TABLE ending (id TEXT, status TEXT);
    CREATE TRIGGER watch_endings AFTER UPDATE OF status ON job WHEN NEW.status IN ('completed', 'failed')
      BEGIN INSERT INTO ending VALUES (NEW.id, NEW.status); END;
  `)
  return db
}

const count = (db: DatabaseSync, sql: string): number => Number(db.prepare(sql).get()!.n)

function troublesIn(db: DatabaseSync, created: readonly Job[]): string[] {
  const endings = db.prepare('SELECT status FROM ending WHERE id = ?')
  const ended = created.map(({ id }) => ({ id, as: endings.all(id).map(({ status }) => status).join() })) // biome-ignore format: one line reads better
  const wrong = ended.filter(({ as }) => as !== 'completed').map(({ id, as }) => `${id} ended as ${as || 'nothing'}`)
  const twice = count(db, 'SELECT count(*) AS n FROM (SELECT id FROM ending GROUP BY id HAVING count(*) > 1)')
  const integrity = db.prepare('PRAGMA integrity_check').get()?.integrity_check
  const miscounted = `SELECT count(*) AS n FROM job_use WHERE caller = '' AND (entries <> (SELECT count(*) FROM job)
    OR bytes <> (SELECT sum(bytes) FROM job) OR unfinished <> 0)`
  return [
    ...wrong,
    ...(twice > 0 ? [`${twice} jobs ended more than once`] : []),
    ...(integrity === 'ok' ? [] : [`integrity: ${integrity}`]),
    ...(count(db, miscounted) > 0 ? ['the use of jobs is counted wrongly'] : []),
  ]
}
