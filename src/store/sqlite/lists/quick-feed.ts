// First pages of the feed from what earlier ones left in memory: their lists, the first blocks of those, their cards. All
// of it belongs to one state of the data. Which state is current is looked up once in each turn of the event loop.
import type { DatabaseSync } from 'node:sqlite'
import { listsFor } from '../../lists.ts'
import type { FeedQuery, FeedSlice, Position } from '../../store.ts'
import type { Cards } from '../cards.ts'
import { type FoundList, listByName, prepared, sortIndex } from './feed.ts'
import { firstPosition, listKey, type Reading, readPair } from './postings.ts'
import { blockReader } from './walk.ts'

/** A block takes less than a kilobyte. */
const bound = 2000

export type QuickFeed = {
  /** Null when not all of it is in memory. */
  read(query: FeedQuery): FeedSlice | null
  /** Within a snapshot of this data version: remembers what `read` will need. */
  learn(query: FeedQuery, version: number): void
  forget(): void
}

export function quickFeed(db: DatabaseSync, cards: Cards): QuickFeed {
  const findList = listByName(db)
  const readBlock = blockReader(db)
  const currentVersion = versionReader(db)
  const known = new Map<string, FoundList & { block: Uint8Array }>()
  const nameOf = (query: FeedQuery) => `${query.sort} ${listsFor(query).join()}`
  let seen: number | undefined
  const forget = () => {
    known.clear()
    seen = undefined
  }
  return {
    forget,
    learn(query, version) {
      const name = nameOf(query)
      if (query.after !== undefined || known.has(name)) return
      const [first, ...more] = listsFor(query)
      const list = more.length === 0 ? findList(first!) : undefined
      const { k, n } = firstPosition
      const block = list && readBlock(listKey(sortIndex(query.sort), list.id), k, n, true)
      if (!list || !block) return
      if (known.size >= bound) known.clear()
      known.set(name, { ...list, block })
      seen = version
    },
    read(query) {
      if (query.after !== undefined || currentVersion() !== seen) return null
      const list = known.get(nameOf(query))
      const found = list && firstPage(list.block, query.limit)
      const shown = found && cards.known(found.numbers, query.locales)
      if (!shown) return null
      const items = shown.map(({ text }) => text)
      return { items, next: found.last, total: list.size, totalIsExact: true, prepared: prepared(shown) }
    },
  }
}

/** A commit of this process ends its own turn, so nobody reads what was current before it. */
function versionReader(db: DatabaseSync): () => number {
  const statement = db.prepare("SELECT value FROM meta WHERE key = 'data_version'")
  statement.setReturnArrays(true)
  let looked: number | null = null
  const endTurn = () => {
    looked = null
  }
  return () => {
    if (looked !== null) return looked
    const [version] = statement.get() as unknown as [number]
    looked = version
    setImmediate(endTurn)
    return looked
  }
}

/** A full page and proof that it is not the last. */
function firstPage(bytes: Uint8Array, limit: number): { numbers: number[]; last: Position } | null {
  const numbers: number[] = []
  for (const reading: Reading = { bytes, at: 0, k: 0, n: 0 }; reading.at < bytes.length; ) {
    if (numbers.length === limit) return { numbers, last: { tier: 0, k: reading.k, n: reading.n } }
    readPair(reading)
    numbers.push(reading.n)
  }
  return null
}
