// The feed as the contract says: sorts, filters and search; and the language of every answer.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { hotScore } from '../../src/store/hot-score.ts'
import { dataOf, fixtureRecords, operationCalled, targetOf } from '../support/contract-service.ts'
import { start } from '../support/start-service.ts'

type Item = { id: string; slug: string; title: string; locale: string; publishedAt: string; stats: Stats }
type Stats = { views: number; plays: number; likes: number; remixes: number }

const feed = operationCalled('get_community_feed')

const service = await start({ after }, { records: fixtureRecords() })

test('the feed', async t => {
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

test('languages', async t => {
  const read = async (name: string, values: Record<string, string>) => {
    const operation = operationCalled(name)
    const reply = await service.api(targetOf(operation, values))
    return { data: dataOf(operation, reply), language: reply.headers['content-language'] }
  }
  const share = (locale: string, handle = 'mira', slug = 'water-log') =>
    read('get_app_share', locale === '' ? { handle, slug } : { handle, slug, locale })

  const looked: [asked: string, locale: string, title: string][] = [
    ['', 'en', 'Water Log'],
    ['en', 'en', 'Water Log'],
    ['es', 'es', 'Diario de agua'],
    ['ES', 'es', 'Diario de agua'],
    ['es-419', 'es', 'Diario de agua'],
    ['es-Latn-MX-x-home', 'es', 'Diario de agua'],
    ['fr-CA', 'fr', 'Journal d’eau'],
    ['pt-BR', 'pt-BR', 'Water Log'],
    ['de', 'en', 'Water Log'],
    ['tlh', 'en', 'Water Log'],
    ['x-private', 'en', 'Water Log'],
    ['i-klingon', 'en', 'Water Log'],
    ['I-Default', 'en', 'Water Log'],
    ['sgn-BE-FR', 'en', 'Water Log'],
    ['abcd', 'en', 'Water Log'],
    ['ES-lat-latn-x-A', 'es', 'Diario de agua'],
    ['es-1994-1994', 'es', 'Diario de agua'],
    ['pt-br-abl1943-abl1943', 'pt-BR', 'Water Log'],
    [`es-a-${'abcdefgh-'.repeat(6)}x-a`, 'es', 'Diario de agua'],
  ]
  for (const [asked, locale, title] of looked) {
    await t.test(`an app asked for in ${asked || 'no language'} comes in ${locale}`, async () => {
      const { data, language } = await share(asked)
      assert.deepEqual([data.title, data.locale, language], [title, locale, locale])
    })
  }

  await t.test('a translation gives what it has, the original the rest', async () => {
    const { data } = await share('fr')
    assert.deepEqual(
      [data.title, data.summary, data.description],
      [
        'Journal d’eau',
        'Tap a glass each time you drink.',
        'A glass fills up as the day goes on.\nAt midnight it starts anew.',
      ],
    )
    assert.equal((await share('pt-BR')).data.summary, 'Toque em um copo a cada gole.')
    assert.equal((await share('es')).data.instructions, 'Toca el vaso.')
  })

  await t.test('English comes before the original, the original before nothing', async () => {
    assert.equal((await share('', 'yuki', 'matcha-timer')).data.title, 'Matcha Timer')
    assert.equal((await share('ja-JP', 'yuki', 'matcha-timer')).data.title, '抹茶タイマー')
    const { data, language } = await share('de', 'cho', 'walk-map')
    assert.deepEqual([data.title, data.locale, language], ['산책 지도', 'ko', 'ko'])
  })

  await t.test('labels of categories and tags', async () => {
    const label = async (locale: string) => {
      const { data } = await share(locale)
      return [data.category.label, ...data.tags.map((tag: { label: string }) => tag.label)]
    }
    assert.deepEqual(await label('fr'), ['Santé', 'Hydratation', 'Habits'])
    assert.deepEqual(await label('ja'), ['健康', 'Hydration', 'Habits'])
    assert.deepEqual(await label('de'), ['Health', 'Hydration', 'Habits'])
    const { data } = await read('get_popular_tags', { locale: 'es' })
    assert.equal(data.items[0].label, 'Hidratación')
  })

  await t.test('each creation of a feed says its own language', async () => {
    const { data, language } = await read('get_community_feed', { locale: 'es' })
    const titles = new Map(
      data.items.map((item: { slug: string; title: string; locale: string }) => [item.slug, [item.title, item.locale]]),
    )
    assert.equal(language, 'es')
    assert.deepEqual(titles.get('water-log'), ['Diario de agua', 'es'])
    assert.deepEqual(titles.get('water-log-plus'), ['Water Log Plus', 'en'])
    assert.deepEqual(titles.get('walk-map'), ['산책 지도', 'ko'])
  })

  await t.test('the landing speaks the language in its own words', async () => {
    const titles = async (locale: string) => {
      const { data, language } = await read('get_community_landing', { locale })
      assert.equal(data.locale, language)
      return [data.locale, data.spotlight.title, ...data.rails.map((rail: { title: string }) => rail.title)]
    }
    const [english, french, unknown] = await Promise.all([titles('en'), titles('fr-BE'), titles('tlh')])
    assert.equal(french[0], 'fr')
    assert.deepEqual(unknown, english)
    for (const [i, title] of french.entries()) assert.notEqual(title, english[i])
  })
})
