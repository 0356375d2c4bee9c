// The feed: one walk over lists in order, then the cards of what was found.
import type { DatabaseSync } from 'node:sqlite'
import { everything, filterLists } from '../../filters.ts'
import type { FeedQuery, FeedSlice } from '../../store.ts'
import { type Cards, encodeCards } from '../cards.ts'
import { readBlocks } from '../lists/blocks.ts'
import { listByName, readListPage } from '../lists/list-page.ts'
import { listKey } from '../lists/postings.ts'
import { sortIndex } from './matches.ts'
import { type FoundPage, nothingFound, type PageQuery, searchReader } from './search-page.ts'

const { numbers: _, ...rest } = nothingFound
const noCreations: FeedSlice = { ...rest, items: [] }

/** `names` are the lists of the query's filters. */
type FeedReader = ((query: FeedQuery, names?: readonly string[]) => FeedSlice) & { forget(): void }

export function feedReader(db: DatabaseSync, cards: Cards): FeedReader {
  const read = readBlocks(db)
  const findList = listByName(db)
  const search = searchReader(db, read)
  const listPage = ({ query, filters }: PageQuery): FoundPage => {
    const [{ id, size }] = filters as [PageQuery['filters'][0]]
    const page = readListPage(read, listKey(sortIndex(query.sort), id), query.after, query.limit)
    return { ...nothingFound, ...page, total: size, ...query.known }
  }
  const feed = (query: FeedQuery, names: readonly string[] = filterLists(query)): FeedSlice => {
    const filters = names.map(findList)
    if (!filters.every(list => list !== undefined && list.size > 0)) return noCreations
    const asked = { query, filters: filters as PageQuery['filters'], isFiltered: names.join() !== everything }
    const isList = query.q === undefined && names.length === 1
    const { numbers, ...page } = isList ? listPage(asked) : search.page(asked)
    const found = cards.page(numbers, query.locales)
    return { ...page, items: found.map(({ text }) => text), encode: () => encodeCards(found) }
  }
  return Object.assign(feed, { forget: search.forget })
}
