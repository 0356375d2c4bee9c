// Connections to PostgreSQL and their deadlines. Settings are made after connecting rather than while connecting, because
// a pooler in between lets few of those through.
import pg from 'pg'
import { Failure, fail } from '../../errors.ts'
import { askWithin } from './ask.ts'
import { beginWith, keepSettings, type Settings, settingsOnce, withSettings } from './settings.ts'

/** Whole numbers of 64 bits come as text unless told otherwise; ours are all below 2^53. */
const wholeNumber = 20
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === wholeNumber ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

const connectMs = 500
/** Of one statement: ours in this process, the server's in case we are gone. */
export const statementMs = 800

/**
 * Pages are read along an index, a few rows of what may be millions; the planner, who does not know how long a list is,
 * must not think of sorting it. Memory is for searches: what the inverted index finds is remembered row by row only as far
 * as there is room, and beyond that page by page, which means looking at every row again.
 */
const readerSettings: Settings = {
  statement_timeout: String(statementMs),
  default_transaction_read_only: 'on',
  enable_seqscan: 'off',
  enable_sort: 'off',
  jit: 'off',
  work_mem: '32MB',
}

/** Few, so that many processes fit on one server; a statement takes about a millisecond. */
const readerConnections = 8

/** A statement with a name is planned once for each connection that is ours to keep. */
export type Statement = { text: string; values?: unknown[]; name?: string }
export type Run = <R extends object>(statement: Statement) => Promise<R[]>
export type Pool = { run: Run; transaction<T>(work: (run: Run) => Promise<T>): Promise<T>; close(): Promise<void> }

/** `connectMs`: also how long a call waits for its turn. */
type PoolOptions = { max: number; connectMs: number; statementMs: number; settings: Settings }

export const readerPool = (url: string): Pool =>
  poolOf(url, { max: readerConnections, connectMs, statementMs, settings: readerSettings })

export function poolOf(url: string, { max, connectMs, statementMs, settings }: PoolOptions): Pool {
  const once = settingsOnce(settings)
  /** Unknown until there is a connection. What suits a pooler suits the server too, so one of them is enough. */
  let isBehindPooler: boolean | undefined
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: 'vitrine',
    connectionTimeoutMillis: connectMs,
    min: Math.min(2, max),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: async client => {
      const isOurs = await keepSettings(client, settings, statementMs)
      isBehindPooler = isBehindPooler || !isOurs
    },
  })
  // What breaks while nobody uses it is replaced when somebody does.
  pool.on('error', () => {})
  return {
    run: statement =>
      failingAsStore(() =>
        lending(pool, async client => {
          const asked = storable(statement)
          const sent = isBehindPooler ? withSettings(asked, once) : asked
          return (await askWithin(statementMs, client, sent)).rows
        }),
      ),
    transaction: work =>
      failingAsStore(() =>
        lending(pool, async client => {
          const ask = (statement: string | Statement) => askWithin(statementMs, client, statement)
          await ask(isBehindPooler ? beginWith(settings) : 'BEGIN')
          const result = await work(async statement => (await ask(statement)).rows)
          await ask('COMMIT')
          return result
        }),
      ),
    close: () => endWithin(pool.end()),
  }
}

/**
 * The database knows no text with a NUL in it. Whoever asks for one is to find nothing, so it becomes another control
 * character, which no record has either.
 */
const storable = (statement: Statement): Statement =>
  statement.values ? { ...statement, values: statement.values.map(withoutNul) } : statement

function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\x01') : value
  return Array.isArray(value) ? value.map(withoutNul) : value
}

/** A connection for as long as it is needed. Where something fails it is closed, which undoes whatever was begun. */
async function lending<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  client.on('error', ignored)
  try {
    const result = await work(client)
    client.off('error', ignored)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** The statement that runs, or the next one, says so. */
const ignored = () => {}

/** One connection for a long transaction: no deadline for a statement, but one for a server that is gone. */
export async function longConnection(url: string): Promise<pg.Client> {
  const options = { connectionString: url, types, application_name: 'vitrine', keepAlive: true }
  const client = new pg.Client({ ...options, connectionTimeoutMillis: 5000 })
  client.on('error', ignored)
  return failingAsStore(async () => {
    await client.connect()
    return client
  })
}

/** For a connection that is kept to hear of changes. */
export async function watchConnection(url: string): Promise<pg.Client> {
  const deadlines = { connectionTimeoutMillis: connectMs, query_timeout: statementMs }
  const client = new pg.Client({
    connectionString: url,
    types,
    application_name: 'vitrine',
    keepAlive: true,
    ...deadlines,
  })
  client.on('error', ignored)
  await client.connect()
  return client
}

/** A server that hangs must not keep us from ending. */
export async function endWithin(end: Promise<void>, milliseconds = 1000): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([end.catch(() => {}), promise])
  clearTimeout(timer)
}

export const away = (cause?: unknown): Failure =>
  fail('upstream_unavailable', 'The store cannot answer now; retry in a moment.', { cause })

/** Failures of the database become one of ours; ours pass. */
export async function failingAsStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Failure ? error : away(error)
  }
}

/** The statement went on for too long, for the server or for us. */
export function tookTooLong(error: unknown): boolean {
  const cause = (error as { cause?: { code?: string } }).cause
  return cause?.code === '57014'
}
