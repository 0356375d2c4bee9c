// Searches that wait and those sent to the thread: a bounded number, each with a deadline.
import { type ErrorName, type Failure, fail } from '../../../errors.ts'
import { makeAdmissionQueue } from '../../../overload/admission-queue.ts'
import type { CreatorQuery, CreatorSlice, FeedQuery } from '../../store.ts'
import type { FoundPage } from './search-page.ts'

export type Search = { for: 'creations'; query: FeedQuery } | { for: 'creators'; query: CreatorQuery }
type Page = FoundPage | CreatorSlice
export type SearchRequest = { id: number; search: Search }
export type SearchReply = { id: number } & ({ page: Page } | { failure: { name: ErrorName; message: string } })

/**
 * Never rejected, even when searches are slow: 32 connections of a client, or a batch. The last of them waits 0.8 s if each
 * search takes 20 ms, the most at a million creations; that is less than the deadline.
 */
const alwaysAccepted = 40
/** One that runs and some that follow, so that the thread stays busy during garbage collections of this one. */
const maxInThread = 32

type Outcome = { page: Page } | { error: unknown }
/** Settled once, by a result or by its deadline. */
type Entry = SearchRequest & { settle: (outcome: Outcome) => void; isSettled: () => boolean }

/** `deadlineMs` counts from entering the queue to the result; `onLate` is called when it has passed. */
export function searchQueue(deadlineMs: number, onLate: () => void) {
  const gate = makeAdmissionQueue(alwaysAccepted)
  const waiting: Entry[] = []
  /** In the order in which the thread runs them. Their callers may have given up. */
  const sent = new Map<number, Entry>()
  /** Estimated start of the running search. */
  let runningSince = 0
  let nextId = 1

  const abandon = (entries: Iterable<Entry>) => {
    for (const entry of entries) entry.settle({ error: notNow() })
  }
  return {
    isEmpty: () => waiting.length === 0,
    /** Throws when too many wait. */
    add(search: Search): Promise<Page> {
      gate.enter()
      const { promise, resolve, reject } = Promise.withResolvers<Page>()
      let isSettled = false
      const settle = (outcome: Outcome) => {
        if (isSettled) return
        isSettled = true
        clearTimeout(timer)
        gate.leave()
        if ('page' in outcome) resolve(outcome.page)
        else reject(outcome.error)
      }
      const timer = setTimeout(() => {
        settle({ error: notNow() })
        onLate()
      }, deadlineMs)
      waiting.push({ id: nextId++, search, settle, isSettled: () => isSettled })
      return promise
    },
    /** The next search for the thread; undefined while it has enough to do. */
    take(): SearchRequest | undefined {
      while (sent.size < maxInThread && waiting.length > 0) {
        const entry = waiting.shift()!
        if (entry.isSettled()) continue
        if (sent.size === 0) runningSince = performance.now()
        sent.set(entry.id, entry)
        return { id: entry.id, search: entry.search }
      }
      return undefined
    },
    answered(reply: SearchReply): void {
      const entry = sent.get(reply.id)
      sent.delete(reply.id)
      runningSince = performance.now()
      if ('page' in reply) entry?.settle({ page: reply.page })
      else entry?.settle({ error: fail(reply.failure.name, reply.failure.message) })
    },
    /** Milliseconds since the running search started. */
    runningFor: () => (sent.size === 0 ? 0 : performance.now() - runningSince),
    /** The thread is stuck in the running search; the others can run in another thread. */
    abandonRunning(): void {
      const [running, ...others] = sent.values()
      sent.clear()
      if (running !== undefined) abandon([running])
      waiting.unshift(...others)
    },
    abandonAll(): void {
      abandon(sent.values())
      sent.clear()
      abandon(waiting.splice(0))
    },
  }
}

export const notNow = (): Failure => fail('upstream_unavailable', 'Search is not available now; retry in a moment.')
