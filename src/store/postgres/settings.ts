// The settings of connections. One that leads to the server is ours for as long as it lasts and is told its settings
// once. One that leads to a pooler (PgBouncer) may be lent to us for a transaction at a time: nothing must be left on it,
// neither settings nor prepared statements nor LISTEN, so each transaction brings along what it needs.
import pg from 'pg'
import { askWithin } from './query.ts'

export type Settings = Readonly<Record<string, string>>

const setting = (name: string, value: string, local: boolean) => `set_config('${name}', '${value}', ${local})`

/**
 * Tells a new connection its settings, if it is ours to keep; whether it is. The server tells a connection which process
 * serves it, a pooler tells something of its own.
 */
export async function keepSettings(client: pg.ClientBase, settings: Settings, withinMs: number): Promise<boolean> {
  const { processID } = client as { processID?: number | null }
  const sets = Object.entries(settings).map(([name, value]) => setting(name, value, false))
  const text = `SELECT ${sets.join()} WHERE pg_backend_pid() = ${processID ?? 0}`
  const { rowCount } = await askWithin(withinMs, client, text)
  return rowCount === 1
}

/** A statement that makes settings for the rest of the transaction, and gives no row. */
export function settingsOnce(settings: Settings): string {
  // The default would be for the next transaction.
  const own = (name: string) => (name.startsWith('default_transaction_') ? name.slice('default_'.length) : name)
  const sets = Object.entries(settings).map(([name, value]) => `${setting(own(name), value, true)} IS NULL`)
  return `SELECT WHERE ${sets.join(' OR ')}`
}

export const beginWith = (settings: Settings, begin = 'BEGIN'): string => `${begin}; ${settingsOnce(settings)}`

type Messages = {
  stream: { cork(): void; uncork(): void }
  parse(statement: { text: string }): void
  bind(values: object): void
  execute(portal: object): void
}
type Query = pg.Submittable & { submit(connection: unknown): unknown; handleCommandComplete?: () => void }

/**
 * A statement together with its settings in one round trip: what is sent before the server is asked to answer is one
 * transaction. It has no name, as the next one may go to another server process.
 */
export function withSettings({ text, values }: { text: string; values?: unknown[] }, settings: string): pg.QueryConfig {
  const extended = { text, values: values ?? [], queryMode: 'extended' }
  const query = new pg.Query(extended) as unknown as Query
  const submit = query.submit.bind(query)
  query.submit = connection => {
    const messages = connection as Messages
    messages.stream.cork()
    messages.parse({ text: settings })
    messages.bind({})
    messages.execute({})
    const refusal = submit(connection)
    messages.stream.uncork()
    return refusal
  }
  // The first is that of the settings.
  query.handleCommandComplete = () => {
    delete query.handleCommandComplete
  }
  return query as unknown as pg.QueryConfig
}
