import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { recordLimits } from '../../src/records/limits.ts'
import { accepted, check, creation, creator, dated, type Given, reasonFor, score, today } from './check-harness.ts'

describe('the canonical form', () => {
  test('of a creation: every field, in order, defaults filled in', () => {
    const expected = {
      type: 'creation',
      handle: 'mira',
      slug: 'water-log',
      kind: 'app',
      title: 'Water Log',
      summary: '',
      description: '',
      instructions: '',
      category: null,
      tags: [],
      locale: 'en',
      translations: {},
      coverUrl: null,
      iconUrl: null,
      screenshots: [],
      featured: false,
      visibility: 'public',
      stats: { views: 0, plays: 0, likes: 0, remixes: 0 },
      remixOf: null,
      publishedAt: today,
      updatedAt: today,
    }
    const { record, undated } = accepted(creation)
    assert.equal(JSON.stringify(record), JSON.stringify(expected))
    assert.deepEqual(undated, ['publishedAt', 'updatedAt'])
    const { visibility: _visibility, ...nullable } = expected
    const nulls = Object.fromEntries(Object.keys(nullable).map(name => [name, null]))
    assert.deepEqual(accepted({ ...nulls, ...creation }).record, record, 'null means the same as absent')
  })

  test('of the details of a creation, which are absent when empty', () => {
    const details = {
      openUrl: 'https://water.example/open',
      links: [
        { label: 'Code', url: 'https://code.example', rel: 'source' },
        { label: 'Else', url: 'https://else.example' },
      ],
      license: 'MIT',
      version: '1.0',
      platforms: ['iOS', 'Web', 'iOS'],
    }
    const { openUrl, links, license, version, platforms } = accepted({ ...creation, ...details }).record
    assert.deepEqual({ openUrl, license, version }, { openUrl: details.openUrl, license: 'MIT', version: '1.0' })
    assert.deepEqual(links, [details.links[0], { ...details.links[1], rel: 'other' }])
    assert.deepEqual(platforms, ['iOS', 'Web'])
    const empty = { openUrl: null, links: [], license: '', version: null, platforms: [] }
    assert.deepEqual(accepted({ ...creation, ...empty }).record, accepted(creation).record)
  })

  test('of the other records', () => {
    const cases: [given: Given, expected: Given, undated: string[]][] = [
      [{ type: 'category', slug: 'Health' }, { type: 'category', slug: 'health', labels: {} }, []],
      [
        { labels: { fr: 'Santé', 'EN-us': 'Health' }, slug: 'health', type: 'category' },
        { type: 'category', slug: 'health', labels: { 'en-US': 'Health', fr: 'Santé' } },
        [],
      ],
      [{ type: 'tag', key: 'Hydration' }, { type: 'tag', key: 'hydration', labels: {} }, []],
      [creator, { ...creator, bio: '', avatarUrl: null, links: [], joinedAt: today }, ['joinedAt']],
      [
        { ...creator, links: [{ url: 'https://mira.example', label: 'Home' }], joinedAt: '2026-01-05T10:00:00Z' },
        {
          ...creator,
          bio: '',
          avatarUrl: null,
          links: [{ label: 'Home', url: 'https://mira.example' }],
          joinedAt: '2026-01-05T10:00:00Z',
        },
        [],
      ],
      [
        {
          ...creator,
          avatarUrl: '/bild/ü.png?größe=1',
          links: [{ label: 'Home', url: 'https://bücher.example/é?q=漢' }],
        },
        {
          ...creator,
          bio: '',
          avatarUrl: '/bild/%C3%BC.png?gr%C3%B6%C3%9Fe=1',
          links: [{ label: 'Home', url: 'https://xn--bcher-kva.example/%C3%A9?q=%E6%BC%A2' }],
          joinedAt: today,
        },
        ['joinedAt'],
      ],
      [
        { type: 'follow', follower: 'ANN', following: 'Mira' },
        { type: 'follow', follower: 'ann', following: 'mira' },
        [],
      ],
      [score, { ...score, score: 0, unit: 'points', achievedAt: today }, ['achievedAt']],
      [
        { ...score, score: -1.5, unit: 'km', achievedAt: '2026-01-05T10:00:00Z' },
        { ...score, score: -1.5, unit: 'km', achievedAt: '2026-01-05T10:00:00Z' },
        [],
      ],
    ]
    for (const [given, expected, undated] of cases) {
      const checked = accepted(given)
      assert.equal(JSON.stringify(checked.record), JSON.stringify(expected))
      assert.deepEqual(checked.undated, undated)
    }
  })

  test('of a delete', () => {
    for (const given of [
      { type: 'delete', of: 'category', slug: 'health' },
      { type: 'delete', of: 'tag', key: 'hydration' },
      { type: 'delete', of: 'creator', handle: 'mira' },
      { type: 'delete', of: 'creation', handle: 'mira', slug: 'water-log' },
      { type: 'delete', of: 'follow', follower: 'ann', following: 'mira' },
      { type: 'delete', of: 'score', handle: 'mira', slug: 'water-log', player: 'ann' },
    ]) {
      assert.equal(JSON.stringify(accepted(given).record), JSON.stringify(given))
    }
  })
})

describe('what is changed on the way in', () => {
  const cases: [field: string, given: unknown, expected: unknown][] = [
    ['handle', 'MIRA', 'mira'],
    ['slug', 'Water-Log', 'water-log'],
    ['category', 'Health', 'health'],
    ['tags', ['Water', 'water', 'Día', 'c++'], ['water', 'día', 'c++']],
    ['tags', ['cafe\u0301'], ['café']],
    ['locale', 'PT-br', 'pt-BR'],
    ['locale', 'zh-hant-tw', 'zh-Hant-TW'],
    ['locale', 'iw', 'he'],
    [
      'translations',
      { fr: { title: 'a' }, DE: { summary: 'b', title: '' } },
      { de: { summary: 'b' }, fr: { title: 'a' } },
    ],
    ['stats', { views: 5 }, { views: 5, plays: 0, likes: 0, remixes: 0 }],
    ['remixOf', { handle: 'X', slug: 'Y' }, { handle: 'x', slug: 'y' }],
  ]
  for (const [field, given, expected] of cases) {
    test(`${field}: ${JSON.stringify(given)}`, () => {
      assert.equal(JSON.stringify(accepted({ ...dated, [field]: given }).record[field]), JSON.stringify(expected))
    })
  }
})

describe('what is kept as it is', () => {
  const cases: [field: string, value: unknown][] = [
    ['title', 'e\u0301 👩‍🚀 \u202e ＡＢＣ '],
    ['title', '👍'.repeat(recordLimits.title)],
    ['title', '\u200f.'],
    ['title', '\u0600'.concat('1')],
    ['title', 'a ":b" : \\'],
    ['title', '{"title":1,"title":2}'],
    ['translations', { es: { title: 'a' }, fr: { title: 'a' } }],
    ['description', 'one\n\ttwo'],
    ['kind', 'experience'],
    ['visibility', 'unlisted'],
    ['featured', true],
    ['coverUrl', '/media/cover.svg?v=1'],
    ['iconUrl', 'HTTP://example.com'],
    ['screenshots', ['/a.png', 'https://example.com/b.png']],
    ['stats', { views: Number.MAX_SAFE_INTEGER, plays: 0, likes: 0, remixes: 0 }],
    ['tags', ['日本語', '3d']],
  ]
  for (const [field, value] of cases) {
    test(`${field}: ${JSON.stringify(value).slice(0, 60)}`, () => {
      assert.deepEqual(accepted({ ...dated, [field]: value }).record[field], value)
    })
  }
})

describe('dates', () => {
  const cases: [given: string, expected: string][] = [
    ['2026-01-05T10:00:00Z', '2026-01-05T10:00:00Z'],
    ['2026-01-05t10:00:00z', '2026-01-05T10:00:00Z'],
    ['2026-01-05T10:00:00.000Z', '2026-01-05T10:00:00Z'],
    ['2026-01-05T10:00:00.5Z', '2026-01-05T10:00:00.500Z'],
    ['2026-01-05T10:00:00.123999Z', '2026-01-05T10:00:00.123Z'],
    ['2026-01-05T01:30:00+02:00', '2026-01-04T23:30:00Z'],
    ['2026-12-31T23:30:00-00:45', '2027-01-01T00:15:00Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00Z'],
    ['0050-06-01T00:00:00+01:00', '0050-05-31T23:00:00Z'],
  ]
  for (const [given, expected] of cases) {
    test(`${given} is ${expected}`, () => {
      assert.equal(accepted({ ...creation, publishedAt: given }).record.publishedAt, expected)
    })
  }

  for (const given of [
    '2026-02-30T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-01-01',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00+01:00',
    1767225600,
  ]) {
    test(`${given} is refused`, () =>
      assert.match(reasonFor({ ...creation, publishedAt: given }), /^publishedAt must be an RFC 3339/))
  }

  test('what is left out: updatedAt follows publishedAt, the rest is the time of the import', () => {
    const published = accepted({ ...creation, publishedAt: '2026-01-05T10:00:00Z' })
    assert.equal(published.record.updatedAt, '2026-01-05T10:00:00Z')
    assert.deepEqual(published.undated, [])
    const updated = accepted({ ...creation, updatedAt: '2026-01-05T10:00:00Z' })
    assert.equal(updated.record.publishedAt, today)
    assert.deepEqual(updated.undated, ['publishedAt'])
  })
})

describe('whatever comes', () => {
  const full: Record<string, Given> = {
    category: { type: 'category', slug: 'health', labels: { en: 'Health' } },
    tag: { type: 'tag', key: 'water', labels: {} },
    creator: { ...creator, bio: 'b', avatarUrl: '/a', links: [], joinedAt: today },
    creation: {
      ...accepted({ ...dated, translations: { es: { title: 'x' } }, remixOf: { handle: 'x', slug: 'y' } }).record,
    },
    follow: { type: 'follow', follower: 'a', following: 'b' },
    score: { ...score, score: 1, unit: 'km', achievedAt: today },
    delete: { type: 'delete', of: 'creation', handle: 'mira', slug: 'water-log' },
  }
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('En', '/x', 'A-b', today),
  )
  const value = fc.oneof(
    fc.jsonValue(),
    text,
    fc.maxSafeNat(),
    fc.array(text),
    fc.dictionary(fc.constantFrom('en', 'ES', 'pt-br', '!'), fc.oneof(text, fc.record({ title: text }))),
  )
  const change = fc
    .constantFrom(...Object.keys(full))
    .chain(type =>
      fc.tuple(fc.constant(type), fc.dictionary(fc.constantFrom(...Object.keys(full[type]!)), value, { maxKeys: 2 })),
    )

  test('is either refused in one line or brought into a form that stays as it is', () => {
    let taken = 0
    const property = fc.property(change, ([type, changed]) => {
      const outcome = check({ ...full[type], ...changed, type })
      if ('reason' in outcome) return outcome.reason.length > 0 && !outcome.reason.includes('\n')
      if (!('checked' in outcome)) return false
      taken += 1
      const { record } = outcome.checked
      const again = check(record)
      return 'checked' in again && JSON.stringify(again.checked) === JSON.stringify({ record, undated: [] })
    })
    fc.assert(property, { numRuns: 1_500, seed: 20260526 })
    assert.ok(taken > 150, `only ${taken} were taken`)
  })

  test('text that is no JSON is refused', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), line => 'reason' in check(line)))
  })
})

describe('long lines', () => {
  const text = '漢'.repeat(recordLimits.description)
  const wide = (languages: string[]) => ({
    ...dated,
    translations: Object.fromEntries(languages.map(locale => [locale, { description: text }])),
  })

  test('a line may have as many bytes as the table says', () => {
    assert.match(reasonFor(`${JSON.stringify(creation)}${' '.repeat(recordLimits.line)}`), /longer than 262144 bytes/)
    accepted(wide(['de', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'zh']))
  })

  test('a record that would be too long when written back is refused', () => {
    const languages = ['de', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'zh']
    const almost = { ...wide(languages), description: 'x'.repeat(10_000), instructions: '' }
    const room = recordLimits.line - Buffer.byteLength(JSON.stringify(almost))
    const line = JSON.stringify({ ...almost, instructions: '漢'.repeat(Math.floor(room / 3)) })
    assert.ok(Buffer.byteLength(line) <= recordLimits.line)
    assert.match(reasonFor(line), /longer than 262144 bytes/)
    accepted({ ...almost, instructions: '漢'.repeat(Math.floor(room / 3) - 200) })
  })
})
