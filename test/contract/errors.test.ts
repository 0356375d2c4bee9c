// Errors of the public reads: exact names, codes and fields, in one body.
import assert from 'node:assert/strict'
import test from 'node:test'
import { type ErrorName, errors } from '../../src/errors.ts'
import { operations } from '../../src/operations/index.ts'
import { sorts } from '../../src/store/store.ts'
import { fixtureRecords, targetOf } from '../support/contract-service.ts'
import { type Ask, type Reply, start } from '../support/start-service.ts'

const feed = '/public/share/community'

function assertError(reply: Reply, name: ErrorName, webUrl: string, status: number = errors[name].status) {
  const body = reply.json()
  assert.equal(reply.status, status, reply.text)
  assert.equal(reply.headers['content-type'], 'application/json')
  assert.equal(reply.headers['cache-control'], 'no-store')
  const { message, details, ...rest } = body
  assert.deepEqual(rest, {
    code: errors[name].code,
    error: name,
    retryable: false,
    request_id: reply.headers['x-request-id'],
    documentation_url: `${webUrl}/docs/errors#${name}`,
  })
  assert.deepEqual(Object.keys(body).sort(), [
    'code',
    'details',
    'documentation_url',
    'error',
    'message',
    'request_id',
    'retryable',
  ])
  assert.match(message, /\w.*[.]$/)
  return { message: message as string, details: details as { field: string; reason: string }[] }
}

test('errors', async t => {
  const service = await start(t, { records: fixtureRecords() })
  const refuse = async (path: string, name: ErrorName, ask: Ask = {}, status?: number) =>
    assertError(await service.api(path, ask), name, service.webUrl, status)

  const limitRule = 'limit must be a whole number from 1 to 48.'
  const localeRule = 'locale must be a BCP-47 language tag such as en, pt-BR or zh-Hant.'
  const notAllowed: [query: string, field: string, reason: string][] = [
    ...['best', 'TRENDING', 'relevance', 'recent,liked'].map((sort): [string, string, string] => [
      `sort=${sort}`,
      'sort',
      `sort must be one of ${sorts.join(', ')}.`,
    ]),
    ...['0', '49', '-1', '1.5', '1e1', '0x10', '%205', '5%20', 'five', '1000000000000000000000', '%D9%A3', 'NaN'].map(
      (limit): [string, string, string] => [`limit=${limit}`, 'limit', limitRule],
    ),
    ...[
      '!!',
      'englishlike',
      'en_US',
      'e',
      '-',
      'en--US',
      'en-a',
      'de-419-DE',
      'x',
      'i-english',
      `en${'-abcde'.repeat(17)}`,
    ].map((locale): [string, string, string] => [`locale=${locale}`, 'locale', localeRule]),
    ...['yes', '1', '0', 'TRUE', 'null'].map((flag): [string, string, string] => [
      `featuredOnly=${flag}`,
      'featuredOnly',
      'featuredOnly must be true or false.',
    ]),
    [`q=${'x'.repeat(201)}`, 'q', 'q must be text of at most 200 characters.'],
    [`category=${'x'.repeat(81)}`, 'category', 'category must be text of 1 to 80 characters.'],
    [`tag=${'x'.repeat(81)}`, 'tag', 'tag must be text of 1 to 80 characters.'],
    [`creator=${'x'.repeat(64)}`, 'creator', 'creator must be text of 1 to 63 characters.'],
    ['language=en_US', 'language', localeRule.replace('locale', 'language')],
    ...['mira', 'mira/', '/water-log', 'mira/water/log', '@mira/water-log'].map(
      (original): [string, string, string] => [
        `remixOf=${original}`,
        'remixOf',
        'remixOf must look like mira/water-log.',
      ],
    ),
  ]
  for (const [query, field, reason] of notAllowed) {
    await t.test(`422 for ${query.slice(0, 40)}`, async () => {
      const { message, details } = await refuse(`${feed}?${query}`, 'validation_failed')
      assert.deepEqual(details, [{ field, reason }])
      assert.equal(message, reason)
    })
  }

  await t.test('422 names every field at fault', async () => {
    const { details, message } = await refuse(`${feed}?limit=0&sort=best&locale=!!`, 'validation_failed')
    assert.deepEqual(details.map(({ field }) => field).sort(), ['limit', 'locale', 'sort'])
    for (const { reason } of details) assert.ok(message.includes(reason))
  })

  await t.test('422 for the limits of previews and the locales of all', async () => {
    for (const operation of operations) {
      for (const { name } of operation.fields) {
        const bad = { limit: '49', locale: '!!' }[name]
        if (bad === undefined) continue
        const { details } = await refuse(
          targetOf(operation, { ...operation.example, [name]: bad }),
          'validation_failed',
        )
        assert.equal(details[0]!.field, name, operation.name)
      }
    }
  })

  await t.test('422 for an empty value, on both hosts', async () => {
    for (const name of ['sort', 'limit', 'tag', 'category', 'kind', 'locale', 'featuredOnly']) {
      for (const query of [`${name}=`, name]) {
        const { details } = await refuse(`${feed}?${query}`, 'validation_failed')
        assert.deepEqual(
          details.map(({ field }) => field),
          [name],
          query,
        )
        assertError(await service.web(`${feed}?${query}`), 'validation_failed', service.webUrl)
      }
    }
  })

  await t.test('q without a letter or digit counts as absent', async () => {
    const plain = await service.api(feed)
    for (const q of ['', '%20', '!!!', '%F0%9F%98%80', '%E2%80%8B', '#']) {
      const reply = await service.api(`${feed}?q=${q}`)
      assert.deepEqual([reply.status, reply.headers.etag], [200, plain.headers.etag], q)
    }
    assert.notEqual((await service.api(`${feed}?q=%E2%93%90`)).headers.etag, plain.headers.etag, 'ⓐ folds to a')
    await refuse(`${feed}?q=${'!'.repeat(201)}`, 'validation_failed')
  })

  await t.test('a plus is a space', async () => {
    const [plus, encoded] = [await service.api(`${feed}?q=water+log`), await service.api(`${feed}?q=water%20log`)]
    assert.deepEqual([plus.status, plus.text], [200, encoded.text])
  })

  await t.test('unknown parameters are ignored', async () => {
    const plain = await service.api(feed)
    for (const query of ['utm_source=x', 'page=2', 'limit[]=0', 'Limit=0', '__proto__=1', 'x=1&x=2', '&&', '=']) {
      const reply = await service.api(`${feed}?${query}`)
      assert.deepEqual([reply.status, reply.headers.etag], [200, plain.headers.etag], query)
    }
  })

  const malformed: [query: string, field: string, reason: RegExp][] = [
    ['cursor=abc', 'cursor', /^invalid_cursor$/],
    [`cursor=${'A'.repeat(40)}`, 'cursor', /^invalid_cursor$/],
    [`cursor=${'A'.repeat(512)}`, 'cursor', /^invalid_cursor$/],
    [`cursor=${'A'.repeat(513)}`, 'cursor', /^invalid_cursor$/],
    ['cursor=', 'cursor', /^invalid_cursor$/],
    ['cursor', 'cursor', /^invalid_cursor$/],
    ['limit=5&limit=5', 'limit', /once/],
    ['q=a&sort=recent&q=b', 'q', /once/],
    ['%71=a&q=b', 'q', /once/],
    ['q=%', 'q', /^invalid_encoding$/],
    ['q=%FF', 'q', /^invalid_encoding$/],
    ['%zz=1', 'a parameter name', /^invalid_encoding$/],
    ['q=%C0%AF', 'q', /^invalid_encoding$/],
    ['q=%ED%A0%80', 'q', /^invalid_encoding$/],
  ]
  for (const [query, field, reason] of malformed) {
    await t.test(`400 for ${query.slice(0, 40)}`, async () => {
      const { details } = await refuse(`${feed}?${query}`, 'invalid_request')
      assert.equal(details.length, 1)
      assert.equal(details[0]!.field, field)
      assert.match(details[0]!.reason, reason)
    })
  }

  await t.test('400 for a version that is malformed or too early, listing what there is', async () => {
    for (const version of [
      '2026-05-25',
      '1999-01-01',
      '2026-13-01',
      '2026-02-30',
      'latest',
      '2026-5-26',
      '26-05-2026',
      '',
    ]) {
      const headers = { 'Service-API-Version': version }
      const { details, message } = await refuse(feed, 'invalid_request', { headers })
      assert.equal(details[0]!.field, 'Service-API-Version', version)
      assert.match(message, /2026-05-26/)
    }
    for (const version of ['2026-05-26', '2026-05-27', '2031-01-01']) {
      const reply = await service.api(feed, { headers: { 'Service-API-Version': version } })
      assert.deepEqual([reply.status, reply.headers['service-api-version']], [200, '2026-05-26'])
    }
  })

  await t.test('404 for handles, slugs and paths that nobody has', async () => {
    const { message } = await refuse('/public/share/user/nobody', 'not_found')
    assert.equal(message, 'No creator is called nobody.')
    await refuse('/public/share/user/nobody/followers', 'not_found')
    await refuse('/public/share/user/nobody/following', 'not_found')
    const app = await refuse('/public/share/app/mira/nothing', 'not_found')
    assert.equal(app.message, 'No public creation is at mira/nothing.')
    await refuse('/public/share/app/nobody/water-log', 'not_found')
    for (const path of ['/', '/public', '/public/share', '/public/share/community/', '/public/share/user', '/x']) {
      await refuse(path, 'not_found')
    }
  })

  await t.test('404 for what is not public, in the same words', async () => {
    for (const slug of ['private-notes', 'unlisted-draft']) {
      const { message } = await refuse(`/public/share/app/mira/${slug}`, 'not_found')
      assert.equal(message, `No public creation is at mira/${slug}.`)
    }
  })

  await t.test('look-ups do not mind capitals', async () => {
    const one = await service.api('/public/share/app/mira/water-log')
    const other = await service.api('/public/share/app/MIRA/Water-LOG')
    assert.deepEqual(other.json(), one.json())
    assert.equal((await service.api('/public/share/user/Zoe-2/followers')).status, 200)
  })

  await t.test('405 for other methods, with Allow', async () => {
    for (const operation of operations) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const path = targetOf(operation, operation.example)
        const reply = await service.api(path, { method })
        assertError(reply, 'invalid_request', service.webUrl, 405)
        assert.equal(reply.headers.allow, 'GET, HEAD, OPTIONS')
      }
    }
  })

  await t.test('application/problem+json carries the same facts as RFC 9457 has them', async () => {
    const accept = { headers: { Accept: 'application/problem+json' } }
    const reply = await service.api(`${feed}?limit=0`, accept)
    const { type, title, status, detail, ...facts } = reply.json()
    const { request_id: _, ...plain } = (await service.api(`${feed}?limit=0`)).json()
    assert.equal(reply.headers['content-type'], 'application/problem+json')
    assert.deepEqual([type, title, status, detail], [plain.documentation_url, 'Unprocessable Entity', 422, limitRule])
    assert.deepEqual(facts, { ...plain, request_id: reply.headers['x-request-id'] })
  })

  await t.test('HEAD fails with the same status and no body', async () => {
    for (const [path, status] of [
      [`${feed}?limit=0`, 422],
      [`${feed}?cursor=abc`, 400],
      ['/public/share/user/nobody', 404],
    ] as const) {
      const reply = await service.api(path, { method: 'HEAD' })
      assert.deepEqual([reply.status, reply.body.length], [status, 0])
    }
  })
})
