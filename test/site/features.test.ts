// Features that a site pack turns off: no route, no menu entry, no mention in documents.
import assert from 'node:assert/strict'
import test from 'node:test'
import { examine } from '../../src/doctor/examine.ts'
import { type Feature, neutralSite } from '../../src/site/site.ts'
import { start } from '../support/start-service.ts'

const page = { headers: { accept: 'text/html' } }

/** Paths that are answered with the feature and not without it. */
const paths: Record<Feature, { web: string[]; api: string[] }> = {
  ask: { web: ['/ask', '/api/ask', '/nlweb/ask', '/de/ask', '/ask.md'], api: [] },
  docs: { web: ['/docs', '/docs/read-api', '/docs/limits.md', '/changelog', '/llms-full.txt'], api: [] },
  mcp: { web: ['/mcp', '/api/mcp', '/webmcp', '/connect', '/.well-known/mcp', '/.well-known/webmcp'], api: ['/mcp'] },
  pages: { web: ['/', '/community', '/tags', '/@mira'], api: [] },
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
    if (feature === 'pages') return
    const home = (await off.web('/', page)).text
    const menu = /<nav aria-label="Menu">.*?<\/nav>/s.exec(home)?.[0] ?? /<header.*?<\/header>/s.exec(home)![0]
    for (const path of disabled) assert.ok(!menu.includes(`"${off.webUrl}${path}"`), `${path} is in the menu`)
    assert.equal((await off.api('/public/share/community')).status, 200)
  })
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
