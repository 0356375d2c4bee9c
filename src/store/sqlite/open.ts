// The embedded store: one file, any number of reading processes, one writer at a time.
import type { DatabaseSync } from 'node:sqlite'
import type { Addresses } from '../../addresses.ts'
import { fail } from '../../errors.ts'
import { defaultReadTimeoutMs } from '../../limits.ts'
import { lazily } from '../../util/lazily.ts'
import type { CardAddresses, OpenTemplate } from '../card.ts'
import { indexStateOf, indexUnavailable } from '../derived-version.ts'
import { filterLists } from '../filters.ts'
import { localeListPrefix, usedKindsQuery } from '../lists.ts'
import type { FeedQuery, FeedSlice, Store, WritableStore } from '../store.ts'
import { parseState, stateQuery } from '../tracking/sync-state.ts'
import { makeCardCache } from './cards.ts'
import { connect, snapshots } from './connection.ts'
import { creatorsReader } from './creators.ts'
import { exactNamesReader } from './exact-names.ts'
import { makeLabelCache } from './lists/labels.ts'
import { reader, topScores } from './read.ts'
import { isDemoIn, recordsOf } from './records.ts'
import { anyRecord, derivedVersionColumn } from './schema.ts'
import { pageFinder, withCards } from './search/feed.ts'
import { searchThread } from './search/thread.ts'
import { similarReader } from './similar.ts'
import { lockSync } from './sync-lock.ts'
import { reindex } from './write/reindex.ts'
import { writerOf } from './write/write.ts'

const pollMs = 200
/** A single failed poll may coincide with a process that opens or closes the file. */
const maxFailedPolls = 2

type SqliteOptions = { addresses: Addresses; readTimeoutMs?: number }

export async function openStore(
  path: string,
  { addresses, readTimeoutMs = defaultReadTimeoutMs }: SqliteOptions,
): Promise<Store> {
  const db = connect(path, 'read')
  // Their statements can only be prepared when the tables have the layout of this version.
  const open: OpenTemplate = { url: null }
  const readers = lazily(() => readersOf(db, { addresses, open }, snapshot.version))
  const snapshot = snapshots(db, () => readers().forget())
  const search = searchThread(path, readTimeoutMs - 50)
  const watch = watchData(path)
  // What is read after this must not be older than the version that was noticed.
  watch.onChange(snapshot.end)
  const present = () => {
    const index = watch.indexState()
    if (index !== 'current') throw indexUnavailable(index)
    if (watch.unavailableSince() !== null) throw away()
  }
  const guarded = <T>(read: (readers: Readers) => T): T => {
    present()
    return failingAsStore(() => snapshot.read(() => read(readers())))
  }
  const listed = (query: FeedQuery, names?: readonly string[]): FeedSlice =>
    guarded(({ find, cards }) => withCards(find(query, names), cards, query.locales))
  const searched = async (query: FeedQuery): Promise<FeedSlice> => {
    present()
    const page = await search.creations(query)
    return guarded(({ cards }) => withCards(page, cards, query.locales))
  }

  return {
    version: watch.version,
    onChange: watch.onChange,
    locales: watch.locales,
    kinds: watch.kinds,
    unavailableSince: watch.unavailableSince,
    indexState: watch.indexState,
    // The search thread has its own bounded queue; other reads run immediately.
    admit: operation => operation(),
    // A single list takes microseconds; the time to intersect lists is unbounded, so that runs in the search thread.
    feed: async query => {
      const names = filterLists(query)
      return query.q === undefined && names.length === 1 ? listed(query, names) : searched(query)
    },
    feeds: async queries => queries.map(query => listed(query)),
    popularTags: async query => guarded(({ reads }) => reads.popularTags(query)),
    categories: async query => guarded(({ reads }) => reads.categories(query)),
    counts: async selections => guarded(({ reads }) => reads.counts(selections)),
    creator: async handle => guarded(({ reads }) => reads.creator(handle)),
    creators: async query => {
      if (query.q === undefined) return guarded(({ creators }) => creators(query))
      present()
      return search.creators(query)
    },
    topScores: query => topScores(query, read => guarded(({ reads }) => read(reads))),
    followers: async query => guarded(({ reads }) => reads.followers(query)),
    following: async query => guarded(({ reads }) => reads.following(query)),
    app: async query => guarded(({ reads }) => reads.app(query)),
    similar: async query => guarded(({ similar }) => similar(query)),
    exactNames: async query => guarded(({ exactNames }) => exactNames(query)),
    currentName: async name => guarded(({ reads }) => reads.currentName(name)),
    listCreations: async range => guarded(({ reads }) => reads.listCreations(range)),
    listCreators: async range => guarded(({ reads }) => reads.listCreators(range)),
    setOpenUrl: template => {
      open.url = template
    },
    cursorSecret: async () => failingAsStore(watch.cursorSecret),
    ping: async () => {
      present()
      await search.started()
      if (!search.isWell()) throw away()
      failingAsStore(() => snapshot.read(() => undefined))
    },
    isEmpty: async () => failingAsStore(watch.isEmpty),
    syncState: async () => failingAsStore(watch.syncState),
    isDemo: async () => failingAsStore(watch.isDemo),
    async *records() {
      const exporting = connect(path, 'read')
      try {
        yield* recordsOf(exporting)
      } finally {
        exporting.close()
      }
    },
    close: async () => {
      watch.close()
      await search.close()
      snapshot.end()
      db.close()
    },
  }
}

type Readers = ReturnType<typeof readersOf>

function readersOf(db: DatabaseSync, addresses: CardAddresses, version: () => number) {
  const labels = makeLabelCache(db)
  const cards = makeCardCache(db, addresses, labels)
  const find = pageFinder(db, version)
  const forget = () => {
    labels.forget()
    cards.forget()
  }
  return {
    find,
    cards,
    reads: reader(db, cards, labels),
    creators: creatorsReader(db, version),
    similar: similarReader(db, cards),
    exactNames: exactNamesReader(db, cards),
    forget,
  }
}

/** Turns database errors into a Failure; a Failure passes unchanged. */
function failingAsStore<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') throw error
    throw away(error)
  }
}

const away = (cause?: unknown) =>
  fail('upstream_unavailable', 'The store cannot answer now; retry in a moment.', { cause })

/** Notices commits of any process: SQLite counts them for each connection (PRAGMA data_version). */
function watchData(path: string) {
  const db = connect(path, 'watch')
  const commits = db.prepare('PRAGMA data_version')
  const versions = db.prepare(
    `SELECT value AS version, ${derivedVersionColumn} AS derived FROM meta WHERE key = 'data_version'`,
  )
  const records = db.prepare(anyRecord)
  const secret = db.prepare("SELECT value FROM meta WHERE key = 'cursor_secret'")
  const syncState = db.prepare(stateQuery)
  const listeners = new Set<(version: number) => void>()
  const commitCount = () => (commits.get() as { data_version: number }).data_version
  const readVersions = () => {
    const { version, derived } = versions.get() as { version: number; derived: number | null }
    return { version, index: indexStateOf(derived) }
  }
  let seenCommits = commitCount()
  let { version, index } = readVersions()
  let locales: ReadonlySet<string> = index === 'current' ? localesIn(db) : new Set()
  let kinds: readonly string[] = index === 'current' ? kindsIn(db) : []
  let seenAt = Date.now()
  let indexSeenAt = seenAt
  let failedPolls = 0

  /** Whether there is newer data, or another index. */
  const lookOnce = (): boolean => {
    const count = commitCount()
    if (count === seenCommits) return false
    const next = readVersions()
    const isNewer = next.version !== version || next.index !== index
    // Until the index is current again, requests are read as before: old responses may answer them.
    if (isNewer && next.index === 'current') {
      locales = localesIn(db)
      kinds = kindsIn(db)
    }
    if (index === 'current') indexSeenAt = seenAt
    seenCommits = count
    version = next.version
    index = next.index
    return isNewer
  }
  const look = () => {
    try {
      const isNewer = lookOnce()
      seenAt = Date.now()
      failedPolls = 0
      if (isNewer) for (const listener of listeners) listener(version)
    } catch {
      failedPolls++ // the next poll finds what was missed
    }
  }
  const timer = setInterval(look, pollMs)
  timer.unref()
  return {
    version: () => version,
    locales: () => locales,
    kinds: () => kinds,
    indexState: () => index,
    unavailableSince: () => {
      if (index !== 'current') return indexSeenAt
      return failedPolls < maxFailedPolls ? null : seenAt
    },
    syncState: () => parseState(syncState.get() as { value: string } | undefined),
    isDemo: () => isDemoIn(db),
    isEmpty: () => (records.get() as { found: number }).found === 0,
    cursorSecret: () => Buffer.from((secret.get() as { value: Uint8Array }).value),
    onChange: (listener: (version: number) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      clearInterval(timer)
      db.close()
    },
  }
}

function localesIn(db: DatabaseSync): ReadonlySet<string> {
  const rows = db.prepare(
    `SELECT locale FROM label_locale
     UNION SELECT substr(name, ${localeListPrefix.length + 1}) FROM list WHERE name > 'tl ' AND name < 'tl!' AND size > 0`,
  )
  return new Set((rows.all() as { locale: string }[]).map(row => row.locale))
}

function kindsIn(db: DatabaseSync): readonly string[] {
  return (db.prepare(usedKindsQuery).all() as { kind: string }[]).map(({ kind }) => kind)
}

export async function openWritableStore(path: string): Promise<WritableStore> {
  const db = connect(path, 'write')
  return {
    begin: options => writerOf(db, options),
    reindex: options => reindex(db, options),
    lockSync: async () => lockSync(path),
    syncState: async () => parseState(db.prepare(stateQuery).get() as { value: string } | undefined),
    close: async () => db.close(),
  }
}
