// Sync is killed, and its databases are stopped, at random moments: afterwards the store equals the source.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Kind, setUp } from '../../records/sync/sync-suite.ts'
import { type Cluster, startCluster } from '../../support/servers/postgres-cluster.ts'
import { control } from '../../support/servers/postgres-control.ts'
import { postgresApplication, postgresTypes } from '../../support/servers/sync-sources.ts'
import { scratchFolder, start, until, vitrine } from '../../support/vitrine-process.ts'

const folder = scratchFolder()
const rounds = 12
const [sources, stores] = await Promise.all([startCluster(), startCluster()])
after(async () => {
  for (const cluster of [sources, stores]) {
    control(cluster, 'stop', '-m', 'immediate')
    await cluster.stop()
  }
})

const kind: Kind = {
  name: 'PostgreSQL',
  open: async () => reconnecting(await sources.newDatabase()),
  types: postgresTypes,
  quoted: name => `"${name}"`,
  now: 'clock_timestamp()',
}

/** A connection per statement, because the server is restarted in between. */
async function reconnecting(url: string) {
  const run = async (sql: string) => {
    const { run, close } = await postgresApplication(url)
    await run(sql)
    await close()
  }
  return { source: url, run, close: async () => {} }
}

const pick = (from: number, to: number) => from + Math.floor(Math.random() * (to - from))

/**
 * A change of the source. Without `removes`, only changes that move the column `changed`. There are many more scores than
 * can be removed with their listings, because sync does not remove more than half of them.
 */
function change(round: number, removes: boolean): string[] {
  const touch = `UPDATE listing SET title = 'Title ${round}', views = ${pick(0, 1000)}, updated = clock_timestamp() WHERE id % 5 = ${round % 5}`
  const add = `INSERT INTO account (id, handle, name, hidden) VALUES (${100 + round}, 'new-${round}', 'New', false);
    INSERT INTO listing (id, account_id, slug, title, tags, featured, visibility, views)
      SELECT ${1000 * round} + n, ${100 + round}, 'more-' || n, 'More', '[]', false, 'public', n FROM generate_series(1, 300) n;
    INSERT INTO result (listing_id, account_id, points) SELECT ${1000 * round} + n, 1, n FROM generate_series(1, 9) n;
    INSERT INTO following VALUES (1, ${100 + round})`
  const remove = `DELETE FROM listing WHERE id IN (SELECT id FROM listing ORDER BY random() LIMIT 3) OR id = ${round};
    UPDATE account SET hidden = NOT hidden, updated = clock_timestamp() WHERE id = 6`
  return removes ? [touch, add, remove] : [touch, add]
}

async function exported(env: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await vitrine(['export'], env)
  return stdout || stderr
}

const restart = (cluster: Cluster) => control(cluster, 'restart', '-m', 'immediate', '-l', '/dev/null')

const newStore = {
  SQLite: async () => join(folder, `killed-${Math.random()}.db`),
  PostgreSQL: () => stores.newDatabase(),
}

for (const [name, store] of Object.entries(newStore)) {
  describe(`sync into ${name}`, () => {
    for (const removes of [true, false]) {
      test(`kill -9 at random moments${removes ? '' : ', without another full comparison'}`, async () => {
        const app = await setUp(kind, folder, { every: '50ms', reconcile: removes ? '200ms' : '1d' })
        await app.fill()
        if (!removes) await app.run('UPDATE account SET hidden = false')
        const env = { VITRINE_STORE: await store() }
        await start(['sync', app.file, '--once'], env).finished
        for (let round = 1; round <= rounds; round++) {
          const running = start(['sync', app.file], env)
          const ended = sleep(pick(150, 900)).then(() => running.child.kill('SIGKILL'))
          for (const sql of change(round, removes)) await app.run(sql)
          await ended
          await running.finished
        }
        await equals(app, env)
      })
    }

    test('restarts of both databases', async () => {
      const app = await setUp(kind, folder, { every: '50ms', reconcile: '200ms', listen: 'changes' })
      await app.fill()
      const env = { VITRINE_STORE: await store() }
      const running = start(['sync', app.file], env)
      for (let round = 1; round <= 4; round++) {
        for (const sql of change(round, true)) await app.run(`${sql}; NOTIFY changes`)
        await sleep(pick(50, 500))
        restart(round % 2 === 0 ? sources : stores)
        await until('the server answers', () =>
          app.run('SELECT 1').then(
            () => true,
            () => false,
          ),
        )
      }
      await equals(app, env, running)
    })
  })
}

test('a source that hangs does not keep sync from ending', async () => {
  const app = await setUp(kind, folder, { every: '50ms', creator: undefined, creation: undefined, follow: undefined })
  await app.run('CREATE FUNCTION slow() RETURNS text LANGUAGE sql AS $$ SELECT pg_sleep(600)::text $$')
  const query = { query: "SELECT 'a' AS slug, jsonb_build_object('en', slow()) AS labels" }
  writeFileSync(app.file, JSON.stringify({ source: app.source, category: query }))
  const running = start(['sync', app.file], { VITRINE_STORE: join(folder, 'hanging.db') })
  await until('the query runs', () => isRunning(app.source))
  running.child.kill('SIGTERM')
  assert.equal((await running.finished).code, 0)
})

async function isRunning(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query("SELECT 1 FROM pg_stat_activity WHERE query LIKE 'FETCH%' AND state = 'active'")
  await client.end()
  return rows.length > 0
}

type App = Awaited<ReturnType<typeof setUp>>

/** A sync that goes on makes the store equal to one that was made anew. */
async function equals(app: App, env: Record<string, string>, running = start(['sync', app.file], env)) {
  const fresh = { VITRINE_STORE: join(folder, `fresh-${Math.random()}.db`) }
  await start(['sync', app.file, '--once'], fresh).finished
  const expected = await exported(fresh)
  const deadline = Date.now() + 30_000
  while ((await exported(env)) !== expected && Date.now() < deadline) await sleep(100)
  running.child.kill('SIGTERM')
  const { code, stdout, stderr } = await running.finished
  assert.equal(code, 0, stdout + stderr)
  assert.deepEqual(differences(await exported(env), expected), [])
}

/** A few lines that only one of the exports has: a whole export is too long to be shown. */
function differences(actual: string, expected: string): string[] {
  const [ours, theirs] = [new Set(actual.split('\n')), new Set(expected.split('\n'))]
  const extra = [...ours.difference(theirs)].map(line => `not in the source: ${line}`)
  const missing = [...theirs.difference(ours)].map(line => `missing: ${line}`)
  return [...extra.slice(0, 10), ...missing.slice(0, 10)]
}
