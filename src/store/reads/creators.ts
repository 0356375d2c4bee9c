// Lists and searches creators, with the same SQL for both databases. A search takes several statements, so it is a
// generator: it yields each statement and gets its rows.
//
// The rarest word of a search decides how its matches are found. If few creators have it, all of these are read and
// sorted. Otherwise a walk along the sort order meets enough matches soon.
import { type CreatorColumns, creatorColumns, creatorRow } from '../rows.ts'
import { queryWords, titleKey, type WordForm } from '../search-text.ts'
import type { CreatorPosition, CreatorQuery, CreatorRow, CreatorSlice, CreatorSort, Total } from '../store.ts'
import { nameTerm, nameWord } from './creator-terms.ts'
import { spellings } from './spelling.ts'

/**
 * `position` gives the place of a text in another, or 0. `sortKey` is a column as it is indexed: negated, with the
 * handle. `texts` are the rows `value` of a JSON array.
 */
export type Dialect = {
  position: 'instr' | 'strpos'
  sortKey: (column: string) => string
  texts: (json: string) => string
  creatorCount: string
}

export type CreatorStatement = { name?: string; text: string; values: (string | number)[] }
type Reading<T> = Generator<CreatorStatement, T, object[]>

/** Words that more creators have are found by a walk. With a million creators, both then take about as long. */
const fewCreators = 2500
/** Creators of one statement of a walk, and of these statements in one page. A page may end early, but continues. */
const walkLength = 5000
const maxWalks = 5
/** The longest words are likely to be the rarest. */
const countedWords = 4
/** Spellings are compared by how many creators have them, up to this many. */
const spellingCap = 100

const sortColumns: Record<CreatorSort, string> = { followers: 'followers', recent: 'joined', creations: 'apps' }
const columnOf = (sort: CreatorQuery['sort']) => sortColumns[sort === 'relevance' ? 'followers' : sort]

type Row = CreatorColumns & { sortKey: number; tier: number; total: number }
type Page = { rows: Row[]; next: CreatorPosition | null; total: Total }

export function* readCreators(query: CreatorQuery, dialect: Dialect): Reading<CreatorSlice> {
  const { rows, next, total } =
    query.q === undefined ? yield* readList(query, dialect) : yield* search(query, query.q, dialect)
  return { items: rows.map(creatorOf), next, ...(query.knownTotal ?? total) }
}

const creatorOf = ({ sortKey: _, tier: __, total: ___, ...columns }: Row): CreatorRow => creatorRow(columns)

const nothing: Page = { rows: [], next: null, total: { total: 0, totalIsExact: true } }

/** Collects the values of a statement; returns the placeholder of each. */
function valuesOf() {
  const values: (string | number)[] = []
  const add = (value: string | number): string => `$${values.push(value)}`
  return { values, add }
}
type Add = ReturnType<typeof valuesOf>['add']

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

/** Rows of `creator_word` from one word to another. */
type Range = { from: string; to: string }
const rangeOf = ({ text, prefix }: WordForm): Range => ({ from: text, to: prefix ? `${text}\u{10ffff}` : text })

/** A term that a creator must have, or must not have. */
type Condition = { term: string; isWanted: boolean }
const conditionOf = ({ text, prefix }: WordForm): Condition => ({
  term: ` ${text}${prefix ? '' : ' '}`,
  isWanted: true,
})

type Search = { query: CreatorQuery; words: Condition[]; name: string; dialect: Dialect }

function* search(query: CreatorQuery, q: string, dialect: Dialect): Reading<Page> {
  let words: WordForm[] = queryWords(q)
  let name = titleKey(q)
  if (words.length === 0) return nothing
  let counts = yield* countWords(words)
  if (counts.some(({ count }) => count === 0)) {
    const corrected = query.isStrict ? null : yield* correct(words, counts, dialect)
    if (corrected === null) return nothing
    words = corrected
    name = words.map(({ text }) => text).join('')
    counts = yield* countWords(words)
  }
  const [rarest] = counts.sort((a, b) => a.count - b.count)
  const found = { query, words: words.map(conditionOf), name, dialect }
  return rarest!.count <= fewCreators ? yield* sortAll(found, rangeOf(rarest!.word)) : yield* walkTiers(found)
}

type WordCount = { word: WordForm; count: number }

function* countWords(words: readonly WordForm[]): Reading<WordCount[]> {
  const longest = words.toSorted((a, b) => b.text.length - a.text.length).slice(0, countedWords)
  const { values, add } = valuesOf()
  const counts = longest.map(rangeOf).map(
    ({ from, to }, i) => `(SELECT count(*) FROM (
      SELECT 1 FROM creator_word WHERE word >= ${add(from)} AND word <= ${add(to)} LIMIT ${fewCreators + 1}) w) AS c${i}`,
  )
  const [row] = (yield { text: `SELECT ${counts.join()}`, values }) as Record<string, number>[]
  return longest.map((word, i) => ({ word, count: row![`c${i}`]! }))
}

/** Replaces words that no creator has by their most frequent spelling; null when one has none. */
function* correct(words: readonly WordForm[], counts: WordCount[], dialect: Dialect): Reading<WordForm[] | null> {
  if (words.length > countedWords) return null
  const corrected: WordForm[] = []
  for (const word of words) {
    const isKnown = counts.some(counted => counted.word === word && counted.count > 0)
    const text = isKnown ? word.text : yield* nearestWord(word.text, dialect)
    if (text === null) return null
    corrected.push(isKnown ? word : { text, prefix: false })
  }
  return corrected
}

function* nearestWord(word: string, { texts }: Dialect): Reading<string | null> {
  const text = `SELECT word FROM (SELECT value AS word, (SELECT count(*) FROM (
      SELECT 1 FROM creator_word WHERE creator_word.word = spelling.value LIMIT ${spellingCap}) w) AS count
    FROM (${texts('$1')}) spelling) counted WHERE count > 0 ORDER BY count DESC, word LIMIT 1`
  const [row] = (yield { text, values: [JSON.stringify(spellings(word))] }) as { word: string }[]
  return row?.word ?? null
}

const conditionSql = (conditions: readonly Condition[], { position }: Dialect, add: Add): string =>
  conditions.map(({ term, isWanted }) => `${position}(terms, ${add(term)}) ${isWanted ? '>' : '='} 0`).join(' AND ')

/** Reads and sorts all creators that have a word of the range. */
function* sortAll({ query, words, name, dialect }: Search, range: Range): Reading<Page> {
  const { sort, after, limit } = query
  const { values, add } = valuesOf()
  const isNamed = () => conditionSql([{ term: ` ${nameTerm(name)} `, isWanted: true }], dialect, add)
  const tier = sort === 'relevance' ? `CASE WHEN ${isNamed()} THEN 0 ELSE 1 END` : '0'
  const text = `WITH found AS MATERIALIZED (
      SELECT creator.handle, ${dialect.sortKey(columnOf(sort))} AS k, ${tier} AS tier
      FROM (SELECT DISTINCT handle FROM creator_word WHERE word >= ${add(range.from)} AND word <= ${add(range.to)}) named
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
  const [counted] = yield* countWords([word])
  if (counted!.count <= fewCreators) return yield* sortAll(found, rangeOf(word))
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
