// Reads with no answer cache: whatever the store remembers from page to page, the bytes and their tag stay the same.
import assert from 'node:assert/strict'
import test from 'node:test'
import { breakableStore } from '../support/breakable-store.ts'
import { fixtureRecords, operationCalled, targetOf } from '../support/contract-service.ts'
import { largeCommunity } from '../support/large-community.ts'
import { start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

const feed = operationCalled('get_community_feed')
const listings = [{}, { limit: 2 }, { limit: 2, locale: 'es' }, { limit: 3, locale: 'ja' }, { kind: 'game', limit: 1 }]

test('a landing takes two store calls, however many categories it shows', async t => {
  const store = breakableStore()
  const service = await start(t, { records: largeCommunity(), openStore: store.open })
  store.calls.length = 0
  const { categories } = (await service.api('/public/share/community/landing')).json().data
  assert.equal(categories.length, 48)
  assert.deepEqual(store.calls, ['categories', 'feeds'])
})

test('the same page again and again', async t => {
  const service = await start(t, { records: fixtureRecords(), config: { cacheMb: 0 } })

  for (const values of listings) {
    await t.test(`${JSON.stringify(values)}: the same bytes under the same tag`, async () => {
      const first = await service.api(targetOf(feed, values))
      for (let i = 0; i < 4; i++) {
        const again = await service.api(targetOf(feed, values))
        assert.equal(again.text, first.text)
        assert.equal(again.headers.etag, first.headers.etag)
        assert.equal(again.headers['content-length'], String(Buffer.byteLength(first.text)))
      }
      const known = await service.api(targetOf(feed, values), { headers: { 'If-None-Match': first.headers.etag! } })
      assert.equal(known.status, 304)
    })
  }

  await t.test("many pages at once do not get in each other's way", async () => {
    const targets = listings.map(values => targetOf(feed, values))
    const alone: string[] = []
    for (const target of targets) alone.push((await service.api(target)).text)
    // More than one piece of the memory that pages are written into.
    const asked = Array.from({ length: 200 }, (_, i) => i % targets.length)
    const replies = await Promise.all(asked.map(i => service.api(targets[i]!)))
    for (const [at, i] of asked.entries()) assert.equal(replies[at]!.text, alone[i])
  })

  await t.test('different pages have different tags', async () => {
    const replies = await Promise.all(listings.map(values => service.api(targetOf(feed, values))))
    assert.equal(new Set(replies.map(({ headers }) => headers.etag)).size, listings.length)
  })

  await t.test('a label that changes changes the page and its tag', async () => {
    const before = await service.api(targetOf(feed, { limit: 2 }))
    await service.bring([{ type: 'category', slug: 'play', labels: { en: 'Playing' } }])
    await until('the new label shows', async () => (await service.api(targetOf(feed, {}))).text.includes('"Playing"'))
    const after = await service.api(targetOf(feed, { limit: 2 }))
    assert.equal(after.headers.etag === before.headers.etag, after.text === before.text)
  })
})
