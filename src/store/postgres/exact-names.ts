// Creations and creators by their whole names (see ../reads/exact-names.ts).
import { nameTerm, nameWord } from '../reads/creator-terms.ts'
import {
  hasTitle,
  mayHaveTitle,
  nameCandidates,
  type Titles,
  titleCandidates,
  titleLists,
} from '../reads/exact-names.ts'
import { type CreatorColumns, creatorColumns, creatorRow } from '../rows.ts'
import type { CreatorRow, ExactNameQuery, Store } from '../store.ts'
import { type Cards, cardText } from './cards.ts'
import type { Run } from './connections.ts'

export function exactNamesReader(run: Run, cards: Cards): Store['exactNames'] {
  return async query => {
    const keys = query.keys.map(key => key.toWellFormed())
    const [creations, creators] = await Promise.all([
      creationsByTitle(run, cards, { ...query, keys }),
      creatorsByName(run, keys, query.limit),
    ])
    return query.keys.flatMap((key, i) =>
      creations[i]!.length + creators[i]!.length > 0 ? [{ key, creations: creations[i]!, creators: creators[i]! }] : [],
    )
  }
}

/** For each key. */
async function creationsByTitle(run: Run, cards: Cards, { keys, locales, limit }: ExactNameQuery): Promise<string[][]> {
  const candidates = await candidatesOf(run, { keys, locales })
  if (candidates.length === 0) return keys.map(() => [])
  const card = cardText(locales, 2)
  const text = `SELECT n, k0, record::json ->> 'title' AS title, slug, record::json ->> 'translations' AS translations, ${card.text} AS text
    FROM creation JOIN shown USING (n) JOIN card USING (n) WHERE n = ANY($1::bigint[])`
  const values = [[...new Set(candidates.map(({ n }) => n))], ...card.values]
  const rows = await run<Titles & { n: number; k0: number; text: string }>({ name: `titles${card.name}`, text, values })
  rows.sort((one, other) => other.k0 - one.k0 || other.n - one.n)
  const byKey = Map.groupBy(candidates, ({ i }) => i)
  const found = keys.map((key, i) => {
    const numbers = new Set(byKey.get(i)?.map(({ n }) => n))
    return rows.filter(row => numbers.has(row.n) && hasTitle(row, key, locales)).slice(0, limit)
  })
  return Promise.all(
    found.map(some =>
      cards.finish(
        some.map(({ text }) => text),
        locales,
      ),
    ),
  )
}

type Candidate = { i: number; n: number; text: string }

const numberAt = [0, 1, 2, 3].map(byte => `(get_byte(ns, at + ${byte})::bigint << ${24 - 8 * byte})`).join(' | ')

/** OFFSET 0 keeps the planner from joining whole tables. */
const candidatesText = (first: string) => `
  SELECT list.i, n, text FROM unnest($1::text[], $2::int[]) list(name, i),
    LATERAL (SELECT n FROM (SELECT ns FROM posting WHERE posting.name = list.name OFFSET 0) posting,
      LATERAL (SELECT ${numberAt} AS n FROM generate_series(0, length(ns) - 4, 4) at OFFSET 0) entry ${first}) entry,
    LATERAL (SELECT text FROM search_text WHERE search_text.n = entry.n OFFSET 0) words`
const readAll = { name: 'titled', text: candidatesText(`LIMIT ${titleCandidates + 1}`) }
/** The most trending ones of long lists. */
const readFirst = {
  name: 'first titled',
  text: candidatesText(`, LATERAL (SELECT k0 FROM shown WHERE shown.n = entry.n OFFSET 0) key
    ORDER BY k0 DESC, n DESC LIMIT ${titleCandidates}`),
}

/** Creations in the lists of the keys that have a word with which the key begins, as every title begins with a word. */
async function candidatesOf(run: Run, { keys, locales }: Omit<ExactNameQuery, 'limit'>): Promise<Candidate[]> {
  const lists = keys.flatMap((key, i) => titleLists(key, locales).map(name => ({ name, i })))
  const read = (statement: typeof readAll, some: readonly number[]) =>
    run<Candidate>({ ...statement, values: [some.map(at => lists[at]!.name), some] })
  const rows = await read(readAll, [...lists.keys()])
  const long = [...Map.groupBy(rows, ({ i }) => i)].flatMap(([i, some]) => (some.length > titleCandidates ? [i] : []))
  const first = long.length === 0 ? [] : await read(readFirst, long)
  return [...rows.filter(({ i }) => !long.includes(i)), ...first].flatMap(({ i: at, ...row }) => {
    const { i } = lists[at]!
    return mayHaveTitle(row.text, keys[i]!, locales) ? [{ ...row, i }] : []
  })
}

/**
 * For each key. Sorted here: the server would rather visit all creators in order than sort a few (see `enable_sort` in
 * connections.ts). OFFSET 0, because without statistics, shortly after an import, it would join all creators.
 */
async function creatorsByName(run: Run, keys: readonly string[], limit: number): Promise<CreatorRow[][]> {
  const text = `SELECT input.i, creator.handle, ${creatorColumns} FROM unnest($1::int[], $2::text[], $3::text[], $4::text[]) input(i, key, word, term),
    LATERAL (
      SELECT input.key AS handle
      UNION (SELECT handle FROM creator_word WHERE word = input.word ORDER BY handle LIMIT ${nameCandidates})
    ) named,
    LATERAL (SELECT * FROM creator WHERE creator.handle = named.handle OFFSET 0) creator
    WHERE strpos(terms, input.term) > 0`
  const values = [[...keys.keys()], keys, keys.map(nameWord), keys.map(key => ` ${nameTerm(key)} `)]
  const found: NamedColumns[][] = keys.map(() => [])
  for (const row of await run<NamedColumns>({ name: 'exact names', text, values })) found[row.i]!.push(row)
  return found.map(rows => rows.sort(byFollowers).slice(0, limit).map(creatorRow))
}

type NamedColumns = CreatorColumns & { i: number; handle: string }

const byFollowers = (one: NamedColumns, other: NamedColumns): number =>
  other.followers - one.followers || (one.handle < other.handle ? -1 : 1)
