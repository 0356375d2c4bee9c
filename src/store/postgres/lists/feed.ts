// The feed: pages of one list are read along an index, total and cards included, in one statement.
import { filterLists } from '../../filters.ts'
import { notSearched } from '../../search/resolve.ts'
import type { FeedQuery, FeedSlice, Position } from '../../store.ts'
import { type Cards, cardText } from '../cards.ts'
import type { Run, Statement } from '../connections.ts'
import { searcher } from '../search/search.ts'
import { keyColumn, listKey } from './list-keys.ts'

type FeedReader = (query: FeedQuery) => Promise<FeedSlice>

export function feedReader(run: Run, cards: Cards, version: () => number): FeedReader {
  const search = searcher(run, cards, version)
  return async query => {
    const names = filterLists(query)
    const isList = query.q === undefined && names.length === 1
    return isList ? readList(run, cards, names[0]!, query) : search(query, names)
  }
}

export type ListRow = { size: number; sortKey: number | null; creationNo: number; text: string }

async function readList(run: Run, cards: Cards, name: string, query: FeedQuery): Promise<FeedSlice> {
  const { texts, next, total } = pageOf(await run<ListRow>(listStatement(name, query)), query)
  const known = total === 0 ? undefined : query.known
  const items = await cards.finish(texts, query.locales)
  return { items, next, total, totalIsExact: true, ...notSearched, ...known }
}

/** One page from the rows of a list; the last row may only show that there is a next page. */
export function pageOf(rows: readonly ListRow[], { limit }: { limit: number }) {
  const found = rows
    .filter(row => row.sortKey !== null)
    .sort((a, b) => b.sortKey! - a.sortKey! || b.creationNo - a.creationNo)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const next: Position | null =
    found.length > limit && last ? { tier: 0, score: 0, sortKey: last.sortKey!, creationNo: last.creationNo } : null
  return { texts: page.map(({ text }) => text), next, total: rows[0]?.size ?? 0 }
}

function listStatement(name: string, { sort, after, limit, locales }: FeedQuery): Statement {
  const key = keyColumn(sort)
  const start = after ? [after.sortKey, after.creationNo] : []
  const from = after ? `AND (${key}, n) < ($4::bigint, $5::bigint)` : ''
  const card = cardText(locales, after ? 6 : 4)
  // One more than requested shows whether there is a next page.
  const text = `SELECT list.size, page.k AS "sortKey", page.n AS "creationNo", ${card.text} AS text
    FROM list LEFT JOIN LATERAL (
      SELECT ${key} AS k, n FROM place WHERE list = $2::bigint ${from} ORDER BY ${key} DESC, n DESC LIMIT $3
    ) page ON true LEFT JOIN card ON card.n = page.n
    WHERE list.name = $1`
  const values = [name, listKey(name), limit + 1, ...start, ...card.values]
  return { name: `feed ${key}${after ? 'a' : ''}${card.name}`, text, values }
}
