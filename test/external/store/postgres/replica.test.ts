// A store that reads from a real streaming replica: one that is late, that is away, or that is all there is.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as othersTurn } from 'node:timers/promises'
import pg from 'pg'
import { type Pool, readerPool } from '../../../../src/store/postgres/connections.ts'
import { openPostgresStore, openWritablePostgresStore } from '../../../../src/store/postgres/open.ts'
import { readingFrom } from '../../../../src/store/postgres/replica.ts'
import { watchData } from '../../../../src/store/postgres/watch.ts'
import { firstLargeRound, roundOf } from '../../../store/sqlite/rounds.ts'
import { addresses, bringIn, noticed } from '../../../store/suite/harness.ts'
import { creation, creator } from '../../../store/suite/sample.ts'
import { heldLine } from '../../../support/servers/held-line.ts'
import { startCluster } from '../../../support/servers/postgres-cluster.ts'
import { until } from '../../../support/vitrine-process.ts'

const cluster = await startCluster()
const url = await cluster.newDatabase()

async function fill(records: readonly object[], address = url): Promise<void> {
  const writable = await openWritablePostgresStore(address)
  assert.ok((await bringIn(writable, records)).committed)
  await writable.close()
}
await fill([creator('ann'), creation('ann', 'first')])

const replica = await cluster.replicate()
const replicaUrl = replica.addressOf(url)
const store = await openPostgresStore(url, { addresses, replica: replicaUrl })
after(async () => {
  await store.close()
  await replica.stop()
  await cluster.stop()
})

async function query(address: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const feed = { sort: 'recent', locales: ['en'], limit: 5 } as const
const total = async () => (await store.feed(feed)).total

/** Whether a read of now goes there. */
async function readsFrom(address: string): Promise<boolean> {
  const latest = `SELECT coalesce(max(query_start)::text, '') AS latest FROM pg_stat_activity
    WHERE application_name = 'vitrine' AND query LIKE '%place%'`
  const [before] = await query(address, latest)
  await total()
  const [now] = await query(address, latest)
  return before!.latest !== now!.latest
}

const more = (name: string) => fill([creator('ann'), creation('ann', name)])

test('a replica is a replica, and is read', async () => {
  assert.deepEqual(await query(replicaUrl, 'SELECT pg_is_in_recovery() AS follows'), [{ follows: true }])
  assert.equal(await total(), 1)
  assert.deepEqual([await readsFrom(replicaUrl), await readsFrom(url)], [true, false])
})

test('while it is late nobody is shown old data, and nothing goes back', async () => {
  const seen: number[] = []
  const firstVersion = store.version()
  let over = false
  const reading = (async () => {
    while (!over) {
      const before = store.version()
      const count = await total()
      seen.push(count)
      // What is kept under a version must be of that version: each import adds one.
      assert.ok(count >= before - firstVersion + 1, `${count} creations under version ${before}`)
      await othersTurn()
    }
  })()
  for (const name of ['late-1', 'late-2', 'late-3']) {
    await query(replicaUrl, 'SELECT pg_wal_replay_pause()')
    await noticed(store, () => more(name))
    const count = await total()
    const [late] = await query(replicaUrl, 'SELECT count(*)::int AS count FROM shown')
    assert.equal(late!.count, count - 1, 'the replica is late')
    await query(replicaUrl, 'SELECT pg_wal_replay_resume()')
    await until('the replica has it too', async () => {
      const [now] = await query(replicaUrl, 'SELECT count(*)::int AS count FROM shown')
      return now!.count === count
    })
  }
  over = true
  await reading
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  )
  assert.equal(seen.at(-1), 4)
})

test('one that is late is not read instead of a primary that has not told of its last commit yet', async () => {
  const own = await cluster.newDatabase()
  await fill([creator('ann')], own)
  const [version] = await query(own, "SELECT number FROM meta WHERE key = 'data_version'")
  const before = Number(version!.number)
  let looks = 0
  /** Does not answer at first, so that the primary is read; then the primary goes on just before it says where it is. */
  const late: Pool = {
    async run<R extends object>() {
      looks++
      if (looks === 1) throw new Error('not there yet')
      if (looks === 2) await query(own, "UPDATE meta SET number = number + 1 WHERE key = 'data_version'")
      return [{ version: before }] as unknown as R[]
    },
    transaction: () => Promise.reject(new Error('nobody writes to it')),
    close: async () => {},
  }
  const primary = readerPool(own)
  const watch = await watchData(own, { primary, replica: late })
  const wasCurrent: boolean[] = []
  try {
    await until('the commit is noticed', async () => {
      wasCurrent.push(watch.replica!.isCurrent())
      return watch.version() === before + 1 && looks > 2
    })
    assert.deepEqual(new Set(wasCurrent), new Set([false]))
  } finally {
    await watch.close()
    await primary.close()
  }
})

/** A database of its own, followed by the replica, and watched by a line that can be held. */
async function watched(primaryOf: (pool: Pool) => Pool = pool => pool) {
  const own = await cluster.newDatabase()
  await fill([creator('ann')], own)
  const ownReplica = replica.addressOf(own)
  await until('the replica has it', async () => {
    const found = await query(ownReplica, 'SELECT 1 FROM creator').catch(() => [])
    return found.length === 1
  })
  const line = await heldLine(own)
  const pools = { primary: readerPool(own), replica: readerPool(ownReplica) }
  const watch = await watchData(line.url, pools)
  const read = readingFrom(primaryOf(pools.primary), pools.replica, watch.replica!)
  const versionIn = (rows: object[]) => Number((rows as { number: number }[])[0]!.number)
  return {
    watch,
    line,
    replica: watch.replica!,
    readVersion: async () => versionIn(await read({ text: "SELECT number FROM meta WHERE key = 'data_version'" })),
    /** Nobody is notified. */
    goOn: () => query(own, "UPDATE meta SET number = number + 1 WHERE key = 'data_version'"),
    async [Symbol.asyncDispose]() {
      line.letGo()
      await Promise.all([watch.close(), pools.primary.close(), pools.replica.close()])
      await line.close()
    },
  }
}

test('a read of the primary that ends when the replica is read again shows nothing that the replica has not', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  /** It takes its time to begin. */
  const slowly = (pool: Pool): Pool => ({
    ...pool,
    async run(statement) {
      asked.resolve()
      await answer.promise
      return pool.run(statement)
    },
  })
  await using data = await watched(slowly)
  const before = data.watch.version()
  await query(replicaUrl, 'SELECT pg_wal_replay_pause()')
  try {
    data.replica.failed()
    const first = data.readVersion()
    await asked.promise
    await until('the replica is read', () => data.replica.isCurrent())
    data.line.hold()
    await data.goOn()
    answer.resolve()
    assert.deepEqual([await first, await data.readVersion()], [before, before])
  } finally {
    await query(replicaUrl, 'SELECT pg_wal_replay_resume()')
  }
})

test('a read of the primary that ends while it is decided to read the replica shows nothing that it has not', async () => {
  await using data = await watched()
  const before = data.watch.version()
  await query(replicaUrl, 'SELECT pg_wal_replay_pause()')
  try {
    data.replica.failed()
    data.line.hold()
    const decided = data.replica.look()
    await until('the primary has said what it has', data.line.isWaiting)
    await data.goOn()
    const first = data.readVersion()
    const early = await Promise.race([first, new Promise(resolve => setTimeout(resolve, 50, 'not yet'))])
    assert.equal(early, 'not yet')
    data.line.letGo()
    await decided
    assert.deepEqual([await first, await data.readVersion()], [before, before])
  } finally {
    await query(replicaUrl, 'SELECT pg_wal_replay_resume()')
  }
})

test('a commit that the primary could not tell of any more is learnt from the replica', async () => {
  await using data = await watched()
  const before = data.watch.version()
  const changes: number[] = []
  data.watch.onChange(version => changes.push(version))
  data.line.hold()
  await data.goOn()
  await until('it is noticed', () => data.watch.version() === before + 1 && data.replica.isCurrent())
  assert.equal(data.watch.awaySince(), null)
  assert.deepEqual(changes, [before + 1])
  assert.equal(await data.readVersion(), before + 1)
})

test('large imports, which exchange tables, fail no read on it', async () => {
  let over = false
  const read = async () => {
    for (let turn = 0; !over; turn++) {
      await store.feed({ ...feed, q: turn % 2 ? 'round' : undefined })
      await store.creator('ann')
    }
  }
  const readers = Promise.all([read(), read()])
  for (const round of [0, 1]) await noticed(store, () => fill(roundOf(firstLargeRound + round)))
  over = true
  await readers
})

test('it goes on alone while the primary does not answer', async () => {
  const count = await total()
  await until('the replica is read', () => readsFrom(replicaUrl))
  cluster.pause()
  try {
    for (const _ of Array.from({ length: 20 })) {
      assert.equal(await total(), count)
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    assert.equal(store.awaySince(), null)
  } finally {
    cluster.resume()
  }
  await noticed(store, () => more('after'))
  assert.equal(await total(), count + 1)
})

test('the primary makes up for it when it hangs or is gone, but not for reads that have had their time', async () => {
  await until('the replica is read', () => readsFrom(replicaUrl))
  const count = await total()
  replica.pause()
  try {
    await assert.rejects(total(), { error: 'timeout', status: 504 })
    const counts = await Promise.all(Array.from({ length: 5 }, total))
    assert.deepEqual(new Set(counts), new Set([count]))
  } finally {
    replica.resume()
  }
  await replica.stop()
  await noticed(store, () => more('without'))
  assert.equal(await total(), count + 1)
})
