// Sizes of lists, words with a prefix, and tags with a word in their label.
import { tagListPrefix } from '../../lists.ts'
import type { WordSource } from '../../search/plan.ts'
import type { WordForm } from '../../search-text.ts'
import type { Run } from '../connections.ts'
import { currentVersion } from '../schema.ts'
import { endOf } from './sets.ts'

/** A prefix that matches more words than this uses only the most frequent of them. */
export const vocabularyLimit = 4096
const tagLimit = 256
/** A prefix that matches at most this many words is expanded into words when single creations are probed. */
export const maxExpandedWords = 32

/** What was looked up; lists that do not exist have the size 0. `version` is that of the data at the first time. */
export type Sizes = {
  version: number | null
  lists: Map<string, number>
  /** By prefix: the number of words (at most one more than the limit), their total frequency, and some of them. */
  ranges: Map<string, { words: number; size: number; some: { name: string; size: number }[] }>
  /** By word: the lists of tags with this word in their label. */
  tags: Map<string, { name: string; size: number; word: string }[]>
}

export const noSizes = (): Sizes => ({ version: null, lists: new Map(), ranges: new Map(), tags: new Map() })

type TagWord = WordForm & { locale: string }
export const tagKey = ({ locale, text, prefix }: TagWord) => `${locale} ${prefix} ${text}`

type Row = {
  what: 'version' | 'list' | 'range' | 'tag'
  ordinal: number
  name: string
  size: number
  words: number
  names: string[] | null
  sizes: number[] | null
}

const someOf = (column: string) => `(array_agg(${column}))[1:${maxExpandedWords}]`

const lookUpText = `
  SELECT 'version' AS what, 0::bigint AS ordinal, '' AS name, (${currentVersion}) AS size, 0::bigint AS words,
    NULL::text[] AS names, NULL::integer[] AS sizes
  UNION ALL
  SELECT 'list', 0, name, size, 0, NULL, NULL FROM list WHERE name = ANY($1::text[]) AND size > 0
  UNION ALL
  SELECT 'range', r.ordinal, '', v.size::bigint, v.words, v.names, v.sizes
    FROM unnest($2::text[], $3::text[]) WITH ORDINALITY r(low, high, ordinal),
    LATERAL (SELECT count(*) AS words, coalesce(sum(size), 0) AS size, ${someOf('name')} AS names,
      ${someOf('size::integer')} AS sizes FROM (
      SELECT name, size FROM list WHERE name >= r.low AND name < r.high AND size > 0 LIMIT ${vocabularyLimit + 1}) s) v
  UNION ALL
  SELECT 'tag', t.ordinal, v.name, v.size, 0, ARRAY[v.word], NULL
    FROM unnest($4::text[], $5::text[], $6::text[]) WITH ORDINALITY t(locale, low, high, ordinal),
    LATERAL (SELECT list.name, list.size, word FROM tag_word JOIN list ON list.name = '${tagListPrefix}' || tag
      WHERE locale = t.locale AND word >= t.low AND word < t.high AND size > 0
      ORDER BY size DESC, name LIMIT ${tagLimit}) v`

/** Adds the sizes that are not known yet. */
export async function lookUp(
  run: Run,
  sizes: Sizes,
  filters: readonly string[],
  sources: readonly WordSource[],
): Promise<void> {
  const missing = <Key>(keys: readonly Key[], known: ReadonlyMap<Key, unknown>) =>
    [...new Set(keys)].filter(key => !known.has(key))
  const names = missing([...filters, ...sources.flatMap(({ lists }) => lists)], sizes.lists)
  const prefixes = missing(
    sources.flatMap(({ vocabulary }) => vocabulary),
    sizes.ranges,
  )
  const formsByKey = new Map(
    sources.flatMap(({ tagWords, locales }) =>
      tagWords.flatMap(form => locales.map(locale => [tagKey({ ...form, locale }), { ...form, locale }] as const)),
    ),
  )
  const tagKeys = missing([...formsByKey.keys()], sizes.tags)
  if (names.length + prefixes.length + tagKeys.length === 0) return
  const tagWords = tagKeys.map(key => formsByKey.get(key)!)
  const values = [
    names,
    prefixes,
    prefixes.map(endOf),
    tagWords.map(({ locale }) => locale),
    tagWords.map(({ text }) => text),
    tagWords.map(({ text, prefix }) => (prefix ? endOf(text) : `${text}\x01`)),
  ]
  const rows = await run<Row>({ name: 'look up', text: lookUpText, values })
  for (const name of names) sizes.lists.set(name, 0)
  for (const key of tagKeys) sizes.tags.set(key, [])
  for (const { what, ordinal, name, size, words, names, sizes: each } of rows) {
    if (what === 'version') sizes.version ??= size
    else if (what === 'list') sizes.lists.set(name, size)
    else if (what === 'range') {
      const some = (names ?? []).map((name, i) => ({ name, size: each![i]! }))
      sizes.ranges.set(prefixes[ordinal - 1]!, { words, size, some })
    } else sizes.tags.get(tagKeys[ordinal - 1]!)!.push({ name, size, word: names![0]! })
  }
}
