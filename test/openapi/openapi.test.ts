// openapi.json: made from the definitions, committed, served, sound, and true to what the service sends.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { Compile } from 'typebox/compile'
import { readConfig } from '../../src/config/config.ts'
import { openapiDocument } from '../../src/openapi/document.ts'
import { operations } from '../../src/operations/index.ts'
import { demoSite } from '../support/demo-site.ts'
import { document, type Loose, resolved } from '../support/openapi-reader.ts'
import { vitrine } from '../support/vitrine-process.ts'

const snapshot = fileURLToPath(new URL('../../openapi.json', import.meta.url))
const everyOperation = (paths: Loose = document.paths): Loose[] =>
  Object.entries<Loose>(paths).flatMap(([path, methods]) =>
    Object.entries<Loose>(methods).map(([method, operation]) => ({ place: `${method} ${path}`, ...operation })),
  )

const operationObjects = () => operations.map(({ path }) => document.paths[path].get)

test('the committed openapi.json is the document of the default settings', async () => {
  const committed = await readFile(snapshot, 'utf8')
  assert.ok(
    committed === `${JSON.stringify(document, null, 2)}\n`,
    'The contract changed. Look at the difference after `npm run openapi` and commit openapi.json if it is meant.',
  )
})

test('vitrine openapi prints it', async () => {
  const { stdout, code, stderr } = await vitrine(['openapi'])
  assert.deepEqual([code, stderr], [0, ''])
  assert.equal(stdout, await readFile(snapshot, 'utf8'))
})

test('it says what the specification wants said', () => {
  assert.match(document.openapi, /^3\.1\./)
  assert.equal(document.info.version, '1.0.0')
  assert.deepEqual(document.security, [])
  assert.deepEqual(document.tags.map(({ name }: { name: string }) => name).sort(), [
    'agents',
    'apps',
    'community',
    'users',
  ])
  for (const { security, tags, 'x-service-permissions': permissions } of everyOperation()) {
    assert.deepEqual([security, permissions, tags.length], [[], ['public:read'], 1])
  }
  for (const operation of operationObjects()) {
    for (const status of ['200', '304', '400', '422', '429', '500', '503', '504', 'default']) {
      assert.ok(operation.responses[status], `${operation.operationId} ${status}`)
    }
  }
  assert.deepEqual(
    operationObjects().map(({ operationId }) => operationId),
    [
      'getCommunityFeed',
      'getPopularTags',
      'getCommunityLanding',
      'getCreators',
      'getCreatorProfile',
      'getCreatorFollowers',
      'getCreatorFollowing',
      'getAppShare',
      'getSimilarApps',
    ],
  )
})

/** Method and path, the id that the specification gives it, and the hosts it is on. */
const agentOperations: [string, string, string[]][] = [
  ['get /ask', 'askServiceByQuery', ['web']],
  ['post /ask', 'askServiceProductContext', ['web']],
  ['get /api/ask', 'askServiceByQueryApiAlias', ['web']],
  ['post /api/ask', 'askServiceApiAlias', ['web']],
  ['get /nlweb/ask', 'askServiceByQueryNlwebAlias', ['web']],
  ['post /nlweb/ask', 'askServiceNlwebAlias', ['web']],
  ['get /{locale}/ask', 'askServiceByQueryLocaleAlias', ['web']],
  ['post /{locale}/ask', 'askServiceLocaleAlias', ['web']],
  ['post /ask/jobs', 'createAskJob', ['web']],
  ['get /ask/jobs/{jobId}', 'getAskJobStatus', ['web']],
  ['post /await', 'awaitAskJob', ['web']],
  ['get /batch', 'getBatchEndpointInfo', ['web']],
  ['post /batch', 'batchPublicRead', ['web']],
  ['get /.well-known/webmcp', 'getWebMcpDiscovery', ['web']],
  ['get /status', 'getStatus', ['web']],
  ['post /agent/auth/register', 'registerAgent', ['web']],
  ['post /agent/auth/claim', 'claimAgent', ['web']],
  ['post /agent/auth/revoke', 'revokeAgent', ['web']],
  ['get /mcp', 'getMcpServerInfo', ['web', 'api']],
  ['post /mcp', 'callMcpJsonRpc', ['api', 'web']],
  ['get /api/mcp', 'getMcpServerInfoAlternate', ['web']],
  ['post /api/mcp', 'mcpJsonRpcAlternate', ['web']],
  ['get /webmcp', 'getWebMcpServerInfo', ['web']],
  ['post /webmcp', 'webMcpJsonRpc', ['web']],
]

/** A POST to one of these may be sent again. */
const keyed = agentOperations.map(([place, id]) => (/^post .*(?:ask|jobs|batch)$/.test(place) ? id : ''))

test('it has the surfaces for agents, under the ids of the specification', () => {
  const subject = { ...readConfig({}), site: demoSite, baseUrl: 'https://api', webUrl: 'https://web' }
  const paths: Loose = openapiDocument(subject).paths
  const feed = paths['/public/share/community'].get.servers.map(({ url }: { url: string }) => url)
  assert.deepEqual(feed, ['https://api', 'https://web'])
  const found = everyOperation(paths).filter(({ tags }) => tags[0] === 'agents')
  assert.deepEqual(
    found.map(({ place, operationId, servers }) => [
      place,
      operationId,
      servers.map(({ url }: { url: string }) => new URL(url).hostname),
    ]),
    agentOperations,
  )
  for (const { responses, parameters, operationId } of found) {
    for (const status of ['400', '429', '500', '503', 'default'])
      assert.ok(responses[status], `${operationId} ${status}`)
    const names = resolved(parameters).map(({ name }: { name: string }) => name)
    assert.equal(names[0], 'Service-API-Version')
    assert.equal(names.includes('Idempotency-Key'), keyed.includes(operationId), operationId)
  }
})

test('every example is valid by its schema', () => {
  let examples = 0
  const check = (part: Loose): void => {
    if (typeof part !== 'object' || part === null) return
    if (part.schema !== undefined && part.example !== undefined) {
      examples++
      const checker = Compile(part.schema)
      assert.ok(checker.Check(part.example), JSON.stringify([part.example, checker.Errors(part.example)]))
    }
    for (const value of Object.values(part)) check(value)
  }
  check(resolved(document.paths))
  assert.ok(examples > operations.length * 8)
})

test('a deprecated operation is marked', () => {
  const entry = { deprecated: '2026-01-01T00:00:00Z', sunset: '2027-01-01T00:00:00Z', link: 'https://example.org/' }
  const deprecations = [{ operation: 'get_popular_tags', ...entry }]
  const { paths } = openapiDocument({ ...readConfig({}), site: demoSite }, operations, deprecations)
  const marked = everyOperation(paths).filter(({ deprecated }) => deprecated)
  assert.deepEqual(
    marked.map(({ operationId }) => operationId),
    ['getPopularTags'],
  )
})
