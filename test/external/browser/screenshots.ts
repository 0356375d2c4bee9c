// Screenshots of the pages for docs/screenshots, light and dark, on a phone and on a desktop.
//   npm run screenshots -- landing app      only these pages
//   FOLDER=/tmp/shots npm run screenshots   into another folder
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoRecords } from '../../../demo/demo.ts'
import { start } from '../../support/start-service.ts'
import { launch, open, phone } from './chromium.ts'

const folder = process.env.FOLDER ?? fileURLToPath(new URL('../../../docs/screenshots/', import.meta.url))
const stops: (() => Promise<void>)[] = []
const scope = { after: (stop: () => Promise<void>) => void stops.push(stop) }

/** The machine may have no fonts for these. */
const rareLetters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}]/u
const records = [...demoRecords({ creations: 2000 })].map(record =>
  record.type === 'creator' && rareLetters.test(record.displayName)
    ? { ...record, displayName: record.handle }
    : record,
)
const service = await start(scope, { records })
await service.prepare()
const { data } = (await service.api('/public/share/community?limit=48&kind=game&sort=remixed')).json()
type Item = { handle: string; slug: string; remixOf: object | null; creator: { displayName: string } }
const items = (data.items as Item[]).filter(({ handle, creator }) => creator.displayName !== handle)
const pathOf = (isRemix: boolean) => {
  const { handle, slug } = items.find(({ remixOf }) => (remixOf !== null) === isRemix)!
  return `/@${handle}/${slug}`
}

const pages: Record<string, string> = {
  landing: '/',
  explorer: '/community?kind=game',
  nothing: '/community?q=zqxjv',
  tags: '/tags',
  creator: pathOf(false).split('/', 2).join('/'),
  app: pathOf(false),
  remix: pathOf(true),
  ask: '/ask?query=How%20much%20does%20it%20cost%3F',
  docs: '/docs/read-api',
  reference: '/docs/reference',
  connect: '/connect',
  status: '/status',
  missing: '/nowhere',
  arabic: '/?locale=ar',
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
for (const [name, path] of Object.entries(pages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const [form, options] of Object.entries(forms)) {
    const { page, complaints, close } = await open(browser, options)
    await page.goto(service.webUrl + path, { waitUntil: 'networkidle' })
    await page.screenshot({ path: join(folder, `${name}-${form}.png`) })
    if (complaints.length > 0) console.log(name, form, complaints)
    await close()
  }
}
for (const stop of stops.reverse()) await stop()
