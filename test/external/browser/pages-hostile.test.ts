// People who try everything: hundreds of hostile strings as titles, names, bios, tags and questions. Nothing of it runs,
// the policy has nothing to refuse, and no page breaks.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { containBidi } from '../../../src/util/text.ts'
import { hostileStringRecords, perCreator, hostileStrings as texts } from '../../support/hostile-strings.ts'
import { start } from '../../support/start-service.ts'
import { desktop, launch, open } from './chromium.ts'

const service = await start({ after }, { records: hostileStringRecords() })
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
    await look(`/@h${i}/s${i * perCreator + 3}/remixes`, [own[3]!])
    await look(`/@h${i}/followers`, [])
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
  for (const path of ['/', '/tags', '/creators', '/?locale=ar', `/community?q=${encodeURIComponent(texts[0]!)}`])
    await look(path, [])
  await service.prepare()
  for (const text of texts.slice(0, 3)) await look(`/ask?query=${encodeURIComponent(text)}`, [text])
  assert.deepEqual(outside, [])
  assert.deepEqual(complaints, [])
  await close()
})
