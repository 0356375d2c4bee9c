// Creations that are similar to one (see ../reads/similar.ts).
import type { CreationRecord } from '../../records/records.ts'
import { candidatesOf, type Entry, type ListHead, rankCards, type SimilarList, similarLists } from '../reads/similar.ts'
import type { Store } from '../store.ts'
import type { Cards } from './cards.ts'
import type { Run } from './connections.ts'
import { listKey } from './lists/list-keys.ts'

export function similarReader(run: Run, cards: Cards): Store['similar'] {
  return async ({ handle, slug, locales, limit }) => {
    const text = 'SELECT n, record FROM creation JOIN card USING (n) WHERE handle = $1 AND slug = $2'
    const [row] = await run<{ n: number; record: string }>({ name: 'similar to', text, values: [handle, slug] })
    if (!row) return null
    const record = JSON.parse(row.record) as CreationRecord
    const lists = similarLists(record)
    const candidates = candidatesOf(row.n, lists, await headsOf(run, lists))
    const found = await cards.byNumber(candidates.best.map(({ creationNo }) => creationNo), locales) // biome-ignore format: one line reads better
    const ranked = rankCards(record, candidates, creationNo => found.get(creationNo))
    return { items: ranked.slice(0, limit), total: ranked.length }
  }
}

type HeadRow = { i: number; size: number; sortKey: number | null; creationNo: number }

async function headsOf(run: Run, lists: readonly SimilarList[]): Promise<ListHead[]> {
  const text = `SELECT input.i, list.size, head.k AS "sortKey", head.n AS "creationNo"
    FROM unnest($1::int[], $2::text[], $3::bigint[], $4::int[]) input(i, name, list, length)
    JOIN list ON list.name = input.name LEFT JOIN LATERAL (
      SELECT k0 AS k, n FROM place WHERE place.list = input.list ORDER BY k0 DESC, n DESC LIMIT input.length
    ) head ON true`
  const names = lists.map(({ name }) => name)
  const values = [[...lists.keys()], names, names.map(listKey), lists.map(({ length }) => length)]
  const heads = lists.map((): ListHead => ({ size: 0, entries: [] }))
  for (const { i, size, sortKey, creationNo } of await run<HeadRow>({ name: 'similar', text, values })) {
    const head = heads[i]!
    head.size = size
    if (sortKey !== null) head.entries.push({ sortKey, creationNo } satisfies Entry)
  }
  return heads
}
