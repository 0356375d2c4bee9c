// A deployment under mixed load with a random fault every minute. See docs/reliability.md.
//   npm run test:endurance -- [--minutes 30] [--write]
// Prints what must hold and ends with 1 when something does not. With --write it updates docs/reliability.md and its chart.
import { parseArgs } from 'node:util'
import { randomOf } from '../../support/model/generator.ts'
import { until } from '../../support/vitrine-process.ts'
import { cleanUp } from '../service.ts'
import { clients, type Known } from './clients.ts'
import { type Deployment, deploy, succeed } from './deployment.ts'
import { type Ledger, makeLedger } from './ledger.ts'
import { markdown, verdict, write } from './report.ts'
import { run } from './run.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, write: { type: 'boolean', default: false } },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes takes a number above 0.')
process.on('exit', cleanUp)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const deployment = await deploy()
const known = await creationsIn(deployment)
const ledger = makeLedger(deployment.store)
await ledger.import()
const community = { port: deployment.port, known, ledger, random: randomOf(1) }
await until('all clients are answered', () => areAnswered(), 120_000)
const record = await run(deployment, community, minutes)
const checks = verdict(record, await missing(deployment, ledger, known), ledger.failures())
await deployment.stop()
const report = markdown(record, checks)
console.log(report)
if (values.write) write(record, report)
process.exit(checks.every(({ holds }) => holds) ? 0 : 1)

async function areAnswered(): Promise<boolean> {
  const sent = Object.values(clients).map(async client => {
    const { reply, check } = client(community)
    const answer = await reply
    return answer.status === 200 && check(answer) === undefined
  })
  return (await Promise.all(sent)).every(Boolean)
}

/** Creations in English, because others have translated titles. Each can be found by its title. */
async function creationsIn({ store }: Deployment): Promise<Known[]> {
  const all = await exported(store)
  const byTitle = Map.groupBy(
    all.flatMap(({ title, translations }) => [title, ...Object.values(translations).map(text => text.title)]),
    title => title,
  )
  return all.filter(({ locale, title }) => locale === 'en' && byTitle.get(title)!.length === 1)
}

type Exported = Known & { locale: string; translations: Record<string, { title?: string }> }

/** The public creations. */
async function exported(store: Deployment['store']): Promise<Exported[]> {
  const lines = (await succeed(['export'], store)).split('\n').filter(Boolean)
  const records = lines.map(line => JSON.parse(line))
  return records.filter(({ type, visibility }) => type === 'creation' && visibility === 'public')
}

/** What the store should contain, or should not, after sync has had its time. */
async function missing({ store, source }: Deployment, ledger: Ledger, known: readonly Known[]): Promise<string[]> {
  const expected = new Map([
    ...known.map(({ handle, slug, title }) => [`${handle}/${slug}`, title] as const),
    ...ledger.titles(),
    ...source.titles(),
  ])
  let problems: string[] = []
  const isEqual = async () => {
    const found = new Map((await exported(store)).map(({ handle, slug, title }) => [`${handle}/${slug}`, title]))
    const lost = [...expected].filter(([name, title]) => found.get(name) !== title).map(([name]) => `lost ${name}`)
    const ours = [...found.keys()].filter(name => /^(?:ledger|synced)\//.test(name))
    problems = [...lost, ...ours.filter(name => !expected.has(name)).map(name => `not removed ${name}`)]
    return problems.length === 0
  }
  await until('the store equals what was written', isEqual, 90_000).catch(() => {})
  return problems
}
