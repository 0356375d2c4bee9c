// What an import promises: all or nothing, any order, twice is once, and readers who see it when it is complete.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { importRecords } from '../../../src/records/transfer/import.ts'
import type { Store } from '../../../src/store/store.ts'
import { answersOf } from '../../support/model/answers.ts'
import { randomCommunity, randomOf, shuffled } from '../../support/model/generator.ts'
import { until } from '../../support/vitrine-process.ts'
import { expectFeed } from './comparison.ts'
import {
  addresses,
  bringIn,
  linesOf,
  noticed,
  type OpenedStore,
  type OpenStore,
  openTwins,
  together,
} from './harness.ts'
import { creation, creator, follow, remove, score } from './sample.ts'

const everything = ({ store }: OpenedStore) => Array.fromAsync(store.records())

/** Runs with a new store, and closes it whatever happens. */
function withStore(name: string, open: OpenStore, run: (opened: OpenedStore) => Promise<void>): void {
  test(name, async () => {
    const opened = await open()
    try {
      await run(opened)
    } finally {
      await opened.close()
    }
  })
}

const small = [
  creator('ann'),
  creator('bob'),
  creation('ann', 'app', { tags: ['t'], category: 'c' }),
  follow('bob', 'ann'),
  score('ann/app', 'bob', 3),
]

export function importTests(open: OpenStore): void {
  describe('an import', together, () => {
    withStore('brought in again changes nothing, not even the version', open, async opened => {
      const records = randomCommunity(randomOf(31), 5)
      const first = await noticed(opened.store, () => bringIn(opened.writable, records, 'skip'))
      const before = await everything(opened)
      const second = await bringIn(opened.writable, before)
      assert.deepEqual(second.counts, { created: 0, updated: 0, deleted: 0, unchanged: before.length })
      assert.equal(before.length, first.counts.created)
      const later = await opened.again()
      assert.equal(later.store.version(), opened.store.version())
      assert.deepEqual(await Array.fromAsync(later.store.records()), before)
      await later.close()
    })

    withStore('may bring its records in any order', open, async opened => {
      const records = (await bringSome(opened)).toReversed()
      const other = await openTwins(open)
      await other.import(shuffled(randomOf(32), records))
      assert.deepEqual(await everything(other), await everything(opened))
      await expectFeed(opened.store, answersOf(other.model(), addresses), {
        sort: 'liked',
        locales: ['es', 'en'],
        limit: 4,
      })
      await other.close()
    })

    withStore('keeps the first date of what has none of its own', open, async opened => {
      const undated = { ...creation('ann', 'app'), publishedAt: undefined }
      const importAt = async (time: string, records: object[]) => {
        const now = () => Date.parse(time)
        const writer = await opened.writable.begin({ now })
        for (const { checked, line } of linesOf(records, now)) await writer.put(checked, line)
        return writer.commit({ rejections: 'fail' })
      }
      const first = [
        { ...creator('ann'), joinedAt: undefined },
        undated,
        { ...score('ann/app', 'x', 1), achievedAt: undefined },
      ]
      await importAt('2026-02-01T00:00:00Z', first)
      const before = await everything(opened)
      const { counts } = await importAt('2026-03-01T00:00:00Z', first)
      assert.deepEqual(counts, { created: 0, updated: 0, deleted: 0, unchanged: 3 })
      await importAt('2026-04-01T00:00:00Z', [{ ...undated, title: 'Renamed' }])
      const after = await everything(opened)
      assert.deepEqual(
        after,
        before.map(record => (record.type === 'creation' ? { ...record, title: 'Renamed' } : record)),
      )
      assert.ok(after.every(record => !('publishedAt' in record) || record.publishedAt === '2026-02-01T00:00:00Z'))
      await importAt('2026-05-01T00:00:00Z', [remove('creation', { handle: 'ann', slug: 'app' }), undated])
      const again = (await everything(opened)).find(record => record.type === 'creation')
      assert.equal(again?.publishedAt, '2026-05-01T00:00:00Z')
    })

    withStore('that is rolled back leaves everything as it was', open, async opened => {
      const before = await bringSome(opened)
      const version = opened.store.version()
      const writer = await opened.writable.begin({ now: Date.now })
      const lines = linesOf([remove('creator', { handle: 'ann' }), creator('new'), creation('bob', 'x')])
      for (const { checked, line } of lines) await writer.put(checked, line)
      await writer.rollback()
      await writer.rollback()
      await assert.rejects(async () => writer.put(lines[1]!.checked, 1), { error: 'internal_error' })
      assert.deepEqual(await everything(opened), before)
      assert.equal(opened.store.version(), version)
      await noticed(opened.store, () => bringIn(opened.writable, [creator('new')]))
    })

    withStore('is not seen before it is complete', open, async opened => {
      await bringSome(opened)
      const feed = { sort: 'recent', locales: ['en'], limit: 48 } as const
      const shown = async (store: Store) => {
        const { items, next, total } = await store.feed(feed)
        return { items, next, total }
      }
      const before = await shown(opened.store)
      const writer = await opened.writable.begin({ now: Date.now })
      for (const { checked, line } of linesOf([
        creation('bob', 'unseen'),
        remove('creation', { handle: 'ann', slug: 'app' }),
      ])) {
        await writer.put(checked, line)
      }
      assert.deepEqual(await shown(opened.store), before)
      assert.equal((await opened.store.feed({ ...feed, q: 'unseen' })).total, 0)
      // Nor does it stand in the way of a process that starts meanwhile.
      const other = await opened.again()
      assert.equal((await other.store.cursorSecret()).length, 32)
      assert.deepEqual(await shown(other.store), before)
      await other.close()
      await noticed(opened.store, () => writer.commit({ rejections: 'fail' }))
      assert.equal((await opened.store.feed({ ...feed, q: 'unseen' })).total, 1)
    })
  })
  describe('records that point at nothing', together, () => rejectionTests(open))
  describe('other processes', together, () => processTests(open))
}

async function bringSome(opened: OpenedStore) {
  await noticed(opened.store, () => bringIn(opened.writable, small))
  return everything(opened)
}

function rejectionTests(open: OpenStore): void {
  const reason = (what: string) => `${what}, neither in the import nor in the store.`
  const dangling = [
    creation('ghost', 'app'),
    score('ghost/app', 'bob', 1),
    creator('cy'),
    follow('cy', 'ghost'),
    score('ann/nothing', 'bob', 1),
    creation('cy', 'good'),
  ]
  const rejected = [
    { line: 1, reason: reason('No creator is called ghost') },
    { line: 2, reason: reason('No creation is at ghost/app') },
    { line: 4, reason: reason('No creator is called ghost') },
    { line: 5, reason: reason('No creation is at ann/nothing') },
  ]

  withStore('make it fail as a whole', open, async opened => {
    const before = await bringSome(opened)
    const result = await bringIn(opened.writable, dangling)
    assert.equal(result.committed, false)
    assert.deepEqual(result.rejected, rejected)
    assert.deepEqual(await everything(opened), before)
  })

  withStore('are left out when asked for, and only they', open, async opened => {
    await bringSome(opened)
    const result = await noticed(opened.store, () => bringIn(opened.writable, dangling, 'skip'))
    assert.deepEqual(result.rejected, rejected)
    assert.deepEqual(result.counts, { created: 2, updated: 0, deleted: 0, unchanged: 0 })
    assert.equal((await everything(opened)).length, small.length + 2)
    const later = await bringIn(opened.writable, [creator('ghost'), ...dangling.slice(0, 4)])
    assert.deepEqual(later, {
      committed: true,
      rejected: [],
      counts: { created: 4, updated: 0, deleted: 0, unchanged: 1 },
    })
  })

  withStore('alone leave no trace', open, async opened => {
    const before = await bringSome(opened)
    const result = await bringIn(opened.writable, [dangling[0]!, dangling[1]!], 'skip')
    assert.deepEqual(result.counts, { created: 0, updated: 0, deleted: 0, unchanged: 0 })
    assert.deepEqual(await everything(opened), before)
    const later = await opened.again()
    assert.equal(later.store.version(), opened.store.version())
    await later.close()
  })

  withStore('are named by the last line that brought them', open, async opened => {
    const lines = [score('ghost/app', 'bob', 1), score('ghost/app', 'bob', 2), creator('ann')]
    assert.deepEqual(
      (await bringIn(opened.writable, lines, 'skip')).rejected.map(({ line }) => line),
      [2],
    )
  })

  withStore('do not count deletions twice', open, async opened => {
    await bringSome(opened)
    const gone = remove('creation', { handle: 'ann', slug: 'app' })
    const result = await bringIn(opened.writable, [gone, gone, remove('tag', { key: 'never' })])
    assert.deepEqual(result.counts, { created: 0, updated: 0, deleted: 1, unchanged: 2 })
  })
}

function processTests(open: OpenStore): void {
  withStore('are told of a change, once for each, until they unsubscribe', open, async opened => {
    const other = await opened.again()
    const heard: number[] = []
    const stop = other.store.onChange(version => heard.push(version))
    const before = other.store.version()
    await noticed(other.store, () => bringIn(opened.writable, small))
    await until('the listener was told', () => heard.length > 0)
    assert.deepEqual(heard, [other.store.version()])
    assert.notEqual(heard[0], before)
    stop()
    await noticed(other.store, () => bringIn(opened.writable, [creator('cy')]))
    assert.equal(heard.length, 1)
    await until('both know the same version', () => opened.store.version() === other.store.version())
    await other.close()
  })

  withStore('share a secret, and see when there is anything at all', open, async opened => {
    const other = await opened.again()
    assert.deepEqual(await opened.store.cursorSecret(), await other.store.cursorSecret())
    await other.store.ping()
    assert.equal(await other.store.isEmpty(), true)
    await bringIn(opened.writable, [{ type: 'tag', key: 'lone', labels: { sv: 'Ensam' } }])
    assert.equal(await other.store.isEmpty(), false)
    await other.close()
  })

  withStore('know the demo community, until something else is written', open, async opened => {
    const demo = { now: Date.now, demo: true }
    assert.equal(await opened.store.isDemo(), false)
    await importRecords([creator('ann')], { store: opened.writable, ...demo })
    assert.equal(await opened.store.isDemo(), true)
    await importRecords([creator('ben')], { store: opened.writable, ...demo })
    assert.equal(await opened.store.isDemo(), true)
    await bringIn(opened.writable, [creator('cy')])
    assert.equal(await opened.store.isDemo(), false)
    await importRecords([creator('dee')], { store: opened.writable, ...demo })
    assert.equal(await opened.store.isDemo(), false, 'the demo community among other data')
  })

  withStore('know the languages there are, and no others', open, async opened => {
    const languages = async (...records: object[]) => {
      await noticed(opened.store, () => bringIn(opened.writable, records))
      return [...opened.store.locales()].sort()
    }
    const app = creation('ann', 'app', {
      locale: 'ja',
      translations: { es: { summary: 'Sí' }, fr: { description: 'Non' } },
    })
    assert.deepEqual(await languages(creator('ann'), app), ['es', 'ja'])
    assert.deepEqual(await languages({ ...app, translations: {} }), ['ja'])
    const tag = { type: 'tag', key: 'lone', labels: { sv: 'Ensam' } }
    assert.deepEqual(await languages(tag, { type: 'category', slug: 'c', labels: { pt: 'Casa' } }), ['ja', 'pt', 'sv'])
    assert.deepEqual(await languages({ ...app, visibility: 'private' }), ['pt', 'sv'])
    assert.deepEqual(await languages(remove('tag', { key: 'lone' }), remove('category', { slug: 'c' })), [])
  })
}
