// Screenshots of the example site packs for docs/screenshots: `node test/external/browser/site-screenshots.ts`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadSite } from '../../../src/site/read.ts'
import { start } from '../../support/start-service.ts'
import { launch, open, phone } from './chromium.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = process.env.FOLDER ?? join(root, 'docs', 'screenshots')
const stops: (() => Promise<void>)[] = []
const scope = { after: (stop: () => Promise<void>) => void stops.push(stop) }
const desktop = { viewport: { width: 1200, height: 800 } }

/** Page, device and colour scheme of each picture. */
const shots = {
  knitting: [
    ['home', '/', { ...desktop, colorScheme: 'light' }],
    ['creation', '/@alma/harbour-pullover', { ...desktop, colorScheme: 'light' }],
    ['page', '/pages/meetings?locale=de', { ...phone, colorScheme: 'light' }],
    ['ask', '/ask?query=When%20do%20you%20meet%3F', { ...desktop, colorScheme: 'light' }],
  ],
  'games-fair': [
    ['home', '/', { ...desktop, colorScheme: 'light' }],
    ['dark', '/', { ...desktop, colorScheme: 'dark' }],
    ['creation', '/@class-5a/canteen-dash', { ...desktop, colorScheme: 'light' }],
    ['explorer', '/community?locale=es&kind=puzzle', { ...phone, colorScheme: 'dark' }],
  ],
} as const

const browser = await launch(scope)
for (const [name, pages] of Object.entries(shots)) {
  const pack = join(root, 'examples', 'sites', name)
  const lines = readFileSync(join(pack, 'records.ndjson'), 'utf8').trim().split('\n')
  const service = await start(scope, { site: loadSite(pack), records: lines.map(line => JSON.parse(line)) })
  await service.prepare()
  for (const [shot, path, device] of pages) {
    const { page, complaints, close } = await open(browser, device)
    await page.goto(service.webUrl + path, { waitUntil: 'networkidle' })
    await page.screenshot({ path: join(folder, `${name}-${shot}.png`) })
    if (complaints.length > 0) console.log(name, shot, complaints)
    await close()
  }
}
for (const stop of stops.toReversed()) await stop()
