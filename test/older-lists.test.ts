// Stores that were filled before a kind had lists together with other filters: these are found by walking two lists,
// and what is walked is counted up to a bound.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import pg from 'pg'
import { listKey as placeKey } from '../src/store/postgres/list-keys.ts'
import { openPostgresStore, openWritablePostgresStore } from '../src/store/postgres/open.ts'
import { openStore, openWritableStore } from '../src/store/sqlite/open.ts'
import { listKey } from '../src/store/sqlite/postings.ts'
import { type FeedQuery, type Store, searchTotalCap, sorts, type WritableStore } from '../src/store/store.ts'
import { startCluster } from './postgres-cluster.ts'
import { addresses, bringIn } from './store-suite/harness.ts'
import { creation, creator } from './store-suite/sample.ts'
import { scratchFolder } from './vitrine-process.ts'

const isCombined = (name: string) => /^k \S+ /.test(name)

function ageSqlite(path: string): void {
  const db = new DatabaseSync(path)
  db.exec("PRAGMA user_version = 1; DELETE FROM meta WHERE key = 'combines_kinds'; BEGIN")
  const lists = db.prepare('SELECT id, name FROM list').all() as { id: number; name: string }[]
  const gone = new Set(lists.filter(({ name }) => isCombined(name)).map(({ id }) => id))
  const dropList = db.prepare('DELETE FROM list WHERE id = ?')
  const dropBlocks = db.prepare('DELETE FROM posting WHERE list = ?')
  for (const id of gone) {
    dropList.run(id)
    for (const sort of sorts.keys()) dropBlocks.run(listKey(sort, id))
  }
  const setLists = db.prepare('UPDATE shown SET lists = ? WHERE n = ?')
  for (const { n, lists } of db.prepare('SELECT n, lists FROM shown').all() as { n: number; lists: Uint8Array }[]) {
    const ids = new Uint32Array(lists.slice().buffer)
    setLists.run(new Uint8Array(ids.filter(id => !gone.has(id)).buffer), n)
  }
  db.exec('COMMIT')
  db.close()
}

async function agePostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('SELECT name FROM list')
  const gone = rows.map(({ name }) => name).filter(isCombined)
  await client.query("UPDATE vitrine_schema SET version = 3; DELETE FROM meta WHERE key = 'combines_kinds'")
  await client.query('DELETE FROM place WHERE list = ANY($1::bigint[])', [gone.map(placeKey)])
  await client.query('DELETE FROM list WHERE name = ANY($1)', [gone])
  await client.query('DELETE FROM posting WHERE name = ANY($1)', [gone])
  await client.query('UPDATE shown SET words = ts_delete(words, $1::text[])', [gone])
  await client.end()
}

const path = join(scratchFolder(), 'older.db')
const cluster = await startCluster()
after(() => cluster.stop())
const url = await cluster.newDatabase()

const works = 1060
const work = (i: number, more: object = {}) =>
  creation('ann', `app-${i}`, { category: 'c', tags: i % 3 ? ['t'] : [], kind: i % 2 ? 'app' : 'game', ...more })
const asked: Partial<FeedQuery>[] = [{ category: 'c' }, { tag: 't' }, { category: 'c', tag: 't' }]

async function change(writable: WritableStore, records: readonly object[]): Promise<void> {
  assert.equal((await bringIn(writable, records)).committed, true)
  await writable.close()
}

/** Of every order and combination, what is on the first page, and how many there are said to be. */
async function firstPages(store: Store) {
  const items: unknown[] = []
  const totals: number[] = []
  const areExact = new Set<boolean>()
  for (const kind of ['app', 'game'] as const) {
    for (const filter of asked) {
      for (const sort of sorts) {
        const page = await store.feed({ kind, ...filter, sort, locales: ['en'], limit: 24 })
        items.push(page.items)
        totals.push(page.total)
        areExact.add(page.totalIsExact)
      }
    }
  }
  await store.close()
  return { items, totals, areExact: [...areExact] }
}

test('a kind and another filter in older stores, also after edits, and in one that was written anew', async () => {
  const community = [creator('ann'), ...Array.from({ length: works }, (_, i) => work(i))]
  await change(await openWritableStore(path), community)
  await change(await openWritablePostgresStore(url), community)
  const reads = async () => ({
    sqlite: await firstPages(await openStore(path, { addresses })),
    postgres: await firstPages(await openPostgresStore(url, { addresses })),
  })
  const fresh = await reads()
  assert.deepEqual(fresh.postgres, fresh.sqlite)
  assert.deepEqual(fresh.sqlite.areExact, [true])
  assert.ok(fresh.sqlite.totals.every(total => total > searchTotalCap))

  ageSqlite(path)
  await agePostgres(url)
  const older = await reads()
  assert.deepEqual(older.sqlite, {
    items: fresh.sqlite.items,
    totals: fresh.sqlite.totals.map(() => searchTotalCap),
    areExact: [false],
  })
  assert.deepEqual(older.postgres, older.sqlite)

  const edits = Array.from({ length: 40 }, (_, i) => work(i, { kind: 'app', stats: { likes: i, views: i } }))
  await change(await openWritableStore(path), edits)
  await change(await openWritablePostgresStore(url), edits)
  const edited = await reads()
  assert.notDeepEqual(edited.sqlite.items, older.sqlite.items)
  assert.deepEqual(edited.postgres, edited.sqlite)
  assert.deepEqual(edited.sqlite.areExact, [false])

  const all = Array.from({ length: works }, (_, i) => work(i, { title: `Again ${i}` }))
  await change(await openWritablePostgresStore(url), all)
  await change(await openWritableStore(path), all)
  const anew = await reads()
  assert.deepEqual(anew.postgres.items, anew.sqlite.items)
  assert.deepEqual(anew.postgres.totals, fresh.postgres.totals)
  assert.deepEqual(anew.postgres.areExact, [true])
})
