import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { creation, creator, reasonFor, score } from './check-harness.ts'

describe('what is refused, with a sentence that names the field', () => {
  const cases: [given: unknown, reason: RegExp][] = [
    ['', /not JSON: it ends too early/],
    ['{"type":"tag",}', /^the line is not JSON/],
    ['{"type":"tag" "key":"x"}', /^the line is not JSON from character 15 on$/],
    ['[]', /must be a JSON object/],
    ['null', /must be a JSON object/],
    ['"text"', /must be a JSON object/],
    [{}, /^type is required/],
    [
      { type: 'creations' },
      /^type must be one of category, tag, creator, creation, follow, score, rename, delete \(it is "creations"\)/,
    ],
    [{ type: 'constructor' }, /^type must be one of/],
    [{ type: 5 }, /^type must be one of/],
    ['{"type":"tag","key":"x","__proto__":{}}', /"__proto__" is not a known field/],
    [{ ...creation, titel: 'x' }, /"titel" is not a known field; did you mean title\?/],
    [{ ...creation, stats: { plasy: 1 } }, /^stats: "plasy" is not a known field; did you mean plays\?/],
    [{ ...creation, remixOf: { handle: 'x', slug: 'y', title: 'z' } }, /^remixOf: "title" is not a known field/],
    [{ ...creation, translations: { es: { name: 'x' } } }, /^translations\.es: "name" is not a known field/],
    [
      { ...creator, links: [{ label: 'x', url: 'https://x.example', rel: 'me' }] },
      /^links\[0\]: "rel" is not a known field/,
    ],

    [{ ...creation, openUrl: 'app://open' }, /^openUrl must be an http\(s\) address/],
    [{ ...creation, openUrl: 'javascript:alert(1)' }, /^openUrl must be an http\(s\) address/],
    [{ ...creation, openUrl: 5 }, /^openUrl must be/],
    [{ ...creation, links: [{ label: 'x' }] }, /^links\[0\]\.url is required/],
    [
      { ...creation, links: [{ label: 'x', url: 'https://x.example', rel: 'me' }] },
      /^links\[0\]\.rel must be one of website/,
    ],
    [{ ...creation, license: 'a\nb' }, /^license must be one line/],
    [{ ...creation, license: 'x'.repeat(121) }, /^license must have at most 120 characters/],
    [{ ...creation, version: 2 }, /^version must be text/],
    [{ ...creation, platforms: 'iOS' }, /^platforms must be a list/],
    [{ ...creation, platforms: [''] }, /^platforms\[0\] must not be empty/],

    ['{"type":"tag","key":"x","key":"y"}', /^"key" is in the record twice; remove one of them$/],
    [
      '{"type":"creation","handle":"a","slug":"b","title":"T","visibility":"private","v\\u0069sibility" :"public"}',
      /twice/,
    ],
    [
      '{"type":"creation","handle":"a","slug":"b","title":"T","stats":{"likes":1,"likes":2}}',
      /^"likes" is in .* twice/,
    ],
    [
      `{"type":"creation","handle":"a","slug":"b","title":"T","summary":"${'\\":'.repeat(100)}","title":"U"}`,
      /^"title" is in the record twice/,
    ],
    [{ ...creation, handle: undefined }, /^handle is required/],
    [{ ...creation, title: undefined }, /^title is required/],
    [{ ...creator, displayName: undefined }, /^displayName is required/],
    [{ type: 'tag' }, /^key is required/],
    [{ type: 'follow', follower: 'ann' }, /^following is required/],

    [{ ...creation, handle: '-mira' }, /^handle must be 1 to 63/],
    [{ ...creation, handle: 'mi_ra' }, /^handle must be/],
    [{ ...creation, handle: 'mïra' }, /^handle must be/],
    [{ ...creation, handle: '\u212aim' }, /^handle must be/],
    [{ ...creation, handle: 'x'.repeat(64) }, /^handle must be/],
    [{ ...creation, handle: 'XN--mira' }, /^handle must be/],
    [{ ...creation, handle: 7 }, /^handle must be/],
    [{ ...creation, slug: 'x'.repeat(81) }, /^slug must be 1 to 80/],
    [{ ...creation, slug: '' }, /^slug must be/],
    [{ ...creation, slug: 'a/b' }, /^slug must be/],
    [{ ...creation, category: 'a b' }, /^category must be/],
    [{ ...score, player: 'a.b' }, /^player must be/],
    ...['www', 'API', 'mcp', 'admin', 'static'].map(
      handle => [{ ...creator, handle }, /^handle must not be .* the service keeps for itself/] as [unknown, RegExp],
    ),
    [{ type: 'follow', follower: 'ann', following: 'Ann' }, /^following must be another creator/],

    [{ ...creation, kind: 'toy' }, /^kind must be one of app, tracker, game, widget, experience \(it is "toy"\)/],
    [{ ...creation, visibility: 'secret' }, /^visibility must be one of public, unlisted, private/],
    [
      { ...creation, visibility: null },
      /^visibility must not be null; write one of public, unlisted, private, or leave it out for public$/,
    ],
    [{ ...creation, featured: 'yes' }, /^featured must be true or false/],
    [{ ...creation, locale: 'en_US' }, /^locale must be a BCP-47/],
    [{ ...creation, locale: 3 }, /^locale must be a BCP-47/],
    [{ ...creation, locale: 'en-a-bbb-x-a-ccc-dddd-eeee-ffff-gggg' }, /^locale must be a BCP-47/],

    [{ ...creation, title: '' }, /^title must not be empty/],
    [{ ...creation, title: ' \u3000' }, /^title must not be empty/],
    ...['\u3164', '\u2800', '\u{1d159}', '\u00ad\u202e\ufe0f', ' \u200b\u3000', '\u{e0041}', '\ufeff\u2060'].map(
      title => [{ ...creation, title }, /^title must contain a visible character/] as [unknown, RegExp],
    ),
    [{ ...creator, displayName: '\u200d\u200c' }, /^displayName must contain a visible character/],
    [{ ...creator, links: [{ label: '\u3164', url: 'https://x.example' }] }, /^links\[0\]\.label must contain a vis/],
    [{ ...creation, translations: { es: { title: '\u200b' } } }, /^translations\.es\.title must contain a visible/],
    [{ type: 'category', slug: 'x', labels: { en: '\u2800' } }, /^labels\.en must contain a visible character/],
    [{ ...score, unit: '\u200b' }, /^unit must contain a visible character/],
    [{ ...creation, title: 'two\nlines' }, /^title must be one line/],
    [{ ...creation, title: 12 }, /^title must be text/],
    [{ ...creation, title: '👍'.repeat(121) }, /^title must have at most 120 characters/],
    [{ ...creation, summary: 'x'.repeat(401) }, /^summary must have at most 400/],
    [{ ...creation, description: 'x'.repeat(10_001) }, /^description must have at most 10000/],
    [{ ...creation, instructions: 'x'.repeat(10_001) }, /^instructions must have at most 10000/],
    [{ ...creator, bio: 'x'.repeat(1_001) }, /^bio must have at most 1000/],
    [{ ...creator, displayName: 'x'.repeat(81) }, /^displayName must have at most 80/],
    [{ ...creation, summary: 'a\u001b[2J' }, /^summary must not contain control characters/],
    [{ ...creation, description: 'a\u0085b' }, /^description must not contain control characters/],
    [{ ...creator, bio: 'a\rb' }, /^bio must not contain control characters/],
    ['{"type":"creator","handle":"a","displayName":"x\\ud800"}', /^displayName contains half a character/],
    [{ ...score, unit: 'x'.repeat(41) }, /^unit must have at most 40/],

    [{ ...creation, tags: 'water' }, /^tags must be a list/],
    [
      { ...creation, tags: Array.from({ length: 31 }, (_, i) => `t${i}`) },
      /^tags must have at most 30 entries \(it has 31\)/,
    ],
    [{ ...creation, tags: ['ok', 'not ok'] }, /^tags\[1\] must be 1 to 80 letters/],
    [{ ...creation, tags: ['𠀀'.repeat(81)] }, /^tags\[0\] must be/],
    [{ ...creation, tags: [null] }, /^tags\[0\] is required/],
    [{ type: 'tag', key: '' }, /^key must be/],
    [{ type: 'tag', key: 'x', labels: { en: '' } }, /^labels\.en must not be empty/],
    [{ type: 'tag', key: 'x', labels: { en: null } }, /^labels\.en is required/],
    [{ type: 'tag', key: 'x', labels: { en: 'x'.repeat(81) } }, /^labels\.en must have at most 80/],
    [{ type: 'tag', key: 'x', labels: { '!!': 'x' } }, /^a key of labels must be a BCP-47/],
    [{ type: 'tag', key: 'x', labels: { en: 'a', EN: 'b' } }, /^labels has en twice/],
    [{ type: 'tag', key: 'x', labels: ['a'] }, /^labels must be an object/],

    [{ ...creation, translations: [] }, /^translations must be an object/],
    [{ ...creation, translations: { es: 'hola' } }, /^translations\.es must be an object/],
    [{ ...creation, translations: { es: {} } }, /^translations\.es must have at least one of title, summary/],
    [{ ...creation, translations: { es: { title: '', summary: null } } }, /^translations\.es must have at least one/],
    [{ ...creation, translations: { EN: { title: 'x' } } }, /^translations\.en is the language of the original/],
    [{ ...creation, locale: 'pt-br', translations: { 'pt-BR': { title: 'x' } } }, /is the language of the original/],
    [
      { ...creation, translations: { es: { title: 'x'.repeat(121) } } },
      /^translations\.es\.title must have at most 120/,
    ],
    [
      {
        ...creation,
        translations: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`en-x-${i}`, { title: 'x' }])),
      },
      /^translations must have at most 100 languages/,
    ],

    ...[
      'javascript:alert(1)',
      'data:image/png,x',
      '//evil.example/x',
      '/\\evil.example',
      '\\x',
      'cover.png',
      '',
      'ftp://x/y',
      'https://',
      'https://exa mple.com',
      ' https://example.com',
      'https://a@example.com/',
      '/a b',
      '/a"b',
      '/a<b',
      '/a\nb',
      'https://example.com/\\x',
      `/${'x'.repeat(2_048)}`,
      5,
    ].map(
      url =>
        [
          { ...creation, coverUrl: url },
          /^coverUrl must be an http\(s\) address or a path that starts with one \//,
        ] as [unknown, RegExp],
    ),
    [{ ...creation, iconUrl: 'x' }, /^iconUrl must be/],
    [{ ...creator, avatarUrl: 'x' }, /^avatarUrl must be/],
    [{ ...creation, screenshots: ['/a', 'b'] }, /^screenshots\[1\] must be/],
    [{ ...creation, screenshots: [null] }, /^screenshots\[0\] must not be null/],
    [{ ...creation, screenshots: Array(11).fill('/a') }, /^screenshots must have at most 10/],
    [{ ...creator, links: [{ label: 'x', url: '/path' }] }, /^links\[0\]\.url must be an http\(s\) address/],
    [{ ...creator, links: [{ label: 'x' }] }, /^links\[0\]\.url is required/],
    [{ ...creator, links: [{ url: 'https://x.example' }] }, /^links\[0\]\.label is required/],
    [{ ...creator, links: ['https://x.example'] }, /^links\[0\] must be an object/],
    [{ ...creator, links: Array(11).fill({ label: 'x', url: 'https://x.example' }) }, /^links must have at most 10/],

    ...[-1, 1.5, '5', true, Number.MAX_SAFE_INTEGER + 1].map(
      likes => [{ ...creation, stats: { likes } }, /^stats\.likes must be a whole number from 0/] as [unknown, RegExp],
    ),
    [{ ...creation, stats: [] }, /^stats must be an object/],
    ['{"type":"score","handle":"a","slug":"b","player":"c","score":1e999}', /^score must be a number/],
    [{ ...score, score: '12' }, /^score must be a number/],
    [{ ...creation, remixOf: 'x/y' }, /^remixOf must be an object/],
    [{ ...creation, remixOf: { handle: 'x' } }, /^remixOf\.slug is required/],
    [{ ...creation, remixOf: { handle: 'MIRA', slug: 'water-log' } }, /^remixOf must name another creation/],

    [{ type: 'delete' }, /^of is required/],
    [{ type: 'delete', of: 'delete' }, /^of must be one of category, tag/],
    [{ type: 'delete', of: 'creation', handle: 'mira' }, /^slug is required/],
    [{ type: 'delete', of: 'tag', slug: 'x' }, /^delete of a tag: "slug" is not a known field/],
  ]
  for (const [given, reason] of cases) {
    const shown = typeof given === 'string' ? given : JSON.stringify(given)
    test(`${reason.source}: ${shown.slice(0, 90)}`, () => {
      assert.match(reasonFor(given), reason)
    })
  }

  test('reasons stay short whatever is in the line', () => {
    const long = 'x'.repeat(100_000)
    for (const given of [{ ...creation, [long]: 1 }, { ...creation, handle: long }, { type: long }]) {
      assert.ok(reasonFor(given).length < 300)
    }
  })
})
