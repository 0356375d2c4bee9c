// The store on PostgreSQL: any number of reading processes and machines, one writer at a time.
import type { Addresses } from '../../addresses.ts'
import { defaultReadTimeoutMs } from '../../limits.ts'
import { makeAdmissionQueue } from '../../overload/admission-queue.ts'
import type { OpenTemplate } from '../card.ts'
import { indexUnavailable } from '../derived-version.ts'
import type { Store, WritableStore } from '../store.ts'
import { parseState, type SyncState, stateQuery } from '../tracking/sync-state.ts'
import { cardReader } from './cards.ts'
import { away, endWithin, failingAsStore, longConnection, readerPool } from './connections.ts'
import { creatorsReader } from './creators.ts'
import { exactNamesReader } from './exact-names.ts'
import { feedReader } from './lists/feed.ts'
import { feedsReader } from './lists/first-pages.ts'
import { makeLabelCache } from './lists/labels.ts'
import { migrate } from './migrate.ts'
import { queryWithin } from './query.ts'
import { type Reader, reader } from './read.ts'
import { recordsOf } from './records.ts'
import { readingFrom } from './replica.ts'
import { anyRecord, isDemo } from './schema.ts'
import { similarReader } from './similar.ts'
import { lockSync } from './sync-lock.ts'
import { type Watch, watchData } from './watch.ts'
import { reindex } from './write/reindex.ts'
import { beginWriting } from './write/write.ts'

/** `replica`: the URL of a read replica, which may lag. */
type PostgresOptions = { addresses: Addresses; replica?: string | undefined; readTimeoutMs?: number }

export async function openPostgresStore(
  url: string,
  { addresses, replica: replicaUrl, readTimeoutMs = defaultReadTimeoutMs }: PostgresOptions,
): Promise<Store> {
  await migrate(url)
  const primary = readerPool(url, readTimeoutMs)
  const replica = replicaUrl === undefined ? undefined : readerPool(replicaUrl, readTimeoutMs)
  const closePools = () => Promise.all([primary.close(), replica?.close()])
  const watch = await watchData(url, { primary, replica }).catch(async error => {
    await closePools()
    throw error
  })
  const run = replica && watch.replica ? readingFrom(primary, replica, watch.replica) : primary.run
  const labels = makeLabelCache(run)
  watch.onChange(labels.forget)
  const open: OpenTemplate = { url: null }
  const cards = cardReader(run, { addresses, open }, labels)
  const reads = {
    ...reader(run, cards, labels),
    creators: creatorsReader(run, watch.version),
    similar: similarReader(run, cards),
    exactNames: exactNamesReader(run, cards),
  }
  return {
    version: watch.version,
    onChange: watch.onChange,
    locales: watch.locales,
    kinds: watch.kinds,
    unavailableSince: watch.unavailableSince,
    indexState: watch.indexState,
    admit: admission(watch),
    ...whilePresent({ feed: feedReader(run, cards, watch.version), feeds: feedsReader(run, cards), ...reads }, watch),
    setOpenUrl: template => {
      open.url = template
    },
    cursorSecret: async () => {
      const [row] = await run<{ bytes: Buffer }>({ text: "SELECT bytes FROM meta WHERE key = 'cursor_secret'" })
      return row!.bytes
    },
    ping: async () => {
      // The watch polls on its own connection, so requests need not check again through a busy pool.
      expectPresent(watch)
      await run({ name: 'ping', text: 'SELECT 1 FROM meta' })
    },
    isEmpty: async () => {
      const [row] = await primary.run<{ found: boolean }>({ text: anyRecord })
      return !row!.found
    },
    syncState: async () => parseState((await primary.run<{ value: string }>({ text: stateQuery }))[0]),
    isDemo: async () => {
      const [row] = await primary.run<{ found: boolean }>({ text: isDemo })
      return row!.found
    },
    records: () => recordsOf(url),
    close: async () => {
      await watch.close()
      await closePools()
    },
  }
}

/** This many operations are always admitted: four batches, or a few pages with their details. */
const operationsAtOnce = 40

/** An operation takes several statements: one that is admitted is not stopped halfway, a rejected one has cost nothing. */
function admission(watch: Watch): Store['admit'] {
  const gate = makeAdmissionQueue(operationsAtOnce)
  return async operation => {
    expectPresent(watch)
    gate.enter()
    try {
      return await operation()
    } finally {
      gate.leave()
    }
  }
}

type Reads = Pick<Store, 'feed' | 'feeds' | 'creators' | 'similar' | 'exactNames'> & Reader

/** While the database is unavailable, reads fail immediately instead of after their own timeout. */
function whilePresent(reads: Reads, watch: Watch): Reads {
  const checked =
    (read: (query: never) => unknown) =>
    async (query: never): Promise<unknown> => {
      expectPresent(watch)
      const result = await read(query)
      // Later statements of the same read may have seen tables of another version.
      expectIndex(watch)
      return result
    }
  return Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, checked(read)])) as Reads
}

function expectIndex(watch: Watch): void {
  const index = watch.indexState()
  if (index !== 'current') throw indexUnavailable(index)
}

function expectPresent(watch: Watch): void {
  expectIndex(watch)
  if (watch.unavailableSince() !== null) throw away()
}

export async function openWritablePostgresStore(url: string): Promise<WritableStore> {
  await migrate(url)
  return {
    begin: options => beginWriting(url, options),
    reindex: options => reindex(url, options),
    lockSync: () => lockSync(url),
    syncState: () => syncStateIn(url),
    close: async () => {},
  }
}

async function syncStateIn(url: string): Promise<SyncState | null> {
  const client = await longConnection(url)
  try {
    const { rows } = await failingAsStore(() => queryWithin(stateMs, client, stateQuery))
    return parseState(rows[0])
  } finally {
    await endWithin(client.end())
  }
}

/** For one small row. */
const stateMs = 5000
