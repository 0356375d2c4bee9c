// Rebuilds an older index in a thread of its own: a service answers health checks and cached responses meanwhile.
import { Worker } from 'node:worker_threads'

export type ReindexStart = { location: string }
/** `busy`: another process holds the lock of writers. */
export type ReindexMessage =
  | { progress: [done: number, of: number] }
  | { creations: number | null }
  | { failed: string; busy: boolean }

type ReindexOutcome = Exclude<ReindexMessage, { progress: unknown }>

export type ReindexThread = { outcome: Promise<ReindexOutcome>; stop(): Promise<unknown> }

/** Stopping it leaves the store as it was. */
export function startReindex(location: string, progress: (done: number, of: number) => void): ReindexThread {
  const worker = new Worker(new URL('./reindex-worker.ts', import.meta.url), {
    workerData: { location } satisfies ReindexStart,
  })
  const { promise, resolve } = Promise.withResolvers<ReindexOutcome>()
  worker.on('message', (message: ReindexMessage) => {
    if ('progress' in message) progress(...message.progress)
    else resolve(message)
  })
  worker.on('error', error => resolve({ failed: (error as Error).message, busy: false }))
  worker.on('exit', () => resolve({ failed: 'The thread has ended.', busy: false }))
  // After the listeners: adding one makes the process wait for the thread again.
  worker.unref()
  return { outcome: promise, stop: () => worker.terminate() }
}
