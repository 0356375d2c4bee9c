// Caches data prepared from knowledge/ in files. If nothing can be written, the data is prepared at each start.
import { createHash } from 'node:crypto'
import {
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { IndexSource } from './index-data.ts'

type IndexCache = {
  /** Undefined when there is no such file, or it cannot be read. */
  read<T>(locale: string): T | undefined
  write(locale: string, data: unknown): void
}

/** `parent` is the folder that the cache's folder is in. */
export function openIndexCache(source: IndexSource, parent: string | undefined): IndexCache {
  const folder = parent === undefined ? undefined : join(parent, 'ask')
  const key = keyOf(source)
  const fileName = (locale: string) => `${key}-${locale}`
  return {
    read: locale => (folder === undefined ? undefined : readWhole(join(folder, fileName(locale)))),
    write(locale, data) {
      if (folder === undefined) return
      try {
        writeWhole(join(folder, fileName(locale)), serialize(data))
        removeOldest(folder)
      } catch {
        // It is prepared again next time.
      }
    },
  }
}

function readWhole<T>(file: string): T | undefined {
  try {
    const bytes = readFileSync(file)
    const content = bytes.subarray(digestLength)
    if (!digestOf(content).equals(bytes.subarray(0, digestLength))) return undefined
    markUsed(file)
    return deserialize(content)
  } catch {
    return undefined
  }
}

/** Atomic: the file is complete or missing. */
function writeWhole(file: string, content: Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}`
  try {
    writeFileSync(temporary, Buffer.concat([digestOf(content), content]))
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Of the digest that a file begins with. */
export const digestLength = 32
const digestOf = (content: Buffer): Buffer => createHash('sha256').update(content).digest()

/** The code that prepares the data is part of the key: what it makes changes with it. */
const code = fileURLToPath(new URL('../', import.meta.url))
const codeFiles = '{ask,knowledge,languages}/**/*.{ts,js}'

function keyOf({ folders, ...source }: IndexSource): string {
  const hash = createHash('sha256').update(JSON.stringify(source))
  for (const [folder, pattern] of [[code, codeFiles], ...folders.map(folder => [folder, '**/*.{json,md,txt}'])]) {
    for (const file of globSync(pattern!, { cwd: folder! }).sort())
      hash.update(`\0${file}\0`).update(readFileSync(join(folder!, file)))
  }
  return hash.digest('hex').slice(0, 32)
}

/** Three configurations or versions in eleven languages; those that were not used for longest are removed. */
const maxFiles = 33

/** May fail if another user wrote the file. */
function markUsed(file: string): void {
  try {
    const now = new Date()
    utimesSync(file, now, now)
  } catch {}
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder).map(name => ({ name, at: statSync(join(folder, name)).mtimeMs }))
  files.sort((one, other) => other.at - one.at)
  for (const { name } of files.slice(maxFiles)) rmSync(join(folder, name), { force: true })
}
