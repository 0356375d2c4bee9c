// The feed: sorts, filters and search; and the language of every response.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { hotScore } from '../../src/store/hot-score.ts'
import { dataOf, fixtureRecords, operationCalled, targetOf } from '../support/contract-service.ts'
import { start } from '../support/start-service.ts'

type Item = { id: string; slug: string; title: string; locale: string; publishedAt: string; stats: Stats }
type Stats = { views: number; plays: number; likes: number; remixes: number }

const service = await start({ after }, { records: fixtureRecords() })

const read = async (name: string, values: Record<string, string | number | boolean>) => {
  const operation = operationCalled(name)
  const reply = await service.api(targetOf(operation, values))
  return { data: dataOf(operation, reply), language: reply.headers['content-language'] }
}
const page = async (values = {}): Promise<{ items: Item[]; total: number; pagination: { sort: string } }> =>
  (await read('get_community_feed', values)).data
const slugs = async (values = {}) => (await page(values)).items.map(({ slug }) => slug)

const everything = fixtureRecords().filter(
  ({ type, visibility = 'public' }) => type === 'creation' && visibility === 'public',
)

test('the feed contains every public creation once, as many as limit allows', async () => {
  assert.equal((await page()).total, everything.length)
  assert.deepEqual((await slugs()).sort(), everything.map(({ slug }) => slug).sort())
  assert.deepEqual(await slugs({ featuredOnly: false }), await slugs())
  for (const limit of [1, 2, 47, 48]) {
    assert.equal((await slugs({ limit })).length, Math.min(limit, everything.length))
  }
})

test('sorts, ties by id, trending by default', async () => {
  const keys: Record<string, (item: Item) => number> = {
    trending: ({ stats, publishedAt }) => hotScore(stats, publishedAt),
    recent: ({ publishedAt }) => Date.parse(publishedAt),
    popular: ({ stats }) => stats.plays,
    remixed: ({ stats }) => stats.remixes,
    liked: ({ stats }) => stats.likes,
  }
  for (const [sort, key] of Object.entries(keys)) {
    const { items } = await page({ sort })
    const sorted = items.toSorted((a, b) => key(b) - key(a) || (a.id < b.id ? 1 : -1))
    assert.deepEqual(
      items.map(({ slug }) => slug),
      sorted.map(({ slug }) => slug),
      sort,
    )
  }
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
  [{ tag: 'hydration,habits' }, ['water-log']],
  [{ tag: 'HABITS,hydration,habits' }, ['water-log']],
  [{ tag: 'hydration,habits,streaks' }, []],
  [{ tag: 'hydration,streaks', category: 'health', kind: 'tracker' }, ['water-log-plus']],
  [{ tag: 'hydration,habits', creator: 'mira', language: 'en' }, ['water-log']],
  [{ tag: 'hydration,never-used' }, []],
  [{ tag: Array(9).fill('habits').join() }, ['matcha-timer', 'water-log']],
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
const searches: [rule: string, q: string, slugs: string[]][] = [
  ['one word of a title', 'quiz', ['hydro-quiz']],
  ['all words must match, in any order', 'log water', ['water-log', 'water-log-plus']],
  ['a word that nobody uses is left out', 'water quux', ['hydro-quiz', 'water-log', 'water-log-plus']],
  ['nothing when nobody uses any of the words', 'quux zzyzx', []],
  ['corrected spelling', 'matcah', ['matcha-timer']],
  ['words written together', 'waterlog', ['water-log', 'water-log-plus']],
  ['the last word is a prefix', 'wat', ['hydro-quiz', 'water-log', 'water-log-plus']],
  ['earlier words are whole', 'hyd log', ['water-log', 'water-log-plus']],
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
  ['Japanese without spaces', '温度', ['matcha-timer']],
  ['Japanese in the middle of a word', 'タイマ', ['matcha-timer']],
  ['Korean', '산책', ['walk-map']],
  ['a part of a Korean word', '책길', ['walk-map']],
  ['Thai without spaces', 'เตี๋ยว', ['thai-noodles']],
  ['Arabic', 'قصيدة', ['bayt']],
]
const lists: [rule: string, values: object, slugs: string[]][] = [
  ...filters.map(([values, expected]): [string, object, string[]] => [JSON.stringify(values), values, expected]),
  ...searches.map(([rule, q, expected]): [string, object, string[]] => [`q: ${rule}`, { q }, expected]),
]
for (const [rule, values, expected] of lists) {
  test(rule, async () => {
    const { items, total } = await page(values)
    assert.deepEqual(items.map(({ slug }) => slug).sort(), expected)
    assert.equal(total, expected.length)
  })
}

/** Whose order matters. */
const ordered: [values: Record<string, string | boolean>, slugs: string[]][] = [
  [{ q: 'diario' }, []],
  [{ q: 'diario', locale: 'es' }, ['water-log']],
  [{ q: 'diario', locale: 'es-MX' }, ['water-log']],
  [{ q: 'diario', locale: 'fr' }, []],
  [{ q: 'water log plus', locale: 'es' }, ['water-log-plus']],
  [{ q: 'water log' }, ['water-log', 'water-log-plus']],
  [{ q: 'water' }, ['water-log-plus', 'water-log', 'hydro-quiz']],
  [{ q: 'water', sort: 'popular' }, ['hydro-quiz', 'water-log', 'water-log-plus']],
  [{ q: 'water', category: 'play' }, ['hydro-quiz']],
  [{ q: 'water', featuredOnly: true, sort: 'recent' }, ['hydro-quiz', 'water-log']],
  [{ q: 'water', tag: 'streaks' }, ['water-log-plus']],
  [{ q: 'water', tag: 'streaks,hydration' }, ['water-log-plus']],
  [{ q: 'water', tag: 'streaks,habits' }, []],
  [{ q: 'water', kind: 'tracker' }, ['water-log-plus', 'water-log']],
  [{ q: 'water', kind: 'tracker', sort: 'popular' }, ['water-log', 'water-log-plus']],
  [{ q: 'water', kind: 'game', category: 'health' }, []],
]
test('q searches the requested and the original language, ranks by relevance and combines with filters', async () => {
  for (const [values, expected] of ordered) assert.deepEqual(await slugs(values), expected, JSON.stringify(values))
  const spanish = await slugs({ q: 'hidratacion', locale: 'es' })
  assert.deepEqual(spanish.sort(), ['hydro-quiz', 'water-log', 'water-log-plus'])
  assert.equal((await page({ q: 'water' })).pagination.sort, 'relevance')
})

const share = (locale: string, handle = 'mira', slug = 'water-log') =>
  read('get_app_share', locale === '' ? { handle, slug } : { handle, slug, locale })

test('a requested language gets the best language there is', async () => {
  const titles: Record<string, string> = { en: 'Water Log', 'pt-BR': 'Water Log', es: 'Diario de agua' }
  const found: Record<string, string[]> = {
    en: ['', 'en', 'de', 'tlh', 'x-private', 'i-klingon', 'I-Default', 'sgn-BE-FR', 'abcd'],
    es: ['es', 'ES', 'es-419', 'es-Latn-MX-x-home', 'ES-lat-latn-x-A', 'es-1994-1994'],
    'pt-BR': ['pt-BR', 'pt-br-abl1943-abl1943'],
    fr: ['fr-CA'],
  }
  found.es!.push(`es-a-${'abcdefgh-'.repeat(6)}x-a`)
  for (const [locale, requested] of Object.entries(found)) {
    for (const asked of requested) {
      const { data, language } = await share(asked)
      assert.deepEqual([data.title, data.locale, language], [titles[locale] ?? 'Journal d’eau', locale, locale], asked)
    }
  }
})

test('a translation is completed by the original; English comes before the original', async () => {
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
  assert.equal((await share('', 'yuki', 'matcha-timer')).data.title, 'Matcha Timer')
  assert.equal((await share('ja-JP', 'yuki', 'matcha-timer')).data.title, '抹茶タイマー')
  const korean = await share('de', 'cho', 'walk-map')
  assert.deepEqual([korean.data.title, korean.data.locale, korean.language], ['산책 지도', 'ko', 'ko'])
})

test('labels of categories and tags are translated', async () => {
  const labels = { fr: 'Santé, Hydratation, Habits', ja: '健康, Hydration, Habits', de: 'Health, Hydration, Habits' }
  for (const [locale, expected] of Object.entries(labels)) {
    const { category, tags } = (await share(locale)).data
    assert.equal([category, ...tags].map(({ label }) => label).join(', '), expected)
  }
  assert.equal((await read('get_popular_tags', { locale: 'es' })).data.items[0].label, 'Hidratación')
})

test('each creation of a feed states its own language', async () => {
  const { data, language } = await read('get_community_feed', { locale: 'es' })
  const titles = new Map(data.items.map(({ slug, title, locale }: Item) => [slug, [title, locale]]))
  assert.equal(language, 'es')
  assert.deepEqual(titles.get('water-log'), ['Diario de agua', 'es'])
  assert.deepEqual(titles.get('water-log-plus'), ['Water Log Plus', 'en'])
  assert.deepEqual(titles.get('walk-map'), ['산책 지도', 'ko'])
})

test('the titles of the landing are translated', async () => {
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
