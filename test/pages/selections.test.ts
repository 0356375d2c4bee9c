// The explorer as the page of a category, a tag or a kind.
import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import { languages } from '../../src/languages/languages.ts'
import { smallCommunity, start } from '../support/start-service.ts'
import { creation, creator, pagesOf, unescaped } from './navigating.ts'

const service = await start(test, {
  records: [...smallCommunity(), creator('busy-bee', 'Busy <Bee>'), creation('busy-bee', 'hive')],
})
const { webUrl } = service
const { get, textOf } = pagesOf(service)

suite('categories, tags and kinds', () => {
  const headOf = (text: string) => ({
    title: /<title>([^<]*)<\/title>/.exec(text)![1]!,
    heading: /<h1>([^<]*)<\/h1>/.exec(text)![1]!,
    description: /<meta name="description" content="([^"]*)"/.exec(text)![1]!,
    canonical: unescaped(/<link rel="canonical" href="([^"]*)"/.exec(text)![1]!),
    markdown: unescaped(/<link rel="alternate" type="text\/markdown" href="([^"]*)"/.exec(text)![1]!),
  })
  const selections: Record<string, string> = {
    'category=health': 'Health',
    'tag=hydration': 'Hydration',
    'tag=hydration,rare': 'Hydration, rare',
    'kind=game': 'Games',
    'category=health&kind=game': 'Health, Games',
    'featuredOnly=true': 'Featured',
  }

  test('have their own title, heading, description, Markdown and feeds', async () => {
    const descriptions = new Set<string>()
    for (const [query, name] of Object.entries(selections)) {
      const text = await textOf(`/community?${query}`)
      const { title, heading, description, canonical, markdown } = headOf(text)
      assert.ok(title.startsWith(`${name} · `), title)
      assert.equal(heading, name)
      descriptions.add(description)
      assert.equal(decodeURIComponent(canonical), `${webUrl}/community?${query}`)
      assert.equal(decodeURIComponent(markdown), `${webUrl}/community.md?${query}`)
      const asMarkdown = await textOf(markdown)
      assert.match(asMarkdown, new RegExp(`\n# ${name}\n`))
      assert.ok(asMarkdown.includes(`canonical_url: ${canonical}`))
      const { headers } = await get(`/community?${query}`)
      assert.ok(headers.link!.includes(`<${markdown}>; rel="alternate"`))
      assert.ok(decodeURIComponent(unescaped(text)).includes(`<a href="${webUrl}/feed.atom?${query}">`), query)
    }
    assert.equal(descriptions.size, 5)
  })

  test('have one address', async () => {
    const canonicals: Record<string, string> = {
      '/community?category=HEALTH': `${webUrl}/community?category=health`,
      '/community?tag=Rare,hydration': `${webUrl}/community?tag=hydration%2Crare`,
      '/community?category=health&q=thing': `${webUrl}/community`,
      '/community?creator=MIRA': 'http://mira.localhost',
      '/community?remixOf=mira/thing-0&sort=liked': `${webUrl}/@mira/thing-0/remixes`,
    }
    for (const [path, expected] of Object.entries(canonicals)) {
      assert.ok(headOf(await textOf(path)).canonical.startsWith(expected), path)
    }
  })

  test('are named by their label, also without results, and in the language of the page', async () => {
    for (const query of ['', '&creator=busy-bee']) {
      assert.match(headOf(await textOf(`/community?category=health&locale=fr${query}`)).heading, /^Santé/)
      assert.match(headOf(await textOf(`/community?tag=hydration${query}`)).heading, /^Hydration/)
    }
    assert.ok((await textOf('/community?category=health&locale=fr&q=zqxjv')).includes('<span dir="auto">Santé</span>'))
    assert.equal(headOf(await textOf('/community?category=unknown-one')).heading, 'unknown-one')
    assert.equal(headOf(await textOf('/community')).heading, languages.en.words.explore)
  })

  test('tell where they are', async () => {
    const trail = async (path: string) =>
      [...(await textOf(path)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
        .map(([, json]) => JSON.parse(json!))
        .find(thing => thing['@type'] === 'BreadcrumbList')
        ?.itemListElement.map(({ name }: { name: string }) => name)
        .slice(1)
    assert.deepEqual(await trail('/community?category=health'), ['Explore', 'Categories', 'Health'])
    assert.deepEqual(await trail('/community?tag=rare'), ['Explore', 'Tags', 'rare'])
    assert.equal(await trail('/community?category=health&q=thing'), undefined)
  })
})

test('a category or a tag begins with the most liked; other selections are trending if they are used compared with the community, or begin with the newest', async t => {
  const many = (category: string, count: number, more: (i: number) => object) =>
    Array.from({ length: count }, (_, i) =>
      creation('mira', `${category}-${i}`, { category, tags: [category], ...more(i) }),
    )
  const day = (i: number) => `2026-03-${String(10 + i)}T10:00:00Z`
  const used = (plays: number, likes: number) => ({ stats: { views: plays, plays, likes, remixes: 0 } })
  const community = await start(t, {
    records: [
      creator('mira'),
      ...many('busy', 12, i => ({ ...used(1000, 100), publishedAt: day(i) })),
      ...many('quiet', 12, i => ({ ...used(2, 1), publishedAt: day(i) })),
      ...many('once', 8, i => ({ ...used(2, 0), publishedAt: day(i) })),
      ...many('once', 8, i => ({
        ...used(900, 90 - i),
        slug: `classic-${i}`,
        title: `Classic ${i}`,
        publishedAt: '2019-03-01T10:00:00Z',
      })),
    ],
  })
  const pages = pagesOf(community)
  const sortOf = async (query: string) =>
    /<summary><span class="away">Sort: <\/span>([^<]+)/.exec(await pages.textOf(`/community?${query}`))?.[1]
  const contents = /<span class="contents"><bdi>([^<]+)/
  assert.equal(contents.exec(await pages.textOf('/community?kind=app'))?.[1], 'Mostly Once, Busy and Quiet')
  assert.doesNotMatch(await pages.textOf('/community?category=busy'), contents)
  assert.equal(await sortOf('kind=app'), 'Trending')
  for (const query of ['category=busy', 'tag=busy']) assert.equal(await sortOf(query), 'Most liked', query)
  assert.equal(await sortOf('category=quiet'), 'Newest')
  assert.equal(await sortOf('tag=quiet&view=list'), 'Newest')
  assert.equal(await sortOf('category=once'), 'Most liked')
  assert.equal(await sortOf('category=once&sort=trending'), 'Trending')
  const once = await pages.textOf('/community?category=once')
  assert.ok(unescaped(once).includes('href="' + community.webUrl + '/community?sort=trending&category=once"'))
  assert.match(await pages.textOf('/community.md?category=once'), /most liked first\.[\s\S]*?- \[Classic 0\]/)
})

test('a tag names related tags, which lead to their own pages', async () => {
  const text = await textOf('/community?tag=hydration')
  const related = /<nav class="popular" aria-label="Related tags">.*?<\/nav>/s.exec(text)![0]
  for (const [, url] of related.matchAll(/href="([^"]+)"/g)) {
    assert.match(unescaped(url!), /\/community\?tag=[^,&]+$/)
    assert.doesNotMatch(await textOf(unescaped(url!)), /class="empty"/)
  }
})
