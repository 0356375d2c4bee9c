// All public data, a chunk at a time, in index order.
import type { DatabaseSync } from 'node:sqlite'
import type { ListedCreation, Store } from '../../store.ts'

type Lister = {
  creations(range: Parameters<Store['listCreations']>[0]): ListedCreation[]
  creators(range: Parameters<Store['listCreators']>[0]): string[]
}

export function lister(db: DatabaseSync): Lister {
  const creations = db.prepare(
    `SELECT n, handle, slug, record ->> 'updatedAt' AS updatedAt FROM shown JOIN creation USING (n)
     WHERE n >= ? AND n < ? ORDER BY n LIMIT +?`,
  )
  const creators = db.prepare('SELECT handle FROM creator WHERE handle > ? ORDER BY handle LIMIT +? OFFSET +?')
  return {
    creations: ({ from, to, limit }) => creations.all(from, to, limit) as ListedCreation[],
    creators: ({ after, skip, limit }) =>
      (creators.all(after, limit, skip) as { handle: string }[]).map(({ handle }) => handle),
  }
}
