// Lists and searches creators, with the same SQL for both databases. A search takes several statements, so it is a
// generator: it yields each statement and gets its rows.
//
// The rarest word of a search decides how its matches are found. If few creators have it, all of these are read and
// sorted. Otherwise a walk along the sort order meets enough matches soon.
import { type CreatorColumns, creatorColumns, creatorRow } from '../rows.ts'
import { notSearched } from '../search/resolve.ts'
import { aboutSearch, type Resolve, searchPage, type Wanted } from '../search/search.ts'
import { titleKey, type WordForm } from '../search-text.ts'
import type { CreatorPosition, CreatorQuery, CreatorRow, CreatorSlice, CreatorSort, Total } from '../store.ts'
import {
  type Add,
  answerByReading,
  type Condition,
  conditionOf,
  conditionSql,
  creatorLookups,
  type Dialect,
  fewCreators,
  hasWord,
  type Reading,
  rarestWord,
  valuesOf,
} from './creator-lookups.ts'
import { nameTerm, nameWord } from './creator-terms.ts'

/** Creators of one statement of a walk, and of these statements in one page. A page may end early, but continues. */
const walkLength = 5000
const maxWalks = 5

const sortColumns: Record<CreatorSort, string> = { followers: 'followers', recent: 'joined', creations: 'apps' }
const columnOf = (sort: CreatorQuery['sort']) => sortColumns[sort === 'relevance' ? 'followers' : sort]

type Row = CreatorColumns & { sortKey: number; tier: number; total: number }
type Page = { rows: Row[]; next: CreatorPosition | null; total: Total }

/** `resolve` finds the nearest spelling. */
export function* readCreators(query: CreatorQuery, dialect: Dialect, resolve: Resolve): Reading<CreatorSlice> {
  const found = yield* answerByReading(searchPage<CreatorSlice>(query, false, resolve), {
    ...creatorLookups(dialect),
    page: wanted => readPage(query, wanted, dialect),
  })
  return found ?? { items: [], next: null, total: 0, totalIsExact: true, ...notSearched }
}

function* readPage(query: CreatorQuery, wanted: Wanted | null, dialect: Dialect): Reading<CreatorSlice | null> {
  const { rows, next, total } =
    wanted === null ? yield* readList(query, dialect) : yield* search(query, wanted, dialect)
  if (query.known === undefined && rows.length === 0 && next === null) return null
  const { total: count, totalIsExact } = query.known ?? total
  return { items: rows.map(creatorOf), next, total: count, totalIsExact, ...aboutSearch(wanted) }
}

const creatorOf = ({ sortKey: _, tier: __, total: ___, ...columns }: Row): CreatorRow => creatorRow(columns)

/** Creators in a sort order, with the sort key as `k`. */
type Order = { select: (columns: string) => string; key: string }

function inOrder(query: CreatorQuery, after: CreatorPosition | undefined, { sortKey }: Dialect, add: Add): Order {
  const key = sortKey(columnOf(query.sort))
  const where = after ? `WHERE (${key}, handle) > (${add(-after.sortKey)}, ${add(after.handle)})` : ''
  return { key, select: columns => `SELECT ${columns} FROM creator ${where} ORDER BY ${key}, handle` }
}

/** The rows of a page: `found` has tier, k and handle. */
const pageSql = (found: string, total: string) => `
  SELECT ${total} AS total, page.tier, -page.k AS "sortKey", ${creatorColumns}
  FROM (${found}) page CROSS JOIN creator WHERE creator.handle = page.handle
  ORDER BY page.tier, page.k, page.handle`

/** The last of the rows may only show that there is a next page. */
function pageOf(rows: Row[], limit: number, total: Total): Page {
  const page = rows.slice(0, limit)
  return { rows: page, next: rows.length > limit ? positionOf(page.at(-1)!) : null, total }
}

const positionOf = ({ tier, sortKey, record }: Row): CreatorPosition => ({
  tier,
  sortKey,
  handle: (JSON.parse(record) as { handle: string }).handle,
})

function* readList(query: CreatorQuery, dialect: Dialect): Reading<Page> {
  const { sort, after, limit } = query
  const { values, add } = valuesOf()
  const { select, key } = inOrder(query, after, dialect, add)
  const page = `${select(`0 AS tier, ${key} AS k, handle`)} LIMIT 0 + ${add(limit + 1)}`
  const name = `creators ${columnOf(sort)}${after ? ' after' : ''}`
  const rows = (yield { name, text: pageSql(page, dialect.creatorCount), values }) as Row[]
  return pageOf(rows, limit, { total: rows[0]?.total ?? 0, totalIsExact: true })
}

type Search = { query: CreatorQuery; words: Condition[]; name: string; dialect: Dialect }

function* search(query: CreatorQuery, { words, match, searched }: Wanted, dialect: Dialect): Reading<Page> {
  const { word, count } = yield* rarestWord(words)
  if (count === 0) return { rows: [], next: null, total: { total: 0, totalIsExact: true } }
  const name = titleKey(match === 'all' ? query.q! : searched)
  const found = { query, words: words.map(conditionOf), name, dialect }
  return count <= fewCreators ? yield* sortAll(found, word) : yield* walkTiers(found)
}

/** Reads and sorts all creators that have a word. */
function* sortAll({ query, words, name, dialect }: Search, word: WordForm): Reading<Page> {
  const { sort, after, limit } = query
  const { values, add } = valuesOf()
  const isNamed = () => conditionSql([{ term: ` ${nameTerm(name)} `, isWanted: true }], dialect, add)
  const tier = sort === 'relevance' ? `CASE WHEN ${isNamed()} THEN 0 ELSE 1 END` : '0'
  const text = `WITH found AS MATERIALIZED (
      SELECT creator.handle, ${dialect.sortKey(columnOf(sort))} AS k, ${tier} AS tier
      FROM (SELECT DISTINCT handle FROM creator_word WHERE ${hasWord(word, add)}) named
      CROSS JOIN creator WHERE creator.handle = named.handle AND ${conditionSql(words, dialect, add)}
    ) ${pageSql(
      `SELECT * FROM found ${after ? `WHERE ${isAfter(after, add)}` : ''}
       ORDER BY tier, k, handle LIMIT 0 + ${add(limit + 1)}`,
      '(SELECT count(*) FROM found)',
    )}`
  const rows = (yield { text, values }) as Row[]
  return pageOf(rows, limit, { total: rows[0]?.total ?? 0, totalIsExact: true })
}

function isAfter({ tier, sortKey, handle }: CreatorPosition, add: Add): string {
  return `(tier, k, handle) > (${add(tier)}, ${add(-sortKey)}, ${add(handle)})`
}

/** By relevance, creators whose whole name was searched for come before the others. */
function* walkTiers(found: Search): Reading<Page> {
  const { query, words, name } = found
  if (query.sort !== 'relevance') return yield* walk(found, 0, query.after, query.limit)
  const isNamed = { term: ` ${nameTerm(name)} `, isWanted: true }
  const others = { ...found, words: [...words, { ...isNamed, isWanted: false }] }
  if (query.after?.tier === 1) return yield* walk(others, 1, query.after, query.limit)
  const named = yield* readNamed({ ...found, words: [...words, isNamed] })
  if (named.next !== null) return { ...named, total: { total: named.total.total, totalIsExact: false } }
  const rest = yield* walk(others, 1, undefined, query.limit - named.rows.length)
  const total = named.total.total + rest.total.total
  const totalIsExact = named.total.totalIsExact && rest.total.totalIsExact
  return { rows: [...named.rows, ...rest.rows], next: rest.next, total: { total, totalIsExact } }
}

function* readNamed(found: Search): Reading<Page> {
  const word = { text: nameWord(found.name), prefix: false }
  const { count } = yield* rarestWord([word])
  if (count <= fewCreators) return yield* sortAll(found, word)
  return yield* walk(found, 0, found.query.after, found.query.limit)
}

/** The matches of one tier, in order, until the page is full or many creators have been looked at. */
function* walk(
  { query, words, dialect }: Search,
  tier: number,
  after: CreatorPosition | undefined,
  limit: number,
): Reading<Page> {
  const rows: Row[] = []
  let total = 0
  let from = after
  for (let i = 0; i < maxWalks; i++) {
    const found = yield* walkOnce({ query, words, dialect }, tier, from, limit + 1 - rows.length)
    rows.push(...found)
    total += found[0]?.total ?? 0
    const known = { total, totalIsExact: false }
    if (rows.length > limit) {
      // No room at all is only possible after an earlier tier; this one then starts from its beginning.
      return limit === 0 ? { rows: [], next: beginning(tier), total: known } : pageOf(rows, limit, known)
    }
    const end = yield* endOfWalk({ query, dialect }, from)
    if (end === null) return { rows, next: null, total: { total, totalIsExact: after === undefined } }
    from = { tier, ...end }
  }
  return { rows, next: from!, total: { total, totalIsExact: false } }
}

const beginning = (tier: number): CreatorPosition => ({ tier, sortKey: Number.MAX_SAFE_INTEGER, handle: '' })

function* walkOnce(
  { query, words, dialect }: Pick<Search, 'query' | 'words' | 'dialect'>,
  tier: number,
  after: CreatorPosition | undefined,
  length: number,
): Reading<Row[]> {
  const { values, add } = valuesOf()
  const { select, key } = inOrder(query, after, dialect, add)
  const text = `WITH found AS MATERIALIZED (
      SELECT ${tier} AS tier, k, handle FROM (${select(`${key} AS k, handle, terms`)} LIMIT ${walkLength}) walked
      WHERE ${conditionSql(words, dialect, add)}
    ) ${pageSql(`SELECT * FROM found ORDER BY k, handle LIMIT 0 + ${add(length)}`, '(SELECT count(*) FROM found)')}`
  return (yield { text, values }) as Row[]
}

/** Where a part of a walk ended; null at the end of all creators. */
function* endOfWalk(
  { query, dialect }: Pick<Search, 'query' | 'dialect'>,
  after: CreatorPosition | undefined,
): Reading<{ sortKey: number; handle: string } | null> {
  const { values, add } = valuesOf()
  const { select, key } = inOrder(query, after, dialect, add)
  const text = `${select(`-${key} AS "sortKey", handle`)} LIMIT 1 OFFSET ${walkLength - 1}`
  const [end] = (yield { text, values }) as { sortKey: number; handle: string }[]
  return end ? { sortKey: end.sortKey, handle: end.handle } : null
}
