// Errors of the public reads: names, codes and fields, in one body.
import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import test, { after } from 'node:test'
import { type ErrorName, errors } from '../../src/errors.ts'
import { operations } from '../../src/operations/index.ts'
import { sorts } from '../../src/store/store.ts'
import { exampleOf, fixtureRecords, targetOf } from '../support/contract-service.ts'
import { type Ask, type Reply, start } from '../support/start-service.ts'

const feed = '/public/share/community'
const service = await start({ after }, { records: fixtureRecords() })

function assertError(reply: Reply, name: ErrorName, status: number = errors[name].status) {
  assert.equal(reply.status, status, reply.text)
  assert.equal(reply.headers['content-type'], 'application/json')
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.match(String(reply.headers.vary), /Accept/)
  const body = reply.json()
  const { message, details, ...rest } = body
  assert.deepEqual(rest, {
    code: errors[name].code,
    error: name,
    retryable: false,
    request_id: reply.headers['x-request-id'],
    documentation_url: `${service.webUrl}/docs/errors#${name}`,
  })
  assert.equal(Object.keys(body).join(), 'code,message,error,retryable,request_id,details,documentation_url')
  assert.match(message, /\w.*[.]$/)
  for (const detail of details) assert.deepEqual(Object.keys(detail), ['field', 'reason'])
  return { message: message as string, details: details as { field: string; reason: string }[] }
}

const refuse = async (path: string, name: ErrorName, ask: Ask = {}, status?: number) =>
  assertError(await service.api(path, ask), name, status)

const limitRule = 'limit must be a whole number from 1 to 48.'
const localeRule = 'locale must be a BCP-47 language tag such as en, pt-BR or zh-Hant.'
const textRule = (name: string, max: number) => `${name} must be text of 1 to ${max} characters.`
const tagRule = 'tag must be 1 to 5 tag keys of at most 80 characters, separated by single commas, such as a,b.'
const notAllowed: [field: string, reason: string, ...values: string[]][] = [
  ['sort', `sort must be one of ${sorts.join(', ')}.`, 'best', 'TRENDING', 'relevance', 'recent,liked'],
  ['limit', limitRule, '0', '49', '-1', '1.5', '1e1', '0x10', '%205', '5%20', 'five', '1'.repeat(22), '%D9%A3', 'NaN'],
  ['locale', localeRule, '!!', 'englishlike', 'en_US', 'e', '-', 'en--US', 'en-a', 'de-419-DE', 'x', 'i-english'],
  ['locale', localeRule, `en${'-abcde'.repeat(17)}`],
  ['featuredOnly', 'featuredOnly must be true or false.', 'yes', '1', '0', 'TRUE', 'null'],
  ['q', 'q must be text of at most 200 characters.', 'x'.repeat(201), '!'.repeat(201)],
  ['category', textRule('category', 80), 'x'.repeat(81)],
  ['tag', tagRule, 'x'.repeat(81), `a,${'x'.repeat(81)}`, 'a,b,c,d,e,f', 'a,,b', 'a,', ',a', ','],
  ['creator', textRule('creator', 63), 'x'.repeat(64)],
  ['language', localeRule.replace('locale', 'language'), 'en_US'],
  [
    'remixOf',
    'remixOf must look like mira/water-log.',
    ...['mira', 'mira/', '/water-log', 'mira/water/log', '@mira/water-log'],
  ],
]
for (const [field, reason, ...values] of notAllowed) {
  test(`returns 422 for values of ${field} that are not allowed: ${values.join(' ').slice(0, 60)}`, async () => {
    for (const value of values) {
      const { message, details } = await refuse(`${feed}?${field}=${value}`, 'validation_failed')
      assert.deepEqual([message, details], [reason, [{ field, reason }]], value)
    }
  })
}

test('422 names every wrong field', async () => {
  const { details, message } = await refuse(`${feed}?limit=0&sort=best&locale=!!`, 'validation_failed')
  assert.deepEqual(details.map(({ field }) => field).sort(), ['limit', 'locale', 'sort'])
  for (const { reason } of details) assert.ok(message.includes(reason))
})

test('every operation checks limit and locale', async () => {
  for (const operation of operations) {
    for (const { name, schema } of operation.fields) {
      const bad = { limit: String(schema.maximum! + 1), locale: '!!' }[name]
      if (bad === undefined) continue
      const target = targetOf(operation, { ...exampleOf(operation), [name]: bad })
      assert.equal((await refuse(target, 'validation_failed')).details[0]!.field, name, operation.name)
    }
  }
})

test('returns 422 for an empty value, on both hosts', async () => {
  for (const name of ['sort', 'limit', 'tag', 'category', 'kind', 'locale', 'featuredOnly']) {
    for (const path of [`${feed}?${name}=`, `${feed}?${name}`]) {
      for (const reply of [await service.api(path), await service.web(path)]) {
        const { details } = assertError(reply, 'validation_failed')
        assert.equal(details.map(({ field }) => field).join(), name)
      }
    }
  }
})

test('unknown parameters, and q without a letter or digit, change nothing', async () => {
  const { headers } = await service.api(feed)
  const blank = ['', '%20', '!!!', '%F0%9F%98%80', '%E2%80%8B', '#'].map(q => `q=${q}`)
  const unknown = ['utm_source=x', 'page=2', 'limit[]=0', 'Limit=0', '__proto__=1', 'x=1&x=2', '&&', '=']
  for (const query of [...blank, ...unknown]) {
    const reply = await service.api(`${feed}?${query}`)
    assert.deepEqual([reply.status, reply.headers.etag], [200, headers.etag], query)
  }
  assert.notEqual((await service.api(`${feed}?q=%E2%93%90`)).headers.etag, headers.etag, 'ⓐ folds to a')
})

test('a plus is a space', async () => {
  const [plus, encoded] = [await service.api(`${feed}?q=water+log`), await service.api(`${feed}?q=water%20log`)]
  assert.deepEqual([plus.status, plus.text], [200, encoded.text])
})

const malformed: [query: string, field: string, reason: RegExp][] = [
  ...['=', '', '=abc', `=${'A'.repeat(40)}`, `=${'A'.repeat(512)}`, `=${'A'.repeat(513)}`].map(
    (value): [string, string, RegExp] => [`cursor${value}`, 'cursor', /^invalid_cursor$/],
  ),
  ['limit=5&limit=5', 'limit', /once/],
  ['q=a&sort=recent&q=b', 'q', /once/],
  ['%71=a&q=b', 'q', /once/],
  ['%zz=1', 'a parameter name', /^invalid_encoding$/],
  ...['%', '%FF', '%C0%AF', '%ED%A0%80'].map((value): [string, string, RegExp] => [
    `q=${value}`,
    'q',
    /^invalid_encoding$/,
  ]),
]
test('returns 400 for malformed and repeated parameters', async () => {
  for (const [query, field, reason] of malformed) {
    const { details } = await refuse(`${feed}?${query}`, 'invalid_request')
    assert.deepEqual([details.length, details[0]!.field], [1, field], query)
    assert.match(details[0]!.reason, reason)
  }
})

test('returns 400 for a version that is malformed, too early or sent twice, naming the supported one', async () => {
  const early = ['2026-05-25', '1999-01-01']
  const odd = ['2026-13-01', '2026-02-30', 'latest', '2026-5-26', '26-05-2026', '', ['2026-05-26', '2026-05-26']]
  for (const version of [...early, ...odd]) {
    const headers = { 'Service-API-Version': version }
    const { details, message } = await refuse(feed, 'invalid_request', { headers })
    assert.equal(details[0]!.field, 'Service-API-Version', String(version))
    assert.match(message, /2026-05-26/)
  }
  for (const version of ['2026-05-26', '2026-05-27', '2031-01-01']) {
    const reply = await service.api(feed, { headers: { 'Service-API-Version': version } })
    assert.deepEqual([reply.status, reply.headers['service-api-version']], [200, '2026-05-26'])
  }
})

test('returns 404 for unknown and impossible names, for unknown paths, and for what is not public', async () => {
  const creations = ['mira/nothing', 'nobody/water-log', 'mira/private-notes', 'mira/unlisted-draft']
  for (const name of creations) {
    const { message } = await refuse(`/public/share/app/${name}`, 'not_found')
    assert.equal(message, `No public creation is at ${name}.`)
  }
  const { message } = await refuse('/public/share/user/nobody', 'not_found')
  assert.equal(message, 'No creator is called nobody.')
  const names = ['nobody/followers', 'nobody/following', 'a%2Fb', 'x'.repeat(2000), '', 'a'.repeat(64)]
  for (const name of names) await refuse(`/public/share/user/${name}`, 'not_found')
  await refuse(`/public/share/app/mira/${'b'.repeat(81)}`, 'not_found')
  const paths = ['/', '/public', '/public/share', '/public/share/community/', '/public/share/user', '/x']
  for (const path of paths) await refuse(path, 'not_found')
  assertError(await service.web('/nowhere'), 'not_found')
})

test('names are found in any case', async () => {
  const [one, other] = [await service.api('/public/share/app/mira/water-log'), '/public/share/app/MIRA/Water-LOG']
  assert.deepEqual((await service.api(other)).json(), one.json())
  assert.equal((await service.api('/public/share/user/Zoe-2/followers')).status, 200)
})

test('returns 405 with Allow for every other method, and 404 on an unknown path', async () => {
  for (const method of METHODS.filter(name => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(name))) {
    for (const operation of operations) {
      const reply = await service.api(targetOf(operation, exampleOf(operation)), { method })
      assertError(reply, 'invalid_request', 405)
      assert.equal(reply.headers.allow, 'GET, HEAD, OPTIONS', method)
    }
    const body = await service.web('/', { method, body: '<not json>', headers: { 'Content-Type': 'text/plain' } })
    assertError(body, 'invalid_request', 405)
    assert.equal((await service.api('/nowhere', { method })).status, 404, method)
  }
  assert.equal((await service.api('/healthz', { method: 'DELETE' })).status, 405)
})

test('errors found before routing have the same body', async () => {
  await refuse(`/${'x'.repeat(8200)}`, 'invalid_request', {}, 414)
  await refuse('/public/share/user/%zz', 'invalid_request')
  await refuse('/%', 'invalid_request')
  await refuse('/public/share/tags', 'invalid_request', { headers: { Expect: 'a-miracle' } }, 417)
})

test('application/problem+json has the same facts as RFC 9457 names them', async () => {
  const accept = { headers: { Accept: 'application/problem+json' } }
  const reply = await service.api(`${feed}?limit=0`, accept)
  const { type, title, status, detail, ...facts } = reply.json()
  const { request_id: _, ...plain } = (await service.api(`${feed}?limit=0`)).json()
  assert.equal(reply.headers['content-type'], 'application/problem+json')
  assert.deepEqual([type, title, status, detail], [plain.documentation_url, 'Unprocessable Entity', 422, limitRule])
  assert.deepEqual(facts, { ...plain, request_id: reply.headers['x-request-id'] })
})

test('HEAD fails with the status and headers of GET, and no body', async () => {
  for (const path of [`${feed}?limit=0`, `${feed}?cursor=abc`, '/public/share/user/nobody', '/nowhere']) {
    const [get, head] = [await service.api(path), await service.api(path, { method: 'HEAD' })]
    assert.deepEqual([head.status, head.body.length], [get.status, 0])
    assert.equal(head.headers['content-type'], get.headers['content-type'])
    assert.ok(Number(head.headers['content-length']) > 0)
  }
})
