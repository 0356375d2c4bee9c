// Exports all records of a store as NDJSON that can be imported.
import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { recordFields } from '../check-record.ts'
import { beginLine, endLine } from '../export-frame.ts'
import type { StoredRecord } from '../records.ts'

const chunkLength = 1 << 16

/** The export in chunks. */
export async function* exportText(records: AsyncIterable<StoredRecord>): AsyncGenerator<string> {
  let text = `${beginLine}\n`
  let count = 0
  for await (const record of records) {
    count++
    text += `${canonicalLine(record)}\n`
    if (text.length < chunkLength) continue
    yield text
    text = ''
  }
  yield `${text}${endLine(count)}\n`
}

/** Writes to a temporary file, which is renamed when it is complete. */
export async function exportFile(path: string, records: AsyncIterable<StoredRecord>): Promise<void> {
  // A pipe or a device must be written to, not replaced.
  const isSpecial = await stat(path).then(
    found => !found.isFile() && !found.isDirectory(),
    () => false,
  )
  const temporary = isSpecial ? path : `${path}.${randomBytes(4).toString('hex')}.part`
  const withPath = async <T>(step: () => Promise<T>): Promise<T> => step().catch(unwritable(path))
  const file = await withPath(() => open(temporary, isSpecial ? 'w' : 'wx'))
  try {
    try {
      for await (const text of exportText(records)) await withPath(() => file.writeFile(text))
      if (!isSpecial) await withPath(() => file.sync())
    } finally {
      await file.close()
    }
    if (!isSpecial) await withPath(() => rename(temporary, path))
  } catch (error) {
    if (!isSpecial) await rm(temporary, { force: true })
    throw error
  }
}

/** Adds the path to errors of the file system. */
function unwritable(path: string): (error: NodeJS.ErrnoException) => never {
  const reasons: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is exceeded',
    EFBIG: 'the file would become larger than allowed',
    ENOENT: 'there is no such folder',
    EACCES: 'access is denied',
    EROFS: 'the file system is read-only',
    EISDIR: 'it is a folder',
  }
  return error => {
    throw new Error(`Cannot write ${path}: ${reasons[error.code ?? ''] ?? error.message}.`, { cause: error })
  }
}

// Only the order of the top-level fields is set here: stores preserve the order within them.
function canonicalLine(record: StoredRecord): string {
  const fields = record as Record<string, unknown>
  return JSON.stringify(Object.fromEntries(recordFields[record.type].map(name => [name, fields[name]])))
}
