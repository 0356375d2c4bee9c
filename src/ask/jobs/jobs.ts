// Ask jobs: created, read and cancelled here, run by the worker.
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { askJobs } from '../../limits.ts'
import type { Job, JobStore } from '../../store/state.ts'
import type { Ask, Question } from '../answer/answer.ts'
import { errorOutcome, startJobWorker, type Task } from './worker.ts'

const keepMs = askJobs.keepHours * 60 * 60 * 1000

type JobsOptions = { store: JobStore; ask: Ask; log: Logger; now: () => number }

export type Jobs = ReturnType<typeof startJobs>

/** The id is the only protection of the answer: 144 random bits. */
const newId = (): string => randomBytes(18).toString('base64url')
const idPattern = /^[A-Za-z0-9_-]{24}$/

export function startJobs({ store, ask, log, now }: JobsOptions) {
  const worker = startJobWorker({ store, ask, log, now, keepMs })
  const lookup = (id: string) => ({ id, now: now(), keepMs })
  return {
    /** Null when the queue is full. The job is on disk when this resolves. `caller` is opaque. */
    async create(question: Question, caller: string, requestId: string): Promise<Job | null> {
      const id = newId()
      const createdAt = now()
      const task = JSON.stringify({ question, requestId } satisfies Task)
      if (!(await store.create({ id, caller, task, now: createdAt, keepMs }))) return null
      worker.wake()
      return { id, status: 'queued', createdAt, updatedAt: createdAt, outcome: null }
    },
    /** Null, here and below, when there is no such job. */
    read: async (id: string): Promise<Job | null> => (idPattern.test(id) ? store.read(lookup(id)) : null),
    /** The job after cancelling; a finished job is unchanged. */
    async cancel(id: string, requestId: string): Promise<Job | null> {
      if (!idPattern.test(id)) return null
      const outcome = errorOutcome('conflict', 'The job was cancelled by a request.', requestId)
      const job = await store.cancel({ ...lookup(id), outcome })
      worker.stop(id)
      return job
    },
    /** Fails when no worker runs jobs. */
    async health() {
      if (!worker.isAlive()) throw new Error('No worker runs jobs.')
      return store.counts({})
    },
    close: worker.close,
  }
}
