// Pages that lead from one list to the next: people, followers, all creations of a creator, remixes.
import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { type Reply, smallCommunity, start } from '../support/start-service.ts'

const creator = (handle: string, displayName = handle) => ({ type: 'creator', handle, displayName })
const creation = (handle: string, slug: string, more: object = {}) => ({
  type: 'creation',
  handle,
  slug,
  title: `Title ${slug}`,
  publishedAt: '2026-03-01T10:00:00Z',
  ...more,
})
const of = (handle: string, slug: string) => ({ remixOf: { handle, slug } })

const fans = Array.from({ length: 100 }, (_, i) => `fan-${i}`)
const busy = Array.from({ length: 60 }, (_, i) => creation('busy-bee', `hive-${i}`))
const remixes = Array.from({ length: 30 }, (_, i) =>
  creation('ann', `remix-${i}`, { ...of('mira', 'thing-0'), stats: { plays: 30 - i } }),
)
const service = await start(test, {
  records: [
    ...smallCommunity(),
    creator('busy-bee', 'Busy <Bee>'),
    ...busy,
    ...fans.map(handle => creator(handle)),
    ...fans.map(follower => ({ type: 'follow', follower, following: 'busy-bee' })),
    ...remixes,
    creation('ann', 'again', of('ann', 'remix-0')),
    creation('ann', 'once-more', of('ann', 'again')),
    creation('ann', 'hidden', { ...of('ann', 'again'), visibility: 'private' }),
    creation('zed', 'counted', { stats: { remixes: 82 } }),
    creation('ann', 'of-counted', of('zed', 'counted')),
    creation('zed', 'round', of('zed', 'about')),
    creation('zed', 'about', of('zed', 'round')),
    creation('zed', 'followers'),
  ],
})
const { web, webUrl } = service

const unescaped = (text: string): string => text.replaceAll('&amp;', '&')

/** By its URL, which may be that of a creator. */
function get(url: string, accept = 'text/html'): Promise<Reply> {
  const { host, pathname, search } = new URL(url, webUrl)
  return web(pathname + search, { headers: { accept, host } })
}

async function textOf(url: string): Promise<string> {
  const { status, text } = await get(url)
  assert.equal(status, 200, url)
  return text
}

const nextIn = (text: string): string | undefined => {
  const url =
    /rel="next" href="([^"]+)"/.exec(text)?.[1] ?? /\[(?:Next page|More from [^\]]+)\]\(<([^>]+)>\)/.exec(text)?.[1]
  return url && unescaped(url)
}

/** What all pages of a list show, in order. */
async function walk(url: string, pattern: RegExp): Promise<string[]> {
  const found: string[] = []
  for (let next: string | undefined = url; next !== undefined; ) {
    const text = await textOf(next)
    found.push(...[...text.matchAll(pattern)].map(([, name]) => name!))
    next = nextIn(text)
  }
  return found
}

type Listed = { items: { handle: string }[]; pagination: { nextUrl: string | null } }

suite('people', () => {
  const names = /<small><bdi>@([a-z0-9-]+)<\/bdi><\/small>/g

  test('the directory has everybody once, in the order of the API, in both forms', async () => {
    for (const sort of ['followers', 'recent', 'creations']) {
      const expected: string[] = []
      for (let next: string | null = `/public/share/creators?sort=${sort}`; next !== null; ) {
        const { items, pagination }: Listed = (await service.api(next)).json().data
        expected.push(...items.map(({ handle }) => handle))
        next = pagination.nextUrl && new URL(pagination.nextUrl).pathname + new URL(pagination.nextUrl).search
      }
      assert.equal(expected.length, 104)
      assert.deepEqual(await walk(`/creators?sort=${sort}`, names), expected)
      assert.deepEqual(await walk(`/creators.md?sort=${sort}`, /\(@([a-z0-9-]+)\): creations/g), expected)
    }
  })

  test('a search finds names, keeps its order and language, and says when it finds nobody', async () => {
    assert.deepEqual(await walk('/creators?q=bee', names), ['busy-bee'])
    assert.deepEqual(await walk('/creators?q=bussy', names), ['busy-bee'])
    assert.match(
      await textOf('/creators?q=bussy'),
      /<p class="searched" role="status">[^<]*<b><bdi>bussy<\/bdi><\/b>[^<]*<b><bdi>busy<\/bdi>/,
    )
    assert.match(await textOf('/creators.md?q=bussy'), /Showing results for busy\./)
    assert.doesNotMatch(await textOf('/creators?q=bee'), /class="searched"/)
    const found = await walk('/creators?q=fan&sort=recent&locale=de', names)
    assert.deepEqual(found.toSorted(), fans.toSorted())
    const text = await textOf('/creators?q=fan&sort=recent&locale=de')
    assert.match(text, /<input type="hidden" name="sort" value="recent"><input type="hidden" name="locale" value="de">/)
    assert.equal(new URL(nextIn(text)!).searchParams.get('locale'), 'de')
    assert.ok(text.includes(`<link rel="canonical" href="${webUrl}/creators?locale=de">`))
    assert.ok((await textOf('/creators?q=zqxjv')).includes('class="empty"'))
    assert.equal((await get('/creators?sort=best')).status, 422)
    assert.equal((await get('/creators?cursor=x')).status, 400)
    assert.equal((await get('/creators?q=&sort=&cursor=&limit=&locale=')).status, 200)
  })

  test('the explorer and every page lead to it', async () => {
    for (const locale of serviceLocales) {
      const query = locale === 'en' ? '' : `?locale=${locale}`
      const { people } = languages[locale].words
      assert.ok((await textOf(`/${query}`)).includes(`<a href="${webUrl}/creators${query}">${people}</a>`), locale)
    }
    assert.ok((await textOf('/community?q=bee')).includes(`href="${webUrl}/creators?q=bee"`))
  })

  test('followers have pages; the numbers on the profile link to them', async () => {
    const profile = await textOf('/@busy-bee')
    assert.ok(profile.includes(`href="${webUrl}/@busy-bee/followers"`))
    // This creator follows no one, so the profile does not mention it.
    assert.ok(!profile.includes(`href="${webUrl}/@busy-bee/following"`))
    assert.ok((await textOf('/@fan-7')).includes(`href="${webUrl}/@fan-7/following"`))
    const found = await walk('/@busy-bee/followers', names)
    assert.deepEqual(found.filter(handle => handle !== 'busy-bee').toSorted(), fans.toSorted())
    const markdown = await walk('/@busy-bee/followers.md', /^- .*\(@([a-z0-9-]+)\)/gm)
    assert.deepEqual(markdown.toSorted(), fans.toSorted())
    assert.deepEqual((await walk('/@fan-7/following', names)).slice(1), ['busy-bee'])
    assert.ok((await textOf('/@busy-bee/following')).includes(languages.en.words.nobody))
    assert.ok((await textOf('/@busy-bee/following.md')).includes(languages.en.words.nobody))
    assert.equal((await get('/@busy-bee/followers?cursor=x')).status, 400)
    assert.equal((await get('/@nobody/followers')).status, 404)
    const second = nextIn(await textOf('/@busy-bee/followers?locale=fr'))!
    assert.match(await textOf(second), /<html lang="fr"/)
    assert.ok(
      (await textOf(second)).includes(
        `href="${webUrl}/@busy-bee/followers?locale=fr">${languages.fr.words.firstPage}<`,
      ),
    )
    // A cursor belongs to its list.
    assert.equal((await get(second.replace('followers', 'following'))).status, 400)
  })

  test('a creation with such a slug keeps its page', async () => {
    for (const path of ['/@zed/followers', '/@ZED/followers', '/@zed/followers.md']) {
      assert.ok((await textOf(path)).includes('Title followers'), path)
    }
    assert.ok((await textOf('/@zed/following')).includes('Followed by Zed Sol'))
  })
})

suite('all creations of a creator', () => {
  test('are on pages of the creator, without repeating who made them', async () => {
    for (const path of ['/@busy-bee', '/@busy-bee?locale=de']) {
      const found = await walk(path, /<h3><a href="[^"]*\/@busy-bee\/(hive-\d+)/g)
      assert.equal(found.length, busy.length)
      assert.equal(new Set(found).size, busy.length)
    }
    const first = await textOf('/@busy-bee')
    assert.equal(first.match(/class="avatar[^>]+\/art\/creator\/busy-bee/g)?.length, 1)
    assert.match(first, /<h2>Creations <small>60<\/small><\/h2>/)
    const second = await textOf(nextIn(first)!)
    assert.ok(second.includes(languages.en.words.firstPage) && second.includes('<h1 dir="auto">Busy &lt;Bee&gt;</h1>'))
    assert.equal(/<link rel="canonical" href="([^"]+)"/.exec(second)![1], new URL(nextIn(first)!).origin)
    assert.ok(!(await textOf('/@zed')).includes('class="next"'))
    for (const path of ['/@busy-bee?cursor=x', '/@busy-bee.md?cursor=x']) assert.equal((await get(path)).status, 400)
  })

  test('so are those of Markdown, which calls them creations', async () => {
    const found = await walk('/@busy-bee.md', /\/@busy-bee\/(hive-\d+)>/g)
    assert.equal(new Set(found).size, busy.length)
    assert.match(await textOf('/@busy-bee.md'), /60 creations, \[100 followers\]/)
  })
})

suite('remixes', () => {
  const slugs = /<h3><a href="[^"]*\/@ann\/([a-z0-9-]+)/g

  test('have pages of their own, with a feed', async () => {
    const found = await walk('/@mira/thing-0/remixes', slugs)
    assert.deepEqual(found.toSorted(), remixes.map(({ slug }) => slug).toSorted())
    const text = await textOf('/@mira/thing-0/remixes')
    const feed = unescaped(/href="([^"]+\/feed\.json\?[^"]+)"/.exec(text)![1]!)
    assert.equal((await get(feed)).json().items.length, remixes.length)
    const markdown = await walk('/@mira/thing-0/remixes.md', /^- \[Title ([a-z0-9-]+)\]\([^)]*\) by/gm)
    assert.equal(new Set(markdown).size, remixes.length)
    const page = await textOf('/@mira/thing-0')
    assert.ok(page.includes(`<a class="see" href="${webUrl}/@mira/thing-0/remixes">`))
    assert.ok((await textOf('/@mira/thing-0.md')).includes(`(<${webUrl}/@mira/thing-0/remixes.md>)`))
    assert.ok((await textOf('/@mira/thing-3/remixes')).includes('class="empty"'))
    assert.equal((await get('/@mira/nothing/remixes')).status, 404)
    assert.equal((await get('/@mira/secret-plan/remixes')).status, 404)
  })

  test('say how many of all are public', async () => {
    assert.match(await textOf('/@zed/counted'), /<h2>Remixes <small>1 of 82 are public<\/small><\/h2>/)
    const heading = /<h2>Made directly from Title counted <small>1 of 82 are public<\/small><\/h2>/
    assert.match(await textOf('/@zed/counted/remixes'), heading)
    assert.match(await textOf('/@zed/counted/remixes.md'), /1 of 82 are public/)
    assert.match(await textOf('/@mira/thing-0'), /<h2>Remixes <small>30<\/small><\/h2>/)
    assert.match(await textOf('/@zed/counted'), /<dt><a href="[^"]*\/@zed\/counted\/remixes">Remixes<\/a><\/dt><dd>82</)
    assert.ok((await textOf('/@ann/of-counted')).includes(`href="${webUrl}/@ann/of-counted/remixes"`))
  })

  test('the family tree has originals and remixes of remixes, as far as they are public', async () => {
    const tree = async (path: string) => /<ul class="tree">.*?<\/section>/s.exec(await textOf(path))?.[0] ?? ''
    const inside = await tree('/@ann/remix-0/remixes')
    const links = [...inside.matchAll(/href="[^"]*\/@([a-z0-9/-]+)"/g)].map(([, name]) => name)
    assert.deepEqual(links, ['mira/thing-0', 'ann/again', 'ann/once-more'])
    assert.match(inside, /<li aria-current="true"><div class="node"><img[^>]+><span><b dir="auto">Title remix-0<\/b>/)
    // Each with its picture and its number of direct remixes; those of remixes can be folded.
    assert.equal(inside.match(/<img class="cover"/g)?.length, 4)
    assert.match(inside, /@ann<\/bdi><span class="size"> · Remixes: 1<[\s\S]*<details><summary>Remixes: 1<\/summary>/)
    const whole = await tree('/@mira/thing-0/remixes')
    assert.equal(whole.match(/\/@ann\/remix-\d+"/g)?.length, 6)
    assert.match(whole, /Title remix-0<\/a><small><bdi>@ann<\/bdi><span class="size"> · Remixes: 1</)
    assert.match(whole, /<a class="chip" href="[^"]*\/@mira\/thing-0\/remixes">24 more</)
    const markdown = await textOf('/@ann/remix-0/remixes.md')
    assert.match(
      markdown,
      /- \[Thing 0\].*\n {2}- \[Title remix-0\].*\n {4}- \[Title again\].*\n {6}- \[Title once-more\]/,
    )
    assert.equal(await tree('/@zed/counted/remixes'), '')
  })

  test('a circle ends', async () => {
    const text = await textOf('/@zed/round/remixes')
    assert.ok(text.length < 100_000)
    assert.ok((await textOf('/@zed/round/remixes.md')).length < 10_000)
  })
})

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
