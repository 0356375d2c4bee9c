// Paging while others import: no item whose rank did not change is repeated or skipped.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FeedQuery, Position } from '../../../src/store/store.ts'
import { answersOf } from '../../support/model/answers.ts'
import { recordsOf } from '../../support/model/community.ts'
import { handles, randomCommunity, randomCreation, randomOf } from '../../support/model/generator.ts'
import { addresses, bringIn, type OpenStore, openTwins, readPage, type Twins } from './harness.ts'
import { creation, creator } from './sample.ts'

type Item = { handle: string; slug: string }
const nameOf = ({ handle, slug }: Item) => `${handle}/${slug}`

/** What another process does between two pages: adds, changes and removes creations that are not among `kept`. */
async function disturb(twins: Twins, seed: number, kept: ReadonlySet<string>): Promise<void> {
  const random = randomOf(seed)
  const others = recordsOf(twins.model(), 'creation').filter(record => !kept.has(nameOf(record)))
  const added = Array.from({ length: 6 }, (_, i) => randomCreation(random, random.pick(handles), `new-${seed}-${i}`, 8))
  const changed = others
    .map(({ handle, slug }) => randomCreation(random, handle, slug, 8))
    .filter(() => random.chance(0.3))
  const gone = { type: 'delete', of: 'creation', ...pickName(random.pick(others)) }
  await twins.importUnnoticed([...added, ...changed, gone])
}

const pickName = ({ handle, slug }: Item) => ({ handle, slug })

export function pagingTests(open: OpenStore): void {
  describe('paging while another process imports', () => {
    const queries: Omit<FeedQuery, 'locales' | 'limit'>[] = [
      { sort: 'popular' },
      { sort: 'trending', category: 'health' },
      { sort: 'recent', tag: 'kids,water' },
      { sort: 'liked', language: 'en', kind: 'game' },
      { sort: 'recent', q: 'wa' },
      { sort: 'relevance', q: 'a' },
    ]
    for (const [index, query] of queries.entries()) {
      test(JSON.stringify(query), async () => {
        const twins = await openTwins(open)
        try {
          // Combinations pass few creations.
          const isCombined = query.tag !== undefined || query.language !== undefined
          await twins.import(randomCommunity(randomOf(40 + index), isCombined ? 40 : 8), 'skip')
          await expectStable(twins, { ...query, locales: ['en'], limit: isCombined ? 4 : 11 }, index)
        } finally {
          await twins.close()
        }
      })
    }

    test('goes on from an item that has gone', async () => {
      const { store, writable, close } = await open()
      const slugs = ['a', 'b', 'c', 'd', 'e', 'f']
      try {
        await bringIn(writable, [
          creator('ann'),
          ...slugs.map((slug, i) => creation('ann', slug, { stats: { likes: 9 - i } })),
        ])
        const query = { sort: 'liked', locales: ['en'], limit: 2 } as const
        const first = await readPage(store, query)
        await bringIn(writable, [{ type: 'delete', of: 'creation', handle: 'ann', slug: 'b' }])
        const second = await readPage(store, { ...query, after: first.next! })
        assert.deepEqual(
          (second.items as Item[]).map(({ slug }) => slug),
          ['c', 'd'],
        )
        assert.equal(second.total, 5)
      } finally {
        await close()
      }
    })

    test('keeps the total of the first page when it is told', async () => {
      const { store, writable, close } = await open()
      try {
        await bringIn(writable, [creator('ann'), creation('ann', 'a'), creation('ann', 'b'), creation('ann', 'c')])
        const known = { total: 77, totalIsExact: false }
        for (const q of [undefined, 'the']) {
          const { total, totalIsExact } = await store.feed({
            q,
            sort: 'recent',
            locales: ['en'],
            limit: 1,
            known: { ...known, match: q ? 'all' : null },
          })
          assert.deepEqual({ total, totalIsExact }, known)
        }
      } finally {
        await close()
      }
    })
  })
}

/** Half of what is there at first stays untouched; that half must be seen once each, in its order. */
async function expectStable(twins: Twins, query: FeedQuery, seed: number): Promise<void> {
  const first = answersOf(twins.model(), addresses).feed(query).map(nameOf)
  const kept = first.filter((_, index) => index % 2 === 0)
  const seen: string[] = []
  let after: Position | undefined
  for (let round = 0; ; round++) {
    const page = await readPage(twins.store, { ...query, after })
    seen.push(...(page.items as Item[]).map(nameOf))
    if (!page.next) break
    after = page.next
    await disturb(twins, seed * 100 + round, new Set(kept))
  }
  assert.ok(kept.length > 3, `only ${kept.length} stay`)
  assert.deepEqual(
    seen.filter(name => kept.includes(name)),
    kept,
  )
}
