// Cursors are good for the listing that gave them, and for nothing else.
import assert from 'node:assert/strict'
import test from 'node:test'
import { sorts } from '../../src/store/store.ts'
import { fixtureRecords, operationCalled, targetOf } from '../support/contract-service.ts'
import { type Running, start } from '../support/start-service.ts'

type Values = Record<string, string | number | boolean>

const feed = operationCalled('get_community_feed')

async function pageOf(service: Running, values: Values): Promise<{ next_cursor: string | null }> {
  const reply = await service.api(targetOf(feed, values))
  assert.equal(reply.status, 200, reply.text)
  return reply.json().data
}

test('cursors that were changed or belong elsewhere', async t => {
  const service = await start(t, { records: fixtureRecords() })
  const own: Values = { sort: 'recent', category: 'health', locale: 'es', limit: 1 }
  const cursor = (await pageOf(service, own)).next_cursor!
  const refused = async (values: Values) => {
    const reply = await service.api(targetOf(feed, values))
    assert.equal(reply.status, 400, JSON.stringify(values))
    const { error, code, details } = reply.json()
    assert.deepEqual(
      { error, code, details },
      {
        error: 'invalid_request',
        code: 40000,
        details: [{ field: 'cursor', reason: 'invalid_cursor' }],
      },
    )
  }

  await t.test('the cursor itself is good, with any limit', async () => {
    await pageOf(service, { ...own, cursor })
    await pageOf(service, { ...own, limit: 48, cursor })
  })

  await t.test('every character matters', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let i = 0; i < cursor.length; i++) {
      const at = alphabet.indexOf(cursor[i]!)
      for (const step of [1, 17, 63]) {
        const changed = cursor.slice(0, i) + alphabet[(at + step) % 64] + cursor.slice(i + 1)
        await refused({ ...own, cursor: changed })
      }
    }
  })

  await t.test('so does its length', async () => {
    for (let length = 1; length < cursor.length; length++) await refused({ ...own, cursor: cursor.slice(0, length) })
    for (const more of ['A', '=', '==', 'AAAA', ' ', '.', '\n', cursor])
      await refused({ ...own, cursor: cursor + more })
    for (const before of ['A', ' ', '+']) await refused({ ...own, cursor: before + cursor })
  })

  await t.test('and its spelling', async () => {
    const swapped = cursor.replace(/[a-z]/i, letter =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    for (const other of [swapped, [...cursor].reverse().join(''), `${cursor.slice(20)}${cursor.slice(0, 20)}`]) {
      await refused({ ...own, cursor: other })
    }
  })

  const { category: _, ...unfiltered } = own
  const { locale: __, ...english } = own
  const { sort: ___, ...unsorted } = own
  const elsewhere: [string, Values][] = [
    ...sorts.filter(sort => sort !== own.sort).map((sort): [string, Values] => [`sorted by ${sort}`, { ...own, sort }]),
    ['in the default order', unsorted],
    ['of another category', { ...own, category: 'food' }],
    ['of all categories', unfiltered],
    ['with a tag', { ...own, tag: 'hydration' }],
    ['of one kind', { ...own, kind: 'tracker' }],
    ['of featured ones', { ...own, featuredOnly: true }],
    ['of a search', { ...own, q: 'water' }],
    ['in another language', { ...own, locale: 'fr' }],
    ['in English', english],
  ]
  for (const [name, values] of elsewhere) {
    await t.test(`a cursor is no good for the listing ${name}`, () => refused({ ...values, cursor }))
  }

  await t.test('a cursor of another store is no good here', async () => {
    const other = await start(t)
    const foreign = (await pageOf(other, { sort: 'recent', limit: 1 })).next_cursor!
    await refused({ sort: 'recent', limit: 1, cursor: foreign })
  })

  await t.test('a cursor outlives a restart', async () => {
    await service.close()
    const again = await start(t, { records: [], config: { store: service.config.store } })
    await pageOf(again, { ...own, cursor })
  })
})
