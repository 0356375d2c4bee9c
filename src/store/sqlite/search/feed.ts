// The feed: one walk over lists in order, then the cards of what was found.
import type { DatabaseSync } from 'node:sqlite'
import { everything, filterLists } from '../../filters.ts'
import type { FeedQuery, FeedSlice, Locales } from '../../store.ts'
import { type Cards, encodeCards } from '../cards.ts'
import { readBlocks } from '../lists/blocks.ts'
import { listByName, readListPage } from '../lists/list-page.ts'
import { listKey } from '../lists/postings.ts'
import { sortIndex } from './matches.ts'
import { type FoundPage, nothingFound, type PageQuery, searchReader } from './search-page.ts'

/** `names` are the lists of the query's filters. */
type PageFinder = (query: FeedQuery, names?: readonly string[]) => FoundPage

/** `version` is that of the data. */
export function pageFinder(db: DatabaseSync, version: () => number): PageFinder {
  const read = readBlocks(db)
  const findList = listByName(db)
  const search = searchReader(db, read, version)
  const listPage = ({ query, filters }: PageQuery): FoundPage => {
    const [{ id, size }] = filters as [PageQuery['filters'][0]]
    const { after, limit } = query
    const page = readListPage(read, { key: listKey(sortIndex(query.sort), id), size, after, limit })
    return { ...nothingFound, ...page, total: size, ...query.known }
  }
  return (query, names = filterLists(query)) => {
    const filters = names.map(findList)
    if (!filters.every(list => list !== undefined && list.size > 0)) return nothingFound
    const asked = { query, filters: filters as PageQuery['filters'], isFiltered: names.join() !== everything }
    const isList = query.q === undefined && names.length === 1
    return isList ? listPage(asked) : search(asked)
  }
}

/** Creations that are no longer public are left out. */
export function withCards({ numbers, ...page }: FoundPage, cards: Cards, locales: Locales): FeedSlice {
  if (numbers.length === 0) return { ...page, items: [] }
  const found = cards.page(numbers, locales)
  return { ...page, items: found.map(({ text }) => text), encode: () => encodeCards(found) }
}
