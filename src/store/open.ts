// Opens a store by its setting: a PostgreSQL URL, or the path of an SQLite file.
import type { Addresses } from '../addresses.ts'
import type { StateStore } from './state.ts'
import type { Store, WritableStore } from './store.ts'

export const isPostgres = (location: string): boolean => /^postgres(?:ql)?:\/\//i.test(location)

/** `readTimeoutMs`: after this time a read fails. */
type StoreOptions = { addresses: Addresses; replica?: string | undefined; readTimeoutMs?: number }

// Loaded on demand: a process uses only one of them.
export async function openStore(location: string, options: StoreOptions): Promise<Store> {
  if (isPostgres(location)) return (await import('./postgres/open.ts')).openPostgresStore(location, options)
  return (await import('./sqlite/open.ts')).openStore(location, options)
}

export async function openWritableStore(location: string): Promise<WritableStore> {
  if (isPostgres(location)) return (await import('./postgres/open.ts')).openWritablePostgresStore(location)
  return (await import('./sqlite/open.ts')).openWritableStore(location)
}

/** The state of requests (idempotency keys, jobs) is in the same database, or in a file next to that of the store. */
export async function openStateStore(location: string): Promise<StateStore> {
  if (isPostgres(location)) return (await import('./postgres/state/state.ts')).openPostgresState(location)
  const { openStateStore, statePath } = await import('./sqlite/state/state.ts')
  return openStateStore(statePath(location))
}
