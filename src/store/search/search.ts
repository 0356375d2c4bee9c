// A search from its query to a page: all words, else the nearest spelling, else some of the words.
import { type Forms, type QueryWord, queryWords, withForms } from '../search-text.ts'
import type { Known, Match } from '../store.ts'
import { ask, type Lookups, notSearched, type Resolution, type Steps, type Suggestion, textOf } from './resolve.ts'

/** What is searched for. */
export type Wanted = {
  words: readonly QueryWord[]
  match: NonNullable<Match>
  searched: string
  suggestions: readonly Suggestion[]
  combinations?: readonly string[]
}

/** What a page says about its search. */
export function aboutSearch(wanted: Wanted | null) {
  if (wanted === null) return notSearched
  const { match, searched, suggestions, combinations } = wanted
  return { match, searched, suggestions, ...(combinations ? { combinations } : {}) }
}

/** A page with the limit 0. */
export const emptyPage = (wanted: Wanted | null) => ({
  next: null,
  total: 0,
  totalIsExact: false,
  ...aboutSearch(wanted),
})

/** `page` is null when nothing is found. */
export type PageLookups<Page> = Lookups & { page: (wanted: Wanted | null) => Page | null }

type Asked = {
  q?: string | undefined
  forms?: Forms | undefined
  isStrict?: boolean | undefined
  known?: Known | undefined
}
export type Resolve = (words: readonly QueryWord[], isWide: boolean) => Steps<Resolution | null>

/** Null when nothing is found. `resolve` is used when nothing contains all words. */
export function* searchPage<Page>(
  { q, forms, isStrict, known }: Asked,
  isFiltered: boolean,
  resolve: Resolve,
): Steps<Page | null, PageLookups<Page>> {
  const pageOf = (wanted: Wanted | null) => ask(({ page }: PageLookups<Page>) => page(wanted))
  if (q === undefined) return yield* pageOf(null)
  const words = withForms(queryWords(q), forms)
  if (words.length === 0) return null
  if (known === undefined || known.match === 'all') {
    const all = yield* pageOf({ words, match: 'all', searched: textOf(words), suggestions: [] })
    if (all !== null) return all
    // With filters, the words may be used together elsewhere in the community: then they are no mistake.
    if (isFiltered && (yield* ask(({ count }) => count(words, 1))) > 0) return null
  }
  if (isStrict) return null
  const resolution = yield* resolve(words, forms !== undefined)
  return resolution && (yield* pageOf(resolution))
}

/** Resolutions that are kept for a data version, because every page of a search needs its resolution. */
const maxResolutions = 256

/** `key` contains the data version and what the resolution depends on. */
export function keptResolutions(resolve: Resolve): (key: string) => Resolve {
  const kept = new Map<string, Resolution | null>()
  return key =>
    function* (words, isWide): Steps<Resolution | null> {
      const known = kept.get(key)
      if (known !== undefined) return known
      const resolution = yield* resolve(words, isWide)
      if (kept.size >= maxResolutions) kept.clear()
      kept.set(key, resolution)
      return resolution
    }
}
