// What happens to a store on PostgreSQL when things break around it: a server that hangs or is cut off, importers that
// are killed, several instances that start at once, replicas that are late or away.
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { importStream } from '../../../../src/records/transfer/import-stream.ts'
import { openPostgresStore, openWritablePostgresStore } from '../../../../src/store/postgres/open.ts'
import type { Rejection } from '../../../../src/store/store.ts'
import { firstLargeRound, roundOf } from '../../../store/sqlite/rounds.ts'
import { expectFeed } from '../../../store/suite/comparison.ts'
import { addresses, bringIn, linesOf } from '../../../store/suite/harness.ts'
import { creation, creator } from '../../../store/suite/sample.ts'
import { answersOf } from '../../../support/model/answers.ts'
import { applyImport, type Community, emptyCommunity, exportOf } from '../../../support/model/community.ts'
import { randomOf } from '../../../support/model/generator.ts'
import { startCluster } from '../../../support/servers/postgres-cluster.ts'
import { type Running, start, until } from '../../../support/vitrine-process.ts'

const cluster = await startCluster()
after(cluster.stop)

const child = fileURLToPath(new URL('../../../store/postgres/child.ts', import.meta.url))

async function fill(url: string, records: readonly object[]): Promise<void> {
  const writable = await openWritablePostgresStore(url)
  assert.ok((await bringIn(writable, records)).committed)
  await writable.close()
}

const feed = { sort: 'recent', locales: ['en'], limit: 5 } as const

const unavailable = { error: 'upstream_unavailable', status: 503 }

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('a server', () => {
  test('without the tables of this version is refused when it has those of a newer one', async () => {
    const url = await cluster.newDatabase()
    await fill(url, [creator('ann')])
    await query(url, 'UPDATE vitrine_schema SET version = 9999')
    await assert.rejects(openPostgresStore(url, { addresses }), { ...unavailable, message: /newer/ })
    await assert.rejects(openWritablePostgresStore(url), { ...unavailable, message: /newer/ })
    assert.equal((await query(url, 'SELECT version FROM vitrine_schema'))[0]?.version, 9999)
  })
})

/** Which of the two states the store is in, wholly: its records and what readers are told of them. */
async function stateOf(url: string, before: Community, after: Community): Promise<Community> {
  const store = await openPostgresStore(url, { addresses })
  try {
    const records = await Array.fromAsync(store.records())
    const found = [after, before].find(state => JSON.stringify(exportOf(state)) === JSON.stringify(records))
    assert.ok(found, 'the store holds neither the old records nor the new ones')
    const answers = answersOf(found, addresses)
    const asked = { locales: ['en'], limit: 400 }
    await expectFeed(store, answers, { ...asked, sort: 'popular', tag: 'tag-1' })
    await expectFeed(store, answers, { ...asked, sort: 'trending', featuredOnly: true })
    await expectFeed(store, answers, { ...asked, sort: 'relevance', q: 'app 3' })
    assert.deepEqual(await store.creator('ann'), answers.creator('ann'))
    return found
  } finally {
    await store.close()
  }
}

describe('an import', () => {
  test('whose process is killed leaves all as it was or is complete', async () => {
    const seed = 71
    const random = randomOf(seed)
    const url = await cluster.newDatabase()
    await fill(url, roundOf(0))
    let state = applyImport(emptyCommunity, linesOf(roundOf(0)), 'fail').community
    const ends = { before: 0, after: 0 }
    for (let round = 1; round <= firstLargeRound + 1; round++) {
      const importing = start([url, String(round)], {}, [process.execPath, child])
      await told(importing, random.pick([1, 2, 2, 3]))
      await new Promise(resolve => setTimeout(resolve, random.below(30)))
      importing.child.kill('SIGKILL')
      await importing.finished
      const next = applyImport(state, linesOf(roundOf(round)), 'fail').community
      // The server may still be busy with what it was asked for last.
      const idle = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`
      await until('the server has noticed', async () => (await query(url, idle)).length === 0)
      const found = await stateOf(url, state, next)
      ends[found === next ? 'after' : 'before']++
      state = found
    }
    assert.ok(ends.before > 0, `seed ${seed}: no process was killed in time`)
  })

  test('from a stream goes on after a write that fails, without an open transaction', async () => {
    const url = await cluster.newDatabase()
    await fill(url, [creator('there')])
    await query(
      url,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'poison is refused'; END $$;
       CREATE TRIGGER refusing BEFORE INSERT ON creator FOR EACH ROW WHEN (new.handle = 'poison') EXECUTE FUNCTION refuse()`,
    )
    const store = await openWritablePostgresStore(url)
    const reported: Rejection[] = []
    const input = new PassThrough()
    const isReported = Promise.withResolvers<void>()
    const report = (rejection: Rejection) => {
      reported.push(rejection)
      isReported.resolve()
    }
    const options = { store, now: Date.now, skipInvalid: true, report, signal: new AbortController().signal }
    const importing = importStream(input, options)
    const send = (handle: string) => input.write(`${JSON.stringify(creator(handle))}\n`)
    send('poison')
    await isReported.promise
    const open = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
    assert.equal((await query(url, open)).length, 0)
    send('behind')
    input.end()
    const { complete, summary } = await importing
    await store.close()
    assert.equal(complete, false)
    assert.deepEqual([summary.created, summary.rejected, reported.length], [1, 1, 1])
    assert.match(reported[0]!.reason, /not written, import it again .*poison is refused/)
    const handles = await query(url, 'SELECT handle FROM creator ORDER BY handle')
    assert.deepEqual(handles, [{ handle: 'behind' }, { handle: 'there' }])
  })

  test("that writes everything anew stands in nobody's way", async () => {
    const url = await cluster.newDatabase()
    await fill(url, roundOf(firstLargeRound))
    const store = await openPostgresStore(url, { addresses })
    // Opens the connections: this is about locks, and not about how fast a busy machine connects.
    await Promise.all(Array.from({ length: 8 }, () => store.feed(feed)))
    let importing = true
    const read = async () => {
      for (let reads = 0; importing || reads < 5; reads++) {
        await store.feed({ ...feed, q: reads % 2 ? 'round' : undefined })
        await store.app({ handle: 'ann', slug: `app-${reads % 9}`, locales: ['en'] })
      }
    }
    const readers = Promise.all([read(), read(), read()])
    for (let round = 1; round <= 3; round++) await fill(url, roundOf(firstLargeRound + round))
    importing = false
    await readers
    await store.close()
  })

  test('keeps others out while it lasts, and readers read on', async () => {
    const url = await cluster.newDatabase()
    await fill(url, [creator('ann'), creation('ann', 'app')])
    const writable = await openWritablePostgresStore(url)
    const writer = await writable.begin({ now: Date.now })
    const store = await openPostgresStore(url, { addresses })
    const second = writable.begin({ now: Date.now })
    assert.equal((await store.feed(feed)).total, 1)
    await writer.rollback()
    await (await second).rollback()
    await store.close()
  })
})

/** Waits until the process has told that many lines, or has ended. */
async function told({ finished, stdout }: Running, howMany: number): Promise<void> {
  let ended = false
  void finished.then(() => {
    ended = true
  })
  await until('the process has come so far', () => ended || stdout().split('\n').length > howMany)
}
