// The service behind a real PgBouncer. With transaction pooling a connection to the server is lent for one transaction at
// a time: nothing may be left on it, and nothing may be expected of it.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import pg from 'pg'
import { openPostgresStore, openWritablePostgresStore } from '../../../../src/store/postgres/open.ts'
import { startWithJobs } from '../../../endpoints/jobs-service.ts'
import { addresses, bringIn } from '../../../store/suite/harness.ts'
import { creation, creator } from '../../../store/suite/sample.ts'
import { startCluster } from '../../../support/servers/postgres-cluster.ts'
import { type Reply, type Running, start } from '../../../support/start-service.ts'
import { scratchFolder, until, vitrine } from '../../../support/vitrine-process.ts'
import { startPgBouncer } from '../../support/pgbouncer.ts'

const cluster = await startCluster()
after(cluster.stop)
const direct = await cluster.newDatabase()
/** Fewer than one instance has connections to the pooler. */
const lent = 3
const pooled = await startPgBouncer({ after }, direct, { mode: 'transaction', size: lent })
/** Short enough that reads which wait for a lock end soon. */
const uncached = { cacheMb: 0, readTimeoutMs: 2000 }
const one = await startWithJobs({ after }, { config: { ...uncached, store: pooled, readTimeoutMs: 900 } })
const [two, plain] = await Promise.all([
  startWithJobs({ after }, { config: { ...uncached, store: pooled, storeReplica: pooled }, records: [] }),
  start({ after }, { config: { ...uncached, store: direct }, records: [] }),
])
const folder = scratchFolder()

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

const feed = '/public/share/community'
const mira = '/public/share/user/mira'
const reads = [
  ...['recent', 'trending', 'popular', 'remixed', 'liked'].map(sort => `${feed}?sort=${sort}&limit=7`),
  ...['q=thing', 'q=small+thing&sort=recent', 'category=health', 'tag=rare', 'locale=fr'].map(
    asked => `${feed}?${asked}`,
  ),
  ...['tags', 'community/landing', 'app/mira/thing-0'].map(path => `/public/share/${path}`),
  ...['', '/followers', '/following'].map(path => mira + path),
]

/** All but what tells the instances apart: their ports. On a busy machine a deadline may pass, and it is asked again. */
async function told({ api }: Running, path: string): Promise<string> {
  let reply: Reply | undefined
  await until(`${path} is answered`, async () => {
    reply = await api(path)
    return reply.status !== 503 && reply.status !== 504
  })
  const { status, text } = reply!
  assert.equal(status, 200, text)
  return text.replaceAll(/localhost:\d+/g, 'localhost')
}

const allTold = (service: Running) => Promise.all(reads.map(path => told(service, path)))

const newest = async ({ api }: Running): Promise<string> =>
  (await api(`${feed}?sort=recent&limit=1`)).json().data?.items[0].slug

async function bringByCommand(url: string, slug: string, publishedAt: string): Promise<void> {
  const file = join(folder, `${slug}.ndjson`)
  const records = [creator('newcomer'), creation('newcomer', slug, { publishedAt })]
  writeFileSync(file, records.map(record => `${JSON.stringify(record)}\n`).join(''))
  const { code, stderr } = await vitrine(['import', file], { VITRINE_STORE: url })
  assert.equal(code, 0, stderr)
}

const shows = (services: Running[], slug: string) =>
  until(`all show ${slug}`, async () => (await Promise.all(services.map(newest))).every(found => found === slug), 5000)

test('transaction pooling: answers are those of the server itself, also when many are asked for at once', async () => {
  const expected = await allTold(plain)
  for (const found of await Promise.all([one, two, one].map(allTold))) assert.deepEqual(found, expected)
})

test('transaction pooling: imports and new data', async () => {
  await bringByCommand(pooled, 'through-the-pooler', '2030-01-01T00:00:00Z')
  await shows([one, two, plain], 'through-the-pooler')
  await bringByCommand(direct, 'past-the-pooler', '2030-01-02T00:00:00Z')
  await shows([one, two, plain], 'past-the-pooler')
})

test('transaction pooling: jobs and idempotency keys', async () => {
  const key = { 'Idempotency-Key': 'pooled' }
  const reply = await one.create('What is this?', key)
  assert.equal(reply.status, 202, reply.text)
  const again = await two.create('What is this?', key)
  assert.equal(again.headers['idempotent-replayed'], 'true', again.text)
  const { job_id: id } = reply.json()
  const [here, there] = await Promise.all([one.finished(id), two.finished(id)])
  assert.equal(here.json().status, 'completed')
  assert.ok(there.body.equals(here.body))
})

const left = `SELECT pg_backend_pid() AS pid, current_setting('enable_sort') AS sort,
  current_setting('statement_timeout') AS deadline, current_setting('default_transaction_read_only') AS reading,
  current_setting('lock_timeout') AS waiting, (SELECT count(*)::int FROM pg_prepared_statements) AS prepared,
  (SELECT count(*)::int FROM pg_listening_channels()) AS channels`

test('transaction pooling: nothing is left on the connections that are lent', async () => {
  // Each holds one of them, so together they hold all.
  const clients = await Promise.all(Array.from({ length: lent }, () => connected(pooled)))
  const found = await Promise.all(
    clients.map(async client => {
      await client.query('BEGIN')
      return (await client.query(left)).rows[0] as { pid: number }
    }),
  )
  await Promise.all(clients.map(client => client.end()))
  assert.equal(new Set(found.map(({ pid }) => pid)).size, lent)
  const clean = { sort: 'on', deadline: '0', reading: 'off', waiting: '0', prepared: 0, channels: 0 }
  for (const { pid, ...rest } of found) assert.deepEqual(rest, clean)
})

test('transaction pooling: a statement that hangs is ended by the server, and reads go on', async t => {
  const config = { ...uncached, store: pooled, readTimeoutMs: 900 }
  const { api } = await start(t, { config, records: [] })
  const blocker = await connected(direct)
  try {
    await blocker.query('BEGIN; LOCK TABLE creator IN ACCESS EXCLUSIVE MODE')
    const { status } = await api(mira)
    assert.equal(status, 504)
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
    // Other instances may read something too, after the change that the start made.
    await until('nobody waits', async () => (await blocker.query(waiting)).rowCount === 0, 5000)
  } finally {
    await blocker.end()
  }
  await until('reads go on', async () => (await api(mira)).status === 200, 5000)
})

test('statement pooling is refused at the start, with a reason', async t => {
  const store = await startPgBouncer(t, direct, { mode: 'statement', size: lent })
  await assert.rejects(start(t, { config: { store }, records: [] }), ({ cause }: Error) => {
    assert.match((cause as Error).message, /transaction blocks not allowed in statement pooling mode/)
    return true
  })
})

suite('other poolers', { concurrency: true }, () => {
  for (const { mode, size } of [
    { mode: 'transaction', size: lent },
    { mode: 'session', size: 40 },
  ] as const) {
    test(`${mode} pooling: a new database is opened by several instances at once`, async t => {
      const url = await startPgBouncer(t, await cluster.newDatabase(), { mode, size })
      const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore(url, { addresses })))
      const secrets = await Promise.all(stores.map(store => store.cursorSecret()))
      assert.equal(new Set(secrets.map(secret => secret.toString('hex'))).size, 1)
      const changes = stores.map(store => new Promise(resolve => void store.onChange(resolve)))
      const writable = await openWritablePostgresStore(url)
      assert.ok((await bringIn(writable, [creator('ann'), creation('ann', 'app')])).committed)
      await Promise.all(changes)
      for (const store of stores) assert.ok(await store.app({ handle: 'ann', slug: 'app', locales: ['en'] }))
      assert.equal((await Array.fromAsync(stores[0]!.records())).length, 2)
      await Promise.all([...stores, writable].map(opened => opened.close()))
    })
  }

  test('session pooling: the service works with it', async t => {
    const store = await startPgBouncer(t, direct, { mode: 'session', size: 20 })
    const service = await startWithJobs(t, { config: { ...uncached, store }, records: [] })
    const [found, expected] = await Promise.all([service, plain].map(allTold))
    assert.deepEqual(found, expected)
    await bringByCommand(store, 'by-a-session', '2030-01-04T00:00:00Z')
    await shows([service, one, plain], 'by-a-session')
    const { job_id: id } = (await service.create('What is that?')).json()
    assert.equal((await service.finished(id)).json().status, 'completed')
  })
})
