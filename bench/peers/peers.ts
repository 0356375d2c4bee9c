// Vitrine and what a user could pick instead, on one machine and the same creations:
//   npm run bench:peers [-- --creations 100000 --seconds 4 --only Vitrine,Directus --write]
// With --write the table and the charts in docs/ are made anew.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '../../test/support/servers/postgres-cluster.ts'
import { community } from '../communities.ts'
import { checkWrk, type Loaded } from '../load.ts'
import { startBare, startVitrine } from '../processes.ts'
import { type Contestant, contestants, type Places, packages, start, vitrine } from './contestants.ts'
import { fillPostgres, jsonFile, readRows, sqliteFile } from './data.ts'
import { directusSettings } from './directus.ts'
import { measureMcp } from './mcp.ts'
import { install, loadWith, measure, type Outcome } from './measure.ts'
import { reportOf } from './report.ts'
import { type Read, reads, wishesFor } from './wishes.ts'

const { values } = parseArgs({
  options: {
    creations: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const creations = Number(values.creations)
const seconds = Number(values.seconds)
const docs = join(import.meta.dirname, '..', '..', 'docs')

await checkWrk()
await install()
const rows = await readRows(creations)
const { store } = await community(creations)
const cluster = await startCluster({ shared_buffers: '256MB' })
try {
  const [forGraphql, forDirectus] = [await cluster.newDatabase(), await cluster.newDatabase()]
  console.error('Filling PostgreSQL.')
  for (const database of [forGraphql, forDirectus]) await fillPostgres(database, rows)
  await bootstrapDirectus(forDirectus)
  const base = { store, sqlite: sqliteFile(rows), json: jsonFile(rows) }
  const places = (name: string): Places => ({ ...base, postgres: name === 'Directus' ? forDirectus : forGraphql })
  const wishes = wishesFor(rows)
  const isChosen = ({ name }: Contestant) => values.only === undefined || values.only.split(',').includes(name)
  const chosen = contestants(wishes).filter(isChosen)
  const outcomes: Outcome[] = []
  for (const contestant of chosen) outcomes.push(await measure(contestant, places(contestant.name), seconds))
  const limit = await measureBare(vitrine(wishes), store)
  const mcp = await measureMcp(places('Vitrine'), seconds)
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]!.model.trim()}, PostgreSQL 18`
  const report = reportOf({
    outcomes,
    limit,
    mcp,
    machine,
    creations,
    seconds,
    date: new Date().toISOString().slice(0, 10),
  })
  console.log(report.markdown)
  if (values.write) write(report)
} finally {
  await cluster.stop()
}

/** Its own tables beside ours. */
async function bootstrapDirectus(database: string): Promise<void> {
  const child = start({
    args: [join(packages, 'directus', 'cli.js'), 'bootstrap'],
    env: directusSettings(database, 0),
  })
  const code = await new Promise(resolve => child.once('exit', resolve))
  if (code !== 0) throw new Error(`Directus could not be set up: code ${code}.`)
}

/** node:http and nothing else, with the bytes of Vitrine's first answer to each read: nothing in Node can be faster. */
async function measureBare({ requests }: Contestant, store: string): Promise<Record<Read, Loaded>> {
  const ours = await startVitrine({ VITRINE_STORE: store })
  const loads = {} as Record<Read, Loaded>
  for (const read of Object.keys(reads) as Read[]) {
    const bare = await startBare(ours.url + requests[read][0]![1])
    loads[read] = await loadWith(bare.url, requests[read], seconds)
    await bare.stop()
  }
  await ours.stop()
  return loads
}

function write({ markdown, charts }: ReturnType<typeof reportOf>): void {
  mkdirSync(join(docs, 'charts'), { recursive: true })
  for (const [name, svg] of Object.entries(charts)) writeFileSync(join(docs, 'charts', `${name}.svg`), svg)
  const page = join(docs, 'benchmarks.md')
  const [begin, end] = ['<!-- peers: made by npm run bench:peers -->', '<!-- end of peers -->']
  const text = readFileSync(page, 'utf8')
  const section = `${begin}\n${markdown}${end}`
  const known = text.indexOf(begin)
  const rest =
    known === -1
      ? `${text.trimEnd()}\n\n${section}\n`
      : text.slice(0, known) + section + text.slice(text.indexOf(end) + end.length)
  writeFileSync(page, rest)
}
