// Removing what is missing in an import.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PruneOptions } from '../../../src/store/tracking/prune.ts'
import { recordTypes } from '../../../src/store/tracking/tables.ts'
import { community, creation, creator, follow } from '../../support/scratch-store.ts'
import { bringIn, linesOf, now, type OpenedStore, type OpenStore } from './harness.ts'

const score = (handle: string, slug: string, player: string) => ({
  type: 'score',
  handle,
  slug,
  player,
  score: 1,
  achievedAt: '2026-01-05T10:00:00Z',
})

async function bringInAndPrune(
  { writable }: OpenedStore,
  records: readonly object[],
  options: Partial<PruneOptions> = {},
  rejections: 'fail' | 'skip' | 'check' = 'fail',
) {
  const writer = await writable.begin({ now, tracks: 'all' })
  for (const { checked, line } of linesOf(records)) await writer.put(checked, line)
  const removals = await writer.prune({ scope: 'all', types: recordTypes, force: false, ...options })
  return { removals, ...(await writer.commit({ rejections })) }
}

const stored = async ({ store }: OpenedStore) => (await Array.fromAsync(store.records())).map(nameOf)
const nameOf = (record: object): string =>
  Object.entries(record)
    .filter(([name]) => ['type', 'key', 'handle', 'slug', 'follower', 'following', 'player'].includes(name))
    .map(([, value]) => value)
    .join(' ')
const refusedIn = (removals: { type: string; refused: unknown }[]) =>
  Object.fromEntries(removals.filter(({ refused }) => refused).map(({ type, refused }) => [type, refused]))

const people = ['ann', 'ben', 'cy', 'dee', 'eve'].map(creator)
const works = ['a', 'b', 'c', 'd', 'e'].map(slug => creation('ann', slug))

export function pruneTests(open: OpenStore): void {
  describe('pruning', () => {
    test('removes everything that is missing, of every type', async () => {
      const opened = await open()
      const extra = [
        { type: 'category', slug: 'play', labels: { en: 'Play' } },
        { type: 'tag', key: 'fun', labels: { en: 'Fun' } },
        creator('zoe'),
        creation('zoe', 'one'),
        creation('mira', 'two'),
        follow('zoe', 'mira'),
        score('mira', 'two', 'zoe'),
      ]
      await bringIn(opened.writable, community)
      const before = await stored(opened)
      await bringIn(opened.writable, extra)
      const { removals, counts } = await bringInAndPrune(opened, community)
      assert.deepEqual(refusedIn(removals), {})
      assert.equal(counts.deleted, extra.length)
      assert.deepEqual(await stored(opened), before)
      assert.equal((await opened.store.creator('mira'))?.totals.followers, 1)
      await opened.close()
    })

    test('refuses to remove more than half of a type, unless forced, and counts what was there before', async () => {
      const opened = await open()
      await bringIn(opened.writable, [...people, ...works])
      const fewer = [...people, ...works.slice(0, 2)]
      const others = Array.from({ length: 50 }, (_, i) => creation('ben', `new-${i}`))
      const refused = await bringInAndPrune(opened, [...fewer, ...others], {}, 'check')
      assert.deepEqual(refusedIn(refused.removals), { creation: 'more than half' })
      const { removals } = await bringInAndPrune(opened, fewer, { force: true })
      assert.deepEqual(refusedIn(removals), {})
      assert.deepEqual((await stored(opened)).length, fewer.length)
      await opened.close()
    })

    test('refuses to remove a creator whose creations are more than half of all', async () => {
      const opened = await open()
      const all = [...people, ...works, creation('ben', 'x')]
      await bringIn(opened.writable, all)
      const { removals } = await bringInAndPrune(
        opened,
        all.filter(record => !('displayName' in record) || record.handle !== 'ann'),
        {},
        'check',
      )
      assert.deepEqual(refusedIn(removals), { creator: 'creation' })
      await opened.close()
    })

    test('records of the input that refer to a removed one are rejected with their line', async () => {
      const opened = await open()
      const mine = [creation('eve', 'mine'), follow('eve', 'ann'), score('eve', 'mine', 'ben')]
      const rest = [
        ...works,
        follow('ben', 'cy'),
        follow('cy', 'ben'),
        score('ann', 'a', 'eve'),
        score('ann', 'b', 'ben'),
        score('ann', 'c', 'ben'),
      ]
      await bringIn(opened.writable, [...people, ...mine, ...rest])
      const input = [...people.slice(0, 4), ...mine, ...rest]
      const failed = await bringInAndPrune(opened, input)
      assert.equal(failed.committed, false)
      assert.deepEqual(
        failed.rejected.map(({ line }) => line),
        [5, 6, 7],
      )
      const skipped = await bringInAndPrune(opened, input, {}, 'skip')
      assert.equal(skipped.committed, true)
      // The player of a score need not be a creator.
      const expected = [...people.slice(0, 4), ...rest].map(nameOf)
      assert.deepEqual((await stored(opened)).sort(), expected.sort())
      await opened.close()
    })

    test('keeps what it is told to keep', async () => {
      const opened = await open()
      await bringIn(opened.writable, people)
      const writer = await opened.writable.begin({ now, tracks: 'all' })
      for (const { checked, line } of linesOf(people.slice(0, 3))) await writer.put(checked, line)
      await writer.keep({ type: 'delete', of: 'creator', handle: 'eve' })
      await writer.prune({ scope: 'all', types: recordTypes, force: false })
      await writer.commit({ rejections: 'fail' })
      assert.deepEqual(await stored(opened), ['creator ann', 'creator ben', 'creator cy', 'creator eve'])
      await opened.close()
    })

    test('handles more records than one batch', async () => {
      const opened = await open()
      const many = Array.from({ length: 5000 }, (_, i) => creator(`c-${i}`))
      await bringIn(opened.writable, many)
      const { counts } = await bringInAndPrune(opened, many.slice(0, 2600))
      assert.deepEqual([counts.unchanged, counts.deleted], [2600, 2400])
      assert.equal((await stored(opened)).length, 2600)
      await opened.close()
    })
  })
}
