// Vitrine and what a user could pick instead, on one machine and the same creations:
//   npm run bench:peers
//   npm run bench:peers -- --only "Vitrine; Vitrine, no cache; Fastify by hand" --rounds 5 --seconds 2
// With --write the table and the charts in docs/ are made anew.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '../../test/support/servers/postgres-cluster.ts'
import { community } from '../communities.ts'
import { checkWrk } from '../load.ts'
import { type Contestant, contestants, type Places, packages, start } from './contestants.ts'
import { fillPostgres, jsonFile, type Row, readRows, sqliteFile } from './data.ts'
import { directusSettings } from './directus.ts'
import { measureMcp } from './mcp.ts'
import { install } from './measure.ts'
import { measureReads } from './reads.ts'
import { bareName, mcpName, reportOf } from './report.ts'
import { wishesFor } from './wishes.ts'

const { values } = parseArgs({
  options: {
    creations: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const creations = Number(values.creations)
const rounds = { seconds: Number(values.seconds), rounds: Number(values.rounds) }
const docs = join(import.meta.dirname, '..', '..', 'docs')
if (values.write && values.only !== undefined) throw new Error('--write needs all contestants: leave out --only.')

await checkWrk()
const rows = await readRows(creations)
const wishes = wishesFor(rows)
const isChosen = chooser(values.only)
const chosen = contestants(wishes).filter(({ name }) => isChosen(name))
const needs = (what: Contestant['needs'][number]) => chosen.some(contestant => contestant.needs.includes(what))

if (needs('packages') || isChosen(mcpName)) await install()
const { store } = await community(creations)
const postgres = needs('postgres') ? await startPostgres(rows) : null
try {
  const base = { store, sqlite: () => sqliteFile(rows), json: () => jsonFile(rows) }
  const places = (name: string): Places => ({ ...base, postgres: postgres?.databases[name] ?? '' })
  const limit = isChosen(bareName) ? { wishes, store } : null
  const measured = await measureReads({ chosen, places, rounds, limit })
  const mcp = isChosen(mcpName) ? await measureMcp(places(mcpName), rounds) : []
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]!.model.trim()}, PostgreSQL 18`
  const date = new Date().toISOString().slice(0, 10)
  const report = reportOf({ ...measured, mcp, machine, creations, rounds, date })
  console.log(report.markdown)
  if (values.write) write(report)
} finally {
  await postgres?.stop()
}

/** Names are separated by semicolons. */
function chooser(only: string | undefined): (name: string) => boolean {
  if (only === undefined) return () => true
  const known = [...contestants(wishes).map(({ name }) => name), bareName, mcpName]
  const names = only.split(';').map(name => name.trim())
  const unknown = names.filter(name => !known.includes(name))
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join('; ')}. Choose from: ${known.join('; ')}.`)
  return name => names.includes(name)
}

/** A database for each contestant that needs one. */
async function startPostgres(rows: readonly Row[]) {
  const cluster = await startCluster({ shared_buffers: '256MB' })
  const databases: Record<string, string> = {}
  console.error('Filling PostgreSQL.')
  for (const { name } of chosen.filter(({ needs }) => needs.includes('postgres'))) {
    const database = await cluster.newDatabase()
    await fillPostgres(database, rows)
    if (name === 'Directus') await bootstrapDirectus(database)
    databases[name] = database
  }
  return { databases, stop: cluster.stop }
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
