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

post(
  await rebuild(workerData as ReindexStart).catch((error: Error): ReindexMessage => {
    const reason = error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
    return { failed: reason, busy: error instanceof Failure && error.error === 'conflict' }
  }),
)
