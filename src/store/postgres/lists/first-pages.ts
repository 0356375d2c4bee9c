// First pages of several lists in one statement and round trip.
import { filterLists } from '../../filters.ts'
import { notSearched } from '../../search/resolve.ts'
import type { FeedSlice, ListQuery, Store } from '../../store.ts'
import { type Cards, cardText } from '../cards.ts'
import type { Run, Statement } from '../connections.ts'
import { type ListRow, pageOf } from './feed.ts'
import { keyColumn, listKey } from './list-keys.ts'

/** A query of one list, and the name of the list. */
type NamedQuery = { name: string; query: ListQuery }
type Numbered = NamedQuery & { i: number }
type Row = ListRow & { i: number }

export function feedsReader(run: Run, cards: Cards): Store['feeds'] {
  return async queries => readLists(run, cards, queries.map(query => ({ name: filterLists(query)[0]!, query }))) // biome-ignore format: one line reads better
}

async function readLists(run: Run, cards: Cards, queries: readonly NamedQuery[]): Promise<FeedSlice[]> {
  if (queries.length === 0) return []
  const rows = Map.groupBy(await run<Row>(listsStatement(queries)), ({ i }) => i)
  const pages = queries.map(({ query }, i) => pageOf(rows.get(i) ?? [], query))
  const items = await finishCards(pages, queries, cards)
  return pages.map(({ next, total }, i) => ({ items: items[i]!, next, total, totalIsExact: true, ...notSearched }))
}

/** Cards are completed once per choice of languages, so that labels are looked up once. */
async function finishCards(
  pages: readonly { texts: string[] }[],
  queries: readonly NamedQuery[],
  cards: Cards,
): Promise<string[][]> {
  const byLocales = Map.groupBy(pages.keys(), i => queries[i]!.query.locales.join())
  const items: string[][] = []
  const finish = async (group: readonly number[]) => {
    const texts = group.flatMap(i => pages[i]!.texts)
    const done = await cards.finish(texts, queries[group[0]!]!.query.locales)
    for (const i of group) items[i] = done.splice(0, pages[i]!.texts.length)
  }
  await Promise.all([...byLocales.values()].map(finish))
  return items
}

/** One branch for all lists with the same order, length and languages. */
function listsStatement(queries: readonly NamedQuery[]): Statement {
  const numbered = queries.map((one, i): Numbered => ({ ...one, i }))
  const groups = Map.groupBy(numbered, ({ query }) => [query.sort, query.limit, ...query.locales].join())
  const values: unknown[] = []
  const branches = [...groups.values()].map(group => {
    const { sort, limit, locales } = group[0]!.query
    const key = keyColumn(sort)
    const names = group.map(({ name }) => name)
    const next = values.length + 1
    const card = cardText(locales, next + 4)
    // One more than requested shows whether there is a next page.
    values.push(group.map(({ i }) => i), names, names.map(listKey), limit + 1, ...card.values) // biome-ignore format: one line reads better
    const text = `SELECT input.i, list.size, page.k AS "sortKey", page.n AS "creationNo", ${card.text} AS text
      FROM unnest($${next}::int[], $${next + 1}::text[], $${next + 2}::bigint[]) input(i, name, list)
      JOIN list ON list.name = input.name LEFT JOIN LATERAL (
        SELECT ${key} AS k, n FROM place WHERE place.list = input.list ORDER BY ${key} DESC, n DESC LIMIT $${next + 3}
      ) page ON true LEFT JOIN card ON card.n = page.n`
    return { shape: key + card.name, text }
  })
  return {
    name: `lists ${branches.map(({ shape }) => shape).join(' ')}`,
    text: branches.map(({ text }) => text).join(' UNION ALL '),
    values,
  }
}
