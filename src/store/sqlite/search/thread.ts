// The thread that answers searches. One that does not answer in time is replaced, since a running SQLite call cannot be
// interrupted.
import { Worker } from 'node:worker_threads'
import type { CreatorQuery, CreatorSlice, FeedQuery } from '../../store.ts'
import { notNow, type Search, type SearchReply, searchQueue } from './queue.ts'
import type { FoundPage } from './search-page.ts'

export type WorkerMessage = SearchReply | 'ready'

/** A search that runs this long is stuck: searches take milliseconds, and their budget ends them after some tens. */
const stuckMs = 500
/** Stuck threads cannot be terminated either. With this many, another would not help. */
const maxStuck = 2
/** A healthy thread has started by then; a failed start is not retried earlier. */
const startingMs = 500
/** A search during start-up waits this long for the thread; its own deadline starts afterwards. */
const startMs = 5000
const closeMs = 2000

/** `deadlineMs`: the time limit of a search, from entering the queue to the result. */
export function searchThread(path: string, deadlineMs: number) {
  let worker: Worker | undefined
  let isReady = false
  let startedAt = Number.NEGATIVE_INFINITY
  let stuck = 0
  let closed = false
  const isStarting = () => performance.now() - startedAt < startingMs
  const mayStart = () => !closed && stuck < maxStuck && !isStarting()

  const replace = () => {
    const old = worker!
    worker = undefined
    stuck++
    void old.terminate().then(() => stuck--)
    queue.abandonRunning()
    if (stuck >= maxStuck) queue.abandonAll()
    else pump()
  }
  const queue = searchQueue(deadlineMs, () => {
    if (worker !== undefined && isReady && queue.runningFor() >= stuckMs) replace()
  })
  const pump = () => {
    if (worker === undefined && !queue.isEmpty() && mayStart()) worker = start()
    if (worker === undefined || !isReady) return
    for (let next = queue.take(); next !== undefined; next = queue.take()) worker.postMessage(next)
  }
  const start = (): Worker => {
    isReady = false
    startedAt = performance.now()
    const started = spawn(path, {
      message: reply => {
        if (worker !== started) return
        if (reply !== 'ready') queue.answered(reply)
        isReady = true
        firstStart?.end()
        pump()
      },
      gone: () => {
        firstStart?.end()
        if (worker !== started) return
        worker = undefined
        queue.abandonAll()
      },
    })
    return started
  }

  let firstStart: ReturnType<typeof boundedWait> | undefined
  /** Starts the thread, which takes 70 ms of CPU time, when it is needed for the first time. */
  const started = (): Promise<void> => {
    if (firstStart === undefined) {
      firstStart = boundedWait(startMs)
      worker = start()
    }
    return firstStart.ended
  }

  const search = async (task: Search) => {
    if (closed) throw notNow()
    await started()
    if (closed || (worker === undefined && !mayStart())) throw notNow()
    const found = queue.add(task)
    pump()
    return found
  }

  return {
    creations: (query: FeedQuery) => search({ for: 'creations', query }) as Promise<FoundPage>,
    creators: (query: CreatorQuery) => search({ for: 'creators', query }) as Promise<CreatorSlice>,
    /** The thread is up, or overdue. */
    started: async (): Promise<void> => (closed ? undefined : started()),
    /** False when one thread is stuck and the next does not start either: then the store is the problem. */
    isWell: () => stuck === 0 || (stuck < maxStuck && (worker === undefined || isReady || isStarting())),
    async close(): Promise<void> {
      closed = true
      queue.abandonAll()
      const tooLong = boundedWait(closeMs)
      await Promise.race([worker?.terminate(), tooLong.ended])
      tooLong.end()
    },
  }
}

type Listeners = { message: (message: WorkerMessage) => void; gone: () => void }

function spawn(path: string, { message, gone }: Listeners): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { path },
    // Searches produce short-lived objects. V8 would reserve more memory for them; with 4 MB, p99 is a quarter higher.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  })
  worker.on('message', message)
  worker.on('error', gone)
  worker.on('exit', gone)
  // After the listeners: adding one makes the process wait for the thread again.
  worker.unref()
  return worker
}

/** Ends when it is resolved, or after the given time. */
function boundedWait(milliseconds: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const end = () => {
    clearTimeout(timer)
    resolve()
  }
  return { ended: promise, end }
}
