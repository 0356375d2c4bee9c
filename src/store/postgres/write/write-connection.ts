// The connection of a transaction that writes.
import pg from 'pg'
import { fail } from '../../../errors.ts'
import { type IndexState, indexStateOf } from '../../derived-version.ts'
import { longConnection, type Run } from '../connections.ts'
import { channel, derivedVersionColumn } from '../schema.ts'
import { beginWith } from '../settings.ts'
import { type CopyTo, copyInto } from './copy.ts'

const lockMs = 10_000

/**
 * The server notices within a second when the client is gone. Batches are looked up by index, although the planner
 * may not know yet that a table has grown.
 */
const settings = {
  lock_timeout: String(lockMs),
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '1h',
  client_connection_check_interval: '1s',
  maintenance_work_mem: '256MB',
  jit: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

export type WriteConnection = { run: Run; copy: CopyTo; client: pg.Client }

export async function connectToWrite(url: string): Promise<WriteConnection> {
  const client = await longConnection(url)
  return {
    client,
    run: async statement => (await client.query(statement)).rows,
    copy: copyInto(client),
  }
}

export async function indexStateIn(run: Run): Promise<IndexState> {
  const [row] = await run<{ found: number | null }>({ text: `SELECT ${derivedVersionColumn} AS found` })
  return indexStateOf(row!.found)
}

const lockNotAvailable = '55P03'

/** Begins a transaction that no other writer can begin. */
export async function beginTransaction({ client }: WriteConnection): Promise<void> {
  try {
    await client.query(beginWith(settings))
    await client.query("SELECT number FROM meta WHERE key = 'data_version' FOR UPDATE")
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== lockNotAvailable) throw error
    throw fail('conflict', 'Another import or reindex is running; try again when it has ended.', { cause: error })
  }
}

export async function raiseDataVersion({ run }: WriteConnection, now: number): Promise<void> {
  const text = "UPDATE meta SET number = greatest(number + 1, $1) WHERE key = 'data_version'"
  await run({ text, values: [Math.floor(now)] })
  await run({ text: `SELECT pg_notify('${channel}', '')` })
}

/** Rows as one array per column, for unnest(). */
export const columns = <R extends object>(rows: readonly R[], names: readonly (keyof R)[]): unknown[][] =>
  names.map(name => rows.map(row => row[name]))

const rowsPerStatement = 20_000

export function* pieces<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += rowsPerStatement) yield all.slice(from, from + rowsPerStatement)
}
