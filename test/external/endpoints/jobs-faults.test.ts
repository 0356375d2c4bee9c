// Jobs when the disk is full, and a job that ends its own process. Kills at any moment are in test/faults.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { statePath } from '../../../src/store/sqlite/state/state.ts'
import { ask } from '../../support/start-service.ts'
import { scratchFolder, until } from '../../support/vitrine-process.ts'
import { createJob, isUp, startServer } from './jobs-kills.ts'

const folder = scratchFolder()

/** `ahead`: milliseconds by which its clock is ahead. */
async function serving(t: TestContext, store: string, ahead = 0) {
  const server = startServer(store, String(ahead))
  t.after(() => server.process.child.kill('SIGKILL'))
  await isUp(server)
  const port = server.port()!
  const read = (id: string) => ask(port, `/ask/jobs/${id}`)
  const create = (query: string, key?: string) => createJob(port, query, key)
  const reaches = (id: string, status: string) =>
    until(`the job is ${status}`, async () => (await read(id)).json().status === status)
  return { process: server.process, get: (path: string) => ask(port, path), read, create, reaches }
}

test('with a full disk no job is accepted, jobs can be read, and all continue when there is room', async t => {
  const store = join(folder, 'full.db')
  const { process, get, read, create, reaches } = await serving(t, store)
  /** Files may grow to this many bytes, which all of them exceed already. */
  const setRoom = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(process.child.pid), `--fsize=${bytes}:unlimited`])

  const before = (await create('before')).json().job_id
  await reaches(before, 'completed')
  const answer = await read(before)
  const inProgress = (await create('take a second')).json().job_id
  await reaches(inProgress, 'running')

  setRoom('4096')
  for (const key of [undefined, undefined, 'a key']) {
    const refused = await create('refused', key)
    assert.deepEqual([refused.status, refused.json().error], [503, 'upstream_unavailable'], refused.text)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.doesNotMatch(refused.text, /disk|sqlite|I\/O/i)
  }
  assert.ok((await read(before)).body.equals(answer.body))
  assert.equal((await get('/public/share/community')).status, 200)
  assert.equal((await read(inProgress)).json().status, 'running')
  const { components } = (await get('/status')).json()
  assert.equal(components.find(({ name }: { name: string }) => name === 'state').status, 'outage')

  setRoom('unlimited')
  await reaches(inProgress, 'completed')
  const later = await create('refused', 'a key')
  assert.equal(later.status, 202)
  await reaches(later.json().job_id, 'completed')
  assert.ok((await read(before)).body.equals(answer.body))

  process.child.kill('SIGTERM')
  assert.equal((await process.finished).code, 0)
  const db = new DatabaseSync(statePath(store), { timeout: 5000 })
  assert.equal(db.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
  assert.equal(db.prepare("SELECT count(*) AS n FROM job WHERE status = 'completed'").get()?.n, 3)
  db.close()
})

test('a job that ends its process every time fails in the end, and others go on', async t => {
  const store = join(folder, 'crashing.db')
  const first = await serving(t, store)
  const bad = (await first.create('end the process')).json().job_id
  await first.process.finished
  // Skips the attempts between the first and the last.
  const db = new DatabaseSync(statePath(store), { timeout: 5000 })
  assert.equal(db.prepare('SELECT attempts FROM job WHERE id = ?').get(bad)?.attempts, 1)
  db.prepare('UPDATE job SET attempts = 19 WHERE id = ?').run(bad)
  db.close()
  // Each server starts after the claim of the one before has expired.
  await (await serving(t, store, 11_000)).process.finished
  const { read, create, reaches } = await serving(t, store, 22_000)
  await reaches(bad, 'failed')
  assert.equal((await read(bad)).json().error.error, 'internal_error')
  await reaches((await create('afterwards')).json().job_id, 'completed')
})
