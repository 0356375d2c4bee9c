// The state store of one machine: a file next to that of the community, accessed by one thread.
import { once } from 'node:events'
import { format, parse } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fail } from '../../../errors.ts'
import {
  type Claim,
  type HealthStore,
  type JobBounds,
  type JobStore,
  jobBounds,
  type StateBounds,
  type StateStore,
  type StoredResponse,
  stateBounds,
  type VectorStore,
} from '../../state.ts'
import { busyMs } from './database.ts'

/** A method of the store, or of a part of it. */
export type StateCall = { of: 'state' | 'jobs' | 'health' | 'vectors'; name: string; argument?: unknown }
export type StateRequest = { id: number; takeUpBefore: number; call: StateCall }
export type StateReply = { id: number } & ({ result: unknown } | { problem: string })
export type StateMessage = StateReply | 'ready'

const maxWaiting = 256
/** Maximum time in the queue of the thread; the lock may take additional time. */
const queueMs = 1000
const deadlineMs = queueMs + busyMs + 250
/** Additional time for calls made before the thread has started. */
const startMs = 5000
const closeMs = 2000

/** vitrine.db → vitrine-state.db */
export function statePath(storePath: string): string {
  const { dir, name, ext } = parse(storePath)
  return format({ dir, name: `${name}-state`, ext })
}

export function openStateStore(path: string, bounds = stateBounds, boundsOfJobs = jobBounds): StateStore {
  const { call, close } = stateThread({ path, bounds, jobBounds: boundsOfJobs })
  const method =
    <Name extends 'storeResponse' | 'release' | 'ping'>(name: Name) =>
    (argument?: unknown) =>
      call({ of: 'state', name, argument }) as ReturnType<StateStore[Name]>
  return {
    claim: async argument => {
      const claim = (await call({ of: 'state', name: 'claim', argument })) as Claim
      return claim.outcome === 'stored' ? { ...claim, answer: received(claim.answer) } : claim
    },
    storeResponse: method('storeResponse'),
    release: method('release'),
    jobs: jobCalls(call),
    health: {
      record: async argument => void (await call({ of: 'health', name: 'record', argument })),
      read: argument => call({ of: 'health', name: 'read', argument }) as ReturnType<HealthStore['read']>,
    },
    vectors: {
      read: argument => call({ of: 'vectors', name: 'read', argument }) as ReturnType<VectorStore['read']>,
      write: async argument => void (await call({ of: 'vectors', name: 'write', argument })),
    },
    ping: method('ping'),
    close,
  }
}

function jobCalls(call: (call: StateCall) => Promise<unknown>): JobStore {
  const method =
    <Name extends keyof JobStore>(name: Name) =>
    (argument: unknown) =>
      call({ of: 'jobs', name, argument }) as ReturnType<JobStore[Name]>
  return {
    create: method('create'),
    read: method('read'),
    claim: method('claim'),
    renew: method('renew'),
    finish: method('finish'),
    release: method('release'),
    cancel: method('cancel'),
    counts: method('counts'),
  }
}

/** A Buffer becomes a Uint8Array between threads. */
const received = (answer: StoredResponse): StoredResponse => {
  const { buffer, byteOffset, length } = answer.body
  return { ...answer, body: Buffer.from(buffer, byteOffset, length) }
}

type Waiting = { resolve: (result: unknown) => void; reject: (error: unknown) => void; timer: NodeJS.Timeout }

function stateThread(workerData: { path: string; bounds: StateBounds; jobBounds: JobBounds }) {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let isReady = false
  let nextId = 1
  /** A call exceeded its deadline: until the thread responds again, other calls fail immediately. */
  let silent = false
  let closed = false

  const settle = (id: number): Waiting | undefined => {
    const entry = waiting.get(id)
    waiting.delete(id)
    if (entry) clearTimeout(entry.timer)
    return entry
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    started.unref()
    isReady = false
    started.on('message', (reply: StateMessage) => {
      silent = false
      if (reply === 'ready') {
        isReady = true
        return
      }
      const entry = settle(reply.id)
      if ('result' in reply) entry?.resolve(reply.result)
      else entry?.reject(unavailable(reply.problem))
    })
    const gone = (error?: unknown) => {
      if (worker !== started) return
      worker = undefined
      silent = false
      for (const id of [...waiting.keys()]) settle(id)?.reject(unavailable('The state thread ended.', error))
    }
    started.on('error', gone)
    started.on('exit', () => gone())
    return started
  }
  const giveUp = (id: number) => {
    silent = true
    settle(id)?.reject(unavailable('The state thread did not answer in time.'))
  }

  return {
    async call(call: StateCall): Promise<unknown> {
      if (closed || silent || waiting.size >= maxWaiting) throw unavailable('The state thread is busy.')
      worker ??= start()
      const id = nextId++
      const extraMs = isReady ? 0 : startMs
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      waiting.set(id, { resolve, reject, timer: setTimeout(giveUp, deadlineMs + extraMs, id) })
      worker.postMessage({ id, takeUpBefore: Date.now() + queueMs + extraMs, call } satisfies StateRequest)
      return promise
    },
    async close(): Promise<void> {
      closed = true
      if (worker === undefined) return
      const ended = once(worker, 'exit')
      worker.postMessage('close')
      const cut = setTimeout(() => void worker?.terminate(), closeMs)
      await ended
      clearTimeout(cut)
    },
  }
}

const unavailable = (problem: string, cause: unknown = new Error(problem)) =>
  fail('upstream_unavailable', 'The state store cannot answer now.', { cause })
