// Pictures of every page, to be looked at: light and dark, on a phone and on a desk, and from right to left. They go to
// docs/screenshots. Names of pages on the command line make it only those.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoRecords } from '../../src/ingest/demo/demo.ts'
import { start } from '../start-service.ts'
import { launch, open, phone } from './chromium.ts'

const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))
const stops: (() => Promise<void>)[] = []
const scope = { after: (stop: () => Promise<void>) => void stops.push(stop) }

const service = await start(scope, { records: [...demoRecords({ creations: 2000 })] })
await service.prepare()
const { data } = (await service.api('/public/share/community?limit=48&kind=game&sort=remixed')).json()
type Item = { handle: string; slug: string; remixOf: object | null; creator: { displayName: string } }
/** The fonts of the machine that takes the pictures may know only these letters. */
const items = (data.items as Item[]).filter(({ creator }) => /^[\x20-\x7e]+$/.test(creator.displayName))
const app = items.find(({ remixOf }) => remixOf !== null)!
const original = items.find(({ remixOf }) => remixOf === null)!

const pages: Record<string, string> = {
  landing: '/',
  explorer: '/community?kind=game',
  search: '/community?q=water',
  nothing: '/community?q=zqxjv',
  tags: '/tags',
  creator: `/@${original.handle}`,
  app: `/@${original.handle}/${original.slug}`,
  remix: `/@${app.handle}/${app.slug}?open=app`,
  ask: '/ask?query=How%20much%20does%20it%20cost%3F',
  welcome: '/ask',
  docs: '/docs',
  doc: '/docs/read-api',
  reference: '/docs/reference',
  connect: '/connect',
  status: '/status',
  missing: '/nowhere',
}
const desktop = { viewport: { width: 1200, height: 800 } }
const forms = {
  'desktop-light': { ...desktop, colorScheme: 'light' },
  'desktop-dark': { ...desktop, colorScheme: 'dark' },
  'phone-light': { ...phone, colorScheme: 'light' },
  'phone-dark': { ...phone, colorScheme: 'dark' },
} as const

await mkdir(folder, { recursive: true })
const browser = await launch(scope)
const wanted = process.argv.slice(2)

async function take(name: string, form: keyof typeof forms, path: string): Promise<void> {
  const { page, complaints, close } = await open(browser, forms[form])
  await page.goto(service.webUrl + path, { waitUntil: 'networkidle' })
  await page.screenshot({ path: join(folder, `${name}-${form}.png`) })
  if (process.env.FULL) await page.screenshot({ path: join(folder, `${name}-${form}-full.png`), fullPage: true })
  if (complaints.length > 0) console.log(name, form, complaints)
  await close()
}

for (const [name, path] of Object.entries(pages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const form of Object.keys(forms) as (keyof typeof forms)[]) await take(name, form, path)
  const arabic = `${path}${path.includes('?') ? '&' : '?'}locale=ar`
  await take(`${name}-ar`, 'desktop-light', arabic)
}
for (const stop of stops.reverse()) await stop()
