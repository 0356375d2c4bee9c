// Questions about a community that ask knows nothing of: a knitting circle with its own kinds, counters, names and words.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { AskResponse } from '../../src/ask/answer/answer.ts'
import { loadSite } from '../../src/site/read.ts'
import { start } from '../support/start-service.ts'
import { isCited } from './examination.ts'

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`
const creator = (handle: string, displayName: string, day: number) => ({
  type: 'creator',
  handle,
  displayName,
  bio: `${displayName} knits in Bergen.`,
  joinedAt: at(day),
})
const creation = (handle: string, slug: string, title: string, more: object) => ({
  type: 'creation',
  handle,
  slug,
  title,
  kind: 'pattern',
  publishedAt: at(1),
  ...more,
})

const records = [
  { type: 'category', slug: 'hats', labels: { en: 'Hats', de: 'Mützen' } },
  { type: 'category', slug: 'socks', labels: { en: 'Socks', de: 'Socken' } },
  { type: 'tag', key: 'cable', labels: { en: 'Cables', de: 'Zöpfe' } },
  creator('anna-lind', 'Anna Lind', 1),
  creator('bo-vik', 'Bo Vik', 2),
  creator('anna-berg', 'Anna Berg', 3),
  creation('anna-lind', 'harbour-beanie', 'Harbour Beanie', {
    category: 'hats',
    tags: ['cable', 'tools'],
    summary: 'A warm hat with cables for windy days.',
    stats: { views: 10, plays: 40, likes: 30, remixes: 2 },
  }),
  creation('bo-vik', 'folded-cuff', 'Folded Cuff Beanie', {
    category: 'hats',
    summary: 'A hat for beginners.',
    stats: { views: 10, plays: 70, likes: 12, remixes: 0 },
    publishedAt: at(9),
  }),
  creation('anna-lind', 'trail-socks', 'Trail Socks', {
    category: 'socks',
    summary: 'Socks for long walks, with a padded heel.',
    locale: 'de',
    stats: { views: 10, plays: 20, likes: 50, remixes: 1 },
    publishedAt: at(5),
  }),
  creation('bo-vik', 'row-counter', 'Row Counter', {
    kind: 'tool',
    summary: 'Counts rows while you knit.',
    stats: { views: 5, plays: 5, likes: 5, remixes: 0 },
    publishedAt: at(3),
  }),
  creation('anna-berg', 'shawl-without-end-no-2', 'Shawl Without End No. 2', {
    kind: 'tool',
    summary: 'Draws a chart.',
    stats: { views: 1, plays: 1, likes: 1, remixes: 0 },
    publishedAt: at(2),
  }),
  { type: 'follow', follower: 'bo-vik', following: 'anna-lind' },
  { type: 'follow', follower: 'anna-berg', following: 'anna-lind' },
]

const site = loadSite(fileURLToPath(new URL('../../examples/sites/knitting/', import.meta.url)))
const service = await start({ after }, { records, site: { ...site, facts: [], pages: [] } })
await service.prepare()

suite('a community of its own', () => {
  const ask = async (query: string, ...prev: string[]): Promise<AskResponse> => {
    const body = JSON.stringify({ query, ...(prev.length > 0 ? { context: { prev } } : {}) })
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    return (await service.web('/ask', post)).json()
  }
  const says = async (query: string, pattern: RegExp, ...prev: string[]) => {
    const response = await ask(query, ...prev)
    assert.match(response.answer, pattern, query)
    assert.equal(response.metadata.intent, 'community', query)
    assert.ok(response.answered && isCited(response), query)
    return response
  }

  test('kinds of the site, categories in the singular, and tags are filters', async () => {
    await says('How many patterns are there?', /\b3\b/)
    await says('how many hats are there?', /\b2\b/)
    await says('Wie viele Muster gibt es in der Kategorie Mützen?', /\b2\b/)
    const { results } = await says('patterns with the tag cable', /Harbour Beanie/)
    assert.equal(results.length, 1)
  })

  test('a word for a kind means the kind, and with the word tag the tag', async () => {
    await says('How many tools are there?', /^There are 2 tools\.$/)
    const { results } = await says('What has the tag tools?', /Harbour Beanie/)
    assert.deepEqual(
      results.map(({ name }) => name),
      ['Harbour Beanie'],
    )
  })

  test('labels of counters are orders, in any form of the word', async () => {
    for (const query of ['Which pattern is knitted most?', 'the pattern that most people knit', 'most knitted'])
      assert.equal((await ask(query)).results[0]?.name, 'Folded Cuff Beanie', query)
    await says(
      'Which pattern is knitted most?',
      /^Patterns by Knitted, highest first: “Folded Cuff Beanie” by Bo Vik \(Knitted: 70\)/,
    )
    assert.equal((await ask('Which pattern has the most variations?')).results[0]?.name, 'Harbour Beanie')
  })

  test('filters combine: creator, kind and language', async () => {
    await says('how many patterns does Anna Lind have', /\b2\b/)
    const { results } = await says('patterns in German', /Trail Socks/)
    assert.deepEqual(
      results.map(({ name }) => name),
      ['Trail Socks'],
    )
  })

  test('a number before the noun limits the list', async () => {
    assert.equal((await ask('show me two patterns')).results.length, 2)
    assert.equal((await ask('top 1 patterns')).results.length, 1)
  })

  test('superlatives of creations and creators', async () => {
    assert.equal((await ask('Which pattern has the most likes?')).results[0]?.name, 'Trail Socks')
    assert.equal((await ask('newest pattern?')).results[0]?.name, 'Folded Cuff Beanie')
    await says('Who has the most followers?', /Anna Lind/)
    await says('Which creator joined last?', /Anna Berg/)
  })

  test('names in any case, with what was asked first', async () => {
    await says('how many likes does harbour beanie have', /^“Harbour Beanie” has 30 likes/)
    await says('who made trail socks?', /Anna Lind/)
    await says('when was Row Counter published', /2026-03-03/)
    await says('how many followers does anna lind have?', /\b2\b/)
    await says('when did bo-vik join', /2026-03-02/)
  })

  test('words of a name are no negation', async () => {
    await says('Who made "Shawl Without End No. 2"?', /Anna Berg/)
    await says('who made shawl without end no. 2', /Anna Berg/)
  })

  test('an ambiguous name mentions the others', async () => {
    await says('how many followers does Anna have?', /Anna Lind.*Anna Berg/s)
  })

  test('comparisons are calculated', async () => {
    await says('which has more likes, Harbour Beanie or Trail Socks?', /50 − 30 = 20/)
  })

  test('what is searched for is found, also in other forms of its words', async () => {
    await says('is there something for counting rows?', /Row Counter/)
    await says('I need something for long walks', /Trail Socks/)
    assert.equal((await ask('is there something for baking bread?')).answered, false)
    assert.equal((await ask('who won the football match yesterday?')).answered, false)
  })

  test('what is described finds the closest, though nothing has all of its words', async () => {
    await says('something warm for my long and windy evenings', /Harbour Beanie/)
    await says('patterns for a padded evening heel', /Trail Socks/)
  })

  test('misspelled words that ask for something are understood', async () => {
    await says('how many likse does Trail Socks have', /\b50\b/)
    assert.equal((await ask('newst pattern')).results[0]?.name, 'Folded Cuff Beanie')
  })

  test('what creators and creations do not tell is declined', async () => {
    assert.equal((await ask('how tall is the mother of the person who made Trail Socks?')).answered, false)
    assert.equal((await ask('In which street does Anna Lind sleep?')).answered, false)
  })

  test('lists and counts are sentences', async () => {
    await says('How many patterns are there?', /^There are 3 patterns\.$/)
    await says('padded heel', /^Pieces for “padded heel”: “Trail Socks” by Anna Lind\.$/)
  })

  test('a question may be about an item of a list, or continue a comparison', async () => {
    await says('what is the second one about?', /A warm hat with cables/, 'Which pattern has the most likes?')
    await says('and which one has more plays?', /40 − 20 = 20/, 'which has more likes, Harbour Beanie or Trail Socks?')
    await says('how many things have they published?', /\b2\b/, 'who made trail socks?')
  })

  test('follow-ups keep subject, list and filters', async () => {
    await says('who made it?', /Anna Lind/, 'Which pattern has the most likes?')
    await says('and the second one?', /Harbour Beanie/, 'Which pattern has the most likes?')
    await says('and socks?', /\b1\b/, 'how many hats are there?')
    await says('how many followers does she have?', /\b2\b/, 'who made trail socks?')
  })

  test('a name that does not exist is not explained by something else', async () => {
    const { answered } = await ask('how many likes does Zyxomorph have?')
    assert.equal(answered, false)
  })

  test('health comes from the checks', async () => {
    await says('is everything working?', /operational/)
  })
})

test('every language has the same cues as English, apart from numerals', () => {
  const cuesOf = (locale: string) => {
    const file = new URL(`../../knowledge/${locale}/community.txt`, import.meta.url)
    return new Set(readFileSync(file, 'utf8').match(/^[a-z][a-z0-9.-]*(?=:)/gm))
  }
  const optional = /^(?:number|ordinal|kind)\.|^(?:follow|by|to|remix-of)$/
  const wanted = [...cuesOf('en')].filter(cue => !optional.test(cue))
  for (const locale of ['de', 'es', 'fr', 'it', 'pt', 'ja', 'ko', 'zh', 'ar', 'hi']) {
    const own = cuesOf(locale)
    assert.deepEqual(
      wanted.filter(cue => !own.has(cue)),
      [],
      locale,
    )
  }
})
