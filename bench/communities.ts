// Invented communities of any size. They are kept between runs, because a large one takes minutes to make.
import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoRecords } from '../demo/demo.ts'
import type { EntityRecord } from '../src/records/records.ts'
import { exportFile } from '../src/records/transfer/export.ts'
import { derivedVersion } from '../src/store/derived-version.ts'
import { runVitrine } from './processes.ts'
import { sizeName } from './units.ts'

const root = join(import.meta.dirname, '..')
const folder = join(tmpdir(), 'vitrine-bench')

/** `store` is a file of SQLite or the URL of a PostgreSQL database. */
export type Community = { creations: number; store: string }

/** Changes when the generator makes other data. */
function dataVersion(): string {
  const hash = createHash('sha256')
  for (const path of globSync(['demo/**/*.ts', 'src/art/{art,random}.ts'], { cwd: root }).sort()) {
    hash.update(path).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex').slice(0, 12)
}

/** The path for this version of something. Deletes other versions. */
function pathFor(name: string, version: string): string {
  mkdirSync(folder, { recursive: true })
  const current = `${name}-${version}`
  const outdated = readdirSync(folder).filter(entry => entry.startsWith(`${name}-`) && entry !== current)
  for (const entry of outdated) rmSync(join(folder, entry), { recursive: true, force: true })
  return join(folder, current)
}

/** A SQLite store with this many creations. */
export async function community(creations: number): Promise<Community> {
  const path = pathFor(`store-${creations}`, `${dataVersion()}-${derivedVersion}`)
  if (!existsSync(path)) {
    console.error(`Making a community of ${sizeName(creations)} creations in ${path}.`)
    // Renamed when complete: a run may be stopped, and two may run at once.
    const incomplete = mkdtempSync(join(scratchFolder(), 'store-'))
    await fill(creations, join(incomplete, 'vitrine.db'))
    if (!existsSync(path)) await rename(incomplete, path)
  }
  return { creations, store: join(path, 'vitrine.db') }
}

export async function fill(creations: number, store: string): Promise<void> {
  await runVitrine(['seed', '--creations', String(creations)], { VITRINE_STORE: store })
}

/** The same community as NDJSON. */
export async function communityFile(creations: number): Promise<string> {
  const path = pathFor(`records-${creations}`, dataVersion())
  if (!existsSync(path)) await exportFile(path, recordsOf(creations))
  return path
}

async function* recordsOf(creations: number): AsyncGenerator<EntityRecord> {
  yield* demoRecords({ creations })
}

/** Reads a file once, so that the disk is not part of what is measured. */
export async function warmUpFile(path: string): Promise<void> {
  for await (const _ of createReadStream(path, { highWaterMark: 1 << 20 }));
}

let scratch: string | undefined

/** For files that only this run needs. */
export function scratchFolder(): string {
  if (scratch === undefined) {
    mkdirSync(folder, { recursive: true })
    const made = mkdtempSync(join(folder, 'run-'))
    process.on('exit', () => rmSync(made, { recursive: true, force: true }))
    scratch = made
  }
  return scratch
}
