// The embedded store: one file, any number of reading processes, one writer at a time.
import type { Addresses } from '../../addresses.ts'
import { fail } from '../../errors.ts'
import { listsFor, localeListPrefix } from '../lists.ts'
import type { FeedQuery, FeedSlice, Store, WritableStore } from '../store.ts'
import { knownCards } from './cards.ts'
import { connect, snapshots } from './connection.ts'
import { feedReader } from './feed.ts'
import { knownLabels } from './labels.ts'
import { lister } from './listing.ts'
import { quickFeed } from './quick-feed.ts'
import { reader } from './read.ts'
import { recordsOf } from './records.ts'
import { combinesKinds } from './schema.ts'
import { searchThread } from './search-thread.ts'
import { writerOf } from './write.ts'

const pollMs = 200
/** One look may meet a process that opens or closes the file at that moment. */
const looksInVain = 2

export async function openStore(path: string, { addresses }: { addresses: Addresses }): Promise<Store> {
  const db = connect(path, 'read')
  const labels = knownLabels(db)
  const cards = knownCards(db, addresses, labels)
  const lists = listsFor(combinesKinds(db))
  const feed = feedReader(db, cards, lists)
  const reads = reader(db, cards, labels)
  const list = lister(db)
  const quick = quickFeed(db, cards, lists)
  const inSnapshot = snapshots(db, () => {
    labels.forget()
    cards.forget()
    quick.forget()
  })
  const search = searchThread(path, addresses)
  const watch = watchData(path)
  const present = () => {
    if (watch.awaySince() !== null) throw away()
  }
  const guarded = <T>(read: (version: number) => T): T => {
    present()
    return failingAsStore(() => inSnapshot(read))
  }
  const listed = (query: FeedQuery): FeedSlice => {
    present()
    return (
      failingAsStore(() => quick.read(query)) ??
      guarded(version => {
        // Nobody comes back to the same creator before their page is forgotten.
        if (query.creator === undefined) quick.learn(query, version)
        return feed(query)
      })
    )
  }
  const searched = (query: FeedQuery): Promise<FeedSlice> => {
    present()
    return search.search(query)
  }

  return {
    version: watch.version,
    onChange: watch.onChange,
    locales: watch.locales,
    awaySince: watch.awaySince,
    // What is one list takes microseconds; where lists must be intersected nobody knows how far they have to be walked.
    feed: query => (query.q === undefined && lists(query).length === 1 ? listed(query) : searched(query)),
    popularTags: async query => guarded(() => reads.popularTags(query)),
    categories: async query => guarded(() => reads.categories(query)),
    creator: async handle => guarded(() => reads.creator(handle)),
    topScores: async query => guarded(() => reads.topScores(query)),
    followers: async query => guarded(() => reads.followers(query)),
    following: async query => guarded(() => reads.following(query)),
    app: async query => guarded(() => reads.app(query)),
    listCreations: async range => guarded(() => list.creations(range)),
    listCreators: async range => guarded(() => list.creators(range)),
    cursorSecret: async () => guarded(() => watch.cursorSecret()),
    ping: async () => {
      await search.started
      if (!search.isWell()) throw away()
      failingAsStore(() => inSnapshot(() => undefined))
    },
    isEmpty: async () => guarded(() => watch.isEmpty()),
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
      db.close()
    },
  }
}

/** Failures of the database become one of ours; ours pass. */
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
  const current = db.prepare("SELECT value FROM meta WHERE key = 'data_version'")
  const usedLocales = db.prepare(
    `SELECT locale FROM label_locale
     UNION SELECT substr(name, ${localeListPrefix.length + 1}) FROM list WHERE name > 'tl ' AND name < 'tl!' AND size > 0`,
  )
  const anyRecord = db.prepare(
    'SELECT EXISTS (SELECT 1 FROM creator) OR EXISTS (SELECT 1 FROM category) OR EXISTS (SELECT 1 FROM tag) AS found',
  )
  const secret = db.prepare("SELECT value FROM meta WHERE key = 'cursor_secret'")
  const listeners = new Set<(version: number) => void>()
  const commitCount = () => (commits.get() as { data_version: number }).data_version
  const readVersion = () => (current.get() as { value: number }).value
  const readLocales = () => new Set((usedLocales.all() as { locale: string }[]).map(row => row.locale))
  let seenCommits = commitCount()
  let version = readVersion()
  let locales = readLocales()
  let seenAt = Date.now()
  let inVain = 0

  /** Whether there is newer data. */
  const lookOnce = (): boolean => {
    const count = commitCount()
    if (count === seenCommits) return false
    const next = readVersion()
    const isNewer = next !== version
    if (isNewer) locales = readLocales()
    seenCommits = count
    version = next
    return isNewer
  }
  const look = () => {
    try {
      const isNewer = lookOnce()
      seenAt = Date.now()
      inVain = 0
      if (isNewer) for (const listener of listeners) listener(version)
    } catch {
      inVain++ // the next look finds what was missed
    }
  }
  const timer = setInterval(look, pollMs)
  timer.unref()
  return {
    version: () => version,
    locales: () => locales,
    awaySince: () => (inVain < looksInVain ? null : seenAt),
    isEmpty: () => (anyRecord.get() as { found: number }).found === 0,
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

export async function openWritableStore(path: string): Promise<WritableStore> {
  const db = connect(path, 'write')
  return {
    begin: async ({ now }) => writerOf(db, now),
    close: async () => db.close(),
  }
}
