// Three revisions of the protocol at one address: how a client opens, what it must say with each request, what it gets.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import {
  call,
  docsPlace,
  errorOf as mcpError,
  meta,
  type Place,
  post,
  productPlaces,
  resultOf,
  revisions,
  stateless,
} from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'

const service = await start({ after })
const places: readonly Place[] = [...productPlaces, docsPlace]
const product: Place = ['api', '/mcp']
const send = (body: unknown, headers: Record<string, string> = {}) => post(service, product, body, headers)
const errorOf = (body: unknown, headers: Record<string, string> = {}) => mcpError(service, product, body, headers)

suite('opening', () => {
  for (const place of places) {
    test(`initialize agrees on a revision at ${place.join(' ')}`, async () => {
      const agreed = async (protocolVersion: string) => {
        const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
        const reply = await post(service, place, call('initialize', params))
        assert.equal(reply.headers['mcp-session-id'], undefined)
        const { result } = reply.json()
        assert.deepEqual(Object.keys(result).sort(), ['capabilities', 'instructions', 'protocolVersion', 'serverInfo'])
        return result.protocolVersion
      }
      assert.equal(await agreed('2025-06-18'), '2025-06-18')
      assert.equal(await agreed('2025-11-25'), '2025-11-25')
      assert.equal(await agreed('2024-11-05'), '2025-11-25')
      assert.equal(await agreed('2026-07-28'), '2025-11-25', 'the newer revision has no handshake')
      assert.equal(await agreed('9999-01-01'), '2025-11-25')
      for (const message of [call('initialize', {}), { jsonrpc: '2.0', id: 1, method: 'initialize' }]) {
        assert.equal((await post(service, place, message)).json().result.protocolVersion, '2025-11-25')
      }
    })

    test(`server/discover describes the server at ${place.join(' ')}`, async () => {
      const result = await resultOf(service, place, 'server/discover', {}, '2026-07-28')
      assert.deepEqual(result.supportedVersions, ['2026-07-28', '2025-11-25', '2025-06-18'])
      assert.deepEqual([result.resultType, result.cacheScope, typeof result.ttlMs], ['complete', 'public', 'number'])
      assert.ok(result.instructions.length > 100)
      assert.ok(result._meta['io.modelcontextprotocol/serverInfo'].name)
      assert.deepEqual(await resultOf(service, place, 'server/discover'), result, 'also without a handshake')
    })
  }

  test('the two servers have different names and instructions', async () => {
    const [community, docs] = await Promise.all(
      [product, docsPlace].map(place => resultOf(service, place, 'server/discover', {}, '2026-07-28')),
    )
    const name = (result: typeof docs) => result._meta['io.modelcontextprotocol/serverInfo'].name
    assert.equal(name(docs), `${name(community)}-docs`)
    assert.ok(community.instructions.includes(`${service.webUrl}/mcp`))
    assert.ok(docs.instructions.includes(`${service.apiUrl}/mcp`))
  })

  test('ping and log levels belong to the older generation', async () => {
    assert.deepEqual(await resultOf(service, product, 'ping'), {})
    assert.deepEqual(await resultOf(service, product, 'logging/setLevel', { level: 'info' }), {})
    assert.equal((await errorOf(call('logging/setLevel', { level: 'loud' }))).code, -32602)
  })
})

suite('results', () => {
  for (const revision of revisions) {
    test(`lists and reads in ${revision}`, async () => {
      for (const [method, member] of [
        ['tools/list', 'tools'],
        ['resources/list', 'resources'],
        ['resources/templates/list', 'resourceTemplates'],
        ['prompts/list', 'prompts'],
      ] as const) {
        const result = await resultOf(service, product, method, {}, revision)
        assert.ok(Array.isArray(result[member]), method)
        const newer = revision === '2026-07-28'
        assert.deepEqual(
          [result.resultType, result.cacheScope, result.ttlMs],
          newer ? ['complete', 'public', 300_000] : [undefined, undefined, undefined],
        )
        assert.equal('_meta' in result, newer)
      }
    })
  }

  test('no list has a second page', async () => {
    assert.equal((await errorOf(call('tools/list', { cursor: 'x' }))).code, -32602)
    assert.ok((await resultOf(service, product, 'tools/list', { cursor: null })).tools.length > 0)
  })
})

suite('the revision of a request', () => {
  test('an unknown one is refused with what there is', async () => {
    for (const requested of ['2024-11-05', '2099-01-01', 'v999', 'x']) {
      const { status, code, data } = await errorOf(call('tools/list'), { 'mcp-protocol-version': requested })
      assert.deepEqual([status, code], [400, -32022], requested)
      assert.deepEqual(data, { requested, supported: ['2026-07-28', '2025-11-25', '2025-06-18'] })
    }
    const message = { ...call('tools/list'), params: { _meta: meta('2099-01-01') } }
    const { status, code, data } = await errorOf(message, {
      'mcp-protocol-version': '2099-01-01',
      'mcp-method': 'tools/list',
    })
    assert.deepEqual([status, code, data], [400, -32022, { requested: '2099-01-01', supported: ['2026-07-28'] }])
  })

  test('the newer generation needs its metadata', async () => {
    const header = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    const all = meta()
    for (const [params, told] of [
      [{}, /needs params\._meta/],
      [{ _meta: {} }, /protocolVersion/],
      [{ _meta: { ...all, 'io.modelcontextprotocol/clientCapabilities': undefined } }, /clientCapabilities/],
      [{ _meta: { ...all, 'io.modelcontextprotocol/clientInfo': { name: 'x' } } }, /clientInfo/],
      [{ _meta: { ...all, 'io.modelcontextprotocol/protocolVersion': 5 } }, /protocolVersion/],
    ] as const) {
      const { status, code, message } = await errorOf(call('tools/list', params), header)
      assert.deepEqual([status, code], [400, -32602])
      assert.match(message, told)
    }
    const { 'io.modelcontextprotocol/clientInfo': _client, ...withoutClient } = all
    assert.equal((await send(call('tools/list', { _meta: withoutClient }), header)).status, 200)
  })

  test('and headers that agree with the body', async () => {
    const refused = async (
      method: string,
      params: Record<string, unknown>,
      headers: Record<string, string | undefined>,
    ) => {
      const [message, needed] = stateless(method, params)
      const sent = Object.entries({ ...needed, ...headers }).filter(([, value]) => value !== undefined)
      const { status, code } = await errorOf(message, Object.fromEntries(sent) as Record<string, string>)
      assert.deepEqual([status, code], [400, -32020], JSON.stringify(headers))
    }
    const tags = { name: 'get_popular_tags', arguments: {} }
    await refused('tools/list', {}, { 'mcp-protocol-version': undefined })
    await refused('tools/list', {}, { 'mcp-protocol-version': '2025-11-25' })
    await refused('tools/list', {}, { 'mcp-method': undefined })
    await refused('tools/list', {}, { 'mcp-method': 'TOOLS/LIST' })
    await refused('tools/list', {}, { 'mcp-method': 'prompts/list' })
    await refused('tools/call', tags, { 'mcp-name': undefined })
    await refused('tools/call', tags, { 'mcp-name': 'get_app_share' })
    await refused('tools/call', tags, { 'mcp-name': '=?base64?!!?=' })
    await refused('resources/read', { uri: 'ui://vitrine/app' }, { 'mcp-name': 'ui://vitrine/tags' })
    const initialize = call('initialize', { protocolVersion: '2025-11-25', capabilities: {} })
    assert.equal((await errorOf(initialize, { 'mcp-protocol-version': '2026-07-28' })).code, -32020)
  })

  test('a name may be encoded, and may have space around it', async () => {
    const encode = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`
    const tags = { name: 'get_popular_tags', arguments: {} }
    for (const name of [encode('get_popular_tags'), '  get_popular_tags  ']) {
      const [message, headers] = stateless('tools/call', tags, { 'mcp-name': name })
      assert.equal((await send(message, headers)).status, 200, name)
    }
    const [message, headers] = stateless('tools/call', { name: 'ä' }, { 'mcp-name': encode('ä') })
    assert.equal((await errorOf(message, headers)).code, -32602, 'no such tool, but the headers agree')
  })
})
