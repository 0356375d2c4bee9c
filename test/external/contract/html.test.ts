// Every kind of page is valid HTML for the Nu Html Checker (vnu), with the demo, in right-to-left and unspaced languages,
// and with a foreign site.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { demoRecords } from '../../../demo/demo.ts'
import { loadSite } from '../../../src/site/read.ts'
import { type Running, start } from '../../support/start-service.ts'

const jar = join(import.meta.dirname, '../node_modules/vnu-jar/build/dist/vnu.jar')
const knitting = 'examples/sites/knitting'

type Message = { type: string; message: string; url: string }

/** WebMCP's attributes of forms are newer than the checker. */
const isOfWebMcp = ({ message }: Message): boolean => /^Attribute “tool\w+” not allowed on element/.test(message)

async function messagesAbout(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-html-'))
  try {
    const files = [...pages].map(([url, text], i) => ({ url, text, path: join(folder, `${i}.html`) }))
    await Promise.all(files.map(({ path, text }) => writeFile(path, text)))
    const args = ['-jar', jar, '--format', 'json', '--exit-zero-always', ...files.map(({ path }) => path)]
    const { stderr } = await promisify(execFile)('java', args, { timeout: 120_000, maxBuffer: 1e8 })
    const { messages } = JSON.parse(stderr) as { messages: Message[] }
    assert.ok(messages.some(isOfWebMcp), 'The checker has read the pages.')
    const urlOf = (file: string) => files.find(({ path }) => file.endsWith(path))?.url ?? file
    return messages.filter(message => !isOfWebMcp(message)).map(({ message, url }) => `${urlOf(url)}: ${message}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function pagesOf(service: Running, paths: readonly string[]): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  for (const path of paths) {
    const { text } = await service.web(path, { headers: { accept: 'text/html' } })
    assert.match(text, /^<!doctype html>/i, path)
    pages.set(path, text)
  }
  return pages
}

const everyPage = (creator: string, creation: string): string[] => [
  '/',
  '/community',
  '/community?view=list&sort=popular',
  '/community?q=a',
  '/community?q=zqxjv',
  '/tags',
  '/categories',
  '/creators',
  `/@${creator}`,
  `/@${creator}/followers`,
  `/@${creator}/following`,
  `/@${creator}/${creation}`,
  `/@${creator}/${creation}/remixes`,
  `/embed/@${creator}/${creation}`,
  `/embed/@${creator}`,
  '/ask',
  '/ask?query=What%20is%20trending%3F',
  '/ask?query=How%20old%20is%20the%20moon%3F',
  '/docs',
  '/docs?q=errors',
  '/docs/errors',
  '/docs/reference',
  '/connect',
  '/status',
  '/nowhere',
]

test('the pages of the demo', async t => {
  const service = await start(t, { records: [...demoRecords({ creations: 150 })] })
  await service.prepare()
  const { items } = (await service.api('/public/share/community?sort=remixed&limit=1')).json().data
  const paths = everyPage(items[0].handle, items[0].slug)
  const inLanguage = (locale: string) => paths.map(path => `${path}${path.includes('?') ? '&' : '?'}locale=${locale}`)
  const pages = await pagesOf(service, [...paths, ...inLanguage('ar'), ...inLanguage('ja')])
  assert.deepEqual(await messagesAbout(pages), [])
})

test('the pages of another site', async t => {
  const lines = (await readFile(join(knitting, 'records.ndjson'), 'utf8')).trim().split('\n')
  const service = await start(t, { site: loadSite(knitting), records: lines.map(line => JSON.parse(line)) })
  await service.prepare()
  const { items } = (await service.api('/public/share/community?sort=remixed&limit=1')).json().data
  assert.deepEqual(await messagesAbout(await pagesOf(service, everyPage(items[0].handle, items[0].slug))), [])
})
