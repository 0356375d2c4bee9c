// All records of a store as NDJSON, in the form in which import takes them.
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import type { KeptRecord } from '../store/records.ts'
import { recordFields } from './check.ts'

const bytesAtOnce = 1 << 16

/** Text in pieces worth a write of their own. */
export async function* exportText(records: AsyncIterable<KeptRecord>): AsyncGenerator<string> {
  let text = ''
  for await (const record of records) {
    text += `${canonicalLine(record)}\n`
    if (text.length < bytesAtOnce) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

/** The file is there when it is whole, and not before. */
export async function exportFile(path: string, records: AsyncIterable<KeptRecord>): Promise<void> {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.part`
  const file = await open(unfinished, 'wx')
  try {
    try {
      for await (const text of exportText(records)) await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

// The parts of a record keep the order that the check gave them; a store need only keep those as they are.
function canonicalLine(record: KeptRecord): string {
  const fields = record as Record<string, unknown>
  return JSON.stringify(Object.fromEntries(recordFields[record.type].map(name => [name, fields[name]])))
}
