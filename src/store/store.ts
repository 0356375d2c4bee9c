// The store interface. SQLite and PostgreSQL give the same results for the same data.

import type { CheckedRecord, CreatorRecord, DeleteRecord, Stats, StoredRecord } from '../records/records.ts'
import type { IndexState } from './derived-version.ts'
import type { Filters } from './filters.ts'
import type { Suggestion } from './search/resolve.ts'
import type { Forms } from './search-text.ts'
import type { PruneOptions, Removal, Repeated } from './tracking/prune.ts'
import type { SyncCommit, SyncIds, SyncState } from './tracking/sync-state.ts'
import type { RecordType } from './tracking/tables.ts'

export const sorts = ['trending', 'recent', 'popular', 'remixed', 'liked'] as const
export type Sort = (typeof sorts)[number]

/** Languages in order of preference; the first is the one an answer reports. Always ends in `en`. */
export type Locales = readonly string[]

/**
 * Where a page ended; `creationNo` breaks ties. All are functions of the data alone, so a position made on one store
 * holds on another. `tier` and `score` are 0 except when ordering by relevance: the first matches are ordered by score,
 * the others by tier.
 */
export type Position = { tier: number; score: number; sortKey: number; creationNo: number }

export type FeedQuery = Filters & {
  /** `relevance` needs `q`. */
  sort: Sort | 'relevance'
  q?: string | undefined
  forms?: Forms | undefined
  locales: Locales
  after?: Position | undefined
  /** With 0, a search only finds `match` and `searched`. */
  limit: number
  /** Words that nothing contains together are neither corrected nor left out. */
  isStrict?: boolean | undefined
  /** What was found when the first page was read, so that later pages need not find it again. */
  known?: Known | undefined
}

/**
 * How a search found its results: all words, with corrected spelling, or some of the words. Null without a search, and
 * when nothing was found.
 */
export const matches = ['all', 'corrected', 'partial'] as const
export type Match = (typeof matches)[number] | null
export type Known = Total & { match: Match }

/** Filters that have a combined list, with at most one tag. */
export type CombinedFilters = Pick<Filters, 'category' | 'tag' | 'kind' | 'featuredOnly'>

/** The first page of one list. */
export type ListQuery = CombinedFilters & Pick<FeedQuery, 'locales' | 'limit'> & { sort: Sort }

/**
 * Cap for counting search results: counting the matches of two common words means reading far more than a page of
 * them (a cap of 1,000 took up to 67 ms with a million creations).
 */
export const searchTotalCap = 250
/** Cap for counting intersections of filters. */
const filterTotalCap = 5000

/** Creators and originals have few creations, so those are always counted. */
export function totalCapOf({ q, creator, remixOf }: FeedQuery): number {
  if (q !== undefined) return searchTotalCap
  return creator === undefined && remixOf === undefined ? filterTotalCap : Number.POSITIVE_INFINITY
}

export type Total = { total: number; totalIsExact: boolean }

/** What a page says about its search. */
type Searched = Known & {
  /** The words that were searched for; null when `match` is. */
  searched: string | null
  /** Other searches with results, when not all words were found. */
  suggestions: readonly Suggestion[]
  /** Of a search with `forms` that found only some of the words: further combinations with results, best first. */
  combinations?: readonly string[]
}

/** `items` are creations as JSON text (the Creation resource), ready to be joined into an answer. */
export type FeedSlice = Searched & { items: string[]; next: Position | null; encode?: () => EncodedItems }

/** The items in UTF-8, from a store that caches them; `digest` is short and differs whenever they do. */
export type EncodedItems = { items: readonly Buffer[]; digest: string }

export type LabelledCount = { key: string; label: string; count: number }
/** Most frequent first, then by key; those after `after`. */
export type LabelQuery = { locales: Locales; limit: number; after?: Omit<LabelledCount, 'label'> | undefined }
/** `total` is the number of all tags, or categories, in use. */
export type LabelPage = { items: LabelledCount[]; total: number }

export type CreatorTotals = Stats & { apps: number; followers: number; following: number }
export type CreatorRow = { record: CreatorRecord; totals: CreatorTotals }

export const creatorSorts = ['followers', 'recent', 'creations'] as const
export type CreatorSort = (typeof creatorSorts)[number]

/** Where a page of creators ended. `tier` is 0 except when ordering by relevance. */
export type CreatorPosition = { tier: number; sortKey: number; handle: string }

export type CreatorQuery = {
  /** `relevance` needs `q`. */
  sort: CreatorSort | 'relevance'
  q?: string | undefined
  after?: CreatorPosition | undefined
  limit: number
  /** From the page before. */
  known?: Known | undefined
  /** Words that no creator has are not corrected. */
  isStrict?: boolean
}

/**
 * A page may have fewer items than its limit and still have a next page. `match` is never `partial`: who is looked for
 * has all words.
 */
export type CreatorSlice = Searched & { items: CreatorRow[]; next: CreatorPosition | null }

/** Where a page of followers ended. `weight` is the number of doublings of the follower's own followers. */
export type FollowPosition = { weight: number; handle: string }
export type FollowQuery = { handle: string; limit: number; after?: FollowPosition | undefined }
export type FollowSlice = { items: CreatorRow[]; total: number; next: FollowPosition | null }

export type TopScore = {
  handle: string
  slug: string
  title: string
  score: number
  unit: string
  rank: number
  achievedAt: string
}
export type LeaderboardEntry = { rank: number; handle: string; displayName: string; score: number; unit: string }

/**
 * `card` is the Creation resource as JSON text in the best language of `locales`; `locale` says which that was. `digest`
 * differs whenever the card does. `detail` has further fields, without braces (see detailText in card.ts).
 */
export type AppRow = {
  card: string
  digest: string
  detail: string
  locale: string
  creator: CreatorRecord
  leaderboard: LeaderboardEntry[]
}

/** `items` are creations as JSON text; `total` counts those that were found. */
export type SimilarApps = { items: string[]; total: number }

/** A name of a creator, or of a creation if it has a slug. */
export type Name = { handle: string; slug?: string }

/** `keys` are the `titleKey`s of the names. */
export type ExactNameQuery = { keys: readonly string[]; locales: Locales; limit: number }
/**
 * What has a name: creations as JSON text, in trending order, and creators, those with the most followers first. At
 * most `limit` of each.
 */
export type ExactName = { key: string; creations: string[]; creators: CreatorRow[] }

/** A creation as a sitemap lists it. */
export type ListedCreation = { creationNo: number; handle: string; slug: string; updatedAt: string }

export type Store = {
  /** The newest data version this process has seen. It changes when, and only when, what readers see changes. */
  version(): number
  /** Calls back soon (within half a second) after this or another process changed the data. Returns an unsubscribe. */
  onChange(listener: (version: number) => void): () => void
  /** Languages in which the data has any text. */
  locales(): ReadonlySet<string>
  /** Kinds that creations have, also those that the site no longer has. Those of most creations come first. */
  kinds(): readonly string[]
  /**
   * Null while the store is available; otherwise when it last was (milliseconds since 1970). Reads then fail
   * immediately.
   */
  unavailableSince(): number | null
  /** Reads of an index that is not current fail; records can still be read. */
  indexState(): IndexState

  /**
   * Runs one operation, which may make several reads in parallel: admission control counts operations, not reads.
   * Rejects immediately, without running it, when too many are running.
   */
  admit<T>(operation: () => Promise<T>): Promise<T>
  feed(query: FeedQuery): Promise<FeedSlice>
  /** The first pages of several lists, as `feed` gives them, in one round trip to the store. */
  feeds(queries: readonly ListQuery[]): Promise<FeedSlice[]>
  popularTags(query: LabelQuery): Promise<LabelPage>
  categories(query: LabelQuery): Promise<LabelPage>
  /** The number of creations for each selection of filters. */
  counts(selections: readonly CombinedFilters[]): Promise<number[]>
  creator(handle: string): Promise<CreatorRow | null>
  creators(query: CreatorQuery): Promise<CreatorSlice>
  topScores(query: { handle: string; locales: Locales; limit: number }): Promise<TopScore[]>
  followers(query: FollowQuery): Promise<FollowSlice | null>
  following(query: FollowQuery): Promise<FollowSlice | null>
  app(query: { handle: string; slug: string; locales: Locales }): Promise<AppRow | null>
  /** Creations that have something in common with this one, best first; null if there is no such creation. */
  similar(query: { handle: string; slug: string; locales: Locales; limit: number }): Promise<SimilarApps | null>
  /**
   * Creations that have one of these titles, in one of the languages or the original, and creators with one of these
   * handles or display names. Names that nothing has are left out. Names are compared as a whole.
   */
  exactNames(query: ExactNameQuery): Promise<ExactName[]>
  /** The current name of a creator or creation that had this name before, public or not; null if none had. */
  currentName(old: Name): Promise<Name | null>
  /** Public creations whose number is at least `from` and below `to`, in that order. */
  listCreations(range: { from: number; to: number; limit: number }): Promise<ListedCreation[]>
  /** Handles of creators in order, starting after `after`, without the first `skip`. */
  listCreators(range: { after: string; skip: number; limit: number }): Promise<string[]>

  /** Sets the address of creations that have none of their own (see `OpenTemplate`). */
  setOpenUrl(template: string | null): void
  /** A secret created once and stored with the data, so that cursors survive restarts and work in all processes. */
  cursorSecret(): Promise<Buffer>
  /** Fails when the store is unavailable. */
  ping(): Promise<void>
  isEmpty(): Promise<boolean>
  /** Whether the data is the generated demo community and nothing else was written since. */
  isDemo(): Promise<boolean>
  /** What the last sync has noted; null before the first. */
  syncState(): Promise<SyncState | null>
  /** All records, in a fixed order: renames, categories, tags, creators, creations, follows, scores. */
  records(): AsyncIterable<StoredRecord>
  close(): Promise<void>
}

/** Results of one commit. */
export type ImportCounts = { created: number; updated: number; deleted: number; unchanged: number }
export type Rejection = { line: number; reason: string }

/**
 * Writing is one transaction: `put` any number of records in any order, then `commit`. Readers see the old data
 * until then. `commit` reports records that refer to missing ones; with `rejections: 'skip'` they are left out, with
 * `'fail'` any of them aborts the import, with `'check'` nothing is applied at all.
 */
export type StoreWriter = {
  put(checked: CheckedRecord, line: number): void | Promise<void>
  commit(options: {
    rejections: 'fail' | 'skip' | 'check'
    progress?: (done: number, of: number) => void
    /** Notes the records as imported by sync, together with its state. Needs `tracks`. */
    sync?: SyncCommit
  }): Promise<{ committed: boolean; counts: ImportCounts; rejected: Rejection[] }>
  rollback(): void | Promise<void>
  /** For `prune`, the stored record that this would delete counts as put. Needs `tracks`. */
  keep(record: DeleteRecord): void | Promise<void>
  /** Removes stored records that have not been put. Call it once, after the last `put`. Needs `tracks`. */
  prune(options: PruneOptions): Promise<Removal[]>
  /** Identities that more than one put record has, after `prune`. At most some of each type. */
  repeated(types: readonly RecordType[]): Promise<Repeated[]>
  /** Types with records that sync had to reject, and whose references have arrived. */
  typesToRetry(): Promise<RecordType[]>
  syncIds: SyncIds
}

/**
 * `tracks`: remember which records are put, so that missing ones can be removed. `demo`: the records are the generated
 * demo community; any other write removes that mark.
 */
export type WriteOptions = { now: () => number; tracks?: PruneOptions['scope']; demo?: boolean }

/** `when`: only if the index is older, or always. */
export type ReindexOptions = {
  when: 'older' | 'always'
  now: () => number
  progress?: (done: number, of: number) => void
}

export type SyncLock = { isHeld(): Promise<boolean>; release(): Promise<void> }

/** One process writes at a time; `begin` and `reindex` wait for another writer up to a deadline. */
export type WritableStore = {
  /** Fails when the index is not current, since it cannot be edited then. */
  begin(options: WriteOptions): Promise<StoreWriter>
  /**
   * Derives everything again from the records, in one transaction; readers see the old index until then. Returns the
   * number of creations, or null when there was nothing to do.
   */
  reindex(options: ReindexOptions): Promise<{ creations: number } | null>
  /** What the last sync has noted; null before the first. */
  syncState(): Promise<SyncState | null>
  /** Only one process may have it; null while another has. It ends with the process. */
  lockSync(): Promise<SyncLock | null>
  close(): Promise<void>
}
