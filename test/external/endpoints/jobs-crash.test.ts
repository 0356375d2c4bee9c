// A job that ends its own process.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { statePath } from '../../../src/store/sqlite/state/state.ts'
import { ask } from '../../support/start-service.ts'
import { scratchFolder, until } from '../../support/vitrine-process.ts'
import { createJob, isUp, startServer } from './jobs-kills.ts'

const folder = scratchFolder()

test('a job that ends its process every time is given up, and the others go on', async t => {
  const store = join(folder, 'crashing.db')
  const first = await up(t, store, 0)
  const bad = (await createJob(first.port()!, 'end the process')).json().job_id
  await first.process.finished
  // What it does twice it does twenty times; the times between are left out.
  const db = new DatabaseSync(statePath(store))
  assert.equal(db.prepare('SELECT attempts FROM job WHERE id = ?').get(bad)?.attempts, 1)
  db.prepare('UPDATE job SET attempts = 19 WHERE id = ?').run(bad)
  db.close()
  // Each server comes when the lease of the one before is over.
  const last = await up(t, store, 11_000)
  await last.process.finished
  const server = await up(t, store, 22_000)
  await expectGivenUp(server.port()!, bad)
})

async function expectGivenUp(port: number, bad: string): Promise<void> {
  const statusOf = async (id: string) => (await ask(port, `/ask/jobs/${id}`)).json()
  await until('it is given up', async () => (await statusOf(bad)).status === 'failed')
  assert.equal((await statusOf(bad)).error.error, 'internal_error')
  const next = (await createJob(port, 'afterwards')).json().job_id
  await until('the others are done', async () => (await statusOf(next)).status === 'completed')
}

async function up(t: TestContext, store: string, ahead: number) {
  const server = startServer(store, String(ahead))
  t.after(() => server.process.child.kill('SIGKILL'))
  await isUp(server)
  return server
}
