import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { recordOf } from '../../../src/records/sync/convert.ts'
import { advanced, isLater, lowerBound } from '../../../src/records/sync/position.ts'
import { withoutPasswords } from '../../../src/records/sync/sources/open.ts'

describe('a row becomes a record', () => {
  const creation = (row: object) => recordOf('creation', row as Record<string, unknown>)

  test('dates of every database are RFC 3339', () => {
    const dates: [unknown, string][] = [
      ['2026-01-05 10:00:00', '2026-01-05T10:00:00Z'],
      ['2026-01-05 10:00:00.123456+00', '2026-01-05T10:00:00.123456+00:00'],
      ['2026-01-05 10:00:00+0530', '2026-01-05T10:00:00+05:30'],
      ['2026-01-05T10:00:00Z', '2026-01-05T10:00:00Z'],
      ['2026-01-05', '2026-01-05T00:00:00Z'],
      [1_767_607_200, '2026-01-05T10:00:00.000Z'],
      [1_767_607_200_000n, '2026-01-05T10:00:00.000Z'],
      ['yesterday', 'yesterday'],
    ]
    for (const [value, expected] of dates) assert.equal(creation({ publishedAt: value }).publishedAt, expected)
  })

  test('booleans, numbers, JSON and nulls', () => {
    assert.deepEqual([0, 1n, '1', new Uint8Array([1])].map(featured => creation({ featured }).featured), [false, true, true, true]) // biome-ignore format: one line reads better
    assert.equal(creation({ featured: 2 }).featured, 2)
    assert.deepEqual(creation({ tags: '["a"]', title: null, visibility: null, slug: 7n }), {
      type: 'creation',
      tags: ['a'],
      visibility: null,
      slug: '7',
    })
    assert.equal(recordOf('score', { score: '12.50' }).score, 12.5)
    assert.equal(creation({ tags: 'a, b' }).tags, 'a, b')
  })

  test('columns with dots are members', () => {
    const row = { 'stats.views': '7', 'stats.likes': 2n, 'translations.de.title': 'Ja', 'remixOf.handle': null }
    const { stats, translations, remixOf } = creation(row)
    assert.deepEqual([stats, translations, remixOf], [{ views: 7, likes: 2 }, { de: { title: 'Ja' } }, undefined])
  })
})

describe('the position of a query', () => {
  const at = Date.parse('2026-01-05T10:00:00Z')
  const first = advanced(undefined, 'q', '2026-01-05 09:59:59.123456+00', at)

  test('rows of the last half minute are read again, until they have been read for as long', () => {
    assert.equal(lowerBound(first, at + 1000), '2026-01-05 09:59:29.123')
    assert.equal(lowerBound(first, at + 60_000), '2026-01-05 09:59:59.123456+00')
    const second = advanced(first, 'q', '2026-01-05 10:00:09+00', at + 10_000)
    assert.equal(lowerBound(second, at + 20_000), '2026-01-05 09:59:39.000')
    assert.equal(lowerBound(second, at + 35_000), '2026-01-05 09:59:59.123456+00')
  })

  test('numbers and other texts', () => {
    assert.equal(lowerBound(advanced(undefined, 'q', 5000, at), at), 4000)
    assert.equal(lowerBound(advanced(undefined, 'q', '9007199254740993', at), at), '9007199254710993')
    assert.equal(lowerBound(advanced(undefined, 'q', '01HX', at), at), '01HX')
    assert.equal(isLater('10', '9'), true)
    assert.equal(isLater('2026-01-05 10:00:00.5+00', '2026-01-05 10:00:00+00'), true)
  })

  test('stays small, and a changed query begins anew', () => {
    let position = first
    for (let i = 1; i <= 1000; i++) position = advanced(position, 'q', `2026-01-05 10:${i + 1000}`, at + i * 100)
    assert.ok(position.seen.length < 50, String(position.seen.length))
    assert.deepEqual(advanced(position, 'other', undefined, at).seen, [])
  })
})

test('messages have no passwords', () => {
  const url = 'mysql://reader:p%40ss@h/d'
  assert.equal(
    withoutPasswords(`p@ss p%40ss ${url} token`, url, ['token']),
    '******** ******** mysql://********@h/d ********',
  )
})
