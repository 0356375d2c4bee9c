import { DatabaseSync } from 'node:sqlite'
import type { Row } from '../convert.ts'
import {
  emptySelect,
  failureKind,
  rowsAtOnce,
  type Source,
  type SourceQuery,
  selectFrom,
  sourceFailure,
} from './source.ts'

const busyMs = 5000
/** Result codes of a missing file, of a file that is no database, and of wrong SQL. */
const rejectedCodes = [14, 26, 1]

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (value: string | number) =>
  typeof value === 'number' ? `${value}` : `'${value.replaceAll("'", "''")}'`

export function sqliteSource(url: string): Source {
  const file = url.replace(/^sqlite:(?:\/\/(?=\/))?/i, '')
  const open = () => failing(() => new DatabaseSync(file, { readOnly: true, timeout: busyMs, readBigInts: true }))
  return {
    async describe(queries) {
      const db = open()
      try {
        return queries.map(sql => {
          try {
            return db
              .prepare(emptySelect(sql))
              .columns()
              .map(({ name }) => name!)
          } catch (error) {
            const failure = failureOf(error)
            if (failureKind(failure) === 'rejected') return { problem: failure.message }
            throw failure
          }
        })
      } finally {
        db.close()
      }
    },
    async read(work) {
      const db = open()
      try {
        failing(() => db.exec('BEGIN'))
        return await work(query => rowsOf(db, query))
      } finally {
        db.close()
      }
    },
  }
}

async function* rowsOf(db: DatabaseSync, query: SourceQuery): AsyncGenerator<Row[]> {
  const sql = selectFrom(query, quote, query.changed ? literal(query.changed.after) : '')
  const rows = failing(() => db.prepare(sql).iterate()) as Iterator<Row>
  for (;;) {
    const batch: Row[] = []
    failing(() => {
      while (batch.length < rowsAtOnce) {
        const { done, value } = rows.next()
        if (done) return
        batch.push(value)
      }
    })
    if (batch.length > 0) yield batch
    if (batch.length < rowsAtOnce) return
  }
}

function failing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): Error {
  const { errcode = 0 } = error as { errcode?: number }
  return sourceFailure(rejectedCodes.includes(errcode & 0xff) ? 'rejected' : 'unavailable', error)
}
