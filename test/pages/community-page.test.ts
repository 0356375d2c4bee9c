import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { start } from '../support/start-service.ts'

const service = await start({ after })
const browser = { accept: 'text/html' }

test('the links of tags, rails and categories lead to a page of what they name', async () => {
  const { data: landing } = (await service.api('/public/share/community/landing')).json()
  const { data: tags } = (await service.api('/public/share/tags')).json()
  const links: string[] = [
    ...landing.rails.map((rail: { moreUrl: string }) => rail.moreUrl),
    ...landing.categories.map((tile: { url: string }) => tile.url),
    ...tags.items.map((tag: { url: string }) => tag.url),
  ]
  assert.ok(links.length > 5)
  for (const link of links) {
    const { pathname, search } = new URL(link)
    const reply = await service.web(pathname + search, { headers: browser })
    assert.equal(reply.status, 200, link)
    assert.match(String(reply.headers['content-type']), /^text\/html/)
    assert.match(reply.text, /<li class="card"/, link)
  }
})

test('paging by its links shows each creation once', async () => {
  const seen: string[] = []
  let path: string | null = '/community?limit=5&sort=recent'
  while (path !== null) {
    const { text }: { text: string } = await service.web(path, { headers: browser })
    seen.push(...[...text.matchAll(/<h3><a href="([^"]+)"/g)].map(match => match[1]!))
    const next: string | undefined = /rel="next" href="([^"]+)"/.exec(text)?.[1]
    path = next === undefined ? null : next.replaceAll('&amp;', '&').replace(/^https?:\/\/[^/]+/, '')
  }
  const { data } = (await service.api('/public/share/community?limit=1')).json()
  assert.equal(new Set(seen).size, seen.length)
  assert.equal(seen.length, data.total)
})

test('a filter that matches nothing says so, and a bad one says what is allowed', async () => {
  assert.match((await service.web('/community?tag=nope', { headers: browser })).text, /Nothing matches/)
  const refused = await service.web('/community?sort=best', { headers: browser })
  assert.equal(refused.status, 422)
  assert.match(refused.text, /sort must be one of/)
})
