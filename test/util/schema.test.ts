// The schemas that the service builds itself against those of TypeBox, and their checks against its checks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import TypeBox from 'typebox'
import { Compile } from 'typebox/compile'
import { operations } from '../../src/operations/index.ts'
import { makeCheck, Type } from '../../src/util/schema.ts'

type Builders = typeof Type

/** Every builder, with options and without. */
function specimens(from: Builders): unknown[] {
  const text = from.String({ minLength: 1, maxLength: 3, description: 'Text.' })
  return [
    from.Object({ a: text, b: from.Optional(from.Integer({ minimum: 1, maximum: 48, default: 24 })) }),
    from.Object({ only: from.Optional(text) }, { title: 'Only', additionalProperties: false }),
    from.Object({}),
    from.Array(from.Number(), { maxItems: 3 }),
    from.Enum(['a', 'b'], { description: 'One of two.' }),
    from.Literal('x', { description: 'X.' }),
    from.Literal(true),
    from.Literal(3),
    from.Union([text, from.Null()], { description: 'Perhaps.' }),
    from.Unknown({ description: 'Anything.' }),
    from.Unsafe<string>({ type: 'string', format: 'uri' }),
    from.Optional(from.Boolean({ default: false })),
  ]
}

test('the schemas are those of TypeBox, keyword by keyword and in its order', () => {
  const ours = specimens(Type).map(schema => JSON.stringify(schema))
  const theirs = specimens(TypeBox).map(schema => JSON.stringify(schema))
  assert.deepEqual(ours, theirs)
})

// In these a character is a code point, so that both ways of counting agree.
const text = fc.string({ unit: fc.constantFrom('a', 'Z', '7', ' ', '_', 'é', '日', '🙂'), maxLength: 220 })
const value = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 2 }),
)

test('each field of an operation allows what TypeBox allows', () => {
  for (const { name: field, schema } of operations.flatMap(({ fields }) => fields)) {
    const { format: _ours, ...known } = schema as { format?: string }
    const [theirs, ours] = [Compile(known), makeCheck(schema)]
    const choices = (schema as { enum?: unknown[] }).enum ?? []
    const edges = [0, 1, 47, 48, 49, 100, 101, '', 'a'.repeat(512), 'a'.repeat(513), true, false, ...choices]
    for (const edge of edges) assert.equal(ours(edge), theirs.Check(edge), `${field}: ${edge}`)
    fc.assert(fc.property(value, tried => ours(tried) === theirs.Check(tried)))
  }
})

test('the length of text is counted in code points', () => {
  const check = makeCheck(Type.String({ minLength: 2, maxLength: 2 }))
  assert.equal(check('🙂🙂'), true)
  assert.equal(check('🙂'), false)
  assert.equal(check('e\u0301'), true)
})

test('a field of a form that has no check is refused when it is defined', () => {
  assert.throws(() => makeCheck(Type.Array(Type.String())), /no check/)
})
