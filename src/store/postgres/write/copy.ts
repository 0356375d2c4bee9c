// COPY … FROM STDIN: rows as text, as fast as the server takes them.
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Value = string | number | boolean | null

const special = /[\\\n\r\t]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** One row in COPY's text format. */
export function copyRow(values: readonly Value[]): string {
  let row = ''
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (i > 0) row += '\t'
    if (value === null) row += '\\N'
    else if (typeof value === 'string') row += value.replace(special, found => escapes[found]!)
    else row += value
  }
  return `${row}\n`
}

export type CopyTo = (into: string, rows: readonly string[], options?: string) => Promise<void>

/** `into` names a table and its columns; `rows` come from `copyRow`. */
export const copyInto =
  (client: pg.ClientBase): CopyTo =>
  async (into, rows, options = '') => {
    if (rows.length > 0) await pipeline(chunksOf(rows), client.query(copyFrom(`COPY ${into} FROM STDIN ${options}`)))
  }

const rowsPerChunk = 5000

function* chunksOf(rows: readonly string[]): Generator<string> {
  for (let from = 0; from < rows.length; from += rowsPerChunk) yield rows.slice(from, from + rowsPerChunk).join('')
}
