// Creations that are similar to one (see ../reads/similar.ts).
import type { CreationRecord } from '../../records/records.ts'
import {
  candidatesOf,
  type Entry,
  type ListHead,
  rankCards,
  type SimilarList,
  type SimilarPlan,
  similarPlan,
  sizedLists,
  wordsToRead,
} from '../reads/similar.ts'
import type { Store } from '../store.ts'
import type { Cards } from './cards.ts'
import type { Run } from './connections.ts'
import { listKey } from './lists/list-keys.ts'
import { decodeNumbers } from './lists/postings.ts'

export function similarReader(run: Run, cards: Cards): Store['similar'] {
  return async ({ handle, slug, locales, limit }) => {
    const text = 'SELECT n, record FROM creation JOIN card USING (n) WHERE handle = $1 AND slug = $2'
    const [row] = await run<{ n: number; record: string }>({ name: 'similar to', text, values: [handle, slug] })
    if (!row) return null
    const plan = similarPlan(JSON.parse(row.record) as CreationRecord)
    const [heads, words] = await Promise.all([headsOf(run, plan.lists), wordLists(run, plan)])
    const lists = [...plan.lists, ...words.lists]
    const candidates = candidatesOf(row.n, lists, [...heads, ...words.heads])
    const found = await cards.byNumber(candidates.best.map(({ creationNo }) => creationNo), locales) // biome-ignore format: one line reads better
    const ranked = rankCards(plan, candidates, creationNo => found.get(creationNo))
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
  const heads = lists.map(() => ({ size: 0, entries: [] as Entry[] }))
  for (const { i, size, sortKey, creationNo } of await run<HeadRow>({ name: 'similar', text, values })) {
    const head = heads[i]!
    head.size = size
    if (sortKey !== null) head.entries.push({ sortKey, creationNo })
  }
  return heads
}

/** Lists of words have no sort keys, so these are read with the creations. */
async function wordLists(run: Run, plan: SimilarPlan): Promise<{ lists: SimilarList[]; heads: ListHead[] }> {
  const sizes = await run<{ name: string; size: number }>({
    name: 'sizes of words',
    text: 'SELECT name, size FROM list WHERE name = ANY($1::text[])',
    values: [sizedLists(plan)],
  })
  const sizeOf = new Map(sizes.map(({ name, size }) => [name, size]))
  const lists = wordsToRead(plan, name => sizeOf.get(name) ?? 0)
  const postings = await run<{ name: string; ns: Buffer }>({
    name: 'words',
    text: 'SELECT name, ns FROM posting WHERE name = ANY($1::text[])',
    values: [lists.map(({ name }) => name)],
  })
  const numbers = postings.map(({ name, ns }) => ({ name, numbers: [...decodeNumbers(ns)] }))
  const keys = await run<Entry>({
    name: 'sort keys',
    text: 'SELECT n AS "creationNo", k0 AS "sortKey" FROM shown WHERE n = ANY($1::bigint[])',
    values: [[...new Set(numbers.flatMap(({ numbers }) => numbers))]],
  })
  const entryOf = new Map(keys.map(entry => [entry.creationNo, entry]))
  const heads = lists.map(({ name, length }): ListHead => {
    const listed = numbers.filter(posting => posting.name === name).flatMap(({ numbers }) => numbers)
    return { size: length, entries: listed.flatMap(creationNo => entryOf.get(creationNo) ?? []) }
  })
  return { lists, heads }
}
