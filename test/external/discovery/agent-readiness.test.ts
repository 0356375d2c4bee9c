// Is the service ready for agents? Asked of programs that judge such things, and along the list of one that cannot be
// run here (isitagentready.com).
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { suite } from 'node:test'
import { start } from '../../support/start-service.ts'
import { judge } from '../support/judges.ts'

/** afdocs takes a short document in which it reads 404 for one that is missing, and short documents of ours tell addresses. */
async function startWhereNothingLooksMissing() {
  for (;;) {
    const service = await start(test)
    if (!`${service.webUrl} ${service.apiUrl}`.includes('404')) return service
  }
}

const service = await startWhereNothingLooksMissing()
const { web, api, webUrl } = service

suite('judges', () => {
  test('agent-readability gives 95 or more', async () => {
    const { output } = await judge('agent-readability', ['audit', webUrl, '--json'])
    const { score, categories } = JSON.parse(output)
    const failed = Object.values(
      categories as Record<string, { checks: { name: string; passed: boolean; skipped: boolean }[] }>,
    )
      .flatMap(({ checks }) => checks)
      .filter(({ passed, skipped }) => !passed && !skipped)
      .map(({ name }) => name)
    // It wants 200 for pages that do not exist. They do not exist, and we say so.
    assert.deepEqual(failed, ['Missing page → markdown'])
    assert.ok(score >= 95, `${score}`)
  })

  test('afdocs finds no fault in the documentation', async () => {
    const quick = ['--request-delay', '0', '--max-concurrency', '8', '--sampling', 'deterministic', '--quiet']
    const { output } = await judge('afdocs', ['check', `${webUrl}/docs`, '--format', 'json', ...quick])
    const { results } = JSON.parse(output) as { results: { id: string; status: string; message: string }[] }
    assert.ok(results.length > 20)
    const faults = results.filter(({ status }) => status === 'fail' || status === 'error')
    assert.deepEqual(
      faults.map(({ id, message }) => `${id}: ${message}`),
      [],
    )
  })

  test('skills-ref finds the skill valid', async t => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-skill-'))
    t.after(() => rm(folder, { recursive: true }))
    for (const { name, url } of (await web('/.well-known/agent-skills/index.json')).json().skills) {
      await mkdir(join(folder, name))
      await writeFile(join(folder, name, 'SKILL.md'), (await web(url)).body)
      const { code, output } = await judge('skills-ref', ['validate', join(folder, name)])
      assert.equal(code, 0, output)
    }
  })
})

suite('as isitagentready.com asks', () => {
  test('discoverability: robots.txt, sitemap, Link headers', async () => {
    const robots = await web('/robots.txt')
    assert.match(robots.headers['content-type']!, /^text\/plain/)
    assert.match(robots.text, /^User-agent: \*$/m)
    const sitemap = /^Sitemap: (\S+)$/m.exec(robots.text)?.[1]
    assert.equal(sitemap, `${webUrl}/sitemap.xml`)
    assert.match((await web('/sitemap.xml')).text, /<sitemapindex/)
    const link = (await web('/')).headers.link as string
    for (const rel of ['api-catalog', 'service-desc', 'service-doc', 'describedby']) {
      assert.ok(link.includes(`rel="${rel}"`), rel)
    }
  })

  test('content: Markdown for whoever asks', async () => {
    const reply = await web('/', { headers: { accept: 'text/markdown' } })
    assert.match(reply.headers['content-type']!, /^text\/markdown/)
    assert.match(reply.headers.vary!, /\bAccept\b/)
  })

  test('bots: rules for everybody, and content signals', async () => {
    const { text } = await web('/robots.txt')
    assert.match(text, /^Content-Signal: search=(?:yes|no), ai-input=(?:yes|no), ai-train=(?:yes|no)$/m)
  })

  test('protocols: API catalog, server card, skills, WebMCP', async () => {
    const catalog = await web('/.well-known/api-catalog')
    assert.match(catalog.headers['content-type']!, /^application\/linkset\+json/)
    assert.ok(catalog.json().linkset.length > 0)
    const card = (await web('/.well-known/mcp/server-card.json')).json()
    assert.ok(card.serverInfo.name && card.serverInfo.version && card.transport.endpoint && card.capabilities)
    const { skills } = (await web('/.well-known/agent-skills/index.json')).json()
    for (const { name, type, description, url, digest } of skills) {
      assert.ok(name && type && description && url && /^sha256:[0-9a-f]{64}$/.test(digest))
    }
    const { tools } = (await web('/.well-known/webmcp')).json()
    for (const { name, description, inputSchema } of tools)
      assert.ok(name && description && inputSchema.type === 'object')
  })

  test('OAuth: the documents say that there is nothing to be had', async () => {
    const server = (await web('/.well-known/oauth-authorization-server')).json()
    assert.equal(server.agent_auth.status, 'not_available')
    for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'jwks_uri']) {
      assert.equal(server[endpoint], undefined, endpoint)
    }
    assert.equal((await web('/.well-known/oauth-protected-resource')).status, 200)
    // Clients would start OAuth against an open MCP server.
    for (const name of ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration']) {
      assert.equal((await api(`/.well-known/${name}`)).status, 404, name)
    }
  })

  test('commerce and signatures: nothing is claimed that does not exist', async () => {
    for (const path of [
      '/.well-known/ucp',
      '/.well-known/acp.json',
      '/.well-known/x402',
      '/.well-known/agent-card.json',
      '/.well-known/openid-configuration',
      '/.well-known/http-message-signatures-directory',
    ]) {
      const reply = await web(path, { headers: { accept: 'application/json' } })
      assert.equal(reply.status, 404, path)
      assert.equal(reply.json().error, 'not_found', path)
    }
    assert.notEqual((await web('/')).status, 402)
  })

  test('an agent that knows only the domain finds the tools and calls one', async () => {
    const link = (await web('/', { headers: { 'user-agent': 'ClaudeBot/1.0' } })).headers.link as string
    const catalog = /<([^>]+)>; rel="ai-catalog"/.exec(link)![1]!
    const { entries } = (await web(catalog.slice(webUrl.length))).json()
    const entry = entries.find(({ type }: { type: string }) => type === 'application/mcp-server-card+json')
    const card = (await api(new URL(entry.url).pathname)).json()
    const endpoint = new URL(card.remotes[0].url)
    assert.equal(Number(endpoint.port), service.ports.api)
    const reply = await api(endpoint.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_popular_tags', arguments: {} },
      }),
    })
    assert.equal(reply.json().result.structuredContent.items[0].key, 'hydration')
  })
})
