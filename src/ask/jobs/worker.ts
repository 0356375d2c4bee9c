// Claims jobs and runs them, a few at a time. Any process may run any job; jobs of a dead process are found by their
// expired lease.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type ErrorName, Failure, fail } from '../../errors.ts'
import type { ClaimedJob, JobStore } from '../../store/state.ts'
import type { Ask, Question } from '../answer/answer.ts'
import { finalAnswer } from '../answer/answer-events.ts'

const maxConcurrentJobs = 4
/**
 * After this many attempts during which its process died, the job is assumed to be the cause. Must be well above 6: in
 * test/endpoints/jobs-kills.ts (2,000 jobs, 200 killed processes) a job that is not the cause is hit six times in a row.
 */
const maxAttempts = 20
const leaseMs = 10_000
const renewMs = 3000
const runMs = 60_000
/** Finds jobs that other processes created or left behind. Also the wait after a failure of the store. */
const pollMs = 1000
const closeMs = 2000
const warnEveryMs = 60_000
/** If no poll has succeeded for this long, the worker counts as dead. */
const deadAfterMs = 30_000

type WorkerOptions = { store: JobStore; ask: Ask; log: Logger; now: () => number; keepMs: number }

type Claim = { id: string; owner: string }

export function startJobWorker({ store, ask, log, now, keepMs }: WorkerOptions) {
  const running = new Map<AbortController, { id: string; done: Promise<void> }>()
  const warn = throttledWarning(log, now)
  const run = makeRun({ store, ask, log, now }, warn, () => closed)
  let closed = false
  let lastPolledAt = performance.now()

  const start = (job: ClaimedJob, owner: string): void => {
    const stopper = new AbortController()
    const done = run(job, { id: job.id, owner }, stopper).catch(warn)
    running.set(stopper, { id: job.id, done })
    if (closed) stopper.abort()
    void done.then(() => {
      running.delete(stopper)
      wake()
    })
  }
  const claimJobs = async (): Promise<void> => {
    while (!closed && running.size < maxConcurrentJobs) {
      const owner = randomUUID()
      const job = await store.claim({ owner, now: now(), leaseMs, keepMs })
      if (job === null) break
      start(job, owner)
    }
    lastPolledAt = performance.now()
  }
  let claiming: Promise<void> | undefined
  let isWoken = false
  const claimWhileWoken = async (): Promise<void> => {
    while (isWoken) {
      isWoken = false
      await claimJobs().catch(warn)
    }
    claiming = undefined
  }
  /** While jobs are claimed, they are claimed once more, since a new one may have been missed. */
  const wake = (): void => {
    isWoken = !closed
    if (isWoken) claiming ??= claimWhileWoken()
  }
  const poll = setInterval(wake, pollMs).unref()
  const stop = (matches: (id: string) => boolean): void => {
    for (const [stopper, { id }] of running) if (matches(id)) stopper.abort()
  }
  const allDone = async () => {
    await claiming
    await Promise.all([...running.values()].map(({ done }) => done))
  }
  return {
    /** There is a new job. */
    wake,
    /** The job was cancelled or has expired. */
    stop: (id: string) => stop(other => other === id),
    isAlive: () => !closed && performance.now() - lastPolledAt < deadAfterMs,
    /** Releases claimed jobs, so that other processes need not wait for their leases. */
    async close(): Promise<void> {
      closed = true
      clearInterval(poll)
      stop(() => true)
      await Promise.race([allDone(), sleep(closeMs, undefined, { ref: false })])
    },
  }
}

function makeRun(
  { store, ask, log, now }: Omit<WorkerOptions, 'keepMs'>,
  warn: (error: unknown) => void,
  isClosed: () => boolean,
) {
  /** Retries, so that an answer is not lost because the disk is full for a moment. */
  const settle = async (claim: Claim, ending: Ending | null): Promise<void> => {
    for (;;) {
      try {
        if (ending === null) await store.release({ ...claim, now: now() })
        else await store.finish({ ...claim, now: now(), status: ending.status, outcome: ending.outcome })
        return
      } catch (error) {
        warn(error)
        if (isClosed()) return
        await sleep(pollMs, undefined, { ref: false })
      }
    }
  }
  const answer = async (job: ClaimedJob, signal: AbortSignal): Promise<Ending | null> => {
    const task = JSON.parse(job.task) as Task
    const hasTooManyAttempts = job.attempts > maxAttempts
    const ending = hasTooManyAttempts
      ? failed(new Error(`The process of this job died in each of ${maxAttempts} attempts.`), task)
      : await runTask(ask, task, signal)
    if (ending?.cause !== undefined) log.error({ requestId: task.requestId, err: ending.cause }, 'an ask job failed')
    return ending
  }
  return async (job: ClaimedJob, claim: Claim, stopper: AbortController): Promise<void> => {
    const deadline = setTimeout(() => stopper.abort(fail('timeout', 'The job took too long.')), runMs)
    const renewal = setInterval(async () => {
      // If the store fails, the job continues; a later renewal shows whether the claim is still valid.
      const isOurs = await store.renew({ ...claim, now: now(), leaseMs }).catch(() => true)
      if (!isOurs) stopper.abort()
    }, renewMs)
    try {
      await settle(claim, await answer(job, stopper.signal))
    } finally {
      clearTimeout(deadline)
      clearInterval(renewal)
    }
  }
}

function throttledWarning(log: Logger, now: () => number): (error: unknown) => void {
  let warnedAt = Number.NEGATIVE_INFINITY
  return error => {
    if (now() - warnedAt < warnEveryMs) return
    warnedAt = now()
    log.warn({ err: (error as Error).cause ?? error }, 'ask jobs are delayed: the job store cannot be read or written')
  }
}

/** `requestId` is that of the request that created the job. */
export type Task = { question: Question; requestId: string }

/** The stored form of a failed job, from which the error body is made. */
export type JobError = { error: ErrorName; message: string; request_id: string }

/** `outcome` is JSON: an `AskResponse`, or a `JobError`. */
export type Ending = { status: 'completed' | 'failed'; outcome: string; cause?: unknown }

/** Null when the signal stopped it, unless the reason of the signal is a Failure, which is then the outcome. */
export async function runTask(ask: Ask, task: Task, signal: AbortSignal): Promise<Ending | null> {
  try {
    const response = await finalAnswer(ask(task.question, { requestId: task.requestId, signal }), signal)
    return { status: 'completed', outcome: JSON.stringify(response) }
  } catch (error) {
    if (!signal.aborted) return failed(error, task)
    return signal.reason instanceof Failure ? failed(signal.reason, task) : null
  }
}

/** Details of unexpected errors are logged, not published. */
export function failed(cause: unknown, { requestId }: Task): Ending {
  const { error, message } =
    cause instanceof Failure ? cause : fail('internal_error', 'Something failed on our side; retry with backoff.')
  return { status: 'failed', outcome: errorOutcome(error, message, requestId), cause }
}

export const errorOutcome = (error: ErrorName, message: string, requestId: string): string =>
  JSON.stringify({ error, message, request_id: requestId } satisfies JobError)
