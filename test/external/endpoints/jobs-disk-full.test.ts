// Jobs when nothing more can be written: none is taken on, those there are can be read, and all goes on when there is room.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { statePath } from '../../../src/store/sqlite/state/state.ts'
import { ask } from '../../support/start-service.ts'
import { scratchFolder, until } from '../../support/vitrine-process.ts'
import { createJob, isUp, startServer } from './jobs-kills.ts'

const folder = scratchFolder()

test('a full disk', async t => {
  const store = join(folder, 'full.db')
  const server = startServer(store)
  t.after(() => server.process.child.kill('SIGKILL'))
  await isUp(server)
  const get = (path: string) => ask(server.port()!, path)
  const create = (query: string) => createJob(server.port()!, query)
  const statusOf = async (id: string) => (await get(`/ask/jobs/${id}`)).json().status
  const isCompleted = (id: string) => until('it is completed', async () => (await statusOf(id)) === 'completed')
  /** Files may grow to this many bytes, which all of them have passed already. */
  const mayGrowTo = (bytes: string) => {
    execFileSync('prlimit', ['--pid', String(server.process.child.pid), `--fsize=${bytes}:unlimited`])
  }

  const before = (await create('before')).json().job_id
  await isCompleted(before)
  const answer = await get(`/ask/jobs/${before}`)
  const inHand = (await create('take a second')).json().job_id
  await until('it runs', async () => (await statusOf(inHand)) === 'running')

  mayGrowTo('4096')
  for (let i = 0; i < 5; i++) {
    const refused = await create(`refused ${i}`)
    assert.deepEqual([refused.status, refused.json().error], [503, 'upstream_unavailable'], refused.text)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.doesNotMatch(refused.text, /disk|sqlite|I\/O/i)
  }
  const keyed = await createJob(server.port()!, 'keyed', 'a key')
  assert.equal(keyed.status, 503)
  assert.ok((await get(`/ask/jobs/${before}`)).body.equals(answer.body))
  assert.equal((await get('/public/share/community')).status, 200)
  assert.equal(await statusOf(inHand), 'running')
  const { components } = (await get('/status')).json()
  assert.equal(components.find(({ name }: { name: string }) => name === 'state').status, 'outage')

  mayGrowTo('unlimited')
  await isCompleted(inHand)
  const after = await createJob(server.port()!, 'keyed', 'a key')
  assert.equal(after.status, 202)
  await isCompleted(after.json().job_id)
  assert.ok((await get(`/ask/jobs/${before}`)).body.equals(answer.body))

  server.process.child.kill('SIGTERM')
  const { code } = await server.process.finished
  assert.equal(code, 0)
  const db = new DatabaseSync(statePath(store))
  assert.equal(db.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
  const jobs = db.prepare("SELECT count(*) AS jobs FROM job WHERE status = 'completed'").get()?.jobs
  assert.equal(jobs, 3, 'what was refused is there')
  db.close()
})
