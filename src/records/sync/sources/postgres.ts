import pg from 'pg'
import type { Row } from '../convert.ts'
import {
  connectMs,
  emptySelect,
  failureKind,
  maxSilenceMs,
  rowsAtOnce,
  type Source,
  type SourceQuery,
  selectFrom,
  sourceFailure,
} from './source.ts'

/** Dates stay text, because a Date has no microseconds. */
const dateTypes = [1082, 1114, 1184]
const asText = (value: string) => value
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    dateTypes.includes(oid) ? asText : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/** SQLSTATE classes that stay the same however often one tries: wrong SQL, login, database, features. */
const rejectedClasses = ['42', '28', '3D', '3F', '0A', '22', '21', '2B']

/** Set in each transaction, because connections may come from a pooler. A cursor is read to its end. */
const begin = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  `SET LOCAL statement_timeout = ${maxSilenceMs}`,
  "SET LOCAL idle_in_transaction_session_timeout = '1h'",
  "SET LOCAL TimeZone = 'UTC'",
  "SET LOCAL DateStyle = 'ISO, YMD'",
  'SET LOCAL cursor_tuple_fraction = 1',
].join('; ')

export function postgresSource(url: string): Source {
  return {
    describe: queries => transaction(url, client => mapInOrder(queries, sql => describe(client, sql))),
    read: work => transaction(url, client => work(query => rowsOf(client, query))),
    listen: (channel, notified, signal) => listen(url, channel, notified, signal),
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    types,
    application_name: 'vitrine sync',
    connectionTimeoutMillis: connectMs,
    query_timeout: maxSilenceMs + connectMs,
    keepAlive: true,
  })
  // The current or next statement reports the error.
  client.on('error', () => {})
  await failing(() => client.connect())
  return client
}

/** A hanging server must not keep the process waiting. */
async function end(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), 1000)
  await client.end().catch(() => {})
  clearTimeout(timer)
}

async function transaction<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url)
  try {
    await failing(() => client.query(begin))
    return await work(client)
  } finally {
    await end(client)
  }
}

async function describe(client: pg.Client, sql: string): Promise<string[] | { problem: string }> {
  await failing(() => client.query('SAVEPOINT described'))
  try {
    const { fields } = await failing(() => client.query(emptySelect(sql)))
    return fields.map(({ name }) => name)
  } catch (error) {
    if (failureKind(error) !== 'rejected') throw error
    await failing(() => client.query('ROLLBACK TO SAVEPOINT described'))
    return { problem: (error as Error).message }
  }
}

let cursors = 0

async function* rowsOf(client: pg.Client, query: SourceQuery): AsyncGenerator<Row[]> {
  const cursor = `rows_${cursors++}`
  const literal = query.changed ? client.escapeLiteral(String(query.changed.after)) : ''
  const sql = selectFrom(query, name => client.escapeIdentifier(name), literal)
  await failing(() => client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`))
  for (;;) {
    const { rows } = await failing(() => client.query(`FETCH ${rowsAtOnce} FROM ${cursor}`))
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtOnce) break
  }
  await failing(() => client.query(`CLOSE ${cursor}`))
}

async function listen(url: string, channel: string, notified: (payload: string) => void, signal: AbortSignal) {
  const client = await connect(url)
  try {
    const ended = new Promise<never>((_, reject) => {
      const lost = (error?: Error) => reject(sourceFailure('unavailable', error ?? new Error('The connection ended.')))
      client.on('error', lost)
      client.on('end', () => lost())
    })
    ended.catch(() => {})
    const aborted = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
    client.on('notification', ({ payload }) => notified(payload ?? ''))
    await failing(() => client.query(`LISTEN ${client.escapeIdentifier(channel)}`))
    // What changed before is not notified.
    notified('')
    if (!signal.aborted) await Promise.race([ended, aborted])
  } finally {
    await end(client)
  }
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (failureKind(error)) throw error
    const { code = '' } = error as { code?: string }
    const isRejected = error instanceof pg.DatabaseError && rejectedClasses.includes(code.slice(0, 2))
    throw sourceFailure(isRejected ? 'rejected' : 'unavailable', error)
  }
}

async function mapInOrder<T, R>(all: readonly T[], map: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const one of all) results.push(await map(one))
  return results
}
