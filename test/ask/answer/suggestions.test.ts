// Suggested questions, the results of questions without an answer, and the numbers of results.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test, { after } from 'node:test'
import { serviceLocales } from '../../../src/languages/languages.ts'
import { loadSite } from '../../../src/site/read.ts'
import { type Running, start } from '../../support/start-service.ts'

const service = await start({ after })
await service.prepare()

const asked = async ({ web }: Running, query: string, locale = 'en') => {
  const body = JSON.stringify({ query, locale })
  return (await web('/ask', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()
}

const sortsOf = async (running: Running, questions: readonly string[], locale: string): Promise<string[]> => {
  const sorts: string[] = []
  for (const question of questions) {
    const { answered, results, metadata } = await asked(running, question, locale)
    assert.ok(answered && results.length > 0, `${locale}: ${question}`)
    sorts.push(metadata.sort ?? metadata.intent)
  }
  return sorts
}

test('suggestions are questions about the community that have answers, in every language', async () => {
  for (const locale of serviceLocales) {
    const { suggestions } = (await asked(service, '', locale)).metadata
    const sorts = await sortsOf(service, suggestions, locale)
    assert.deepEqual(sorts, ['trending', 'community', 'popular', 'followers', 'popular', 'liked'], locale)
  }
})

test('what is asked next is about the first result and its category', async () => {
  for (const locale of serviceLocales) {
    for (const query of ['most liked games', 'Who is @mira?']) {
      const { metadata, results } = await asked(service, query, locale)
      const isPerson = results[0]['@type'] === 'Person'
      const about = isPerson ? ['@mira'] : [results[0].name, results[0].schema_object.applicationCategory]
      for (const [i, name] of about.entries()) {
        const next = metadata.suggestions[i]
        assert.ok(next.includes(name), next)
        const { answered, results: more } = await asked(service, next, locale)
        assert.ok(answered && more.length > 0, `${locale}: ${next}`)
      }
    }
  }
})

test('a small community with other nouns and counters', async t => {
  const pack = 'examples/sites/knitting'
  const records = readFileSync(`${pack}/records.ndjson`, 'utf8').trim().split('\n')
  const some = records.filter((line, i) => !line.includes('"creation"') || i < 11).map(line => JSON.parse(line))
  const small = await start(t, { site: loadSite(pack), records: some })
  for (const locale of ['en', 'de', 'ja', 'ko'] as const) {
    const { suggestions } = (await asked(small, '', locale)).metadata
    assert.ok(suggestions.length >= 4, locale)
    for (const text of suggestions) {
      assert.doesNotMatch(text, /creations|Kreationen|作品|작품/, text)
      assert.equal((await asked(small, text, locale)).answered, true, `${locale}: ${text}`)
    }
  }
})

test('a community of a few creations: what they are, and no orders of a single one', async t => {
  const creation = (slug: string, title: string, kind: string) => ({ type: 'creation', handle: 'lena', slug, title, kind, summary: `About ${title}.`, publishedAt: '2026-10-01T10:00:00Z', stats: { views: 9, plays: 5, likes: 2, remixes: 0 } }) // biome-ignore format: one line reads better
  const records = [
    { type: 'creator', handle: 'lena', displayName: 'Lena Hart' },
    creation('clock', 'Sourdough Clock', 'app'),
    creation('quest', 'Crumb Quest', 'game'),
    creation('window', 'Tide Window', 'widget'),
  ]
  const few = await start(t, { site: null, records })
  for (const locale of serviceLocales) {
    const { suggestions } = (await asked(few, '', locale)).metadata
    assert.ok(
      suggestions.some((text: string) => /Sourdough Clock|Crumb Quest|Tide Window/.test(text)),
      locale,
    )
    assert.ok(
      suggestions.some((text: string) => text.includes('@lena')),
      locale,
    )
    const sorts = await sortsOf(few, suggestions, locale)
    assert.ok(!sorts.includes('popular') && !sorts.includes('liked'), locale)
  }
})

test('without an answer, the results are what the question names, or what is spelled like it', async () => {
  const named = await asked(service, 'What does mira earn per month?')
  assert.equal(named.answered, false)
  assert.equal(named.results[0].schema_object.alternateName, '@mira')
  assert.equal(named.metadata.suggestions.length, 3)
  const misspelled = await asked(service, 'Who is @mirra?')
  assert.equal(misspelled.answered, false)
  assert.equal(misspelled.results[0].schema_object.alternateName, '@mira')
})

test('results have the counters that the site shows', async t => {
  const { results, metadata } = await asked(service, 'most liked games')
  assert.equal(metadata.sort, 'liked')
  const counts = results.map((result: { schema_object: { interactionStatistic: Statistic[] } }) =>
    likesOf(result.schema_object.interactionStatistic),
  )
  assert.ok(counts[0] > 0)
  assert.deepEqual(
    counts,
    counts.toSorted((one: number, other: number) => other - one),
  )
  const { site } = service
  const stats = { ...site.stats, likes: { ...site.stats.likes, hidden: true } }
  const without = await start(t, { site: { ...site, stats } })
  assert.doesNotMatch(JSON.stringify(await asked(without, 'most played games')), /LikeAction/)
})

type Statistic = { interactionType: string; userInteractionCount: number }
const likesOf = (statistics: readonly Statistic[]) =>
  statistics.find(({ interactionType }) => interactionType === 'https://schema.org/LikeAction')!.userInteractionCount
