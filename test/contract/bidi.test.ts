// Pages, Markdown and feeds of a community with hostile bidirectional controls in every text. How browsers show them is
// tested in test/external/browser/bidi.test.ts.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { nameIn } from '../../src/site/text.ts'
import { arabic, bidiRecords, english, hostileLines, leaks, people, withoutControls } from '../support/bidi.ts'
import { start } from '../support/start-service.ts'

const hostileUrl = (name: string): string => `https://example.org/\u202e${name}`
const linked = [
  {
    type: 'creator',
    handle: 'linked',
    displayName: 'Lin',
    links: [{ label: 'Site', url: hostileUrl('site') }],
    avatarUrl: hostileUrl('face'),
  },
  {
    type: 'creation',
    handle: 'linked',
    slug: 'one',
    title: 'One',
    coverUrl: hostileUrl('cover'),
    screenshots: [hostileUrl('shot')],
  },
]
const service = await start({ after }, { records: [...bidiRecords(), ...linked] })
await service.prepare()
const { web, api } = service

const query = encodeURIComponent(hostileLines[1]!)
const listings = [
  '/',
  '/community',
  '/tags',
  '/categories',
  '/creators',
  `/creators?q=${query}`,
  `/community?q=${query}`,
  '/community?tag=كلمة&category=category-3',
]
const own = [...people.map(handle => [handle, 'game']), ['linked', 'one']].flatMap(([handle, slug]) => [
  `/@${handle}`,
  `/@${handle}/followers`,
  `/@${handle}/${slug}`,
  `/@${handle}/${slug}/remixes`,
])
const cards = own.filter(path => !/followers|remixes/.test(path)).map(path => `/embed${path}`)
const paths = [
  ...listings,
  ...own,
  ...cards,
  `/ask?query=${query}`,
  `/ask?query=${encodeURIComponent('Who is @person-4?')}`,
]
const inLanguages = paths.flatMap(path => [path, `${path}${path.includes('?') ? '&' : '?'}locale=ar`])

const read = async (path: string, accept = '*/*') => {
  const { status, text } = await web(encodeURI(path).replaceAll('%25', '%'), { headers: { accept } })
  return { status, text }
}

const stringsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsOf)
      : []

/** Fields of forms send back what was typed, and isolate it. */
const withoutFields = (markup: string): string => markup.replace(/<input [^>]*>/g, '')

test('on pages, every text, attribute and value of JSON-LD keeps its bidirectional controls to itself', async () => {
  let seen = 0
  for (const path of inLanguages) {
    const { status, text } = await read(path, 'text/html')
    assert.equal(status, 200, path)
    const scripts = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    const data = scripts.flatMap(([, json]) => stringsOf(JSON.parse(json!)))
    const markup = withoutFields(text.replace(/<script\b.*?<\/script>/gs, ''))
    const attributes = [...markup.matchAll(/="([^"]*)"/g)].map(([, value]) => value!)
    const texts = markup.split(/<[^>]*>/)
    for (const part of [...texts, ...attributes, ...data]) {
      assert.ok(!leaks(part), `${path}: ${JSON.stringify(part)}`)
      if (part !== withoutControls(part)) seen++
    }
  }
  assert.ok(seen > 1_000)
})

test('Markdown pages and feeds keep the controls of each text to themselves', async () => {
  const markdown = ['/index.md', '/community.md', '/tags.md', '/creators.md', ...own.map(path => `${path}.md`)]
  const creatorFeeds = people.map(handle => `/@${handle}/rss.xml`)
  for (const path of [
    ...markdown,
    '/rss.xml',
    ...creatorFeeds,
    '/feed.atom',
    `/feed.atom?q=${encodeURIComponent('\u202eooo')}`,
  ]) {
    const { status, text } = await read(path)
    assert.equal(status, 200, path)
    const parts = /feed|rss/.test(path) ? text.split(/<[^>]*>|="([^"]*)"/) : text.split(/\]\(|[[\]>`]/)
    for (const part of parts) assert.ok(!leaks(part ?? ''), `${path}: ${JSON.stringify(part)}`)
    if (!path.includes('linked')) assert.notEqual(text, withoutControls(text))
  }
  for (const path of ['/feed.json', `/feed.json?q=${encodeURIComponent('\u202eooo')}`]) {
    const strings = stringsOf(JSON.parse((await read(path)).text))
    for (const value of strings) assert.ok(!leaks(value), `${path}: ${JSON.stringify(value)}`)
  }
})

test('records are read as they were imported', async () => {
  const { data } = (await api('/public/share/app/person-4/game')).json()
  assert.equal(data.title, hostileLines[1])
  const { profile } = (await api('/public/share/user/person-4')).json().data
  assert.equal(profile.displayName, hostileLines[1])
})

test('titles of pages and descriptions of pictures isolate a name of the other direction', async () => {
  const product = nameIn(service.site)
  const titleOf = async (path: string) => /<title>(.*?)<\/title>/.exec((await read(path, 'text/html')).text)?.[1]
  assert.equal(await titleOf('/@person-0/game'), `\u2068${arabic}\u2069 · ${product}`)
  assert.equal(await titleOf('/@person-0'), `\u2068${arabic}\u2069 (@person-0) · ${product}`)
  assert.equal(await titleOf('/@person-2/game'), `${english} · ${product}`)
  assert.equal(await titleOf('/@person-2?locale=ar'), `\u2068${english}\u2069 (@person-2) · ${product}`)
  const { text } = await read('/@person-0/game', 'text/html')
  assert.ok(text.includes(`alt="Screenshot 1 of 1: \u2068${arabic}\u2069"`))
})

test('forms keep the query, and links keep their target', async () => {
  const asked = '\u202e"ooo'
  const { text } = await read(`/community?q=${encodeURIComponent(asked)}`, 'text/html')
  assert.ok(text.includes('value="\u202e&quot;ooo"'))
  const answered = await read(`/ask?query=${encodeURIComponent(asked)}`, 'text/html')
  const before = /name="prev" value="([^"]*)"/.exec(answered.text)![1]!
  assert.deepEqual(JSON.parse(before.replaceAll('&quot;', '"')), [asked])
  const profile = await read('/@linked', 'text/html')
  for (const attribute of ['href="https://example.org/%E2%80%AEsite"', 'src="https://example.org/%E2%80%AEface"'])
    assert.ok(profile.text.includes(attribute), attribute)
  assert.ok((await read('/@linked.md')).text.includes('(<https://example.org/%E2%80%AEsite>)'))
  const feed = JSON.parse((await read('/feed.json')).text) as { items: { authors: { avatar?: string }[] }[] }
  assert.ok(feed.items.some(({ authors }) => authors[0]!.avatar === 'https://example.org/%E2%80%AEface'))
})
