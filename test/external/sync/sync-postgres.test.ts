import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type Kind, setUp, syncSuite } from '../../records/sync/sync-suite.ts'
import { sharedCluster } from '../../support/servers/postgres-cluster.ts'
import { postgresApplication, postgresTypes } from '../../support/servers/sync-sources.ts'
import { scratchFolder, start, until, vitrine } from '../../support/vitrine-process.ts'

const folder = scratchFolder()
const cluster = await sharedCluster()
after(() => cluster.stop())

const kind: Kind = {
  name: 'PostgreSQL',
  open: async () => postgresApplication(await cluster.newDatabase()),
  types: postgresTypes,
  quoted: name => `"${name}"`,
  now: 'clock_timestamp()',
}

syncSuite(kind, folder)

describe('sync from PostgreSQL with notifications', () => {
  test('a notification starts a run, and its payload can ask for a full one', async () => {
    const app = await setUp(kind, folder, { listen: 'App_changed', every: '1h' })
    await app.fill()
    const running = app.start()
    await until('all is there', async () => (await app.records()).length === 22)
    await app.run(
      `UPDATE listing SET title = 'Noticed', updated = clock_timestamp() WHERE id = 1; NOTIFY "App_changed"`,
    )
    await until('the change is there', () => app.store.holds('"Noticed"'))
    await app.run(`DELETE FROM listing WHERE id = 5; NOTIFY "App_changed", 'reconcile'`)
    await until('the listing is removed', async () => !(await app.store.holds('"work-4"')))
    running.child.kill('SIGTERM')
    assert.equal((await running.finished).code, 0)
    await app.close()
  })

  test('notifications work again after their connection was lost', async () => {
    const app = await setUp(kind, folder, { listen: 'App_changed', every: '1h' })
    await app.fill()
    const running = app.start()
    await until('all is there', async () => (await app.records()).length === 22)
    await app.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
    await until('the loss is logged', () => running.stdout().includes('notifications are not available'))
    await until('the return is logged', () => running.stdout().includes('notifications work again'))
    await app.run(
      `UPDATE listing SET title = 'Noticed', updated = clock_timestamp() WHERE id = 1; NOTIFY "App_changed"`,
    )
    await until('the change is there', () => app.store.holds('"Noticed"'))
    running.child.kill('SIGTERM')
    assert.equal((await running.finished).code, 0)
    await app.close()
  })

  test('without the source: one run fails, a continuous one goes on trying and logs it once', async () => {
    const app = await setUp(kind, folder, { source: 'postgres://u:hidden-word@127.0.0.1:1/app', every: '50ms' })
    const { code, stderr } = await app.sync('--once')
    assert.equal(code, 1)
    assert.match(stderr, /Cannot read the source: .*ECONNREFUSED/)
    const running = app.start()
    await until('it is logged', () => running.stdout().includes('ECONNREFUSED'))
    await new Promise(resolve => setTimeout(resolve, 1500))
    running.child.kill('SIGTERM')
    const ended = await running.finished
    assert.equal(ended.code, 0)
    assert.equal(ended.stdout.match(/sync failed/g)?.length, 1)
    assert.doesNotMatch(stderr + ended.stdout + ended.stderr, /hidden-word/)
    await app.close()
  })

  test('a second sync waits for the first', async () => {
    const app = await setUp(kind, folder, { every: '100ms' })
    await app.fill()
    const first = app.start()
    await until('all is there', async () => (await app.records()).length === 22)
    const refused = await app.sync('--once')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /Another sync/)
    const second = app.start()
    await until('it waits', () => second.stdout().includes('another sync'))
    first.child.kill('SIGKILL')
    await first.finished
    await app.run(`UPDATE listing SET title = 'Taken over', updated = clock_timestamp() WHERE id = 1`)
    await until('the second goes on', () => app.store.holds('"Taken over"'))
    second.child.kill('SIGTERM')
    await second.finished
    await app.close()
  })
})

describe('sync into a store on PostgreSQL', () => {
  test('writes, waits, removes and locks as with SQLite', async () => {
    const app = await setUp(kind, folder, { every: '100ms', reconcile: '500ms' })
    await app.fill()
    const env = { VITRINE_STORE: await cluster.newDatabase() }
    const exported = async () => (await vitrine(['export'], env)).stdout.split('\n').slice(1, -2)
    const running = start(['sync', app.file], env)
    const synced = () => running.stdout().includes('"synced"')
    await until('all is there', async () => synced() && (await exported()).length === 22)
    assert.match((await vitrine(['sync', app.file, '--once'], env)).stderr, /Another sync/)
    await app.run('UPDATE account SET hidden = false, updated = clock_timestamp() WHERE id = 6')
    await until('what waited is there', async () => (await exported()).length === 26)
    await app.run('DELETE FROM listing WHERE id IN (11, 12)')
    await until('both are removed', async () => (await exported()).length === 24)
    running.child.kill('SIGTERM')
    assert.equal((await running.finished).code, 0)
    const { code, stdout } = await vitrine(['sync', app.file, '--once'], env)
    const { created, updated, deleted } = JSON.parse(stdout)
    assert.deepEqual([code, created, updated, deleted], [0, 0, 0, 0])
    await app.close()
  })

  test('renames by id', async () => {
    const query = 'SELECT id, handle, name AS "displayName" FROM account WHERE NOT hidden'
    const app = await setUp(kind, folder, { creator: { query } })
    await app.fill()
    const env = { VITRINE_STORE: await cluster.newDatabase() }
    const sync = async () => JSON.parse((await vitrine(['sync', app.file, '--once'], env)).stdout)
    assert.equal((await sync()).created, 22)
    await app.run("UPDATE account SET handle = handle || '-2'")
    const { updated, deleted, rejected } = await sync()
    assert.deepEqual([updated, deleted, rejected], [5, 0, 2])
    await app.run('DELETE FROM listing WHERE id = 1; DELETE FROM account WHERE id = 5')
    // With the account go its two listings, with the listing its score.
    assert.equal((await sync()).deleted, 5)
    await app.close()
  })
})
