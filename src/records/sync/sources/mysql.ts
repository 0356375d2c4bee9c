// MySQL and MariaDB. The driver is an optional dependency.
import type { Connection, ConnectionOptions } from 'mysql2'
import type { Row } from '../convert.ts'
import {
  connectMs,
  emptySelect,
  failureKind,
  rowsAtOnce,
  type Source,
  type SourceQuery,
  selectFrom,
  sourceFailure,
} from './source.ts'

const missingDriver = 'Reading from MySQL or MariaDB needs the package mysql2. Install it: npm install mysql2'

/** SQLSTATE classes that stay the same however often one tries: wrong SQL, login, data. */
const rejectedClasses = ['42', '28', '21', '22']

/** The server waits this long (in seconds) for a reader that is busy writing. */
const settings = "SET SESSION time_zone = '+00:00', SESSION net_write_timeout = 3600"

export function mysqlSource(url: string): Source {
  return {
    describe: queries => transaction(url, connection => describeAll(connection, queries)),
    read: work => transaction(url, connection => work(query => rowsOf(connection, query))),
  }
}

async function connect(url: string): Promise<Connection> {
  const { createConnection } = await import('mysql2').catch(error => {
    throw error.code === 'ERR_MODULE_NOT_FOUND' ? sourceFailure('rejected', new Error(missingDriver)) : error
  })
  // Dates stay text, because a Date has no microseconds; large integers become text.
  const options: ConnectionOptions = { dateStrings: true, supportBigNumbers: true, connectTimeout: connectMs }
  const connection = createConnection({ ...options, uri: url.replace(/^mariadb:/i, 'mysql:') })
  // The current or next statement reports the error.
  connection.on('error', () => {})
  return new Promise((resolve, reject) => {
    connection.connect(error => {
      if (error) reject(failureOf(error))
      else resolve(connection)
    })
  })
}

async function transaction<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connect(url)
  try {
    await run(connection, settings)
    await run(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await run(connection, 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
    return await work(connection)
  } finally {
    connection.destroy()
  }
}

function run(connection: Connection, sql: string): Promise<{ name: string }[]> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, _, fields) => {
      if (error) reject(failureOf(error))
      else resolve(fields ?? [])
    })
  })
}

async function describeAll(connection: Connection, queries: readonly string[]) {
  const described: (string[] | { problem: string })[] = []
  for (const sql of queries) {
    try {
      described.push((await run(connection, emptySelect(sql))).map(({ name }) => name))
    } catch (error) {
      if (failureKind(error) !== 'rejected') throw error
      described.push({ problem: (error as Error).message })
    }
  }
  return described
}

async function* rowsOf(connection: Connection, query: SourceQuery): AsyncGenerator<Row[]> {
  const literal = query.changed ? connection.escape(query.changed.after) : ''
  const sql = selectFrom(query, name => `\`${name.replaceAll('`', '``')}\``, literal)
  const stream = connection.query(sql).stream({ highWaterMark: rowsAtOnce })
  let batch: Row[] = []
  try {
    for await (const row of stream) {
      if (batch.push(row as Row) < rowsAtOnce) continue
      yield batch
      batch = []
    }
  } catch (error) {
    throw failureOf(error)
  }
  if (batch.length > 0) yield batch
}

function failureOf(error: unknown): Error {
  if (failureKind(error)) return error as Error
  const { sqlState = '' } = error as { sqlState?: string }
  return sourceFailure(rejectedClasses.includes(sqlState.slice(0, 2)) ? 'rejected' : 'unavailable', error)
}
