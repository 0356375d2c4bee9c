// The index of a store: everything that is derived from its records can be built anew from them, byte for byte; an index of
// another version is neither read nor edited.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { derivedVersion } from '../../src/store/derived-version.ts'
import { openStore, openWritableStore } from '../../src/store/open.ts'
import type { FeedQuery, Store, WritableStore } from '../../src/store/store.ts'
import { sharedCluster } from '../support/servers/postgres-cluster.ts'
import { scratchFolder, start, until } from '../support/vitrine-process.ts'
import { type IndexedKind, newerVersion, postgresKind, sqliteKind } from './indexed-stores.ts'
import { told } from './sqlite/kills.ts'
import { bringIn, now, storeOptions } from './suite/harness.ts'
import { creation, creator, follow, score } from './suite/sample.ts'

const folder = scratchFolder()
const cluster = await sharedCluster()
after(cluster.stop)
let files = 0

/** So many creations that lists are written anew as a whole, and long lists in several parts. */
const large = 2400
const kinds: Record<string, { kind: IndexedKind; newPlace: () => Promise<string> }> = {
  SQLite: { kind: sqliteKind, newPlace: async () => join(folder, `store-${files++}.db`) },
  PostgreSQL: { kind: postgresKind, newPlace: cluster.newDatabase },
}

/** Everything that is derived: labels, translations, tags in other languages, remixes, follows, scores. */
function community(creations: number): object[] {
  const handles = ['ann', 'bob', 'cid', 'dot', 'eve']
  const works = Array.from({ length: creations }, (_, i) =>
    creation(handles[i % 5]!, `app-${i}`, {
      kind: i % 2 ? 'app' : 'game',
      category: i % 3 ? 'c' : 'd',
      tags: i % 4 ? ['water'] : ['water', `t-${i % 50}`],
      featured: i % 7 === 0,
      visibility: i % 11 === 0 ? 'private' : 'public',
      stats: { views: i, plays: i * 2, likes: i % 13, remixes: i % 5 },
      translations: i % 6 ? {} : { es: { title: `Obra ${i}`, summary: 'Una obra.' } },
      ...(i > 20 && i % 9 === 0 ? { remixOf: { handle: handles[0]!, slug: 'app-5' } } : {}),
    }),
  )
  return [
    { type: 'category', slug: 'c', labels: { en: 'Category', fr: 'Catégorie' } },
    { type: 'tag', key: 'water', labels: { en: 'Fresh water', de: 'Frisches Wasser' } },
    ...[...handles, 'fan'].map(handle => creator(handle)),
    ...works,
    ...handles.map(handle => follow('fan', handle)),
    follow('ann', 'bob'),
    score('ann/app-5', 'fan', 12),
  ]
}

async function filled(place: string, creations: number): Promise<void> {
  const writable = await openWritableStore(place)
  assert.equal((await bringIn(writable, community(creations))).committed, true)
  await writable.close()
}

async function withWritable<T>(place: string, work: (writable: WritableStore) => Promise<T>): Promise<T> {
  const writable = await openWritableStore(place)
  try {
    return await work(writable)
  } finally {
    await writable.close()
  }
}

const kindAndCategory: FeedQuery = { kind: 'app', category: 'c', sort: 'trending', locales: ['en'], limit: 5 }
const searched: FeedQuery = { q: 'app', sort: 'relevance', locales: ['en'], limit: 5 }

const child = (place: string, when: 'older' | 'always') =>
  start([place, when], {}, [process.execPath, fileURLToPath(new URL('./reindex-child.ts', import.meta.url))])

const rebuild = (place: string, when: 'older' | 'always' = 'older') =>
  withWritable(place, writable => writable.reindex({ when, now }))

async function refusal(work: () => unknown): Promise<{ error: string; message: string }> {
  try {
    await work()
  } catch (error) {
    const { error: name, message } = error as { error: string; message: string }
    return { error: name, message }
  }
  throw new Error('It was not refused.')
}

for (const [name, { kind, newPlace }] of Object.entries(kinds)) {
  describe(`the index on ${name}`, () => {
    let largePlace: string
    before(async () => {
      largePlace = await newPlace()
      await filled(largePlace, large)
    })

    for (const size of [60, large]) {
      test(`of ${size} creations is rebuilt byte for byte`, async () => {
        const place = size === large ? largePlace : await newPlace()
        if (size !== large) await filled(place, size)
        const fresh = await kind.dump(place)
        await kind.damage(place)
        assert.deepEqual(await rebuild(place), { creations: size })
        assert.deepEqual(await kind.dump(place), fresh)
        assert.equal(await kind.version(place), derivedVersion)
        assert.equal(await rebuild(place), null, 'there is nothing left to do')
      })
    }

    test('of an empty store has the current version from the start', async () => {
      const place = await newPlace()
      await withWritable(place, async () => {})
      assert.equal(await kind.version(place), derivedVersion)
    })

    test('of another version is neither read nor edited, but records are there', async () => {
      const place = await newPlace()
      await filled(place, 60)
      for (const [version, advice] of [
        [null, /Run vitrine reindex/],
        [newerVersion, /newer version/],
      ] as const) {
        await kind.setVersion(place, version)
        const store = await openStore(place, storeOptions)
        assert.equal(store.indexState(), version === null ? 'older' : 'newer')
        const reads: ((store: Store) => unknown)[] = [
          store => store.feed(kindAndCategory),
          store => store.feed(searched),
          store => store.popularTags({ locales: ['en'], limit: 3 }),
          store => store.creator('ann'),
          store => store.ping(),
        ]
        for (const read of reads) assert.equal((await refusal(() => read(store))).error, 'upstream_unavailable')
        assert.notEqual(store.unavailableSince(), null)
        assert.equal((await Array.fromAsync(store.records())).length, community(60).length)
        assert.equal(await store.isEmpty(), false)
        assert.ok((await store.cursorSecret()).length > 0)
        await store.close()
        const { error, message } = await refusal(() => withWritable(place, writable => writable.begin({ now })))
        assert.equal(error, 'conflict')
        assert.match(message, advice)
      }
      assert.equal(await rebuild(place), null, 'a newer index is replaced only on demand')
      assert.deepEqual(await rebuild(place, 'always'), { creations: 60 })
    })

    test('is read as it was while it is rebuilt, by a store that has long been open', async () => {
      const store = await openStore(largePlace, storeOptions)
      const read = async () => {
        const { items, total } = await store.feed(kindAndCategory)
        const found = await store.feed(searched)
        return { items, total, found: found.items, ann: await store.creator('ann') }
      }
      const first = await read()
      let isDone = false
      const versionBefore = store.version()
      const rebuilding = child(largePlace, 'always').finished.finally(() => {
        isDone = true
      })
      while (!isDone) {
        assert.deepEqual(await read(), first)
        await sleep(50)
      }
      assert.match((await rebuilding).stdout, /done/)
      await until('the new index was noticed', () => store.version() !== versionBefore)
      assert.deepEqual(await read(), first)
      await store.close()
    })

    test('stays as it was when the process that rebuilds it is killed', async () => {
      const place = largePlace
      const fresh = await kind.dump(place)
      await kind.setVersion(place, null)
      const rebuilding = child(place, 'older')
      await told(rebuilding, 2)
      rebuilding.child.kill('SIGKILL')
      assert.doesNotMatch((await rebuilding.finished).stdout, /done/)
      assert.equal(await kind.version(place), null)
      assert.deepEqual(await kind.dump(place), fresh)
      assert.deepEqual(await rebuild(place), { creations: large })
    })

    test('is rebuilt once, however many want it at the same time', async () => {
      const place = await newPlace()
      await filled(place, 60)
      await kind.damage(place)
      const ended = await Promise.all([1, 2].map(() => child(place, 'older').finished))
      assert.deepEqual(
        ended.map(({ code, stderr }) => ({ code, stderr })),
        ended.map(() => ({ code: 0, stderr: '' })),
      )
      assert.equal(ended.filter(({ stdout }) => /\d of \d/.test(stdout)).length, 1)
    })
  })
}
