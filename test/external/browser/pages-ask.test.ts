// Questions on the pages, in a real Chromium.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Ask } from '../../../src/ask/answer/answer.ts'
import { start } from '../../support/start-service.ts'
import { desktop, launch, open, visiting } from './chromium.ts'

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
      assert.match(await page.locator('.said').innerText(), /20\u00a0USD/)
      await page.locator('.said sup a').first().click()
      await page.locator('#suggestions a').first().click()
      assert.notEqual(await page.locator('.answer h2').innerText(), 'How much does it cost?')
      assert.match(page.url(), /prev=/)
    },
    noScripts,
  )
})

test('creations that were found are cards, with and without scripts', async () => {
  const query = 'What is trending right now?'
  const cards: string[][] = []
  for (const options of [desktop, noScripts])
    await visit(
      '/ask',
      async page => {
        assert.equal(await page.locator('.answer').count(), 0)
        await page.locator('#query').fill(query)
        await page.locator('#query').press('Enter')
        await page.locator('.found li').first().waitFor()
        cards.push(await page.locator('.found li').allInnerTexts())
        assert.equal(await page.locator('.found li img').count(), cards[0]!.length)
        // The list that was found is linked above them.
        assert.equal(await page.locator('.sources').count(), 0)
        assert.match((await page.locator('.answer > h3 .see').getAttribute('href'))!, /\/community/)
        // Cards that are beside each other begin and end together.
        const boxes = await Promise.all((await page.locator('.found li').all()).map(card => card.boundingBox()))
        const ends = Map.groupBy(boxes, box => Math.round(box!.y)).values()
        for (const row of ends) assert.equal(new Set(row.map(box => Math.round(box!.height))).size, 1)
        const said = await page.locator('.said').innerText()
        for (const title of await page.locator('.found a').allInnerTexts()) assert.ok(!said.includes(title), said)
        assert.ok(!(await page.locator('#suggestions a').allInnerTexts()).includes(query))
      },
      options,
    )
  assert.deepEqual(cards[0], cards[1])
})

/** The welcome that the page shows before a question. */
const welcome = { answer: '', answered: false, confidence: 0, citations: [], results: [] }

/** Answers with what `yielded` yields after the start, and at once without a question. */
const asking = (yielded: (start: Start) => AsyncGenerator<Yielded>): Ask =>
  async function* ({ query, previous }, { requestId }) {
    const _meta = { response_type: 'answer', version: '0.55', request_id: requestId, processing_time_ms: 1, answerer: 'test' } as const // biome-ignore format: one line reads better
    const start = { _meta, query_id: requestId, query }
    yield { event: 'start', data: start }
    const metadata = { locale: 'en', intent: 'welcome' as const, suggestions: [] }
    if (query === '') yield { event: 'complete', data: { ...start, ...welcome, metadata } }
    else yield* yielded({ ...start, previous })
  }
type Yielded = ReturnType<Ask> extends AsyncGenerator<infer One> ? One : never
type Start = Extract<Yielded, { event: 'start' }>['data'] & { previous: readonly string[] }

test('an answer of a slow server replaces what shows that it is awaited', async t => {
  const gate = Promise.withResolvers<void>()
  const asked: { query: string; previous: readonly string[] }[] = []
  const slow = asking(async function* ({ previous, ...start }) {
    asked.push({ query: start.query, previous })
    const answer = `About “${start.query}”. And more.`
    const cite = (id: number, url: string, title: string, start_index: number, end_index: number) => ({ id, url, title, cited_text: '', start_index, end_index }) // biome-ignore format: one line reads better
    const citations = [
      cite(1, `${webUrl}/docs`, 'One <b>source</b>', 0, answer.length - 10),
      cite(2, 'javascript:alert(1)', 'Another', answer.length - 9, answer.length),
    ]
    await gate.promise
    const found = { '@type': 'VideoGame', url: first.url, name: first.title, site: '', score: 1 }
    const results = [{ ...found, description: 'A <i>game</i>.', schema_object: {} }]
    const metadata = { locale: 'en', intent: 'fact' as const, suggestions: ['And then?'] }
    yield { event: 'complete', data: { ...start, answer, answered: true, confidence: 1, citations, results, metadata } }
  })
  const other = await start(t, { ask: slow })
  await visit(`${other.webUrl}/ask`, async page => {
    await page.locator('#query').fill('why')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.locator('.answer[aria-busy=true] .waiting').first().waitFor()
    assert.equal(await page.locator('#suggestions').isVisible(), false)
    gate.resolve()
    await page.getByText('About “why”.').waitFor()
    assert.equal(await page.locator('.waiting').count(), 0)
    assert.deepEqual(await page.locator('.said sup').allInnerTexts(), ['1', '2'])
    assert.equal(await page.locator('.sources a').first().innerText(), 'One <b>source</b>')
    assert.equal(await page.locator('.sources a').nth(1).getAttribute('href'), '#')
    assert.equal(await page.locator('.found a').innerText(), first.title)
    await page.locator('#suggestions').getByText('And then?').click()
    await page.locator('.answer h2', { hasText: 'And then?' }).waitFor()
    await page.getByText('About “And then?”.').waitFor()
    assert.deepEqual(asked.at(-1), { query: 'And then?', previous: ['why'] })
    // The earlier answer stays, and the links of both lead to their own sources.
    await page.getByText('About “why”.').waitFor()
    const ids = await page.locator('.sources a').evaluateAll(links => links.map(link => `#${link.id}`))
    assert.equal(new Set(ids).size, 4)
    assert.deepEqual(
      await page.locator('.said a').evaluateAll(links => links.map(link => link.getAttribute('href'))),
      ids,
    )
    // The address is that of the newest answer.
    await page.reload()
    await page.getByText('About “And then?”.').waitFor()
  })
})

test('a question that fails is reported', async t => {
  // biome-ignore lint/correctness/useYield: it fails before the first result
  const failing = asking(async function* () {
    throw new Error('The answer failed.')
  })
  const other = await start(t, { ask: failing })
  const { page, complaints, close } = await open(browser)
  await page.goto(`${other.webUrl}/ask`)
  await page.locator('#query').fill('why')
  await page.getByRole('button', { name: 'Ask' }).click()
  await page.locator('.answer:not([aria-busy])', { hasText: 'why' }).waitFor()
  assert.equal(await page.locator('.said').innerText(), 'No answer came. Try again in a moment.')
  assert.equal(complaints.length, 1)
  assert.match(complaints[0]!, /status of 500/)
  await close()
})

test('long questions in any script, and their follow-ups, fit into an address', async () => {
  for (const options of [desktop, noScripts])
    await visit(
      '/ask',
      async page => {
        for (let i = 0; i < 8; i++) {
          const question = `${i}${'質問'.repeat(249)}?`
          await page.locator('#query').fill(question)
          await page.locator('#query').press('Enter')
          await page.locator('.answer:not([aria-busy]) h2', { hasText: question }).waitFor({ state: 'attached' })
          await page.locator('.said', { hasText: '。' }).first().waitFor()
        }
      },
      options,
    )
})
