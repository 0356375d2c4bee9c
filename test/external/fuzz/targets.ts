// Request targets made from the schemas of the operations, then bent.
import fc, { type Arbitrary } from 'fast-check'
import type { Operation } from '../../../src/operations/define.ts'
import { operations } from '../../../src/operations/index.ts'

type Field = Operation['fields'][number]

/** A piece of a request target. `valid`: by the schemas there is nothing wrong with it. */
export type Part = { text: string; valid: boolean }

const oddTexts = [
  '', ' ', '0', '-1', '49', '1e1', '0x10', '1.0', '+5', '01', '9'.repeat(30), 'null', 'Undefined', 'true', 'TRUE', 'NaN',
  '__proto__', 'constructor', 'toString', '../../etc/passwd', '..', '.', '<script>alert(1)</script>', "' OR 1=1 --", '%00',
  '\0', '\r\nX-Injected: 1', '\u202e', 'İ', 'ß', 'ﬃ', '👩‍👩‍👧', 'e\u0301'.repeat(50), '\u{10ffff}', '\ufeff', '\u00ad',
  'a'.repeat(64), 'a'.repeat(81), 'a'.repeat(201), 'a'.repeat(513), 'en_US', 'i-klingon', 'x-private', 'zh-Hant-TW', '!!', '*',
  'best', 'relevance', '"', '"*', 'AND', 'NEAR(a b)', 'a*', '水', 'ก๋วย', '(', '🏳️‍🌈', 'mira', 'water', 'log water',
] // biome-ignore format: a list of words

export const nonsense = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)

const known: Record<string, string[]> = {
  handle: ['mira', 'ann', 'MIRA', 'zoe-2', 'nobody'],
  slug: ['water-log', 'Water-Log', 'hydro-quiz', 'private-notes', 'nothing'],
  locale: ['en', 'es-MX', 'fr', 'zh-Hant-TW', 'tlh', 'ar', 'pt-BR', 'ja', 'en-US-x-twain', 'sr-Latn'],
  language: ['en', 'es-MX', 'ja'],
  category: ['health', 'play', 'food', 'none'],
  tag: ['hydration', 'habits', 'daily', 'c++', 'none'],
  q: ['water', 'wat', 'a', 'log water', '水', 'tim', 'hydro quiz', 'daily minimal'],
}

function validText({ name, schema }: Field): Arbitrary<string> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum!, max: schema.maximum! }).map(String)
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false')
  if (schema.pattern && !known[name]) return fc.stringMatching(new RegExp(schema.pattern))
  const words = fc.constantFrom(...(known[name] ?? ['x']))
  if (schema.format === 'bcp47') return words
  return fc.oneof(
    { arbitrary: words, weight: 4 },
    { arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), weight: 1 },
  )
}

const component = (text: string) => encodeURIComponent(text)

const everyByte = (text: string) =>
  [...Buffer.from(text)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** As it stands, but for what would end the request line. */
const bare = (text: string) => text.replace(/[^\x21-\x7e]/gu, encodeURIComponent)

const encodings: ((text: string) => string)[] = [
  component,
  text => new URLSearchParams([['', text]]).toString().slice(1),
  everyByte,
  bare,
  text => component(component(text)),
  text => `${component(text)}%`,
  text => `${component(text)}%zz`,
  text => `%ff${component(text)}`,
  text => `${component(text)}%C0%AF`,
  text => `${component(text)}#${component(text)}`,
]

const value = (field: Field): Arbitrary<Part> =>
  fc.oneof(
    { arbitrary: validText(field).map(text => ({ text: component(text), valid: true })), weight: 6 },
    {
      arbitrary: fc
        .tuple(fc.oneof(validText(field), nonsense), fc.constantFrom(...encodings))
        .map(([text, encode]) => ({ text: encode(text), valid: false })),
      weight: 2,
    },
  )

const parameterName = (name: string): Arbitrary<Part> =>
  fc.oneof(
    { arbitrary: fc.constant({ text: name, valid: true }), weight: 20 },
    {
      arbitrary: fc
        .constantFrom(
          `${name}[]`,
          `${name}[0]`,
          name.toUpperCase(),
          `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
          `${name}.x`,
          '__proto__',
          '',
          '%',
          `${name}%00`,
        )
        .map(text => ({ text, valid: false })),
      weight: 1,
    },
  )

const pair = (field: Field): Arbitrary<Part> =>
  fc.tuple(parameterName(field.name), value(field)).map(([name, { text, valid }]) => ({
    text: `${name.text}=${text}`,
    valid: name.valid && valid,
  }))

const separators = fc.oneof({ arbitrary: fc.constant('&'), weight: 30 }, fc.constantFrom('&&', ';', '&=&', '?'))

/** Each field at most once, unless it is repeated, which is an error. */
function query(operation: Operation): Arbitrary<Part> {
  const fields = operation.fields.filter(({ name }) => !operation.pathFields.includes(name))
  if (fields.length === 0) return fc.constantFrom({ text: '', valid: true }, { text: '?x=1', valid: true })
  const pairs = fields.map(pair)
  const chosen = fc.tuple(...pairs.map(one => fc.option(one, { freq: 2 })))
  const repeated = fc.oneof({ arbitrary: fc.constant(null), weight: 14 }, { arbitrary: fc.oneof(...pairs), weight: 1 })
  return fc.tuple(chosen, repeated, separators).map(([some, extra, separator]) => {
    const parts = some.filter(part => part !== null)
    const all = extra === null ? parts : [...parts, { ...extra, valid: false }]
    if (all.length === 0) return { text: '', valid: true }
    const valid =
      separator === '&' && all.every(part => part.valid) && !all.some(part => part.text.startsWith('cursor='))
    return { text: `?${all.map(part => part.text).join(separator)}`, valid }
  })
}

function path(operation: Operation): Arbitrary<Part> {
  const fields = operation.pathFields.map(name => operation.fields.find(field => field.name === name)!)
  const filled = (fc.tuple(...fields.map(value)) as Arbitrary<Part[]>).map(parts => {
    let text = operation.path
    for (const [i, name] of operation.pathFields.entries()) text = text.replace(`{${name}}`, () => parts[i]!.text)
    return { text, valid: parts.every(part => part.valid) }
  })
  const bend = fc.constantFrom(
    (text: string) => `${text}/`,
    (text: string) => text.replace('/public', '//public'),
    (text: string) => text.replace('/share/', '/x/../share/'),
    (text: string) => `/${text.slice(1).replaceAll('/', '%2F')}`,
    (text: string) => text.replace('public', '%70ublic'),
    (text: string) => `http://localhost${text}`,
    (text: string) => `${text}%`,
    (text: string) => `${text};a=b`,
    (text: string) => text.toUpperCase(),
    (text: string) => text.slice(0, -2),
  )
  return fc.oneof(
    { arbitrary: filled, weight: 12 },
    { arbitrary: fc.tuple(filled, bend).map(([{ text }, act]) => ({ text: act(text), valid: false })), weight: 1 },
  )
}

const otherTargets = fc.oneof(
  fc.constantFrom('/', '*', '/openapi.json', '/healthz', '/readyz', '/app/x', '/@mira', '/@mira/water-log', '/docs', '//', '/%', '/..', '/metrics', '/@', '/?locale=!!', '/@MIRA?locale=fr', '/art/cover/x.svg', '/favicon.ico', '/robots.txt'),
  nonsense.map(text => `/${bare(text)}`),
  fc.integer({ min: 7000, max: 9500 }).map(length => `/public/share/community?q=${'x'.repeat(length)}`),
) // biome-ignore format: a list of words

export const target: Arbitrary<Part> = fc.oneof(
  {
    arbitrary: fc.oneof(
      ...operations.map(operation =>
        fc
          .tuple(path(operation), query(operation))
          .map(([one, other]) => ({ text: one.text + other.text, valid: one.valid && other.valid })),
      ),
    ),
    weight: 12,
  },
  { arbitrary: otherTargets.map(text => ({ text, valid: false })), weight: 1 },
)
