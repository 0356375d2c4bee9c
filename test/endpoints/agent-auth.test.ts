import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { agentAuthErrors } from '../../src/agent-auth.ts'
import { type Ask, type Reply, raw, start } from '../support/start-service.ts'

const lines: string[] = []
const service = await start(
  { after },
  { config: { logLevel: 'trace', logRequests: true }, logTo: { write: line => void lines.push(line) } },
)
const paths = ['/agent/auth/register', '/agent/auth/claim', '/agent/auth/revoke']

const post = (path: string, body: string | Buffer, headers: Ask['headers'] = {}) =>
  service.web(path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body })

function assertRefused(reply: Reply, error: string): void {
  assert.equal(reply.status, 403, reply.text)
  assert.equal(reply.headers['content-type'], 'application/json')
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.equal(reply.headers['access-control-allow-origin'], '*')
  const { message, error_description, ...rest } = reply.json()
  assert.deepEqual(rest, {
    code: 40300,
    error,
    retryable: false,
    request_id: reply.headers['x-request-id'],
    details: [],
    documentation_url: `${service.webUrl}/auth.md`,
  })
  assert.match(message, /\.$/)
  assert.equal(error_description, message)
}

const errorFor = (path: string) => (path === '/agent/auth/claim' ? 'email_not_enabled' : 'agent_auth_not_available')
const claim = { method: 'email_code', email: 'person@example.com', code: '123456', claim_token: 'opaque' }

test('a claim by email is not enabled, everything else is not available', async () => {
  for (const path of paths) {
    for (const body of ['{}', '{"assertion":"x"}']) assertRefused(await post(path, body), 'agent_auth_not_available')
    assertRefused(await service.web(path, { method: 'POST' }), 'agent_auth_not_available')
    assertRefused(await post(`${path}?code=1`, JSON.stringify(claim)), errorFor(path))
  }
  const charset = { 'Content-Type': 'application/json; charset=utf-8' }
  assertRefused(await post('/agent/auth/claim', '{"method":"email_code"}', charset), 'email_not_enabled')
  for (const method of ['sms', 'EMAIL_CODE', null, ['email_code'], { email_code: 1 }]) {
    assertRefused(await post('/agent/auth/claim', JSON.stringify({ ...claim, method })), 'agent_auth_not_available')
  }
})

test('headers and malformed bodies do not change the response', async () => {
  const odd = ['', '{', 'null', '[]', '"email_code"', '{"__proto__":{}}', `${'['.repeat(50)}${']'.repeat(50)}`, '\0']
  for (const path of paths) {
    for (const body of odd) assertRefused(await post(path, body), 'agent_auth_not_available')
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'nonsense', '']) {
      assertRefused(await post(path, 'method=email_code', { 'Content-Type': type }), 'agent_auth_not_available')
    }
    for (const headers of [{}, { 'Transfer-Encoding': 'chunked' }]) {
      assertRefused(await post(path, Buffer.alloc(70_000, 32), headers), 'agent_auth_not_available')
      assertRefused(await post(path, Buffer.alloc(1_000_000, 32), headers), 'agent_auth_not_available')
    }
    const oddHeaders: Record<string, string>[] = [
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': '' },
      { 'Service-API-Version': 'yesterday' },
      { 'Service-API-Version': '2020-01-01' },
      { 'Content-Encoding': 'gzip' },
      { Expect: 'a miracle' },
      { Expect: '100-continue' },
      { 'Idempotency-Key': '' },
      { Authorization: 'Bearer x' },
    ]
    for (const headers of oddHeaders) assertRefused(await post(path, JSON.stringify(claim), headers), errorFor(path))
    assertRefused(
      await post(path, gzipSync(JSON.stringify(claim)), { 'Content-Encoding': 'gzip' }),
      'agent_auth_not_available',
    )
  }
})

test('returns 405 for other methods and 404 on the API host', async () => {
  for (const path of paths) {
    for (const method of METHODS.filter(name => !['POST', 'OPTIONS', 'CONNECT'].includes(name))) {
      const reply = await service.web(path, { method })
      assert.deepEqual([reply.status, reply.headers.allow], [405, 'OPTIONS, POST'], `${method} ${path}`)
    }
    assert.equal((await service.api(path, { method: 'POST' })).status, 404)
  }
  assert.equal((await post('/agent/auth/other', '{}')).status, 404)
})

test('nothing that was sent is echoed or logged', async () => {
  const secret = 'hunter2-f3a9'
  const full = JSON.stringify({ ...claim, email: `${secret}@example.com`, code: secret, claim_token: secret })
  const bodies = [full, full.slice(0, -1), secret, `"${secret}"`, `{"${secret}":1}`, `[${full}]`, full.repeat(900)]
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded']
  const accepts = ['application/json', 'text/html', 'text/markdown', 'application/problem+json']
  const before = lines.length
  const replies: string[] = []
  for (const path of paths) {
    for (const body of bodies) {
      for (const type of types) {
        for (const accept of accepts) {
          const headers = { 'Content-Type': type, Accept: accept, Authorization: `Bearer ${secret}` }
          const reply = await post(`${path}?code=${secret}`, body, headers)
          replies.push(reply.rawHeaders.join('\n') + reply.text)
        }
      }
    }
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
    replies.push(await raw(service.ports.web, `${head}Content-Length: 5000\r\n\r\n{"code":"${secret}`, { end: true }))
    replies.push(await raw(service.ports.web, `${head}Transfer-Encoding: chunked\r\n\r\n${secret}`, { end: true }))
  }
  for (const reply of replies) assert.ok(!reply.includes(secret), reply)
  const logged = lines.slice(before).join('')
  assert.ok(logged.includes('/agent/auth/claim'), 'The log was on.')
  assert.ok(!logged.includes(secret))
})

/** The codes of the specification, by endpoint. */
const specified: Record<string, string> = {
  'register, claim, revocation': 'agent_auth_not_available',
  'register, revocation': 'invalid_issuer invalid_signature',
  'register, claim': 'expired',
  register: `replay_detected invalid_audience audience_mismatch invalid_client_id invalid_client missing_verified_email
    unsupported_credential_type insufficient_user_authentication anonymous_not_enabled identity_assertion_not_enabled
    unsupported_response_type`,
  'register or claim': 'email_not_enabled',
  'protected API': 'credential_expired',
  claim: `invalid_claim_token claimed_or_in_flight claim_expired previously_claimed otp_invalid otp_expired
    invalid_grant unsupported_grant_type interaction_required login_required consent_required
    account_selection_required`,
  'any auth endpoint': `invalid_request unauthorized_client invalid_scope access_denied server_error
    temporarily_unavailable rate_limited`,
}

test('the error codes are those of the specification, and auth.md explains each', async () => {
  const expected = Object.entries(specified).flatMap(([endpoint, codes]) =>
    codes.split(/\s+/).map(code => `${code}: ${endpoint}`),
  )
  assert.deepEqual(agentAuthErrors.map(({ code, endpoint }) => `${code}: ${endpoint}`).sort(), expected.sort())
  const page = await service.web('/auth.md')
  assert.equal(page.status, 200)
  for (const { code, meaning } of agentAuthErrors) assert.ok(page.text.includes(code) && page.text.includes(meaning))
})

test('oauth-authorization-server has the agent_auth block and no endpoints', async () => {
  const reply = await service.web('/.well-known/oauth-authorization-server')
  assert.equal(reply.status, 200)
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
  const { agent_auth, ...rest } = reply.json()
  const { webUrl } = service
  assert.equal(rest.issuer, webUrl)
  assert.deepEqual(
    Object.keys(rest).filter(name => /endpoint|_uri$/.test(name)),
    [],
  )
  assert.deepEqual([rest.response_types_supported, rest.grant_types_supported], [[], []])
  const { user_action } = agent_auth.email.template
  assert.match(user_action, /app/)
  assert.deepEqual(agent_auth, {
    status: 'not_available',
    register_uri: `${webUrl}/agent/auth/register`,
    claim_uri: `${webUrl}/agent/auth/claim`,
    revocation_uri: `${webUrl}/agent/auth/revoke`,
    identity_types_supported: ['user'],
    anonymous: { credential_types_supported: [] },
    identity_assertion: { assertion_types_supported: [], credential_types_supported: [] },
    events_supported: [],
    documentation_uri: `${webUrl}/auth.md`,
    skill: `${webUrl}/auth.md`,
    email: {
      status: 'app_only',
      enabled_for_agents: false,
      credential_types_supported: [],
      unsupported_error: 'email_not_enabled',
      template: {
        identity_type: 'user',
        delivery: 'email_code',
        code_format: 'numeric',
        code_length: 6,
        recipient_field: 'email',
        public_agent_flow: false,
        user_action,
      },
    },
  })
})

test('oauth-protected-resource names the resource and no authorization server', async () => {
  const reply = await service.web('/.well-known/oauth-protected-resource')
  assert.equal(reply.status, 200)
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(reply.headers['access-control-allow-origin'], '*')
  assert.ok(reply.headers.etag)
  const document = reply.json()
  assert.equal(document.resource, service.apiUrl)
  assert.deepEqual(document.bearer_methods_supported, ['header'])
  assert.equal(document.resource_documentation, `${service.webUrl}/auth.md`)
  assert.equal(document.agent_auth.status, 'not_available')
  assert.ok(!('authorization_servers' in document))
})

test('the API host has no OAuth documents, which would make clients start a flow against the open MCP server', async () => {
  for (const name of ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration']) {
    for (const path of [`/.well-known/${name}`, `/.well-known/${name}/mcp`, `/mcp/.well-known/${name}`]) {
      const reply = await service.api(path)
      assert.deepEqual([reply.status, reply.json().error], [404, 'not_found'], path)
    }
  }
  assert.equal((await service.web('/.well-known/openid-configuration')).status, 404)
})
