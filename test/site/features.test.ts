// Features that a site pack turns off: no route, no menu entry, no mention in documents.
import assert from 'node:assert/strict'
import test from 'node:test'
import { examine } from '../../src/doctor/examine.ts'
import { type Feature, neutralSite } from '../../src/site/site.ts'
import { type Running, start } from '../support/start-service.ts'

const page = { headers: { accept: 'text/html' } }

/** Paths that are answered with the feature and not without it. */
const paths: Record<Feature, { web: string[]; api: string[] }> = {
  ask: { web: ['/ask', '/api/ask', '/nlweb/ask', '/de/ask', '/ask.md'], api: [] },
  docs: { web: ['/docs', '/docs/read-api', '/docs/limits.md', '/changelog', '/llms-full.txt'], api: [] },
  mcp: { web: ['/mcp', '/api/mcp', '/webmcp', '/connect', '/.well-known/mcp', '/.well-known/webmcp'], api: ['/mcp'] },
  pages: { web: ['/', '/community', '/tags', '/categories', '/creators', '/@mira', '/@mira/followers'], api: [] },
}

const everywhere = ['/llms.txt', '/openapi.json', '/robots.txt', '/sitemap.md', '/status', '/healthz']

for (const feature of Object.keys(paths) as Feature[]) {
  test(`without ${feature}`, async t => {
    const on = await start(t)
    const site = { ...neutralSite, features: { ...neutralSite.features, [feature]: false } }
    const off = await start(t, { site })
    for (const host of ['web', 'api'] as const) {
      for (const path of paths[feature][host]) {
        if ((await on[host](path, page)).status === 404) continue
        assert.equal((await off[host](path, page)).status, 404, path)
      }
    }
    for (const path of everywhere) assert.equal((await off.web(path)).status, 200, path)
    const document = (await off.web('/openapi.json')).json()
    const mentioned = [
      ...Object.keys(document.paths),
      ...(await off.web('/llms.txt')).text.matchAll(/https?:[^\s`)]+/g),
    ].map(String)
    const disabled = paths[feature].web.filter(path => path !== '/')
    for (const path of disabled) {
      const links = mentioned.filter(url => url === path || url === off.webUrl + path)
      assert.deepEqual(links, [], path)
    }
    await assertNotMentioned(off, feature)
    if (feature === 'pages') return
    const home = (await off.web('/', page)).text
    const menu = /<nav aria-label="Menu">.*?<\/nav>/s.exec(home)?.[0] ?? /<header.*?<\/header>/s.exec(home)![0]
    for (const path of disabled) assert.ok(!menu.includes(`"${off.webUrl}${path}"`), `${path} is in the menu`)
    assert.equal((await off.api('/public/share/community')).status, 200)
  })
}

/** Documents in which a feature that is turned off would be described. */
const described = [
  '/llms.txt', '/llms-full.txt', '/docs.md', '/docs/start.md', '/docs/community.md', '/docs/read-api.md', '/docs/limits.md',
  '/docs/agent-auth.md', '/docs/discovery.md', '/docs/errors.md', '/docs/batch.md', '/auth.md', '/sitemap.md', '/sitemaps/docs.xml',
  '/.well-known/api-catalog', '/.well-known/ai-catalog.json', '/.well-known/agent-skills/index.json',
  '/.well-known/agent-skills/browse-community/SKILL.md', '/index.md', '/status', '/batch',
] // biome-ignore format: a list

/** Words that only descriptions of the feature contain. */
const words: Partial<Record<Feature, RegExp>> = {
  ask: /\/(?:docs\/)?ask\b|\/docs\/jobs|\/await\b|\bask jobs\b/,
  mcp: /\bMCP (?:servers?|clients|tools?)\b|\/mcp(?:\/|\.md)?[`)\]"]/,
  docs: /\/docs\b|\/changelog/,
}

async function assertNotMentioned(service: Running, feature: Feature): Promise<void> {
  const pattern = words[feature]
  if (pattern === undefined) return
  for (const path of described) {
    const { status, text, headers } = await service.web(path)
    if (status === 404) continue
    assert.doesNotMatch(String(headers.link ?? ''), pattern, path)
    assert.doesNotMatch(text, pattern, path)
  }
}

test('the doctor does not miss what is turned off', async t => {
  const features = { ...neutralSite.features, ask: false, docs: false, mcp: false }
  const { webUrl } = await start(t, { site: { ...neutralSite, features } })
  const { findings } = await examine({ webUrl })
  assert.deepEqual(
    findings.filter(({ level }) => level === 'fail'),
    [],
  )
  assert.ok(findings.some(({ name }) => name === 'read get_community_feed'))
})

test('without ask, MCP has no tool for it', async t => {
  const { api } = await start(t, { site: { ...neutralSite, features: { ...neutralSite.features, ask: false } } })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const { result } = (await api('/mcp', { method: 'POST', headers, body })).json()
  const names = (result.tools as { name: string }[]).map(({ name }) => name)
  assert.ok(names.includes('get_community_feed'))
  assert.ok(!names.includes('ask'))
})

test('without MCP, ask has no facts about it', async t => {
  const ask = async (mcp: boolean) => {
    const { web } = await start(t, { site: { ...neutralSite, features: { ...neutralSite.features, mcp } } })
    const body = JSON.stringify({ query: 'What is the address of the MCP server?' })
    return (await web('/ask', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text
  }
  assert.match(await ask(true), /\/mcp\b/)
  assert.doesNotMatch(await ask(false), /\/mcp\b/)
})
