// Old names of renamed creators and creations on every surface: data resolves them, pages redirect.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { operations } from '../../src/operations/index.ts'
import { post } from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

const creation = (handle: string, slug: string, more: object = {}) => ({
  type: 'creation',
  handle,
  slug,
  title: `${slug} title`,
  publishedAt: '2026-03-01T10:00:00Z',
  ...more,
})
const creator = (handle: string) => ({ type: 'creator', handle, displayName: `Name of ${handle}` })

const service = await start(
  { after },
  {
    records: [
      creator('old'),
      creator('fan'),
      creation('old', 'first'),
      creation('old', 'hidden'),
      creation('fan', 'remix', { remixOf: { handle: 'old', slug: 'first' } }),
      { type: 'follow', follower: 'fan', following: 'old' },
    ],
  },
)
const { api, web, webUrl } = service
const page = (path: string, headers: Record<string, string> = {}) =>
  web(path, { headers: { accept: 'text/html', ...headers } })

// Read before, so that caches know the pages under their old names.
assert.equal((await page('/@old/first')).status, 200)
assert.equal((await api('/public/share/user/old')).status, 200)
await service.bring([
  { type: 'rename', of: 'creator', from: 'old', to: 'new' },
  { type: 'rename', of: 'creation', handle: 'new', from: 'first', to: 'second' },
  { type: 'rename', of: 'creation', handle: 'new', from: 'hidden', to: 'secret' },
  creation('new', 'secret', { visibility: 'private' }),
])
const profileOf = async (handle: string) => (await api(`/public/share/user/${handle}`)).json().data.profile.handle
// Caches may show the old data for a moment.
await until('the rename was noticed', async () => (await page('/@old/first')).status === 301)
await until('it was noticed everywhere', async () => (await profileOf('old')) === 'new')

suite('old names', () => {
  test('the API answers with the current name', async () => {
    const { data } = (await api('/public/share/user/OLD')).json()
    assert.equal(data.profile.handle, 'new')
    assert.equal(data.stats.followers, 1)
    const share = (await api('/public/share/app/old/first')).json().data
    assert.deepEqual([share.handle, share.slug, share.remixes.total], ['new', 'second', 1])
    const followers = (await api('/public/share/user/old/followers')).json().data
    assert.deepEqual(
      followers.items.map(({ handle }: { handle: string }) => handle),
      ['fan'],
    )
    const following = (await api('/public/share/user/fan/following')).json().data
    assert.equal(following.items[0].handle, 'new')
  })

  test('so do filters, feeds, batch and MCP', async () => {
    const feed = async (query: string) => (await api(`/public/share/community?${query}`)).json().data.items
    assert.equal((await feed('creator=old'))[0].slug, 'second')
    for (const name of ['old/first', 'new/first', 'old/second', 'new/second']) {
      assert.equal((await feed(`remixOf=${name}`))[0]?.slug, 'remix', name)
    }
    const { items } = (await web('/feed.json?creator=old')).json()
    assert.equal(items[0].url, `${webUrl}/@new/second`)
    const requests = [
      { id: 'a', operation: 'get_app_share', arguments: { handle: 'old', slug: 'first' } },
      { id: 'b', operation: 'get_creator_profile', arguments: { handle: 'old' } },
    ]
    const headers = { 'content-type': 'application/json' }
    const batch = await web('/batch', { method: 'POST', headers, body: JSON.stringify({ requests }) })
    const { results } = batch.json()
    assert.deepEqual([results[0].data.slug, results[1].data.profile.handle], ['second', 'new'])
    const params = { name: 'get_app_share', arguments: { handle: 'old', slug: 'first' } }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const { result } = (await post(service, ['api', '/mcp'], call)).json()
    assert.equal(result.structuredContent.slug, 'second')
  })

  test('pages and images redirect, with what else was asked for', async () => {
    const redirects: Record<string, string> = {
      '/@old': '/@new',
      '/@OLD?locale=de': '/@new?locale=de',
      '/@old.md': '/@new.md',
      '/@old/first': '/@new/second',
      '/@new/first?locale=ar': '/@new/second?locale=ar',
      '/@old/second': '/@new/second',
      '/@old/first.md': '/@new/second.md',
      '/@old/followers?locale=de': '/@new/followers?locale=de',
      '/@old/following.md': '/@new/following.md',
      '/@old/first/remixes': '/@new/second/remixes',
      '/@old/first/remixes.md?locale=ar': '/@new/second/remixes.md?locale=ar',
      '/@old/feed.atom?locale=de': '/@new/feed.atom?locale=de',
      '/@old/rss.xml': '/@new/rss.xml',
      '/embed/@old': '/embed/@new',
      '/embed/@old/first?locale=es': '/embed/@new/second?locale=es',
      '/badge/@old/first.svg?counter=plays': '/badge/@new/second.svg?counter=plays',
      '/art/share/old.png': '/art/share/new.png',
      '/art/share/old/first.png?locale=es': '/art/share/new/second.png?locale=es',
    }
    for (const [from, to] of Object.entries(redirects)) {
      const { status, headers } = await page(from)
      assert.deepEqual([status, headers.location], [301, webUrl + to], from)
      assert.equal((await page(to)).status, 200, to)
    }
    const host = `old.${new URL(webUrl).host}`
    const subdomain = await page('/', { host })
    assert.deepEqual([subdomain.status, subdomain.headers.location], [301, `${webUrl}/@new`])
  })

  test('oEmbed describes the current name', async () => {
    const { title, html } = (await web(`/oembed?url=${encodeURIComponent(`${webUrl}/@old/first`)}`)).json()
    assert.match(html, new RegExp(`src="${RegExp.escape(webUrl)}/embed/@new/second"`))
    assert.match(title, /title/)
  })

  test('neither names of private creations nor unknown ones lead anywhere', async () => {
    for (const path of [
      '/@old/hidden',
      '/@new/hidden',
      '/@new/secret',
      '/@nobody',
      '/art/share/old/hidden.png',
      '/embed/@old/hidden',
    ]) {
      const { status, headers, text } = await page(path)
      assert.deepEqual([status, headers.location], [404, undefined], path)
      assert.ok(!text.includes('secret') || path.includes('secret'), path)
    }
  })

  test('no read of a name lacks them', async () => {
    const old = { handle: 'old', slug: 'first' }
    const named = operations.filter(({ path }) => path.includes('{handle}'))
    assert.ok(named.length >= 4)
    for (const { path } of named) {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => old[name as keyof typeof old])
      assert.equal((await api(filled)).status, 200, filled)
    }
  })

  test('a name that is used again takes precedence', async () => {
    await service.bring([creator('old')])
    await until('the name is in use', async () => (await page('/@old')).status === 200)
    assert.match((await page('/@old')).text, /Name of old/)
    await until('the API shows it', async () => (await profileOf('old')) === 'old')
    await until('its old pages are gone', async () => (await page('/@old/first')).status === 404)
    assert.equal((await page('/@new/first')).status, 301)
  })
})
