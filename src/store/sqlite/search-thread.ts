// The main thread's end of the search thread: a bounded queue with a deadline. A thread that does not answer in time
// is replaced, since a running SQLite call cannot be interrupted.
import { Worker } from 'node:worker_threads'
import type { Addresses } from '../../addresses.ts'
import { type ErrorName, fail } from '../../errors.ts'
import type { FeedQuery, FeedSlice } from '../store.ts'

export type SearchRequest = { id: number; query: FeedQuery }
export type SearchReply = { id: number } & ({ slice: FeedSlice } | { failure: { name: ErrorName; message: string } })
export type WorkerMessage = SearchReply | 'ready'

const queueBound = 16
const deadlineMs = 900
/** A search that comes while the process starts waits this long for the thread; its own deadline runs from then on. */
const startMs = 5000

type Waiting = { resolve: (slice: FeedSlice) => void; reject: (error: unknown) => void; timer: NodeJS.Timeout }

export function searchThread(path: string, addresses: Addresses) {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let isReady = false
  let nextId = 1
  let closed = false

  const settle = (id: number): Waiting | undefined => {
    const entry = waiting.get(id)
    waiting.delete(id)
    if (entry) clearTimeout(entry.timer)
    return entry
  }
  const abandon = () => {
    for (const id of [...waiting.keys()]) {
      settle(id)?.reject(fail('upstream_unavailable', 'Search is not available now; retry in a moment.'))
    }
  }
  const start = () => {
    const { baseUrl, webUrl } = addresses
    const started = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: { path, baseUrl, webUrl },
      // What a search makes is short-lived; without this V8 sets five times as much memory aside for it.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    isReady = false
    started.on('message', (reply: WorkerMessage) => {
      if (reply === 'ready') {
        isReady ||= worker === started
        firstStart.end()
        return
      }
      const entry = settle(reply.id)
      if ('slice' in reply) entry?.resolve(reply.slice)
      else entry?.reject(fail(reply.failure.name, reply.failure.message))
    })
    const gone = () => {
      firstStart.end()
      if (worker !== started) return
      worker = undefined
      abandon()
    }
    started.on('error', gone)
    started.on('exit', gone)
    // After the listeners: adding one makes the process wait for the thread again.
    started.unref()
    return started
  }
  const giveUp = (id: number) => {
    settle(id)?.reject(fail('timeout', 'This search took too long; use rarer or fewer words.'))
    // One that still starts is not stuck in a search.
    if (!isReady) return
    const stuck = worker
    worker = undefined
    void stuck?.terminate()
    abandon()
  }

  const firstStart = boundedWait(startMs)
  worker = start()
  return {
    async search(query: FeedQuery): Promise<FeedSlice> {
      await firstStart.ended
      if (closed) throw fail('upstream_unavailable', 'The service is shutting down; retry in a moment.')
      if (waiting.size >= queueBound) {
        const headers = { 'retry-after': '1' }
        throw fail('upstream_unavailable', 'Too many searches at once; retry in a second.', { headers })
      }
      worker ??= start()
      const id = nextId++
      const { promise, resolve, reject } = Promise.withResolvers<FeedSlice>()
      const timer = setTimeout(giveUp, deadlineMs, id)
      waiting.set(id, { resolve, reject, timer })
      worker.postMessage({ id, query } satisfies SearchRequest)
      return promise
    },
    async close(): Promise<void> {
      closed = true
      abandon()
      await worker?.terminate()
    },
  }
}

/** Ends when it is told to, or when its time is over. */
function boundedWait(milliseconds: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const end = () => {
    clearTimeout(timer)
    resolve()
  }
  return { ended: promise, end }
}
