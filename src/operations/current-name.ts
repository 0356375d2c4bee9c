// Old names of renamed creators and creations still work.
import type { Name, Store } from '../store/store.ts'

/** `renamed` is set when the name was an old one. */
type Found<T> = { found: T; name: Name; renamed?: Name }

/** Reads by a name; if nothing has it, by the current name of what had it before. */
export async function byCurrentName<T>(
  store: Store,
  name: Name,
  read: (name: Name) => Promise<T | null>,
): Promise<Found<T> | null> {
  const found = await read(name)
  if (found !== null) return { found, name }
  const current = await store.currentName(name)
  const again = current && (await read(current))
  return again ? { found: again, name: current, renamed: current } : null
}

/** For the result of a read. */
export const renamedIn = ({ renamed }: Found<unknown>): { renamed?: Name } => (renamed === undefined ? {} : { renamed })

type NameFilters = { creator?: string | undefined; remixOf?: string | undefined }

/** The filters with current names; null when none is an old name. */
export async function currentFilters<F extends NameFilters>(store: Store, filters: F): Promise<F | null> {
  const { creator, remixOf } = filters
  const [handle, slug] = remixOf?.toLowerCase().split('/') ?? []
  const [owner, original] = await Promise.all([
    creator === undefined ? null : store.currentName({ handle: creator.toLowerCase() }),
    handle === undefined || slug === undefined ? null : store.currentName({ handle, slug }),
  ])
  if (owner === null && original === null) return null
  return {
    ...filters,
    ...(owner && { creator: owner.handle }),
    ...(original && { remixOf: `${original.handle}/${original.slug}` }),
  }
}
