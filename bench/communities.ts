// The invented communities that are measured on. Making a large one takes minutes, so they are kept between runs for as
// long as the code that makes them is the same.
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
import { rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoRecords } from '../demo/demo.ts'
import type { EntityRecord } from '../src/records/records.ts'
import { exportFile } from '../src/records/transfer/export.ts'
import { runVitrine } from './processes.ts'

const root = join(import.meta.dirname, '..')
const folder = join(tmpdir(), 'vitrine-bench')

export type Community = { creations: number; store: string; records: number; seconds: number }

/** What the data depends on. */
const generator = ['demo/**/*.ts', 'src/art/{art,random}.ts']
const store = ['src/store/*.ts', 'src/store/sqlite/*.ts']
/** What only reads, or keeps other things. */
const notTheData = [
  'cards',
  'connection',
  'feed',
  'labels',
  'listing',
  'open',
  'read',
  'search-*',
  'state*',
  'walk',
].map(name => `src/store/sqlite/${name}.ts`)

function fingerprint(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of globSync([...patterns], { cwd: root, exclude: notTheData }).sort()) {
    hash.update(path).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex').slice(0, 12)
}

/** A place for something of this name; what earlier code made under the name goes. */
async function placeFor(name: string, print: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const current = `${name}-${print}`
  const stale = readdirSync(folder).filter(entry => entry.startsWith(`${name}-`) && entry !== current)
  await Promise.all(stale.map(entry => rm(join(folder, entry), { recursive: true, force: true })))
  return join(folder, current)
}

/** A store with this many creations, made by the command line as anyone would. */
export async function community(creations: number): Promise<Community> {
  const place = await placeFor(`store-${creations}`, fingerprint([...generator, ...store]))
  if (!existsSync(place)) {
    console.error(`Making a community of ${creations.toLocaleString('en')} creations; it is kept in ${place}.`)
    await makeCommunity(creations, place)
  }
  const about = JSON.parse(readFileSync(join(place, 'about.json'), 'utf8')) as Omit<Community, 'store'>
  return { ...about, store: join(place, storeName) }
}

const storeName = 'vitrine.db'

/** Made elsewhere and moved when it is whole: a run may be stopped, and two may go on at once. */
async function makeCommunity(creations: number, place: string): Promise<void> {
  const unfinished = scratchFolder('making')
  const settings = { VITRINE_STORE: join(unfinished, storeName) }
  const summary = await runVitrine(['seed', '--creations', String(creations)], settings)
  const { read, seconds } = JSON.parse(summary) as { read: number; seconds: number }
  const about: Omit<Community, 'store'> = { creations, records: read, seconds }
  await writeFile(join(unfinished, 'about.json'), JSON.stringify(about))
  if (!existsSync(place)) await rename(unfinished, place)
}

/** The same community as NDJSON. */
export async function communityFile(creations: number): Promise<string> {
  const place = await placeFor(`records-${creations}`, fingerprint(generator))
  if (!existsSync(place)) {
    console.error(`Writing ${creations.toLocaleString('en')} creations to ${place}.`)
    await exportFile(place, recordsOf(creations))
  }
  return place
}

async function* recordsOf(creations: number): AsyncGenerator<EntityRecord> {
  yield* demoRecords({ creations })
}

/** Reads a file once, so that what follows measures the code rather than the disk. */
export async function warmUpFile(path: string): Promise<void> {
  for await (const _ of createReadStream(path, { highWaterMark: 1 << 20 }));
}

/** For files that only this run needs. */
export function scratchFolder(name = 'run'): string {
  const known = scratchFolders.get(name)
  if (known !== undefined && existsSync(known)) return known
  mkdirSync(folder, { recursive: true })
  const made = mkdtempSync(join(folder, `${name}-`))
  process.on('exit', () => rmSync(made, { recursive: true, force: true }))
  scratchFolders.set(name, made)
  return made
}
const scratchFolders = new Map<string, string>()
