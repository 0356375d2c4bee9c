// With every rate limit off, documents, pages and answers say that there is no limit.

import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { makeAddresses } from '../../src/addresses.ts'
import { loadAskIndex } from '../../src/ask/ask-index.ts'
import { readConfig } from '../../src/config/config.ts'
import { tablesOf } from '../../src/discovery/self-description.ts'
import { discoveryDocuments } from '../../src/discovery/table.ts'
import { serviceLocales } from '../../src/languages/languages.ts'
import { policies } from '../../src/limits.ts'
import { demoSite } from '../support/demo-site.ts'
import { docsPlace, productPlaces, resultOf } from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'

const settings = readConfig({ VITRINE_LIMIT_READ: '0', VITRINE_LIMIT_DISCOVERY: '0', VITRINE_LIMIT_MCP: '0' })
const service = await start({ after }, { config: { limits: settings.limits } })

/** A number of requests, or a limit of 0, in words or in a table. */
const numbers =
  /\b\d[\d,.]* (?:requests|Anfragen|peticiones|requêtes|richieste|requisições)|\b0 (?:in|per|je|cada) 60|\|\s*0\s*\|/

suite('documents', () => {
  const paths = discoveryDocuments('browse-pocketry').map(({ path }) => path)
  const others = ['/docs/limits.md', '/docs/limits', '/docs.md', '/status.md', '/docs/reference.md']

  test('no document names a number of requests, and lists of limits say that there is none', async () => {
    for (const path of [...paths, ...others]) {
      const { status, text } = await service.web(path)
      assert.equal(status, 200)
      assert.doesNotMatch(text, numbers, path)
    }
    for (const path of ['/docs/limits.md', '/status.md', '/llms-full.txt', '/openapi.json']) {
      const found = (await service.web(path)).text.match(/\| no limit \|/g) ?? []
      assert.equal(found.length, Object.keys(policies).length, path)
    }
  })

  test('JSON says null, and no answer has headers of a limit', async () => {
    const status = await service.web('/status')
    for (const { limit } of status.json().rate_limits) assert.equal(limit, null)
    assert.equal((await service.web('/batch')).json().limits.rate_limit.limit, null)
    const { headers } = (await service.web('/openapi.json')).json().components
    for (const [name, header] of Object.entries<object>(headers)) {
      assert.ok(!name.startsWith('RateLimit') || !('example' in header), name)
    }
    for (const reply of [status, await service.api('/public/share/tags'), await service.api('/mcp')]) {
      assert.deepEqual(
        Object.keys(reply.headers).filter(name => name.startsWith('ratelimit')),
        [],
      )
    }
  })

  test('the status as Markdown says so', async () => {
    const { text } = await service.web('/status.md')
    assert.equal(text.split('| no limit |').length - 1, Object.keys(policies).length)
  })

  test('MCP servers and their cards name no number of requests', async () => {
    for (const place of [...productPlaces, docsPlace]) {
      const { instructions } = await resultOf(service, place, 'server/discover', {}, '2026-07-28')
      const card = (await service[place[0]](place[1])).text
      assert.doesNotMatch(`${instructions} ${card}`, numbers)
    }
  })
})

suite('answers', async () => {
  const ask = async (at: typeof service, locale: string, query: string): Promise<string> =>
    (await at.web(`/ask?${new URLSearchParams({ query, locale })}`)).json().answer
  const addresses = makeAddresses('https://api.example.org', 'https://example.org')
  const facts = async (limits: typeof settings.limits) => {
    const index = await loadAskIndex(tablesOf({ ...settings, site: demoSite, limits, addresses }), demoSite)
    return new Map(index.facts.map(fact => [fact.id, fact.say]))
  }
  const unlimited = await facts(settings.limits)
  const ids = ['limits.overview', 'limits.read', 'limits.discovery', 'limits.mcp', 'limits.media', 'ask.rate']

  test('every fact about a limit says in every language that there is none', async () => {
    const limited = await facts(readConfig({}).limits)
    assert.deepEqual([...limited.keys()], [...unlimited.keys()])
    for (const [id, say] of unlimited) {
      for (const locale of serviceLocales) {
        const [before, now] = [limited.get(id)!.get(locale), say.get(locale)]
        assert.equal(before !== now, ids.includes(id) && now !== undefined, `${id} ${locale}`)
        if (ids.includes(id)) assert.doesNotMatch(now!, /\d/, `${id} ${locale}`)
      }
    }
    for (const id of ids) assert.match(unlimited.get(id)!.get('en')!, /no limit/)
  })

  test('with one limit off, the others keep their numbers', async () => {
    const say = await facts({ read: 0, discovery: 70, mcp: 80 })
    for (const locale of serviceLocales) {
      const parts = ['limits.read', 'limits.discovery', 'limits.mcp'].map(id => say.get(id)!.get(locale))
      assert.equal(say.get('limits.overview')!.get(locale), parts.join(' '))
      assert.deepEqual(
        parts.map(text => /\d/.test(text!)),
        [false, true, true],
      )
    }
    assert.match(say.get('limits.overview')!.get('en')!, /no limit on public reads.* 70 requests.* 80 requests/)
  })

  const questions = {
    en: 'What are the limits?',
    es: '¿Cuáles son los límites?',
    fr: 'Quelles sont les limites ?',
    de: 'Welche Limits gibt es?',
    it: 'Quali sono i limiti?',
    pt: 'Quais são os limites?',
    ja: 'どんな制限がありますか？',
    ko: '어떤 제한이 있나요?',
    zh: '有什么限制？',
    ar: 'ما هي الحدود؟',
    hi: 'सीमाएँ क्या हैं?',
  }
  test('answers name no number of requests', async () => {
    for (const [locale, query] of Object.entries(questions)) {
      const answer = await ask(service, locale, query)
      assert.ok(answer.startsWith(unlimited.get('limits.overview')!.get(locale)!), answer)
      assert.doesNotMatch(answer, numbers)
    }
  })

  test('with limits, an answer names all of them', async t => {
    const limited = await start(t, { config: { limits: { read: 130, discovery: 70, mcp: 80 } } })
    const answer = await ask(limited, 'en', questions.en)
    for (const number of ['130', '70', '80']) assert.ok(answer.includes(number), number)
  })
})
