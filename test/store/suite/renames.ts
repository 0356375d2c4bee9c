// Renames: everything moves to the new name, and the old one still leads there.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { recordsOf } from '../../support/model/community.ts'
import { randomChange, randomCommunity, randomOf, randomRename } from '../../support/model/generator.ts'
import { expectFilters, expectTheRest } from './comparison.ts'
import { bringIn, type OpenStore, openTwins, type Twins, together } from './harness.ts'
import { creation, creator, follow, remove, score } from './sample.ts'

const ofCreator = (from: string, to: string) => ({ type: 'rename', of: 'creator', from, to })
const ofCreation = (handle: string, from: string, to: string) => ({ type: 'rename', of: 'creation', handle, from, to })

const community = [
  creator('ann'),
  creator('bob'),
  creator('cy'),
  creation('ann', 'app', { tags: ['t'], stats: { views: 5, plays: 4, likes: 3, remixes: 2 } }),
  creation('ann', 'own-remix', { remixOf: { handle: 'ann', slug: 'app' } }),
  creation('bob', 'remix', { remixOf: { handle: 'ann', slug: 'app' } }),
  follow('bob', 'ann'),
  follow('cy', 'ann'),
  follow('ann', 'cy'),
  score('ann/app', 'bob', 3),
  score('ann/app', 'ann', 7),
  score('bob/remix', 'ann', 9),
]

function withCommunity(name: string, open: OpenStore, run: (twins: Twins) => Promise<void>): void {
  test(name, async () => {
    const twins = await openTwins(open)
    try {
      await twins.import(community)
      await run(twins)
    } finally {
      await twins.close()
    }
  })
}

/** Compares the store with the model, old names included. */
async function expectSame({ store, model }: Twins): Promise<void> {
  const random = randomOf(1)
  await expectFilters(store, model(), random, 0.05)
  await expectTheRest(store, model(), random, 3)
  for (const rename of recordsOf(model(), 'rename')) {
    const [old, current] =
      rename.of === 'creator'
        ? [{ handle: rename.from }, { handle: rename.to }]
        : [
            { handle: rename.handle, slug: rename.from },
            { handle: rename.handle, slug: rename.to },
          ]
    assert.deepEqual({ ...(await store.currentName(old)) }, current)
    assert.equal(await store.currentName(current), null)
  }
}

const titlesOf = async ({ store }: Twins, query: { creator?: string; remixOf?: string }) => {
  const { items } = await store.feed({ sort: 'recent', locales: ['en'], limit: 9, ...query })
  return items.map(text => (JSON.parse(text) as { title: string }).title).sort()
}

export function renameTests(open: OpenStore): void {
  describe('a rename', together, () => {
    withCommunity('of a creator keeps creations, followers, scores, remixes and totals', open, async twins => {
      const before = (await twins.store.creator('ann'))!
      await twins.import([ofCreator('ann', 'anna')])
      await expectSame(twins)
      const after = (await twins.store.creator('anna'))!
      assert.deepEqual(after, { ...before, record: { ...before.record, handle: 'anna' } })
      assert.equal(await twins.store.creator('ann'), null)
      assert.deepEqual(await titlesOf(twins, { creator: 'anna' }), ['The app', 'The own-remix'])
      assert.deepEqual(await titlesOf(twins, { remixOf: 'anna/app' }), ['The own-remix', 'The remix'])
      const app = await twins.store.app({ handle: 'anna', slug: 'app', locales: ['en'] })
      assert.deepEqual(
        app?.leaderboard.map(entry => [entry.handle, entry.score]),
        [
          ['anna', 7],
          ['bob', 3],
        ],
      )
      const people = await twins.store.followers({ handle: 'anna', limit: 9 })
      assert.deepEqual(people?.items.map(({ record }) => record.handle).sort(), ['bob', 'cy'])
    })

    withCommunity('of a creation keeps scores, remixes and numbers', open, async twins => {
      await twins.import([ofCreation('ann', 'app', 'tool')])
      await expectSame(twins)
      const app = await twins.store.app({ handle: 'ann', slug: 'tool', locales: ['en'] })
      assert.deepEqual([app && JSON.parse(app.card).stats.likes, app?.leaderboard.length], [3, 2])
      assert.deepEqual(await titlesOf(twins, { remixOf: 'ann/tool' }), ['The own-remix', 'The remix'])
      assert.deepEqual(await titlesOf(twins, { remixOf: 'ann/app' }), [])
    })

    withCommunity('of a renamed one leads to the newest name, from every old one', open, async twins => {
      await twins.import([ofCreation('ann', 'app', 'tool'), ofCreator('ann', 'anna')])
      await twins.import([ofCreator('anna', 'annie'), ofCreation('annie', 'tool', 'gadget')])
      await expectSame(twins)
      for (const handle of ['ann', 'anna']) {
        assert.deepEqual({ ...(await twins.store.currentName({ handle })) }, { handle: 'annie' })
        for (const slug of ['app', 'tool']) {
          const found = await twins.store.currentName({ handle, slug })
          assert.deepEqual({ ...found }, { handle: 'annie', slug: 'gadget' })
        }
      }
      await twins.import([ofCreator('annie', 'ann')])
      await expectSame(twins)
      assert.equal(await twins.store.currentName({ handle: 'ann' }), null)
      assert.equal(await twins.store.currentName({ handle: 'zed' }), null)
    })

    withCommunity('to a taken name is rejected, and says so', open, async twins => {
      const renames = [ofCreator('ann', 'bob'), ofCreation('ann', 'app', 'own-remix')]
      await twins.import(renames, 'skip')
      await twins.import(renames)
      const { committed, rejected } = await bringIn(twins.writable, renames)
      assert.equal(committed, false)
      assert.deepEqual(
        rejected.map(({ line }) => line),
        [1, 2],
      )
      for (const { reason } of rejected) assert.match(reason, /there is another cre/)
      await expectSame(twins)
    })

    withCommunity('leads nowhere when its target is missing, and is rejected', open, async twins => {
      await twins.import([ofCreator('zed', 'nobody'), ofCreation('ann', 'gone', 'nothing'), creator('dee')], 'skip')
      await twins.import([ofCreator('zed', 'ann'), ofCreation('ann', 'gone', 'app')])
      await expectSame(twins)
    })

    withCommunity('makes room: the old name can be used again, and then takes precedence', open, async twins => {
      await twins.import([ofCreator('ann', 'anna'), ofCreation('anna', 'app', 'tool')])
      await twins.import([creator('ann', { displayName: 'Another' }), creation('anna', 'app')])
      await expectSame(twins)
      assert.equal(await twins.store.currentName({ handle: 'ann' }), null)
      assert.equal((await twins.store.creator('ann'))?.record.displayName, 'Another')
      assert.equal(await twins.store.currentName({ handle: 'anna', slug: 'app' }), null)
    })

    withCommunity('is forgotten when its creator or creation is deleted', open, async twins => {
      await twins.import([ofCreator('ann', 'anna'), ofCreation('anna', 'app', 'tool'), ofCreator('bob', 'rob')])
      await twins.import([remove('creation', { handle: 'anna', slug: 'tool' })])
      assert.equal(await twins.store.currentName({ handle: 'anna', slug: 'app' }), null)
      await twins.import([remove('creator', { handle: 'anna' })])
      await expectSame(twins)
      assert.equal(await twins.store.currentName({ handle: 'ann' }), null)
    })

    withCommunity('comes before records with the new name, and changes nothing the second time', open, async twins => {
      const records = [ofCreator('ann', 'anna'), creator('anna', { bio: 'Renamed' }), creation('anna', 'new')]
      await twins.import(records)
      await expectSame(twins)
      const { counts } = await bringIn(twins.writable, records)
      assert.deepEqual(counts, { created: 0, updated: 0, deleted: 0, unchanged: 3 })
    })

    withCommunity('of many followers and scores works in chunks', open, async twins => {
      const many = Array.from({ length: 2500 }, (_, i) => `fan-${i}`)
      await twins.import(many.flatMap((fan, i) => [creator(fan), follow(fan, 'ann'), score('ann/app', fan, i)]))
      await twins.import([ofCreator('ann', 'anna')])
      assert.equal((await twins.store.creator('anna'))?.totals.followers, 2502)
      const app = await twins.store.app({ handle: 'anna', slug: 'app', locales: ['en'] })
      assert.equal(app?.leaderboard[0]?.score, 2499)
    })

    test('any sequence, also exported and imported elsewhere, seed 41', () => randomRenames(open, 41))
  })
}

export async function randomRenames(open: OpenStore, seed: number): Promise<void> {
  const random = randomOf(seed)
  const slugs = 3
  const twins = await openTwins(open)
  try {
    await twins.import(randomCommunity(random, slugs), 'skip')
    for (let round = 0; round < 8; round++) {
      const size = random.pick([1, 3, 12])
      const change = () =>
        random.chance(0.6) ? randomRename(random, slugs) : randomChange(random, twins.model(), slugs)
      await twins.import(Array.from({ length: size }, change), random.chance(0.3) ? 'fail' : 'skip')
      await expectSame(twins)
    }
    assert.ok(recordsOf(twins.model(), 'rename').length > 0)
    const records = await Array.fromAsync(twins.store.records())
    const fresh = await open()
    await bringIn(fresh.writable, records)
    assert.deepEqual(await Array.fromAsync(fresh.store.records()), records)
    assert.deepEqual((await bringIn(fresh.writable, records)).counts.unchanged, records.length)
    await fresh.close()
  } finally {
    await twins.close()
  }
}
