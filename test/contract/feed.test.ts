// The feed as the contract says: sorts, filters, search and languages.
import assert from 'node:assert/strict'
import test from 'node:test'
import { hotScore } from '../../src/store/hot-score.ts'
import { dataOf, fixtureRecords, operationCalled, targetOf } from '../support/contract-service.ts'
import { start } from '../support/start-service.ts'

type Item = { id: string; slug: string; title: string; locale: string; publishedAt: string; stats: Stats }
type Stats = { views: number; plays: number; likes: number; remixes: number }

const feed = operationCalled('get_community_feed')

test('the feed', async t => {
  const service = await start(t, { records: fixtureRecords() })
  const ask = (values = {}) => service.api(targetOf(feed, values))
  const page = async (values = {}) => dataOf(feed, await ask(values)) as { items: Item[]; total: number }
  const slugs = async (values = {}) => (await page(values)).items.map(({ slug }) => slug)
  const sorted = async (values = {}) => (await slugs(values)).sort()

  const everything = fixtureRecords().filter(
    ({ type, visibility = 'public' }) => type === 'creation' && visibility === 'public',
  )

  await t.test('holds every public creation once', async () => {
    const { items, total } = await page()
    assert.equal(total, everything.length)
    assert.deepEqual(items.map(({ slug }) => slug).sort(), everything.map(({ slug }) => slug).sort())
  })

  const keys: Record<string, (item: Item) => number> = {
    trending: ({ stats, publishedAt }) => hotScore(stats, publishedAt),
    recent: ({ publishedAt }) => Date.parse(publishedAt),
    popular: ({ stats }) => stats.plays,
    remixed: ({ stats }) => stats.remixes,
    liked: ({ stats }) => stats.likes,
  }
  for (const [sort, key] of Object.entries(keys)) {
    await t.test(`sorted by ${sort}, ties by id`, async () => {
      const { items } = await page({ sort })
      const byKey = items.toSorted((a, b) => key(b) - key(a) || (a.id < b.id ? 1 : -1))
      assert.deepEqual(
        items.map(({ slug }) => slug),
        byKey.map(({ slug }) => slug),
      )
    })
  }

  await t.test('is sorted by trending when nothing is said', async () => {
    assert.deepEqual(await slugs(), await slugs({ sort: 'trending' }))
  })

  const filters: [object, string[]][] = [
    [{ category: 'health' }, ['water-log', 'water-log-plus']],
    [{ category: 'HEALTH' }, ['water-log', 'water-log-plus']],
    [{ tag: 'hydration' }, ['hydro-quiz', 'water-log', 'water-log-plus']],
    [{ tag: 'c++' }, ['strasse']],
    [{ tag: 'شعر' }, ['bayt']],
    [{ category: 'health', tag: 'habits' }, ['water-log']],
    [{ category: 'food', tag: 'hydration' }, []],
    [{ featuredOnly: true }, ['hydro-quiz', 'water-log']],
    [{ featuredOnly: true, category: 'play', tag: 'hydration' }, ['hydro-quiz']],
    [{ kind: 'game' }, ['hydro-quiz', 'tie-a', 'tie-b', 'tie-c']],
    [{ kind: 'tracker' }, ['water-log', 'water-log-plus']],
    [{ kind: 'tracker', featuredOnly: true }, ['water-log']],
    [{ kind: 'tracker', category: 'health', tag: 'streaks' }, ['water-log-plus']],
    [{ kind: 'game', category: 'health' }, []],
    [{ creator: 'Mira', tag: 'hydration' }, ['water-log']],
    [{ creator: 'nobody' }, []],
    [{ language: 'ja' }, ['matcha-timer']],
    [{ language: 'JA', kind: 'widget', creator: 'yuki' }, ['matcha-timer']],
    [{ language: 'ja-JP' }, []],
    [{ remixOf: 'mira/water-log' }, ['water-log-plus']],
    [{ remixOf: 'MIRA/Water-Log', kind: 'tracker', q: 'tea' }, ['water-log-plus']],
    [{ remixOf: 'mira/water-log', kind: 'game' }, []],
    [{ category: 'no-such-category' }, []],
    [{ tag: 'no such tag' }, []],
    [{ category: 'unused' }, []],
    [{ tag: 'never-used' }, []],
  ]
  for (const [values, expected] of filters) {
    await t.test(`filtered by ${JSON.stringify(values)}`, async () => {
      assert.deepEqual(await sorted(values), expected)
      assert.equal((await page(values)).total, expected.length)
    })
  }

  await t.test('featuredOnly=false filters nothing', async () => {
    assert.deepEqual(await slugs({ featuredOnly: false }), await slugs())
  })

  await t.test('gives as many as limit says, from 1 to 48', async () => {
    for (const limit of [1, 2, 47, 48]) {
      assert.equal((await slugs({ limit })).length, Math.min(limit, everything.length))
    }
  })

  const searches: [string, string, string[]][] = [
    ['one word of a title', 'quiz', ['hydro-quiz']],
    ['all words must match, in any order', 'log water', ['water-log', 'water-log-plus']],
    ['no result when one word is missing', 'water quux', []],
    ['the last word is a prefix', 'wat', ['hydro-quiz', 'water-log', 'water-log-plus']],
    ['earlier words are whole', 'wat log', []],
    ['case does not matter', 'MATCHA', ['matcha-timer']],
    ['words of the summary', 'coffee', ['water-log-plus']],
    ['keys and labels of tags', 'habits', ['matcha-timer', 'water-log']],
    ["the creator's name", 'okafor tie', ['tie-a', 'tie-b', 'tie-c']],
    ["the creator's handle", 'noor', ['bayt']],
    ['accents fold', 'creme brulee', ['strasse']],
    ['accents in the query fold', 'crème brûlée', ['strasse']],
    ['ß is ss', 'strasse', ['strasse']],
    ['ß in the query', 'STRAẞE', ['strasse']],
    ['ø is o', 'smorrebrod', ['strasse']],
    ['æ is ae', 'aether', ['strasse']],
    ['soft hyphens fall away', 'cooperative', ['strasse']],
    ['NFKC: full width letters', 'ｍａｔｃｈａ', ['matcha-timer']],
    ['ring and diaeresis', 'angstrom zoe', ['strasse', 'thai-noodles']],
    ['no stemming', 'noodle temperatures', []],
    ['Japanese without spaces', '温度', ['matcha-timer']],
    ['Japanese in the middle of a word', 'タイマ', ['matcha-timer']],
    ['Korean', '산책', ['walk-map']],
    ['a part of a Korean word', '책길', ['walk-map']],
    ['Thai without spaces', 'เตี๋ยว', ['thai-noodles']],
    ['Arabic', 'قصيدة', ['bayt']],
  ]
  for (const [rule, q, expected] of searches) {
    await t.test(`q: ${rule}`, async () => {
      assert.deepEqual(await sorted({ q }), expected.toSorted())
      assert.equal((await page({ q })).total, expected.length)
    })
  }

  await t.test('q looks at the asked language and the original, not at others', async () => {
    assert.deepEqual(await slugs({ q: 'diario' }), [])
    assert.deepEqual(await slugs({ q: 'diario', locale: 'es' }), ['water-log'])
    assert.deepEqual(await slugs({ q: 'diario', locale: 'es-MX' }), ['water-log'])
    assert.deepEqual(await slugs({ q: 'water log plus', locale: 'es' }), ['water-log-plus'])
    assert.deepEqual(await slugs({ q: 'diario', locale: 'fr' }), [])
    assert.deepEqual(await sorted({ q: 'hidratacion', locale: 'es' }), ['hydro-quiz', 'water-log', 'water-log-plus'])
  })

  await t.test('q without sort orders by relevance: whole title, words of the title, the rest', async () => {
    assert.deepEqual(await slugs({ q: 'water log' }), ['water-log', 'water-log-plus'])
    assert.deepEqual(await slugs({ q: 'water' }), ['water-log-plus', 'water-log', 'hydro-quiz'])
    const body = (await ask({ q: 'water' })).json()
    assert.equal(body.data.pagination.sort, 'relevance')
    assert.deepEqual(await slugs({ q: 'water', sort: 'popular' }), ['hydro-quiz', 'water-log', 'water-log-plus'])
  })

  await t.test('q joins with filters', async () => {
    assert.deepEqual(await slugs({ q: 'water', category: 'play' }), ['hydro-quiz'])
    assert.deepEqual(await slugs({ q: 'water', featuredOnly: true, sort: 'recent' }), ['hydro-quiz', 'water-log'])
    assert.deepEqual(await slugs({ q: 'water', tag: 'streaks' }), ['water-log-plus'])
    assert.deepEqual(await slugs({ q: 'water', kind: 'tracker' }), ['water-log-plus', 'water-log'])
    assert.deepEqual(await slugs({ q: 'water', kind: 'tracker', sort: 'popular' }), ['water-log', 'water-log-plus'])
    assert.deepEqual(await slugs({ q: 'water', kind: 'game', category: 'health' }), [])
  })
})
