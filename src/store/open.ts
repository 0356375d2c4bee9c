// Opens the store that a setting names: a PostgreSQL database by its URL, anything else is the path of a file.
import type { Addresses } from '../addresses.ts'
import type { StateStore } from './state.ts'
import type { Store, WritableStore } from './store.ts'

export const isPostgres = (place: string): boolean => /^postgres(?:ql)?:\/\//i.test(place)

type StoreOptions = { addresses: Addresses; replica?: string | undefined }

// Each is loaded when it is wanted: nobody uses both.
export async function openStore(place: string, options: StoreOptions): Promise<Store> {
  if (isPostgres(place)) return (await import('./postgres/open.ts')).openPostgresStore(place, options)
  return (await import('./sqlite/open.ts')).openStore(place, options)
}

export async function openWritableStore(place: string): Promise<WritableStore> {
  if (isPostgres(place)) return (await import('./postgres/open.ts')).openWritablePostgresStore(place)
  return (await import('./sqlite/open.ts')).openWritableStore(place)
}

/** What requests leave behind is kept in the same database, or in a file beside the store's. */
export async function openStateStore(place: string): Promise<StateStore> {
  if (isPostgres(place)) return (await import('./postgres/state/state.ts')).openPostgresState(place)
  const { openStateStore, statePath } = await import('./sqlite/state/state.ts')
  return openStateStore(statePath(place))
}
