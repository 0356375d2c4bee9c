// Connections to PostgreSQL and their deadlines. Settings are applied after connecting: poolers reject most startup options.
import pg from 'pg'
import { Failure, fail } from '../../errors.ts'
import { noReply, queryWithin } from './query.ts'
import { applySettings, beginWith, type Settings } from './settings.ts'

/** int8 is text by default; all of our values are below 2^53. */
const wholeNumber = 20
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === wholeNumber ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/** The limits fit into the time limit of the whole read. */
const readerLimits = (readTimeoutMs: number) => ({
  connectMs: readTimeoutMs - 400,
  /** Waiting for a free connection does not fail earlier: often the same request keeps the connections busy. */
  waitMs: readTimeoutMs - 100,
  /** The server cancels a statement after this time. */
  statementMs: readTimeoutMs - 200,
})

/** The client side gives up this much later. By then the server has cancelled the statement, unless it hangs. */
const replyMarginMs = 100

/**
 * Pages are read along an index, a few rows of possibly millions; the planner does not know the length of a list and
 * must not choose to sort it, or to join whole tables. Then no plan depends on values, and each is made once: planning
 * takes as long as reading. `work_mem` is for searches: bitmaps of the inverted index are exact only as long as they
 * fit, and otherwise every row of a page is checked again.
 */
const readerSettings: Settings = {
  default_transaction_read_only: 'on',
  enable_seqscan: 'off',
  enable_sort: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  work_mem: '32MB',
}

/** Few, so that many processes fit on one server; a statement takes about a millisecond. */
const readerConnections = 8

/** A named statement is planned once per connection, unless connections are pooled. */
export type Statement = { text: string; values?: unknown[]; name?: string }
export type Run = <R extends object>(statement: Statement) => Promise<R[]>
export type Pool = {
  run: Run
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>
  close(): Promise<void>
  /** Time limits, also for connections next to the pool. */
  connectMs: number
  replyMs: number
}

/** `waitMs`: how long a statement waits for a connection while all of them are in use. */
type PoolOptions = { max: number; connectMs: number; waitMs: number; statementMs: number; settings: Settings }

export const readerPool = (url: string, readTimeoutMs: number): Pool =>
  poolOf(url, { max: readerConnections, ...readerLimits(readTimeoutMs), settings: readerSettings })

export function poolOf(url: string, { max, connectMs, waitMs, statementMs, settings: base }: PoolOptions): Pool {
  const settings = { ...base, statement_timeout: String(statementMs) }
  const replyMs = statementMs + replyMarginMs
  /** Unknown until there is a connection. */
  let isBehindPooler: boolean | undefined
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: 'vitrine',
    connectionTimeoutMillis: waitMs,
    Client: connectingWithin(connectMs),
    min: Math.min(2, max),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: async client => {
      const isServer = await applySettings(client, settings, replyMs)
      isBehindPooler = isBehindPooler || !isServer
    },
  })
  // A connection that breaks while idle is replaced when one is needed.
  pool.on('error', () => {})
  const inTransaction = async <T>(client: pg.PoolClient, work: (run: Run) => Promise<T>): Promise<T> => {
    const ask = (statement: string | Statement) => queryWithin(replyMs, client, statement)
    await ask(isBehindPooler ? beginWith(settings) : 'BEGIN')
    const result = await work(async statement => (await ask(storable(statement))).rows)
    await ask('COMMIT')
    return result
  }
  const withClient = <T>(work: (client: pg.PoolClient) => Promise<T>) =>
    failingAsStore(() => withConnection(pool, work))
  return {
    run: <R extends object>({ name, ...statement }: Statement) =>
      withClient(async client => {
        // A prepared statement would stay on the pooler's connection: only unnamed ones.
        if (isBehindPooler) return inTransaction(client, run => run<R>(statement))
        const named = name === undefined ? statement : { name, ...statement }
        return (await queryWithin(replyMs, client, storable(named))).rows as R[]
      }),
    transaction: work => withClient(client => inTransaction(client, work)),
    close: () => endWithin(pool.end()),
    connectMs,
    replyMs,
  }
}

/** The pool has one option for both, waiting and connecting. */
const connectingWithin = (connectionTimeoutMillis: number) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis })
    }
  }

/**
 * PostgreSQL text cannot contain NUL. It is replaced by another control character, which no record contains either,
 * so that such queries find nothing.
 */
const storable = (statement: Statement): Statement =>
  statement.values ? { ...statement, values: statement.values.map(withoutNul) } : statement

function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\x01') : value
  return Array.isArray(value) ? value.map(withoutNul) : value
}

/** After a failure the connection is closed, which rolls back. */
async function withConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(error => {
    throw error.message === waitedTooLong ? tooSlow(error) : away(error)
  })
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

/** The message of the pool when no connection became free; failed connections have others. */
const waitedTooLong = 'timeout exceeded when trying to connect'

/** The current or next statement reports the error. */
const ignored = () => {}

/** One connection without a pool and without deadlines for statements. */
export async function longConnection(url: string, connectMs = 5000): Promise<pg.Client> {
  const options = { connectionString: url, types, application_name: 'vitrine', keepAlive: true }
  const client = new pg.Client({ ...options, connectionTimeoutMillis: connectMs })
  client.on('error', ignored)
  return failingAsStore(async () => {
    await client.connect()
    return client
  })
}

/** A hanging server must not keep the process from exiting. */
export async function endWithin(end: Promise<void>, milliseconds = 1000): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([end.catch(() => {}), promise])
  clearTimeout(timer)
}

export const away = (cause?: unknown): Failure =>
  fail('upstream_unavailable', 'The store cannot answer now; retry in a moment.', { cause })

const tooSlow = (cause: unknown): Failure =>
  fail('timeout', 'The store took too long to answer; retry in a moment.', { cause })

/** Turns database errors into a Failure; a Failure passes unchanged. */
export async function failingAsStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure) throw error
    const { code } = error as { code?: string }
    throw code === cancelled || code === noReply ? tooSlow(error) : away(error)
  }
}

/** SQLSTATE of a statement that `statement_timeout` has ended. */
const cancelled = '57014'

export const causeCode = (error: unknown) => (error as { cause?: { code?: string } }).cause?.code

/** The server is up, but the statement took too long for it. */
export const wasCancelled = (error: unknown): boolean => causeCode(error) === cancelled

/** The server did not reply at all, although it should have cancelled the statement by then. */
export const gotNoReply = (error: unknown): boolean => causeCode(error) === noReply

/** A time limit has passed; trying another server would only add load. */
export const isTimeout = (error: unknown): boolean => error instanceof Failure && error.error === 'timeout'
