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
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { IndexSource } from './index-data.ts'

/** `parent` is the folder that the cache's folder is in. */
export function openIndexCache(source: IndexSource, parent: string | undefined) {
  const folder = parent === undefined ? undefined : join(parent, 'ask')
  const key = keyOf(source)
  const attempt = <T>(action: (folder: string) => T): T | undefined => {
    try {
      return folder === undefined ? undefined : action(folder)
    } catch {
      return undefined
    }
  }
  return {
    /** Undefined when there is no such file, or it cannot be read. */
    read: <T>(locale: string): T | undefined => attempt(folder => readWhole(join(folder, `${key}-${locale}`))),
    write(locale: string, data: unknown): void {
      attempt(folder => {
        mkdirSync(folder, { recursive: true })
        writeWhole(join(folder, `${key}-${locale}`), serialize(data))
        removeOldest(folder)
      })
    },
  }
}

/** Of the digest that a file begins with. */
export const digestLength = 32
const digestOf = (content: Buffer): Buffer => createHash('sha256').update(content).digest()

function readWhole<T>(file: string): T | undefined {
  const bytes = readFileSync(file)
  const content = bytes.subarray(digestLength)
  if (!digestOf(content).equals(bytes.subarray(0, digestLength))) return undefined
  try {
    utimesSync(file, new Date(), new Date())
  } catch {} // another user wrote the file
  return deserialize(content)
}

/** Atomic: the file is complete or missing. */
function writeWhole(file: string, content: Buffer): void {
  const temporary = `${file}.${process.pid}`
  try {
    writeFileSync(temporary, Buffer.concat([digestOf(content), content]))
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** The code that prepares the data is part of the key: what it makes changes with it. */
const code = fileURLToPath(new URL('../', import.meta.url))
const codeFiles = '{ask,knowledge,languages}/**/*.{ts,js}'

function keyOf({ folders, ...source }: IndexSource): string {
  const hash = createHash('sha256').update(JSON.stringify(source))
  for (const [folder, pattern] of [[code, codeFiles], ...folders.map(folder => [folder, '**/*.{json,md,txt}'])])
    for (const file of globSync(pattern!, { cwd: folder! }).sort())
      hash.update(`\0${file}\0`).update(readFileSync(join(folder!, file)))
  return hash.digest('hex').slice(0, 32)
}

/** Three configurations or versions in eleven languages; those that were not used for longest are removed. */
const maxFiles = 33

function removeOldest(folder: string): void {
  const files = readdirSync(folder).map(name => ({ name, at: statSync(join(folder, name)).mtimeMs }))
  files.sort((one, other) => other.at - one.at)
  for (const { name } of files.slice(maxFiles)) rmSync(join(folder, name), { force: true })
}
