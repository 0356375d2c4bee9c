// JSON-RPC messages: ids, malformed messages, unknown methods, notifications.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { call, docsPlace, errorOf as mcpError, type Place, post, productPlaces, stateless } from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'

const service = await start({ after })
const places: readonly Place[] = [...productPlaces, docsPlace]
const product: Place = ['api', '/mcp']
const send = (body: unknown, headers: Record<string, string> = {}) => post(service, product, body, headers)
const errorOf = (body: unknown, headers: Record<string, string> = {}) => mcpError(service, product, body, headers)

suite('ids', () => {
  test('any number or text comes back unchanged', async () => {
    const numbers = ['0', '-1', '42', '1.5', '1e30', '12345678901234567890', '9007199254740993']
    for (const id of [...numbers, '""', '"é 漢 😀"', '"\\u0000\\n"']) {
      const { text } = await send(`{"jsonrpc":"2.0","method":"ping","params":{"id":7,"deep":{"id":8}},"id":${id}}`)
      const source = /^\{"jsonrpc":"2\.0","id":(.*),"result":\{\}\}$/s.exec(text)?.[1] ?? ''
      if (id.startsWith('"')) assert.equal(JSON.parse(source), JSON.parse(id))
      else assert.equal(source, id)
    }
    assert.equal((await send('{"jsonrpc":"2.0","method":"ping","id":"a\\ud800"}')).json().id, 'a\ufffd')
  })

  test('other values are refused', async () => {
    for (const id of ['null', 'true', '{}', '[1]']) {
      const refused = await errorOf(`{"jsonrpc":"2.0","method":"ping","id":${id}}`)
      assert.deepEqual([refused.status, refused.code, refused.id], [400, -32600, null], id)
    }
  })

  test('an error has the id of its request', async () => {
    assert.equal((await errorOf(call('nope', {}, 'abc'))).id, 'abc')
    assert.equal((await errorOf(call('tools/call', { name: 'nope' }, 17))).id, 17)
    assert.equal((await errorOf('{"jsonrpc":"1.0","id":5,"method":"ping"}')).id, 5)
  })
})

suite('malformed messages', () => {
  const cases: [what: string, body: string, code: number][] = [
    ['nothing', '', -32700],
    ['half an object', '{"jsonrpc":"2.0"', -32700],
    ['words', 'hello', -32700],
    ['an array', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    [
      'a call and its cancellation',
      '[{"jsonrpc":"2.0","id":1,"method":"tools/list"},{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}]',
      -32600,
    ],
    ['an empty array', '[]', -32600],
    ['a number', '5', -32600],
    ['null', 'null', -32600],
    ['an empty object', '{}', -32600],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":5}', -32600],
    ['no method', '{"jsonrpc":"2.0","id":1}', -32600],
    ['a list of parameters', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32602],
    ['text as parameters', '{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}', -32602],
  ]
  test('is refused', async () => {
    for (const [what, body, code] of cases) {
      const found = await errorOf(body)
      assert.deepEqual([found.status, found.code], [400, code], what)
    }
  })

  test('names that reach into prototypes reach nothing', async () => {
    for (const method of ['__proto__', 'constructor', 'toString'])
      assert.equal((await errorOf(call(method))).code, -32601)
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_popular_tags","arguments":{"__proto__":1}}}'
    assert.equal((await send(body)).json().result.isError, true)
  })

  test('deep nesting is answered like anything else', async () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    assert.equal((await send(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${deep}}}`)).status, 200)
    assert.equal((await errorOf(`{"jsonrpc":"2.0","id":1.5,"method":"ping","params":{"a":${deep}}}`)).code, -32600)
  })
})

suite('methods', () => {
  test('returns -32601 for an unknown method', async () => {
    const { status, code, message } = await errorOf(call('tools/lst'))
    assert.deepEqual([status, code], [200, -32601])
    assert.match(message, /Did you mean tools\/list\?/)
    for (const method of ['resources/subscribe', 'tasks/get', 'sampling/createMessage'])
      assert.equal((await errorOf(call(method))).code, -32601)
  })

  test('returns 404 in the newer generation, with or without _meta', async () => {
    for (const method of [
      'nope',
      'ping',
      'logging/setLevel',
      'resources/subscribe',
      'subscriptions/listen',
      'initialize',
    ]) {
      const { status, code } = await errorOf(...stateless(method))
      assert.deepEqual([status, code], [404, -32601], method)
    }
    for (const method of ['nope', 'ping', 'logging/setLevel']) {
      for (const params of [{}, { _meta: {} }]) {
        const { status, code } = await errorOf(call(method, params), { 'mcp-protocol-version': '2026-07-28' })
        assert.deepEqual([status, code], [404, -32601], method)
      }
    }
  })

  test('returns -32602 for missing and wrong parameters', async () => {
    const cases: [string, unknown, RegExp][] = [
      ['initialize', { protocolVersion: 5 }, /protocolVersion/],
      ['tools/call', {}, /params\.name/],
      ['tools/call', { name: 5 }, /params\.name/],
      ['tools/call', { name: 'get_popular_tags', arguments: [] }, /params\.arguments/],
      ['tools/call', { name: 'get_popular_tag' }, /Did you mean get_popular_tags\?.*Tools: get_community_feed/],
      ['resources/read', {}, /params\.uri/],
      ['prompts/get', {}, /params\.name/],
      ['prompts/get', { name: 'explore' }, /Unknown prompt: "explore".*Prompts: explore_topic/],
      ['prompts/get', { name: 'explore_topic' }, /topic is required/],
      ['prompts/get', { name: 'explore_topic', arguments: [] }, /params\.arguments/],
      ['prompts/get', { name: 'explore_topic', arguments: { topic: 5 } }, /topic must be text/],
      ['prompts/get', { name: 'explore_topic', arguments: { q: 'x' } }, /no argument "q".*takes topic, language/],
      ['completion/complete', {}, /params\.argument/],
      ['completion/complete', { argument: { name: 'topic', value: '' } }, /params\.ref/],
      [
        'completion/complete',
        { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'y', value: '' } },
        /params\.ref/,
      ],
    ]
    for (const [method, params, told] of cases) {
      const { status, code, message } = await errorOf(call(method, params))
      assert.deepEqual([status, code], [200, -32602], method)
      assert.match(message, told)
    }
  })

  test('returns the error of each generation for an unknown resource', async () => {
    const uri = 'ui://vitrine/nothing'
    const older = await errorOf(call('resources/read', { uri }))
    const newer = await errorOf(...stateless('resources/read', { uri }))
    assert.deepEqual([older.status, older.code, older.data], [200, -32002, { uri }])
    assert.deepEqual([newer.status, newer.code, newer.data], [200, -32602, { uri }])
  })
})

suite('notifications', () => {
  for (const place of places) {
    test(`are accepted without a body at ${place.join(' ')}`, async () => {
      for (const body of [
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
        { jsonrpc: '2.0', method: 'no/such/thing' },
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
      ]) {
        const reply = await post(service, place, body)
        assert.deepEqual([reply.status, reply.text, reply.headers['content-type']], [202, '', undefined])
      }
    })
  }

  test('are refused in an unknown revision', async () => {
    const body = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const reply = await send(body, { 'mcp-protocol-version': '1999-01-01' })
    assert.deepEqual([reply.status, reply.json().error.code], [400, -32022])
  })
})
