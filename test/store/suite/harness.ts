// A store under test and the model it must agree with, moved together.
import assert from 'node:assert/strict'
import { makeAddresses } from '../../../src/addresses.ts'
import { checkRecord } from '../../../src/records/check-record.ts'
import type { FeedQuery, FeedSlice, Position, Store, WritableStore } from '../../../src/store/store.ts'
import { applyImport, type Community, emptyCommunity, type Line } from '../../support/model/community.ts'
import { until } from '../../support/vitrine-process.ts'

export type Connection = { store: Store; writable: WritableStore; close(): Promise<void> }

/** A new, empty store. `again` connects to the same data once more, as another process would. */
export type OpenedStore = Connection & { again(): Promise<Connection> }
export type OpenStore = () => Promise<OpenedStore>

export const addresses = makeAddresses('http://localhost:4010', 'http://localhost:4000')

/** A busy machine must not make reads fail: tests of timeouts set their own. */
export const storeOptions = { addresses, readTimeoutMs: 20_000 }

/** For tests that mostly wait until a store has noticed a change. */
export const together = { concurrency: 4 }

export const now = () => Date.parse('2026-06-01T12:00:00Z')

/** Checked as an import checks them, numbered from 1. */
export function linesOf(records: readonly object[], clock = now): Line[] {
  return records.map((record, index) => {
    const outcome = checkRecord(record, { now: clock })
    if ('reason' in outcome) throw new Error(`${outcome.reason}: ${JSON.stringify(record)}`)
    return { checked: outcome.checked, line: index + 1 }
  })
}

export async function bringIn(
  writable: WritableStore,
  records: readonly object[],
  rejections: 'fail' | 'skip' = 'fail',
) {
  const writer = await writable.begin({ now })
  for (const { checked, line } of linesOf(records)) await writer.put(checked, line)
  return writer.commit({ rejections })
}

/** Waits until `store` has noticed what `change` did. */
export async function noticed<T>(store: Store, change: () => Promise<T>): Promise<T> {
  const before = store.version()
  const result = await change()
  await until('the store noticed the change', () => store.version() !== before)
  return result
}

export type Twins = OpenedStore & {
  model(): Community
  /** Imports into both, expects both to say the same of it, and waits until the store has noticed. */
  import(records: readonly object[], rejections?: 'fail' | 'skip'): Promise<void>
  /** The same without waiting: until it has noticed, a store may show labels and languages as they were. */
  importUnnoticed(records: readonly object[], rejections?: 'fail' | 'skip'): Promise<void>
}

export async function openTwins(open: OpenStore): Promise<Twins> {
  const opened = await open()
  let model = emptyCommunity
  const importBoth = async (records: readonly object[], rejections: 'fail' | 'skip', waits: boolean) => {
    const { community, ...expected } = applyImport(model, linesOf(records), rejections)
    const { created, updated, deleted } = expected.counts
    const commit = () => bringIn(opened.writable, records, rejections)
    const changes = expected.committed && created + updated + deleted > 0
    const result = await (changes && waits ? noticed(opened.store, commit) : commit())
    assert.deepEqual({ ...result, counts: expected.committed ? result.counts : expected.counts }, expected)
    model = community
  }
  return {
    ...opened,
    model: () => model,
    import: (records, rejections = 'fail') => importBoth(records, rejections, true),
    importUnnoticed: (records, rejections = 'fail') => importBoth(records, rejections, false),
  }
}

export type Page = Omit<FeedSlice, 'items' | 'encode'> & { items: unknown[] }

export async function readPage(store: Store, query: FeedQuery): Promise<Page> {
  const { items, ...rest } = await store.feed(query)
  return { items: items.map(text => JSON.parse(text) as unknown), ...rest }
}

/** Every page from the first to the last. */
export async function* pages(store: Store, query: FeedQuery): AsyncGenerator<Page> {
  let after: Position | undefined
  do {
    const page = await readPage(store, { ...query, after })
    yield page
    after = page.next ?? undefined
  } while (after)
}
