// The thread that rebuilds an older index; see reindex-thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '../errors.ts'
import { openWritableStore } from './open.ts'
import type { ReindexMessage, ReindexStart } from './reindex-thread.ts'

const post = (message: ReindexMessage) => parentPort!.postMessage(message)

async function rebuild({ location }: ReindexStart): Promise<ReindexMessage> {
  const store = await openWritableStore(location)
  try {
    const progress = (done: number, of: number) => post({ progress: [done, of] })
    const rebuilt = await store.reindex({ when: 'older', now: Date.now, progress })
    return { creations: rebuilt?.creations ?? null }
  } finally {
    await store.close()
  }
}

const failure = (error: Error): ReindexMessage => {
  const reason = error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
  return { failed: reason, busy: error instanceof Failure && error.error === 'conflict' }
}

// Without a top-level await: if the process exits while a module waits in a thread, V8 aborts.
void rebuild(workerData as ReindexStart)
  .catch(failure)
  .then(post)
