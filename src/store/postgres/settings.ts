// Connection settings. A direct connection gets them once. Behind a pooler in transaction mode (PgBouncer) a server
// connection is ours for one transaction only and must be left unchanged (no settings, prepared statements or
// LISTEN), so each transaction begins with its settings.
import type pg from 'pg'
import { queryWithin } from './query.ts'

export type Settings = Readonly<Record<string, string>>

/**
 * Applies settings to a new connection, unless it leads to a pooler. Returns whether it leads to the server itself: the
 * process id that a pooler announces is not that of the server process.
 */
export async function applySettings(client: pg.ClientBase, settings: Settings, withinMs: number): Promise<boolean> {
  const { processID } = client as { processID?: number | null }
  const sets = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  const text = `SELECT ${sets.join()} WHERE pg_backend_pid() = ${processID ?? 0}`
  const { rowCount } = await queryWithin(withinMs, client, text)
  return rowCount === 1
}

/** Begins a transaction with its own settings. */
export function beginWith(settings: Settings, begin = 'BEGIN'): string {
  // A `default_transaction_…` would only apply to the next transaction.
  const localName = (name: string) => name.replace(/^default_(?=transaction_)/, '')
  const sets = Object.entries(settings).map(([name, value]) => `SET LOCAL ${localName(name)} = '${value}'`)
  return [begin, ...sets].join('; ')
}
