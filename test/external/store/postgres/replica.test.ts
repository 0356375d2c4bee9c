// A store that reads from a real streaming replica: one that is late, that is away, or that is all there is.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as othersTurn } from 'node:timers/promises'
import pg from 'pg'
import { openPostgresStore, openWritablePostgresStore } from '../../../../src/store/postgres/open.ts'
import { firstLargeRound, roundOf } from '../../../store/sqlite/rounds.ts'
import { addresses, bringIn, noticed } from '../../../store/suite/harness.ts'
import { creation, creator } from '../../../store/suite/sample.ts'
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
    assert.equal(store.unavailableSince(), null)
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
