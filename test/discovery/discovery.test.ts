// Every document of the discovery table over HTTP.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import test, { suite } from 'node:test'
import { discoveryDocuments } from '../../src/discovery/table.ts'
import { openapiDocument } from '../../src/openapi/document.ts'
import { demoSite } from '../support/demo-site.ts'
import { type Reply, type Running, start } from '../support/start-service.ts'

const skill = 'browse-pocketry'
const service = await start(test)
const { web, api, webUrl, apiUrl } = service

/** Asks the host that an absolute address names. */
function follow(url: string, headers: Record<string, string> = {}): Promise<Reply> {
  const { pathname, search, port } = new URL(url)
  return Number(port) === service.ports.api ? api(pathname + search, { headers }) : web(pathname + search, { headers })
}

const typeOf = ({ headers }: Reply): string => headers['content-type']!.split(';', 1)[0]!

suite('documents of the table', () => {
  test('are on the web host, cacheable, and not on the API host', async () => {
    for (const { path, type } of discoveryDocuments(skill)) {
      const [reply, head] = [await web(path), await web(path, { method: 'HEAD' })]
      assert.deepEqual([reply.status, reply.headers['content-type']], [200, type], path)
      assert.equal(reply.headers['access-control-allow-origin'], '*')
      if (type.includes('json')) reply.json()
      assert.deepEqual([head.status, head.text, head.headers['content-type']], [200, '', type])
      assert.equal((await web(path, { method: 'DELETE' })).status, 405)
      assert.equal((await api(path)).status, 404, path)
      // The status is not cached.
      if (path === '/status') continue
      assert.match(reply.headers['cache-control']!, /^public, max-age=\d+/)
      const again = await web(path, { headers: { 'if-none-match': reply.headers.etag! } })
      assert.deepEqual([again.status, again.text], [304, ''])
    }
  })

  test('openapi.json is the document of this service', async () => {
    const subject = { ...service.config, site: service.currentSite(), baseUrl: apiUrl, webUrl }
    assert.deepEqual((await web('/openapi.json')).json(), JSON.parse(JSON.stringify(openapiDocument(subject))))
  })
})

suite('MCP', () => {
  const call = async (url: string, method: string, params = {}) => {
    const { pathname, port } = new URL(url)
    const ask = Number(port) === service.ports.api ? api : web
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return (await ask(pathname, { method: 'POST', headers, body })).json().result
  }

  test('cards name servers that are what they say', async () => {
    for (const url of [`${apiUrl}/mcp/server-card`, `${webUrl}/mcp/server-card`]) {
      const reply = await follow(url)
      assert.equal(reply.headers['content-type'], 'application/mcp-server-card+json')
      const card = reply.json()
      assert.equal(card.$schema, 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json')
      assert.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
      assert.ok(card.description.length >= 1 && card.description.length <= 100)
      assert.ok(card.title.length >= 1 && card.title.length <= 100)
      assert.equal(card.remotes[0].url, url.replace(/\/server-card$/, ''))
      for (const { type, url } of card.remotes) {
        assert.equal(type, 'streamable-http')
        const { serverInfo } = await call(url, 'initialize')
        assert.equal(card.name.split('/')[1], serverInfo.name)
        assert.equal(card.version, serverInfo.version)
      }
    }
  })

  test('the card is the same under every address of the product server, and another for the docs server', async () => {
    const card = (await api('/mcp/server-card')).text
    for (const path of ['/.well-known/mcp/server-card.json', '/api/mcp/server-card', '/webmcp/server-card']) {
      assert.equal((await web(path)).text, card, path)
    }
    assert.notEqual((await web('/mcp/server-card')).text, card)
  })

  test('the MCP document names both servers and the tools that they have', async () => {
    const document = (await web('/.well-known/mcp')).json()
    assert.deepEqual((await web('/.well-known/mcp.json')).json(), document)
    const addresses = document.servers.map((server: { url: string }) => server.url)
    assert.deepEqual(addresses, [`${apiUrl}/mcp`, `${webUrl}/mcp`])
    for (const { url, tools, server_card } of document.servers) {
      const live = (await call(url, 'tools/list')).tools
      assert.deepEqual(names(tools), names(live))
      assert.equal((await follow(server_card)).status, 200)
    }
  })

  test('WebMCP lists the live tools with parameters and input schemas', async () => {
    const { tools, endpoint } = (await web('/.well-known/webmcp')).json()
    const live = (await call(endpoint, 'tools/list')).tools
    assert.deepEqual(names(tools), names(live))
    for (const [i, tool] of tools.entries()) {
      assert.deepEqual(tool.inputSchema, live[i].inputSchema)
      assert.deepEqual(names(tool.parameters), Object.keys(tool.inputSchema.properties))
      for (const { type, description } of tool.parameters) assert.ok(type && description, tool.name)
    }
  })
})

const names = (items: { name: string }[]): string[] => items.map(({ name }) => name)

suite('catalogs', () => {
  test('the API catalog is a link set whose targets exist', async () => {
    const reply = await web('/.well-known/api-catalog')
    const { linkset } = reply.json()
    const [catalog, ...apis] = linkset
    assert.equal(catalog.anchor, `${webUrl}/.well-known/api-catalog`)
    assert.deepEqual(
      catalog.item.map(({ href }: { href: string }) => href),
      apis.map(({ anchor }: { anchor: string }) => anchor),
    )
    for (const { anchor, ...relations } of apis) {
      assert.ok('service-desc' in relations && 'service-doc' in relations && 'status' in relations, anchor)
      for (const { href, type } of Object.values(relations).flat() as { href: string; type: string }[]) {
        const target = await follow(href, { accept: '*/*' })
        assert.equal(target.status, 200, href)
        assert.equal(typeOf(target), type, href)
      }
    }
  })

  test('HEAD of the API catalog has a Link to it', async () => {
    const { headers } = await web('/.well-known/api-catalog', { method: 'HEAD' })
    assert.ok((headers.link as string).includes(`<${webUrl}/.well-known/api-catalog>; rel="api-catalog"`))
  })

  test('the AI catalog lists what there is, each with one address', async () => {
    const { specVersion, host, entries } = (await web('/.well-known/ai-catalog.json')).json()
    assert.equal(specVersion, '1.0')
    assert.equal(host.displayName, 'Pocketry')
    const identifiers = entries.map(({ identifier }: { identifier: string }) => identifier)
    assert.deepEqual(identifiers, [...new Set(identifiers)])
    for (const { identifier, type, url, representativeQueries } of entries) {
      assert.match(identifier, /^urn:air:localhost:(?:mcp|skill):[\w-]+$/)
      assert.ok(representativeQueries.length >= 2 && representativeQueries.length <= 5, identifier)
      const target = await follow(url)
      assert.equal(target.status, 200, url)
      if (type === 'application/mcp-server-card+json') assert.equal(typeOf(target), type)
    }
  })
})

suite('agent skills', () => {
  test('the index has the digest of the bytes that are served', async () => {
    const { $schema, skills } = (await web('/.well-known/agent-skills/index.json')).json()
    assert.equal($schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json')
    assert.deepEqual(names(skills), [skill])
    for (const { type, url, digest, description } of skills) {
      assert.equal(type, 'skill-md')
      assert.ok(description.length <= 1024)
      const { body } = await web(url)
      assert.ok(body.length < 12_000, String(body.length))
      assert.equal(digest, `sha256:${hash('sha256', body, 'hex')}`)
    }
  })
})

test('the skill has the shortest ways to frequent goals, and all its links and GET examples work', async () => {
  const { skills } = (await web('/.well-known/agent-skills/index.json')).json()
  const { text } = await web(skills[0].url)
  const links = [...text.matchAll(/\]\(([^)]+)\)/g), ...text.matchAll(/`GET ([^`{]+)`/g)].map(match => match[1]!)
  assert.ok(links.length > 20)
  for (const link of links) assert.equal((await follow(link)).status, 200, link)
})

suite('texts', () => {
  test('llms.txt follows llmstxt.org, and its links are Markdown', async () => {
    const { text } = await web('/llms.txt')
    assert.match(text, /^# Pocketry\n\n> [^\n]+\n/)
    const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(match => match[1]!)
    assert.ok(links.length > 15)
    for (const link of links) {
      const target = await follow(link)
      assert.equal(target.status, 200, link)
      if (link.endsWith('.md')) assert.equal(typeOf(target), 'text/markdown', link)
    }
  })

  test('llms-full.txt has every page', async () => {
    const { text } = await web('/llms-full.txt')
    const index = (await web('/llms.txt')).text
    for (const [, slug] of index.matchAll(/\/docs\/([\w-]+)\.md/g)) {
      assert.ok(text.includes(`Source: ${webUrl}/docs/${slug}\n`), slug!)
    }
  })

  test('robots.txt allows everything, says what for, and is on the addresses of creators too', async () => {
    const { text } = await web('/robots.txt')
    assert.match(text, /^User-agent: \*\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: \/\n/)
    assert.ok(text.includes(`\nSitemap: ${webUrl}/sitemap.xml\n`))
    assert.doesNotMatch(text, /Disallow/)
    assert.equal((await web('/robots.txt', { headers: { host: 'mira.localhost' } })).text, text)
  })
})

suite('security.txt', () => {
  const fields = async ({ web }: Running) => {
    const { text } = await web('/.well-known/security.txt')
    return Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map(line => line.split(/: (.*)/).slice(0, 2)),
    )
  }

  test('has a contact on the web host, and where it is', async () => {
    const { Contact, Canonical } = await fields(service)
    assert.equal(Contact, 'mailto:security@localhost')
    assert.equal(Canonical, `${webUrl}/.well-known/security.txt`)
  })

  test('never expires soon, however long the service runs', async t => {
    let now = Date.parse('2026-01-31T23:59:59Z')
    const running = await start(t, { now: () => now, config: { securityContact: 'https://example.com/report' } })
    assert.equal((await fields(running)).Contact, 'https://example.com/report')
    for (let month = 0; month < 24; month++) {
      const days = (Date.parse((await fields(running)).Expires!) - now) / 86_400_000
      assert.ok(days > 180 && days < 365, `${days} days`)
      now += 31 * 86_400_000
    }
  })
})

test('a product may be called anything', async t => {
  const { web, webUrl } = await start(t, { site: { ...demoSite, name: 'Ünïcode "<Shop>" 作品' } })
  const { skills } = (await web('/.well-known/agent-skills/index.json')).json()
  assert.equal(skills[0].name, 'browse-unicode-shop')
  assert.equal((await web(skills[0].url)).status, 200)
  assert.ok((await web('/docs/product')).text.includes('&lt;Shop&gt;'))
  assert.ok(!(await web('/docs/product')).text.includes('<Shop>'))
  assert.ok((await web('/llms.txt')).text.startsWith('# Ünïcode'))
  assert.equal((await web('/.well-known/mcp')).json().servers[1].url, `${webUrl}/mcp`)
})
