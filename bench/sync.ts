// `vitrine sync --once` from a SQLite database: the first run, and one that finds nothing changed.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { demoRecords } from '../demo/demo.ts'
import { recordFields } from '../src/records/check-record.ts'
import { type RecordType, recordTypes } from '../src/store/tracking/tables.ts'
import { scratchFolder } from './communities.ts'
import type { Result } from './floors.ts'
import { runVitrine, type Usage } from './processes.ts'
import { seconds, sizeName } from './units.ts'

const perRows = 100_000

export async function measureSync(creations: number, rounds: number): Promise<Result[]> {
  const { mapping, rows } = makeSource(creations)
  const first: Usage[] = []
  const unchanged: Usage[] = []
  for (let round = 0; round < rounds; round++) {
    console.error(`Syncing ${rows} rows.`)
    const store = join(scratchFolder(), 'sync.db')
    first.push(await runVitrine(['sync', mapping, '--once'], { VITRINE_STORE: store }))
    unchanged.push(await runVitrine(['sync', mapping, '--once'], { VITRINE_STORE: store }))
    for (const ending of ['', '-wal', '-shm', '-sync']) rmSync(store + ending, { force: true })
  }
  const what = `${sizeName(creations)} creations, ${sizeName(rows)} rows`
  const speeds = first.map(({ cpuSeconds, wallSeconds }) => ({ cpu: rows / cpuSeconds, wall: rows / wallSeconds }))
  const share = perRows / rows
  const times = unchanged.map(({ cpuSeconds, wallSeconds }) => ({ cpu: cpuSeconds * share, wall: wallSeconds * share }))
  const memory = (runs: Usage[]) => runs.map(({ peakMegabytes }) => ({ size: peakMegabytes }))
  const details = first.map(({ cpuSeconds }) => seconds(cpuSeconds)).join(', ')
  return [
    { floor: 'syncSpeed', what, rounds: speeds, details: `${details} of CPU` },
    { floor: 'syncMemory', what, rounds: memory(first) },
    { floor: 'reconcile', what, rounds: times },
    { floor: 'reconcileMemory', what, rounds: memory(unchanged) },
  ]
}

/** A table for each type of record, with a column for each field. */
function makeSource(creations: number): { mapping: string; rows: number } {
  const file = join(scratchFolder(), 'source.db')
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; BEGIN')
  const columns = (type: RecordType) => recordFields[type].filter(name => name !== 'type')
  const quoted = (names: readonly string[]) => names.map(name => `"${name}"`).join()
  for (const type of recordTypes) db.exec(`CREATE TABLE ${type} (${quoted(columns(type))})`)
  const inserts = Object.fromEntries(
    recordTypes.map(type => [
      type,
      db.prepare(
        `INSERT INTO ${type} VALUES (${columns(type)
          .map(() => '?')
          .join()})`,
      ),
    ]),
  )
  let rows = 0
  for (const record of demoRecords({ creations })) {
    const fields = record as unknown as Record<string, unknown>
    inserts[record.type]!.run(...columns(record.type).map(name => cell(fields[name])))
    rows++
  }
  db.exec('COMMIT')
  db.close()
  const queries = Object.fromEntries(recordTypes.map(type => [type, { query: `SELECT * FROM ${type}` }]))
  const mapping = join(scratchFolder(), 'sync.json')
  writeFileSync(mapping, JSON.stringify({ source: `sqlite:${file}`, ...queries }))
  return { mapping, rows }
}

function cell(value: unknown): string | number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number)
}
