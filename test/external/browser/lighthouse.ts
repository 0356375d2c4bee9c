// Lighthouse scores of the pages on a phone and on a desktop. It takes minutes and needs a quiet machine, so it is not one
// of the tests: `npm run lighthouse`, with names of pages for only those. A score under 97 fails.
import lighthouse, { defaultConfig, desktopConfig } from 'lighthouse'
import { demoRecords } from '../../../demo/demo.ts'
import { start } from '../../support/start-service.ts'
import { freePorts } from '../support/nginx.ts'
import { launch } from './chromium.ts'

const least = 97
const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo', 'agentic-browsing']
const forms = { phone: defaultConfig, desktop: desktopConfig }

const stops: (() => Promise<void>)[] = []
const scope = { after: (stop: () => Promise<void>) => void stops.push(stop) }

const service = await start(scope, { records: [...demoRecords({ creations: 500 })] })
await service.prepare()
// Lighthouse connects to the browser through a port.
const [port] = (await freePorts(1)) as [number]
await launch(scope, `--remote-debugging-port=${port}`, '--enable-features=WebMCP')
const [app] = (await service.api('/public/share/community?limit=1&sort=popular')).json().data.items
const pages: Record<string, string> = {
  landing: '/',
  explorer: '/community',
  app: `/@${app.handle}/${app.slug}`,
  creator: `/@${app.handle}`,
  docs: '/docs/read-api',
  ask: '/ask',
}

type Scores = Record<string, number>

async function scoresOf(url: string, form: keyof typeof forms): Promise<{ scores: Scores; failed: string[] }> {
  const result = await lighthouse(url, { port, onlyCategories, logLevel: 'error' }, forms[form])
  if (result === undefined) throw new Error(`Lighthouse has nothing to say about ${url}.`)
  const { categories, audits } = result.lhr
  const scores = Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)] as const)
  const failed = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
  return { scores: Object.fromEntries(scores), failed: [...new Set(failed.map(({ id }) => id))] }
}

const wanted = process.argv.slice(2)
let low = 0
for (const [name, path] of Object.entries(pages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const form of Object.keys(forms) as (keyof typeof forms)[]) {
    const { scores, failed } = await scoresOf(service.webUrl + path, form)
    const text = Object.entries(scores).map(([id, score]) => `${id} ${score}`)
    console.log(`${name}, ${form}: ${text.join(', ')}${failed.length === 0 ? '' : ` (${failed.join(', ')})`}`)
    low += Object.values(scores).filter(score => score < least).length
  }
}
for (const stop of stops.reverse()) await stop()
if (low > 0) console.log(`${low} scores are under ${least}.`)
process.exitCode = low > 0 ? 1 : 0
