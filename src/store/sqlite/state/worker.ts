// The thread that reads and writes state, so that the main thread never waits for the disk.
import { parentPort, workerData } from 'node:worker_threads'
import type { JobBounds, KeptAnswer, StateBounds } from '../../state.ts'
import type { StateCall, StateMessage, StateReply } from './state.ts'
import { openStateTables, type StateTables } from './tables.ts'

const { path, bounds, jobBounds } = workerData as { path: string; bounds: StateBounds; jobBounds: JobBounds }
let tables: StateTables | undefined

function run(call: StateCall): unknown {
  // Opened by the first call; while that fails, each call retries, since the cause may be fixed meanwhile.
  tables ??= openStateTables(path, bounds, jobBounds)
  switch (call.method) {
    case 'claim':
      return tables.claim(call.argument)
    case 'keep':
      return tables.keep({ ...call.argument, answer: received(call.argument.answer) })
    case 'release':
      return tables.release(call.argument)
    case 'jobs':
      return (tables.jobs[call.name] as (argument: unknown) => unknown)(call.argument)
    case 'ping':
      return tables.ping()
  }
}

/** A Buffer becomes a Uint8Array between threads. */
const received = (answer: KeptAnswer): KeptAnswer => ({ ...answer, body: Buffer.from(answer.body) })

function reply(id: number, takeUpBefore: number, call: StateCall): StateReply {
  // The caller has given up by now.
  if (Date.now() > takeUpBefore) return { id, problem: 'The call waited too long for its turn.' }
  try {
    return { id, result: run(call) }
  } catch (error) {
    return { id, problem: (error as Error).message }
  }
}

type Message = { id: number; takeUpBefore: number; call: StateCall } | 'close'

parentPort!.on('message', (message: Message) => {
  if (message !== 'close') {
    parentPort!.postMessage(reply(message.id, message.takeUpBefore, message.call))
    return
  }
  tables?.close()
  parentPort!.close()
})
parentPort!.postMessage('ready' satisfies StateMessage)
