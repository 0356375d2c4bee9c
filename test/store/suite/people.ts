// Followers, following, totals, leaderboards.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CreatorRow, Store } from '../../../src/store/store.ts'
import { answersOf } from '../../support/model/answers.ts'
import { addresses, type OpenStore, openTwins, type Twins } from './harness.ts'
import { creation, creator, day, follow, remove, score } from './sample.ts'

async function expectPreviews({ store, model }: Twins, handles: string[]): Promise<void> {
  const answers = answersOf(model(), addresses)
  for (const handle of handles) {
    assert.deepEqual(await store.creator(handle), answers.creator(handle))
    for (const side of ['followers', 'following'] as const) {
      const rows = answers[side](handle)
      for (const limit of [1, 3, 48]) {
        assert.deepEqual(await allPages(store[side], handle, limit), rows, `${side} of ${handle}`)
        const found = await store[side]({ handle, limit })
        assert.equal(found?.total, rows?.length)
      }
    }
  }
}

/** Follows the positions of all pages; each but the last is full. */
async function allPages(read: Store['followers'], handle: string, limit: number): Promise<CreatorRow[] | null> {
  const found: CreatorRow[] = []
  let page = await read({ handle, limit })
  while (page?.next) {
    assert.equal(page.items.length, limit)
    found.push(...page.items)
    page = await read({ handle, limit, after: page.next })
  }
  return page && [...found, ...page.items]
}

const names = Array.from({ length: 20 }, (_, i) => `p${String(i).padStart(2, '0')}`)

export function peopleTests(open: OpenStore): void {
  describe('people', () => {
    test('previews show well-followed creators first, whatever comes and goes', async () => {
      const twins = await openTwins(open)
      const [star, ...others] = names as [string, ...string[]]
      try {
        await twins.importUnnoticed(names.map(name => creator(name)))
        await twins.importUnnoticed(
          others.map(name => follow('p07', name)).filter(({ following }) => following !== 'p07'),
        )
        await expectPreviews(twins, names)
        // Past every doubling, one at a time and several at once, up and down.
        for (const some of [['p01'], ['p02'], ['p03', 'p04'], others.slice(4)]) {
          await twins.importUnnoticed(some.map(name => follow(name, star)))
          await twins.importUnnoticed([follow(star, some[0]!)])
          await expectPreviews(twins, names)
        }
        await twins.importUnnoticed(
          others.slice(0, 12).map(name => remove('follow', { follower: name, following: star })),
        )
        await expectPreviews(twins, names)
        await twins.importUnnoticed([remove('creator', { handle: star }), remove('creator', { handle: 'p15' })])
        await expectPreviews(twins, names)
      } finally {
        await twins.close()
      }
    })

    test('a creator who is deleted and comes back in the same import starts from nothing', async () => {
      const twins = await openTwins(open)
      try {
        const app = creation('p00', 'app', { stats: { likes: 3 } })
        const follows = [follow('p01', 'p00'), follow('p02', 'p00'), follow('p00', 'p01'), follow('p03', 'p01')]
        await twins.importUnnoticed([...names.map(name => creator(name)), app, ...follows, score('p00/app', 'p01', 4)])
        await twins.importUnnoticed([remove('creator', { handle: 'p00' }), creator('p00'), follow('p03', 'p00')])
        await expectPreviews(twins, names)
        assert.equal(await twins.store.app({ handle: 'p00', slug: 'app', locales: ['en'] }), null)
        await twins.importUnnoticed([app])
        const found = await twins.store.app({ handle: 'p00', slug: 'app', locales: ['en'] })
        assert.deepEqual(found?.leaderboard, [])
      } finally {
        await twins.close()
      }
    })

    test('nobody is nobody', async () => {
      const { store, close } = await open()
      try {
        assert.equal(await store.creator('nobody'), null)
        assert.equal(await store.followers({ handle: 'nobody', limit: 1 }), null)
        assert.equal(await store.following({ handle: 'nobody', limit: 1 }), null)
        assert.deepEqual(await store.topScores({ handle: 'nobody', locales: ['en'], limit: 1 }), [])
      } finally {
        await close()
      }
    })

    test('totals stop at the largest whole number', async () => {
      const twins = await openTwins(open)
      const most = Number.MAX_SAFE_INTEGER
      const stats = { views: most, plays: most, likes: most, remixes: 1 }
      try {
        await twins.importUnnoticed([creator('p00'), creation('p00', 'a', { stats }), creation('p00', 'b', { stats })])
        await expectPreviews(twins, ['p00'])
        const feed = await twins.store.feed({ sort: 'popular', locales: ['en'], limit: 1 })
        assert.equal(feed.next?.sortKey, most)
        const rest = await twins.store.feed({ sort: 'popular', locales: ['en'], limit: 1, after: feed.next! })
        assert.equal(rest.items.length, 1)
        assert.notEqual(rest.items[0], feed.items[0])
      } finally {
        await twins.close()
      }
    })
  })

  describe('scores', () => {
    test('higher first, then earlier, then by handle; equal scores share a rank', async () => {
      const twins = await openTwins(open)
      const soon = '2026-01-05T10:00:00.250Z'
      try {
        await twins.importUnnoticed([
          ...names.map(name => creator(name, { displayName: `Player ${name}` })),
          creation('p00', 'game', { translations: { es: { title: 'Juego' } } }),
          score('p00/game', 'p05', 10, { achievedAt: soon }),
          score('p00/game', 'p04', 10),
          score('p00/game', 'p03', 10, { achievedAt: soon }),
          score('p00/game', 'p02', 10.5),
          score('p00/game', 'p01', -1),
          score('p00/game', 'stranger', 10, { achievedAt: '2025-12-31T23:59:59Z' }),
        ])
        const board = async () => (await twins.store.app({ handle: 'p00', slug: 'game', locales: ['en'] }))!.leaderboard
        const ranks = (await board()).map(({ rank, handle, displayName }) => [rank, handle, displayName])
        assert.deepEqual(ranks, [
          [1, 'p02', 'Player p02'],
          [2, 'stranger', 'stranger'],
          [2, 'p04', 'Player p04'],
          [2, 'p03', 'Player p03'],
          [2, 'p05', 'Player p05'],
          [6, 'p01', 'Player p01'],
        ])
        const [top] = await twins.store.topScores({ handle: 'p05', locales: ['es', 'en'], limit: 5 })
        const expected = { handle: 'p00', slug: 'game', title: 'Juego', score: 10, unit: 'points', rank: 2 }
        assert.deepEqual(top, { ...expected, achievedAt: soon })
        await twins.importUnnoticed([
          score('p00/game', 'p01', 11),
          remove('score', { handle: 'p00', slug: 'game', player: 'p02' }),
        ])
        assert.deepEqual((await board())[0], {
          rank: 1,
          handle: 'p01',
          displayName: 'Player p01',
          score: 11,
          unit: 'points',
        })
        await twins.importUnnoticed([remove('creator', { handle: 'p01' })])
        assert.equal((await board())[0]?.handle, 'stranger')
      } finally {
        await twins.close()
      }
    })

    test('top scores are the best-ranked of all, however old and however many', async () => {
      const twins = await openTwins(open)
      // More than are ranked at once; the best are among the oldest, many at the same moment.
      const games = Array.from({ length: 1200 }, (_, i) => `g${String(i).padStart(4, '0')}`)
      const at = (i: number) => new Date(Date.parse(day) - Math.floor(i / 40) * 60_000).toISOString()
      const isBest = (i: number) => i % 90 === 7 && i > 100
      try {
        await twins.importUnnoticed([
          ...['p00', 'p01', 'p02', 'p03'].map(name => creator(name)),
          ...games.map((slug, i) => creation('p00', slug, i === 1087 ? { visibility: 'private' } : {})),
          ...games.map((slug, i) => score(`p00/${slug}`, 'p01', 10, { achievedAt: at(i) })),
          ...games.filter((_, i) => !isBest(i)).map(slug => score(`p00/${slug}`, 'p02', 20)),
          ...games.filter((_, i) => i % 3 === 0 && !isBest(i)).map(slug => score(`p00/${slug}`, 'p03', 30)),
        ])
        const expected = answersOf(twins.model(), addresses).topScores('p01', ['en'])
        for (const limit of [1, 10, 40]) {
          const found = await twins.store.topScores({ handle: 'p01', locales: ['en'], limit })
          assert.deepEqual(found, expected.slice(0, limit))
        }
        assert.deepEqual(expected.slice(0, 10).map(({ rank }) => rank), Array(10).fill(1)) // biome-ignore format: one line reads better
      } finally {
        await twins.close()
      }
    })

    test('a leaderboard shows the first ten, and a rank beyond the hundredth is no top score', async () => {
      const twins = await openTwins(open)
      const players = Array.from({ length: 103 }, (_, i) => `q${i}`)
      try {
        await twins.importUnnoticed([
          creator('p00'),
          creation('p00', 'game'),
          ...players.map((player, i) => score('p00/game', player, 1000 - i, { achievedAt: day })),
        ])
        const app = await twins.store.app({ handle: 'p00', slug: 'game', locales: ['en'] })
        assert.deepEqual(
          app?.leaderboard.map(({ rank }) => rank),
          [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        )
        const rankOf = async (handle: string) =>
          (await twins.store.topScores({ handle, locales: ['en'], limit: 1 }))[0]?.rank
        assert.deepEqual([await rankOf('q0'), await rankOf('q99'), await rankOf('q100')], [1, 100, undefined])
      } finally {
        await twins.close()
      }
    })
  })
}
