// The searches that wait and those that the thread has: a bounded number, each with a deadline.
import { type ErrorName, type Failure, fail } from '../../errors.ts'
import { makeGate } from '../gate.ts'
import type { FeedQuery, FeedSlice } from '../store.ts'

export type SearchRequest = { id: number; query: FeedQuery }
export type SearchReply = { id: number } & ({ slice: FeedSlice } | { failure: { name: ErrorName; message: string } })

/** A batch finds room even when searches are slow. */
const batchAndMore = 12
/** From entering the queue to the answer. */
const deadlineMs = 900
/** One that runs and one that comes next, so that the thread never waits for us. */
const inThread = 2

type Outcome = { slice: FeedSlice } | { error: unknown }
/** Settled once, by an answer or by its deadline. */
type Entry = SearchRequest & { settle: (outcome: Outcome) => void; isSettled: () => boolean; takenAt: number }

export type SearchQueue = ReturnType<typeof searchQueue>

/** `onLate` is called when somebody has waited too long. */
export function searchQueue(onLate: () => void) {
  const gate = makeGate(batchAndMore)
  const waiting: Entry[] = []
  /** Whoever asked for them may have given up. */
  const taken = new Map<number, Entry>()
  let nextId = 1

  const abandonTaken = () => {
    for (const entry of taken.values()) entry.settle({ error: notNow() })
    taken.clear()
  }
  return {
    isEmpty: () => waiting.length === 0,
    /** Throws when too many wait. */
    add(query: FeedQuery): Promise<FeedSlice> {
      gate.enter()
      const { promise, resolve, reject } = Promise.withResolvers<FeedSlice>()
      let isSettled = false
      const settle = (outcome: Outcome) => {
        if (isSettled) return
        isSettled = true
        clearTimeout(timer)
        gate.leave()
        if ('slice' in outcome) resolve(outcome.slice)
        else reject(outcome.error)
      }
      const timer = setTimeout(() => {
        settle({ error: notNow() })
        onLate()
      }, deadlineMs)
      waiting.push({ id: nextId++, query, settle, isSettled: () => isSettled, takenAt: 0 })
      return promise
    },
    /** The next for the thread; nothing while it has enough to do. */
    take(): SearchRequest | undefined {
      while (taken.size < inThread && waiting.length > 0) {
        const entry = waiting.shift()!
        if (entry.isSettled()) continue
        entry.takenAt = performance.now()
        taken.set(entry.id, entry)
        return { id: entry.id, query: entry.query }
      }
      return undefined
    },
    answered(reply: SearchReply): void {
      const entry = taken.get(reply.id)
      taken.delete(reply.id)
      if ('slice' in reply) entry?.settle(reply)
      else entry?.settle({ error: fail(reply.failure.name, reply.failure.message) })
    },
    /** For how long the thread has had the one it has longest, in milliseconds. */
    longestTaken(): number {
      const [oldest] = taken.values()
      return oldest === undefined ? 0 : performance.now() - oldest.takenAt
    },
    abandonTaken,
    abandonAll(): void {
      abandonTaken()
      for (const entry of waiting.splice(0)) entry.settle({ error: notNow() })
    },
  }
}

export const notNow = (): Failure => fail('upstream_unavailable', 'Search is not available now; retry in a moment.')
