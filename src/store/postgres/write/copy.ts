// COPY … FROM STDIN: rows as text, as fast as the server takes them.
import type pg from 'pg'

type Value = string | number | boolean | null

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

const chunkLength = 1 << 16

type CopyConnection = { query(text: string): void; sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

/** `into` names a table and its columns; `rows` come from `copyRow`. */
export function copyRows(client: pg.ClientBase, into: string, rows: readonly string[], options = ''): Promise<void> {
  if (rows.length === 0) return Promise.resolve()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let problem: unknown
  const submittable = {
    submit: (connection: unknown) => (connection as CopyConnection).query(`COPY ${into} FROM STDIN ${options}`),
    handleCopyInResponse(connection: CopyConnection) {
      let chunk = ''
      for (const row of rows) {
        chunk += row
        if (chunk.length < chunkLength) continue
        connection.sendCopyFromChunk(Buffer.from(chunk))
        chunk = ''
      }
      connection.sendCopyFromChunk(Buffer.from(chunk))
      connection.endCopyFrom()
    },
    handleCommandComplete() {},
    handleReadyForQuery: () => (problem === undefined ? resolve() : reject(problem)),
    handleError(error: unknown) {
      // After a failed statement the server becomes ready again; after a failed connection it never does.
      problem = error
      reject(error)
    },
  }
  client.query(submittable as unknown as pg.Submittable)
  return promise
}

export type CopyTo = (into: string, rows: readonly string[], options?: string) => Promise<void>
