// Pages of people: what they leave out when there is little to show.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { start } from '../support/start-service.ts'

const person = (handle: string, more: object = {}) => ({ type: 'creator', handle, displayName: handle, ...more })

const creation = (handle: string, slug: string, more: object = {}) => ({
  type: 'creation',
  handle,
  slug,
  title: `Title ${slug}`,
  summary: 'S',
  kind: 'app',
  publishedAt: '2026-05-01T00:00:00Z',
  ...more,
})

async function pagesOf(t: TestContext, records: readonly object[]) {
  const service = await start(t, { records })
  const text = async (path: string) => (await service.web(path.replace(service.webUrl, ''))).text
  return { text, webUrl: service.webUrl }
}

const several = (n: number, make: (i: number) => object) => Array.from({ length: n }, (_, i) => make(i))
const handlesIn = (text: string) =>
  [...text.matchAll(/<small><bdi>@([a-z0-9-]+)<\/bdi><\/small>/g)].map(([, name]) => name)

test('where nobody has followers, those with the most creations come first', async t => {
  const records = [
    ...several(30, i => person(`p-${String(i).padStart(2, '0')}`)),
    creation('p-07', 'one'),
    creation('p-07', 'two'),
    creation('p-20', 'one'),
  ]
  const { text, webUrl } = await pagesOf(t, records)
  const first = await text('/creators')
  assert.deepEqual(handlesIn(first).slice(0, 2), ['p-07', 'p-20'])
  assert.match(first, /<a class="chip" href="[^"]*\/creators" aria-current="true">Most creations</)
  assert.ok(!first.includes('Most followed') && !/\d followers?</.test(first))
  assert.match(first, /<p class="range">1–24 of 30</)
  assert.deepEqual(
    [...first.matchAll(/<ul class="totals"><li>([^<]*)</g)].map(([, text]) => text),
    ['2 creations', '1 creation'],
  )
  const next = /rel="next" href="([^"]+)"/.exec(first)![1]!.replaceAll('&amp;', '&')
  const second = await text(next)
  assert.equal(new Set([...handlesIn(first), ...handlesIn(second)]).size, 30)
  assert.ok(!second.includes('class="range"') && !second.includes('Most followed'))
  const markdown = await text('/creators.md')
  assert.match(markdown, /most creations first/)
  assert.ok(markdown.indexOf('@p-07') < markdown.indexOf('@p-00'))
  assert.match(markdown, new RegExp(`\\[Next page\\]\\(<${webUrl}/creators\\.md\\?sort=creations&cursor=`))
})

test('a few people need no search', async t => {
  const records = [...several(5, i => person(`p-${i}`)), { type: 'follow', follower: 'p-1', following: 'p-2' }]
  const { text } = await pagesOf(t, records)
  const page = await text('/creators')
  assert.equal(handlesIn(page)[0], 'p-2')
  assert.ok(!page.includes('class="tabs"') && !page.includes('name="q" value="" placeholder="Search people'))
  assert.ok((await text('/creators?q=p')).includes('class="tabs"'))
})

test('the page of a creator shows what there is', async t => {
  const many = several(14, i => creation('busy', `c-${i}`, { publishedAt: `2026-0${1 + (i % 4)}-05T00:00:00Z` }))
  const links = [
    { label: 'Notes', url: 'https://www.example.org/notes' },
    { label: 'example.com', url: 'https://example.com/' },
  ]
  const records = [
    person('busy', { links }),
    person('calm'),
    ...many.map((one, i) => ({ ...one, stats: { plays: i } })),
    creation('calm', 'only'),
    { type: 'follow', follower: 'calm', following: 'busy' },
  ]
  const { text } = await pagesOf(t, records)
  const busy = await text('/@busy')
  assert.match(
    busy,
    /<dt>Followers<\/dt><dd><a href="[^"]*\/@busy\/followers" aria-label="Followers 1">1<span class="faces"><img/,
  )
  assert.ok(!busy.includes('/@busy/following"') && !busy.includes('Nobody yet'))
  assert.ok(busy.includes('Notes</a> <small><bdi>example.org</bdi></small>') && busy.includes('example.com</a></li>'))
  const slugs = async (path: string) =>
    [...(await text(path)).matchAll(/<h3><a href="[^"]*\/@busy\/(c-\d+)"/g)].map(([, slug]) => slug)
  const byPlays = many.map((_, i) => `c-${i}`).toReversed()
  assert.deepEqual(await slugs('/@busy'), byPlays)
  assert.match(busy, /<a class="chip" href="[^"]*busy\.[^"?]*#creations" aria-current="true">Most played</)
  assert.match(busy, /<a class="chip" href="[^"]*busy\.[^"]*\?sort=recent#creations">Newest</)
  const newest = await slugs('/@busy?sort=recent')
  assert.equal(newest.length, 14)
  assert.ok(['c-3', 'c-7', 'c-11'].includes(newest[0]!))
  assert.match(await text('/@busy?sort=recent'), /aria-current="true">Newest</)
  assert.match(
    await text('/@busy.md?sort=recent'),
    new RegExp(`## Creations\\s+- Sort: [^\n]*\\n- Feeds: [^\n]*\\s+- [^\n]*/@busy/${newest[0]}>`),
  )
  assert.ok(!busy.includes('sort=liked'))
  const calm = await text('/@calm')
  assert.match(calm, /<ul class="mosaic"><li class="card">/)
  assert.ok(!calm.includes('class="tabs"') && !calm.includes('<dt>Plays'))
  assert.match(await text('/@busy/followers'), /aria-current="page">Followers <small>1<\/small>/)
})

test('people are listed with what they made, and how they are sorted', async t => {
  const records = [
    ...several(15, i => person(`p-${String(i).padStart(2, '0')}`)),
    ...several(4, i => creation('p-03', `work-${i}`, { title: `Work <${i}>`, stats: { plays: i } })),
    { type: 'follow', follower: 'p-03', following: 'p-05' },
  ]
  const { text } = await pagesOf(t, records)
  const works = (page: string) =>
    [...page.matchAll(/<ul class="works">(.*?)<\/ul>/gs)].map(([, list]) =>
      [...list!.matchAll(/<span class="away" dir="auto">([^<]*)</g)].map(([, title]) => title),
    )
  const titles = ['Work &lt;3&gt;', 'Work &lt;2&gt;', 'Work &lt;1&gt;']
  for (const path of ['/creators', '/creators?q=p-03', '/@p-05/followers']) {
    assert.deepEqual(works(await text(path)), [titles], path)
    assert.match(await text(path.replace(/(?=\?|$)/, '.md')), /@p-03.*\(Work [^)]*3[^)]*2[^)]*1[^)]*\)/, path)
  }
  assert.match(await text('/creators'), /<h1>People <small>15<\/small><\/h1>\n<form/)
  for (const [query, name] of [
    ['', 'Most followed'],
    ['?sort=recent', 'Newest'],
    ['?sort=creations', 'Most creations'],
  ])
    assert.match(await text(`/creators${query}`), new RegExp(`aria-current="true">${name}<`))
})

test('an empty list of followers names the person and has their creations', async t => {
  const records = [person('ann', { displayName: 'Ann' }), ...several(6, i => creation('ann', `c-${i}`)), person('calm')]
  const { text } = await pagesOf(t, records)
  const page = await text('/@ann/followers')
  assert.match(page, /<h1>Followers<\/h1>/)
  assert.match(page, /Nobody follows Ann yet\.<\/p>.*<h2>Creations <small>6<\/small><\/h2><a class="see"/s)
  assert.equal(page.match(/<li class="card">/g)?.length, 4)
  assert.match(
    await text('/@ann/following.md'),
    /Ann does not follow anybody yet\.\n\n## Creations 6\n\n(?:- \[Title.*\n){4}/,
  )
  assert.match(await text('/@calm/followers'), /class="empty"><p><strong>Nobody follows calm yet\./)
})

test('a person without a text has the titles of what they made', async t => {
  const { text } = await pagesOf(t, [person('ann'), creation('ann', 'one'), person('ben', { bio: 'Hi' })])
  assert.match(await text('/creators'), /<p class="titles" aria-hidden="true">Creations: <bdi>Title one<\/bdi><\/p>/)
  assert.equal((await text('/creators')).match(/class="titles"/g)?.length, 1)
})

test('a date of joining that is later than the creations is left out', async t => {
  const joinedAt = '2026-08-01T00:00:00Z'
  const { text } = await pagesOf(t, [person('ann', { joinedAt }), creation('ann', 'one'), person('ben', { joinedAt })])
  assert.ok(!(await text('/@ann')).includes('class="since"'))
  assert.match(await text('/@ben'), /<span class="since">Joined <time[^>]*>Aug 1, 2026</)
})
