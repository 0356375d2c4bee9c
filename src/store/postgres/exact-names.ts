// Creations and creators by their whole names (see ../reads/exact-names.ts).
import { nameTerm, nameWord } from '../reads/creator-terms.ts'
import { hasTitle, nameCandidates, type Titles, titleCandidates, titleLists } from '../reads/exact-names.ts'
import { type CreatorColumns, creatorColumns, creatorRow } from '../rows.ts'
import type { CreatorRow, ExactNameQuery, Store } from '../store.ts'
import type { Cards } from './cards.ts'
import type { Run } from './connections.ts'
import { decodeNumbers } from './lists/postings.ts'

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
  const found: Set<number>[] = keys.map(() => new Set())
  for (const { i, n, ...titles } of await candidatesOf(run, { keys, locales })) {
    if (found[i]!.size < limit && hasTitle(titles, keys[i]!, locales)) found[i]!.add(n)
  }
  const texts = await cards.byNumber([...new Set(found.flatMap(numbers => [...numbers]))], locales)
  return found.map(numbers => [...numbers].flatMap(creationNo => texts.get(creationNo) ?? []))
}

type Candidate = Titles & { i: number; n: number }

/** The first of each list in trending order, with the position of the key. */
async function candidatesOf(run: Run, { keys, locales }: Omit<ExactNameQuery, 'limit'>): Promise<Candidate[]> {
  const lists = keys.flatMap((key, i) => titleLists(key, locales).map(name => ({ name, i })))
  const postings = await run<{ ordinal: number; ns: Buffer }>({
    name: 'title lists',
    text: `SELECT input.ordinal, ns FROM unnest($1::text[]) WITH ORDINALITY input(name, ordinal)
      JOIN posting ON posting.name = input.name`,
    values: [lists.map(({ name }) => name)],
  })
  const entries = postings.flatMap(({ ordinal, ns }) => [...decodeNumbers(ns)].map(n => ({ ordinal, n })))
  if (entries.length === 0) return []
  const text = `SELECT key.i, n, record::json ->> 'title' AS title, record::json ->> 'slug' AS slug, record::json ->> 'translations' AS translations
    FROM (SELECT ordinal, n, k0, row_number() OVER (PARTITION BY ordinal ORDER BY k0 DESC, n DESC) AS place
      FROM unnest($1::int[], $2::bigint[]) entry(ordinal, n) JOIN shown USING (n)) head
    JOIN unnest($3::int[]) WITH ORDINALITY key(i, ordinal) USING (ordinal) JOIN creation USING (n)
    WHERE place <= ${titleCandidates} ORDER BY k0 DESC, n DESC`
  const values = [entries.map(({ ordinal }) => ordinal), entries.map(({ n }) => n), lists.map(({ i }) => i)]
  return run<Candidate>({ name: 'titles', text, values })
}

/**
 * For each key. Sorted here: the server would rather visit all creators in order than sort a few (see `enable_sort` in
 * connections.ts).
 */
async function creatorsByName(run: Run, keys: readonly string[], limit: number): Promise<CreatorRow[][]> {
  const text = `SELECT input.i, handle, ${creatorColumns} FROM unnest($1::int[], $2::text[], $3::text[], $4::text[]) input(i, key, word, term),
    LATERAL (
      SELECT handle FROM creator WHERE handle = input.key
      UNION (SELECT handle FROM creator_word WHERE word = input.word ORDER BY handle LIMIT ${nameCandidates})
    ) named JOIN creator USING (handle)
    WHERE strpos(terms, input.term) > 0`
  const values = [[...keys.keys()], keys, keys.map(nameWord), keys.map(key => ` ${nameTerm(key)} `)]
  const found: NamedColumns[][] = keys.map(() => [])
  for (const row of await run<NamedColumns>({ name: 'exact names', text, values })) found[row.i]!.push(row)
  return found.map(rows => rows.sort(byFollowers).slice(0, limit).map(creatorRow))
}

type NamedColumns = CreatorColumns & { i: number; handle: string }

const byFollowers = (one: NamedColumns, other: NamedColumns): number =>
  other.followers - one.followers || (one.handle < other.handle ? -1 : 1)
