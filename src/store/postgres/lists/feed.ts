// The feed: pages of one list are read along an index, total and cards included, in one statement.
import { filterLists } from '../../filters.ts'
import type { FeedQuery, FeedSlice, Position } from '../../store.ts'
import { type Cards, cardText } from '../cards.ts'
import type { Run, Statement } from '../connections.ts'
import { searcher } from '../search/search.ts'
import { keyColumn, listKey } from './list-keys.ts'

type FeedReader = (query: FeedQuery) => Promise<FeedSlice>

export function feedReader(run: Run, cards: Cards): FeedReader {
  const search = searcher(run, cards)
  return async query => {
    const names = filterLists(query)
    const isList = query.q === undefined && names.length === 1
    return isList ? readList(run, cards, names[0]!, query) : search(query, names)
  }
}

export type ListRow = { size: number; k: number | null; n: number; text: string }

async function readList(run: Run, cards: Cards, name: string, query: FeedQuery): Promise<FeedSlice> {
  const { texts, next, total } = pageOf(await run<ListRow>(listStatement(name, query)), query)
  const knownTotal = total === 0 ? undefined : query.knownTotal
  return { items: await cards.finish(texts, query.locales), next, ...(knownTotal ?? { total, totalIsExact: true }) }
}

/** One page from the rows of a list; the last row may only show that there is a next page. */
export function pageOf(rows: readonly ListRow[], { limit }: { limit: number }) {
  const found = rows.filter(row => row.k !== null).sort((a, b) => b.k! - a.k! || b.n - a.n)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const next: Position | null = found.length > limit && last ? { tier: 0, k: last.k!, n: last.n } : null
  return { texts: page.map(({ text }) => text), next, total: rows[0]?.size ?? 0 }
}

function listStatement(name: string, { sort, after, limit, locales }: FeedQuery): Statement {
  const key = keyColumn(sort)
  const start = after ? [after.k, after.n] : []
  const from = after ? `AND (${key}, n) < ($4::bigint, $5::bigint)` : ''
  const card = cardText(locales, after ? 6 : 4)
  // One more than requested shows whether there is a next page.
  const text = `SELECT list.size, page.k, page.n, ${card.text} AS text
    FROM list LEFT JOIN LATERAL (
      SELECT ${key} AS k, n FROM place WHERE list = $2::bigint ${from} ORDER BY ${key} DESC, n DESC LIMIT $3
    ) page ON true LEFT JOIN card ON card.n = page.n
    WHERE list.name = $1`
  const values = [name, listKey(name), limit + 1, ...start, ...card.values]
  return { name: `feed ${key}${after ? 'a' : ''}${card.name}`, text, values }
}
