// The thread that reads and writes state, so that the main thread never waits for the disk.
import { parentPort, workerData } from 'node:worker_threads'
import type { JobBounds, StateBounds, StateStore } from '../../state.ts'
import { openStateDatabase } from './database.ts'
import type { StateCall, StateMessage, StateReply, StateRequest } from './state.ts'

const { path, bounds, jobBounds } = workerData as { path: string; bounds: StateBounds; jobBounds: JobBounds }
let state: StateStore | undefined

async function run({ of, name, argument }: StateCall): Promise<unknown> {
  // Opened by the first call; while that fails, each call retries, since the cause may be fixed meanwhile.
  state ??= openStateDatabase(path, bounds, jobBounds)
  const methods = (of === 'state' ? state : state[of]) as Record<string, (argument: unknown) => Promise<unknown>>
  return methods[name]!(argument)
}

async function reply({ id, takeUpBefore, call }: StateRequest): Promise<StateReply> {
  // The caller has given up by now.
  if (Date.now() > takeUpBefore) return { id, problem: 'The call waited too long for its turn.' }
  try {
    return { id, result: await run(call) }
  } catch (error) {
    return { id, problem: (error as Error).message }
  }
}

/** One call at a time: they share a connection. */
let last = Promise.resolve()

parentPort!.on('message', (message: StateRequest | 'close') => {
  last = last.then(async () => {
    if (message !== 'close') return parentPort!.postMessage(await reply(message))
    await state?.close()
    parentPort!.close()
  })
})
parentPort!.postMessage('ready' satisfies StateMessage)
