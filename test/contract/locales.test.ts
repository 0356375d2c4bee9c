// Languages: the best there is, and an honest word about which that was.
import assert from 'node:assert/strict'
import test from 'node:test'
import { dataOf, fixtureRecords, operationCalled, targetOf } from '../support/contract-service.ts'
import { start } from '../support/start-service.ts'

test('languages', async t => {
  const service = await start(t, { records: fixtureRecords() })
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
