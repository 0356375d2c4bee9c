// No value that the served openapi.json forbids is accepted, on either host. The values are derived from its schemas.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import { Compile } from 'typebox/compile'
import { isLocale } from '../../../src/operations/locale.ts'
import { fixtureRecords } from '../../support/contract-service.ts'
import { type Loose, resolved } from '../../support/openapi-reader.ts'
import { ask, type Reply, start } from '../../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })
const published: Loose = (await service.web('/openapi.json')).json()

type Wrong = { value: unknown; field: string }

const methods = ['get', 'post', 'put', 'patch', 'delete']
const operations: Loose[] = Object.entries<Loose>(published.paths).flatMap(([path, item]) =>
  methods.flatMap(method =>
    item[method] === undefined ? [] : [{ path, method, ...resolved(item[method], published) }],
  ),
)

const addressOf = ({ url, variables = {} }: Loose): string =>
  url.replace(/\{(\w+)\}/g, (_: string, name: string) => variables[name].default)

const checks = new Map<unknown, (value: unknown) => boolean>()

function allows(schema: Loose, value: unknown): boolean {
  if (!checks.has(schema)) {
    const checker = Compile(withoutFormats(schema))
    checks.set(schema, given => checker.Check(given) && formatsAllow(schema, given))
  }
  return checks.get(schema)!(value)
}

const withoutFormats = (schema: unknown): Loose =>
  JSON.parse(JSON.stringify(schema), (key, value) => (key === 'format' ? undefined : value))

function formatsAllow(schema: Loose, value: unknown): boolean {
  if (schema.format === 'bcp47') return isLocale(value)
  if (schema.format === 'date')
    return !Number.isNaN(Date.parse(value as string)) && /^\d{4}-\d\d-\d\d$/.test(value as string)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries<Loose>(schema.properties ?? {}).every(([name, part]) => {
    const member = (value as Loose)[name]
    return member === undefined || formatsAllow(part, member)
  })
}

const isRestricted = ({ type, minLength, maxLength, pattern, enum: choices, format }: Loose): boolean =>
  type !== 'string' || [minLength, maxLength, pattern, choices, format].some(rule => rule !== undefined)

/** Texts that are near the bounds of a schema, and others. */
function textsFor({ minimum = 0, maximum = 0, maxLength, enum: choices = [] }: Loose): Arbitrary<string> {
  const near = [minimum - 1, maximum + 1, minimum + 0.5, -maximum].map(String)
  const cases = choices.flatMap((choice: string) => [choice.toUpperCase(), `${choice} `, `${choice},${choice}`])
  const odd = ['', ' ', '!!', 'en_US', 'en-a', 'de-419-DE', 'yes', '1', 'TRUE', 'null', '1e1', '0x10', '2026-13-01']
  const long =
    maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), 'en-'.repeat(maxLength), '水'.repeat(maxLength + 1)]
  return fc.oneof(fc.constantFrom(...near, ...cases, ...odd, ...long), fc.string({ maxLength: 30 }))
}

/** What a text in a URL or a header stands for. */
function decoded({ type }: Loose, text: string): unknown {
  if (type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  return type === 'boolean' && ['true', 'false'].includes(text) ? text === 'true' : text
}

const forbiddenTexts = (schema: Loose): Arbitrary<string> =>
  textsFor(schema).filter(text => text.isWellFormed() && !allows(schema, decoded(schema, text)))

const simple = [null, true, 0, -1, 1.5, '', ' x ', [], {}, [1], ['x', null], { a: 1 }]
const anything = fc.oneof(fc.constantFrom<unknown>(...simple), fc.jsonValue({ maxDepth: 2 }))

/** The valid body with one member that is forbidden, missing or unknown, or another value in its place. */
function wrongBodies(schema: Loose, valid: Loose): Arbitrary<Wrong>[] {
  const { properties = {}, required = [], additionalProperties } = schema
  const restricted = Object.entries<Loose>(properties).filter(([, { type, anyOf }]) => type ?? anyOf)
  const members = restricted.map(([field, member]) =>
    fc.oneof(anything, textsFor(member)).map(value => ({ value: { ...valid, [field]: value }, field })),
  )
  const missing = required.map((field: string) => fc.constant({ value: { ...valid, [field]: undefined }, field }))
  const unknown = fc
    .stringMatching(/^[a-z]{1,12}$/)
    .filter(field => !(field in properties))
    .map(field => ({ value: { ...valid, [field]: 1 }, field }))
  const whole = anything.map(value => ({ value, field: '' }))
  const isForbidden = ({ value }: Wrong) => !allows(schema, JSON.parse(JSON.stringify(value)))
  return [...members, ...missing, ...(additionalProperties === false ? [unknown] : []), whole].map(one =>
    one.filter(isForbidden),
  )
}

/** A request that nothing is wrong with. */
type Request = { url: string; path: string; method: string; headers: Record<string, string>; body: unknown }

function validRequest(url: string, { path, method, parameters = [], requestBody }: Loose): Request {
  const inPath = new Map(parameters.filter((one: Loose) => one.in === 'path').map((one: Loose) => [one.name, one]))
  const filled = path.replace(/\{(\w+)\}/g, (_: string, name: string) => exampleOf(inPath.get(name)))
  const content = requestBody?.content['application/json']
  return { url, path: filled, method, headers: {}, body: content && (content.example ?? {}) }
}

const exampleOf = ({ example, schema }: Loose): string => example ?? schema.examples[0]

function send({ url, path, method, headers, body }: Request): Promise<Reply> {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
  return ask(Number(new URL(url).port), path, {
    method: method.toUpperCase(),
    headers: { ...type, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** A body of the wrong kind altogether, and a path that is none, cannot be told by a name. */
function assertRefused(reply: Reply, field: string | null, what: string): void {
  const { results } = reply.status === 200 ? reply.json() : {}
  // Items of a batch fail one by one.
  const failed = results === undefined ? reply.json() : results[0].error
  const status = results === undefined ? reply.status : results[0].status
  assert.ok(status >= 400 && status < 500, `${what}: ${reply.status} ${reply.text.slice(0, 300)}`)
  if (field === null || field === '') return
  const { message, details = [] } = failed.error?.message === undefined ? failed : failed.error
  const named = JSON.stringify([message, details]).toLowerCase()
  assert.ok(named.includes(field.split('.').at(-1)!.toLowerCase()), `${what} does not name ${field}: ${reply.text}`)
}

/** Names by which a header is called in messages. */
const calledOtherwise: Record<string, string> = { 'MCP-Protocol-Version': 'protocol version' }

function withParameter(request: Request, { name, in: place }: Loose, pattern: string, text: string): Request {
  if (place === 'query') return { ...request, path: `${request.path}?${new URLSearchParams([[name, text]])}` }
  if (place === 'header') return { ...request, headers: { [name]: text } }
  const path = pattern.replace(`{${name}}`, encodeURIComponent(text)).replace(/\{\w+\}/g, 'mira')
  return { ...request, path }
}

/** A URL has at most 8 KiB. Headers are visible ASCII; around them white space is no part of the value. */
const fits = ({ in: place }: Loose, text: string): boolean =>
  encodeURIComponent(text).length < 7_000 &&
  (place === 'header' ? /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(text) : place === 'query' || !/^\.*$|\//.test(text))

let parameterCount = 0
let bodyCount = 0

for (const operation of operations) {
  const { path, method, parameters = [], requestBody } = operation
  for (const url of (operation.servers ?? published.servers).map(addressOf)) {
    const valid = validRequest(url, operation)
    const name = `${method.toUpperCase()} ${url === service.apiUrl ? 'API' : 'web'} ${path}`
    const isBoundary = path.startsWith('/agent/auth/')

    test(`${name}: the example is accepted`, async () => {
      const { status, text } = await send(valid)
      const expected = isBoundary ? [403] : path.includes('{jobId}') || path === '/await' ? [404] : [200, 202]
      assert.ok(expected.includes(status), `${status} ${text}`)
    })

    for (const parameter of parameters.filter(({ schema }: Loose) => isRestricted(schema))) {
      parameterCount++
      test(`${name}: ${parameter.in} ${parameter.name}`, async () => {
        const texts = forbiddenTexts(parameter.schema).filter(text => fits(parameter, text))
        const field = parameter.in === 'path' || isBoundary ? null : parameter.name
        const property = fc.asyncProperty(texts, async text => {
          const reply = await send(withParameter(valid, parameter, path, text))
          assertRefused(reply, field && (calledOtherwise[field] ?? field), `${parameter.name} ${JSON.stringify(text)}`)
        })
        await fc.assert(property, { numRuns: 60 })
      })
    }

    const schema = requestBody?.content['application/json'].schema
    if (schema === undefined) continue
    bodyCount++
    test(`${name}: body`, async () => {
      for (const wrong of wrongBodies(schema, valid.body)) {
        const sent = wrong.filter(({ value }) => !/"(?:__proto__|constructor)"/.test(JSON.stringify(value)))
        const property = fc.asyncProperty(sent, async ({ value, field }) => {
          const reply = await send({ ...valid, body: value })
          assertRefused(reply, isBoundary ? null : field, JSON.stringify(value).slice(0, 300))
        })
        await fc.assert(property, { numRuns: 15 })
      }
    })
  }
}

test('there was something to refuse', () => {
  assert.ok(parameterCount > 40, `${parameterCount} parameters`)
  assert.ok(bodyCount > 10, `${bodyCount} bodies`)
})
