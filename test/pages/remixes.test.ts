// The remixes of a creation, and its family tree.
import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import { smallCommunity, start } from '../support/start-service.ts'
import { creation, pagesOf, unescaped } from './navigating.ts'

const of = (handle: string, slug: string) => ({ remixOf: { handle, slug } })
const remixes = Array.from({ length: 30 }, (_, i) =>
  creation('ann', `remix-${i}`, { ...of('mira', 'thing-0'), stats: { plays: 30 - i } }),
)
const service = await start(test, {
  records: [
    ...smallCommunity(),
    ...remixes,
    creation('ann', 'again', of('ann', 'remix-0')),
    creation('ann', 'once-more', of('ann', 'again')),
    creation('ann', 'hidden', { ...of('ann', 'again'), visibility: 'private' }),
    creation('zed', 'counted', { stats: { remixes: 82 } }),
    creation('zed', 'all-private', { stats: { remixes: 1449 } }),
    creation('ann', 'of-counted', of('zed', 'counted')),
    creation('zed', 'round', of('zed', 'about')),
    creation('zed', 'about', of('zed', 'round')),
  ],
})
const { webUrl } = service
const { get, textOf, walk } = pagesOf(service)

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
    assert.equal((await get('/@mira/nothing/remixes')).status, 404)
    assert.equal((await get('/@mira/secret-plan/remixes')).status, 404)
  })

  test('say how many of all are public', async () => {
    assert.match(await textOf('/@zed/counted'), /<h2>Remixes <small>1 of 82 are public<\/small><\/h2>/)
    assert.match(
      await textOf('/@zed/counted/remixes'),
      /<h1>Remixes of <a href="[^"]*\/@zed\/counted" lang="en"><bdi>Title counted<\/bdi><\/a><\/h1>.*<small>1 of 82 are public<\/small>/s,
    )
    assert.match(await textOf('/@mira/thing-0/remixes'), /<small>30 creations<\/small>/)
    assert.match(await textOf('/@zed/counted/remixes.md'), /1 of 82 are public/)
    assert.match(await textOf('/@mira/thing-0'), /<h2>Remixes <small>30<\/small><\/h2>/)
    assert.match(
      await textOf('/@zed/counted'),
      /<dt><a href="[^"]*\/@zed\/counted\/remixes">Remixes<i [^>]+><\/i><\/a><\/dt><dd>82</,
    )
    assert.ok(!(await textOf('/@ann/of-counted')).includes(`href="${webUrl}/@ann/of-counted/remixes"`))
    assert.ok((await textOf('/@ann/remix-0')).includes(`href="${webUrl}/@ann/remix-0/remixes"`))
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

  test('that are not public are counted, and the page leads on', async () => {
    const text = await textOf('/@zed/all-private/remixes')
    assert.match(
      text,
      /<p class="notice"><i [^>]+><\/i><span>1,449 remixes so far, all of them private\. [^<]+<\/span><\/p>/,
    )
    assert.match(
      text,
      /<\/h1>\s*<p class="notice">.*?<\/p><section><div class="heading"><h2>The original<\/h2><\/div><ul class="origin"><li class="card">.*?<a href="[^"]*\/@zed\/all-private"/s,
    )
    const creation = await textOf('/@zed/all-private')
    assert.match(creation, /<dt>Remixes<\/dt><dd><span>1,449<\/span><span class="brief">1\.4K</)
    assert.doesNotMatch(text, /0 of|Nothing published|class="feeds"/)
    assert.match(text, /<h2>Similar creations<\/h2><\/div><ul class="grid"><li class="card">/)
    assert.equal(/<ul class="grid">.*?<\/ul>/s.exec(text)![0].match(/<li class="card">/g)!.length, 4)
    assert.match(text, /<p class="back"><a class="see" href="[^"]*\/@zed\/all-private">/)
    assert.match(text, /<h2>More from [^<]+<\/h2>.*?<ul class="rail"><li class="card">/s)
    const markdown = await textOf('/@zed/all-private/remixes.md')
    assert.match(markdown, /1,449 remixes so far, [\s\S]*## Similar creations\n\n- \[[\s\S]*\n## More from /)
    const none = await textOf('/@ann/remix-5/remixes')
    assert.match(none, /<span>Nobody has made anything from Title remix-5 yet\.</)
  })
})
