// Questions on the pages, in a real Chromium.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ask } from '../../../src/ask/answer/answer.ts'
import { start } from '../../support/start-service.ts'
import { desktop, launch, visiting } from './chromium.ts'

const service = await start({ after })
await service.prepare()
const { webUrl } = service
const browser = await launch({ after })
const visit = visiting(browser, webUrl)
const noScripts = { ...desktop, javaScriptEnabled: false }
const first = (await service.api('/public/share/community?limit=1')).json().data.items[0]

test('questions without scripts, and what to ask next', async () => {
  await visit(
    '/ask',
    async page => {
      await page.locator('#query').fill('How much does it cost?')
      await page.locator('#query').press('Enter')
      assert.match(await page.locator('.said').innerText(), /20 USD/)
      await page.locator('.said sup a').first().click()
      await page.locator('#suggestions a').first().click()
      assert.notEqual(await page.locator('.answer h2').innerText(), 'How much does it cost?')
      assert.match(page.url(), /prev=/)
    },
    noScripts,
  )
})

test('an answer is shown as it comes, from a slow server', async t => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asked: { query: string; previous: readonly string[] }[] = []
  const slow: Ask = async function* ({ query, previous }, { requestId }) {
    asked.push({ query, previous })
    const _meta = {
      response_type: 'answer',
      version: '0.55',
      request_id: requestId,
      processing_time_ms: 1,
      answerer: 'slow',
    } as const
    const answer = `About “${query}”. And more.`
    const citations = [
      {
        id: 1,
        url: `${webUrl}/docs`,
        title: 'One <b>source</b>',
        cited_text: '',
        start_index: 0,
        end_index: answer.length - 10,
      },
      {
        id: 2,
        url: 'javascript:alert(1)',
        title: 'Another',
        cited_text: '',
        start_index: answer.length - 9,
        end_index: answer.length,
      },
    ]
    const start = { _meta, query_id: requestId, query }
    yield { event: 'start', data: start }
    if (query !== '') await gates[0]!.promise
    yield { event: 'result', data: { '@type': 'Answer', text: answer, citations } }
    if (query !== '') await gates[1]!.promise
    const results = [
      {
        '@type': 'VideoGame',
        url: first.url,
        name: first.title,
        site: '',
        score: 1,
        description: 'A <i>game</i>.',
        schema_object: {},
      },
    ]
    const metadata = { locale: 'en', intent: 'fact', suggestions: ['And then?'] } as const
    yield {
      event: 'complete',
      data: {
        ...start,
        answer,
        answered: true,
        confidence: 1,
        citations,
        results,
        metadata: { ...metadata, suggestions: [...metadata.suggestions] },
      },
    }
  }
  const other = await start(t, { ask: slow })
  await visit(`${other.webUrl}/ask`, async page => {
    await page.locator('#query').fill('why')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.locator('.answer[aria-busy=true] .waiting').first().waitFor()
    gates[0]!.resolve()
    await page.getByText('About “why”.').waitFor()
    assert.equal(await page.locator('.sources').count(), 0)
    gates[1]!.resolve()
    await page.locator('.sources').waitFor()
    assert.equal(
      await page
        .locator('.said sup')
        .allInnerTexts()
        .then(texts => texts.join()),
      '1,2',
    )
    assert.equal(await page.locator('.sources a').first().innerText(), 'One <b>source</b>')
    assert.equal(await page.locator('.sources a').nth(1).getAttribute('href'), '#')
    assert.equal(await page.locator('.found a').innerText(), first.title)
    await page.locator('#suggestions').getByText('And then?').click()
    await page.locator('.answer h2', { hasText: 'And then?' }).waitFor()
    await page.getByText('About “And then?”.').waitFor()
    assert.deepEqual(asked.at(-1), { query: 'And then?', previous: ['why'] })
  })
})

test('a question that fails is told', async t => {
  const failing: Ask = async function* ({ query }, { requestId }) {
    const _meta = {
      response_type: 'answer',
      version: '0.55',
      request_id: requestId,
      processing_time_ms: 1,
      answerer: 'none',
    } as const
    yield { event: 'start', data: { _meta, query_id: requestId, query } }
    if (query === '') {
      const metadata = { locale: 'en', intent: 'welcome' as const, suggestions: [] }
      yield {
        event: 'complete',
        data: {
          _meta,
          query_id: requestId,
          query,
          answer: '',
          answered: false,
          confidence: 0,
          citations: [],
          results: [],
          metadata,
        },
      }
    }
    await sleep(10)
    throw new Error('It fell over.')
  }
  const other = await start(t, { ask: failing })
  await visit(`${other.webUrl}/ask`, async page => {
    await page.locator('#query').fill('why')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.locator('.answer:not([aria-busy])', { hasText: 'why' }).waitFor()
    assert.ok((await page.locator('.said').innerText()).length > 10)
  })
})
