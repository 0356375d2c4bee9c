// A cursor is accepted by the listing that issued it, and by no other.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { sorts } from '../../src/store/store.ts'
import { fixtureRecords, operationCalled, targetOf } from '../support/contract-service.ts'
import { start } from '../support/start-service.ts'

type Values = Record<string, string | number | boolean | undefined>

const feed = operationCalled('get_community_feed')
const service = await start({ after }, { records: fixtureRecords() })

async function cursorOf(values: Values, running = service): Promise<string> {
  const reply = await running.api(targetOf(feed, values))
  assert.equal(reply.status, 200, reply.text)
  return reply.json().data.next_cursor
}

const own: Values = { sort: 'recent', category: 'health', locale: 'es', limit: 1 }
const cursor = await cursorOf(own)

async function assertRefused(values: Values): Promise<void> {
  const reply = await service.api(targetOf(feed, values))
  assert.equal(reply.status, 400, JSON.stringify(values))
  const { error, code, details } = reply.json()
  assert.deepEqual([error, code], ['invalid_request', 40000])
  assert.deepEqual(details, [{ field: 'cursor', reason: 'invalid_cursor' }])
}

function* changedCursors(): Generator<string> {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (const [i, letter] of [...cursor].entries()) {
    const at = alphabet.indexOf(letter)
    for (const step of [1, 17, 63]) yield cursor.slice(0, i) + alphabet[(at + step) % 64] + cursor.slice(i + 1)
    if (i > 0) yield cursor.slice(0, i)
  }
  for (const more of ['A', '=', '==', 'AAAA', ' ', '.', '\n', cursor]) yield cursor + more
  for (const before of ['A', ' ', '+']) yield before + cursor
  yield [...cursor].reverse().join('')
  yield cursor.slice(20) + cursor.slice(0, 20)
}

test('a cursor is accepted with any limit', async () => {
  for (const limit of [1, 48]) await cursorOf({ ...own, limit, cursor })
})

test('tags in another order, or twice, are the same listing', async () => {
  const values = { tag: 'hydration,streaks', creator: 'ann', limit: 1 }
  const [one, ...others] = await Promise.all(
    ['hydration,streaks', 'streaks,hydration', 'Streaks,hydration,streaks'].map(tag =>
      service.api(targetOf(feed, { ...values, tag })),
    ),
  )
  for (const { headers, text } of others) assert.deepEqual([headers.etag, text], [one!.headers.etag, one!.text])
  const hydrating = { sort: 'recent', tag: 'hydration,hydration', limit: 1 }
  const next = await cursorOf(hydrating)
  await cursorOf({ ...hydrating, tag: 'hydration', cursor: next })
  await assertRefused({ ...hydrating, tag: 'hydration,habits', cursor: next })
})

test('a cursor of tags is accepted by tags in the same language, as it was given', async () => {
  const tags = operationCalled('get_popular_tags')
  const read = (values: Values) => service.api(targetOf(tags, values))
  const next = (await read({ limit: 1 })).json().data.next_cursor as string
  assert.equal((await read({ limit: 2, cursor: next })).status, 200)
  const wrong: Values[] = [cursor, next.slice(1), `${next}A`, next.slice(0, -1), next.slice(-16), ''].map(one => ({
    cursor: one,
  }))
  for (const values of [...wrong, { cursor: next, locale: 'es' }]) {
    const reply = await read(values)
    assert.equal(reply.status, 400, JSON.stringify(values))
    assert.deepEqual(reply.json().details, [{ field: 'cursor', reason: 'invalid_cursor' }])
  }
  await assertRefused({ cursor: next })
})

test('a changed, shortened or extended cursor is refused', async () => {
  for (const changed of changedCursors()) await assertRefused({ ...own, cursor: changed })
})

test('a cursor is refused by other sorts, filters and languages', async () => {
  const others: Values[] = [
    ...sorts.filter(sort => sort !== own.sort).map(sort => ({ sort })),
    { sort: undefined },
    { category: 'food' },
    { category: undefined },
    { tag: 'hydration' },
    { kind: 'tracker' },
    { featuredOnly: true },
    { q: 'water' },
    { locale: 'fr' },
    { locale: undefined },
  ]
  for (const other of others) await assertRefused({ ...own, ...other, cursor })
})

test('a cursor of another store is refused', async t => {
  const values = { sort: 'recent', limit: 1 }
  await assertRefused({ ...values, cursor: await cursorOf(values, await start(t)) })
})

test('a cursor is accepted after a restart', async t => {
  await service.close()
  const again = await start(t, { records: [], config: { store: service.config.store } })
  await cursorOf({ ...own, cursor }, again)
})
