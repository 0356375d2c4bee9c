// What the contract tests share: communities to ask about, and checks that allow nothing that is not promised.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { demoCreations, demoRecords } from '../../demo/demo.ts'
import type { Operation } from '../../src/operations/define.ts'
import { withExamples } from '../../src/operations/examples.ts'
import { operations } from '../../src/operations/index.ts'
import { placeholders } from '../../src/site/site.ts'
import type { Reply } from './start-service.ts'

const fixture = new URL('../fixtures/community.ndjson', import.meta.url)

/** A dozen hand-written creations that use every field. */
export const fixtureRecords = (): Record<string, unknown>[] =>
  readFileSync(fixture, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

export const demoCommunity = () => [...demoRecords({ creations: demoCreations })]

export const operationCalled = (name: string): Operation => {
  const operation = operations.find(candidate => candidate.name === name)
  assert.ok(operation, `There is no operation ${name}.`)
  return operation
}

type Values = Record<string, string | number | boolean | undefined>

/** The request target of an operation with these values. */
export function targetOf({ path, pathFields }: Operation, values: Values): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])))
  const rest = Object.entries(values).filter(([name, value]) => value !== undefined && !pathFields.includes(name))
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))
  return rest.length === 0 ? filled : `${filled}?${query}`
}

/** The example of an operation, with names that the test communities have. */
export const exampleOf = (operation: Operation): Values =>
  withExamples(operation, { ...placeholders, handle: 'mira', slug: 'water-log' }).example

type Schema = { [keyword: string]: unknown }

/** The same schema, refusing whatever it does not name. */
export function closed(schema: unknown): Schema {
  const { ...copy } = schema as Schema
  if (copy.items !== undefined) copy.items = closed(copy.items)
  if (Array.isArray(copy.anyOf)) copy.anyOf = copy.anyOf.map(closed)
  if (copy.properties !== undefined) {
    const parts = Object.entries(copy.properties as Schema)
    copy.properties = Object.fromEntries(parts.map(([name, part]) => [name, closed(part)]))
    copy.additionalProperties = false
  }
  return copy
}

const envelope = ({ output }: Operation) =>
  Compile({
    type: 'object',
    required: ['code', 'data'],
    properties: { code: { const: 0 }, data: closed(output) },
    additionalProperties: false,
  })

const checkers = new Map(operations.map(operation => [operation.name, envelope(operation)]))

/** The payload of a success; fails on any field that is missing, of another type, or not promised. */
// biome-ignore lint/suspicious/noExplicitAny: the schema that it was checked against says what it is
export function dataOf(operation: Operation, reply: Reply): any {
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
  const body: unknown = reply.json()
  const checker = checkers.get(operation.name)!
  if (!checker.Check(body)) assert.fail(`${operation.name}: ${JSON.stringify(checker.Errors(body).slice(0, 3))}`)
  return (body as { data: unknown }).data
}
