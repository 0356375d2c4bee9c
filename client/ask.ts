// Questions: answered directly, as events, or asynchronously as a job.
import type { AskRequest, AskResponse, AsyncAskJob, AsyncAskJobStatus } from './contract.ts'
import { pollMs } from './contract.ts'
import { errorOf, VitrineError } from './error.ts'
import { eventsIn } from './events.ts'
import { invalid, json, parsed } from './json.ts'
import { type Attempt, type CallOptions, type Outgoing, type Settings, send } from './send.ts'

/** A question as text, or a request with options. */
export type Question = string | AskRequest

export type AskEvent =
  | { event: 'start'; data: Pick<AskResponse, '_meta' | 'query_id' | 'query'> }
  /** The first is the answer, followed by one for each result. */
  | { event: 'result'; data: Record<string, unknown> }
  | { event: 'complete'; data: AskResponse }

export type PostOptions = CallOptions & {
  /** A request with the same key gets the stored response. */
  idempotencyKey?: string | undefined
}

export type Asking = {
  /** Returns the complete answer. */
  ask: (asked: Question, options?: PostOptions) => Promise<AskResponse>
  /** Yields the events of the answer. It is not retried after the first event. */
  askEvents: (asked: Question, options?: PostOptions) => AsyncGenerator<AskEvent, void>
  /** Creates a job and waits for its answer; by default up to ten minutes (`deadlineMs`). */
  askJob: (asked: Question, options?: PostOptions) => Promise<AskResponse>
  /** Creates a job. Retries do not create a second one. */
  createAskJob: (asked: Question, options?: PostOptions) => Promise<AsyncAskJob>
  getAskJobStatus: (jobId: string, options?: CallOptions) => Promise<AsyncAskJobStatus>
  /** Polls every five seconds until the job is finished; throws the error of a failed job. */
  waitForAskJob: (jobId: string, options?: CallOptions) => Promise<AskResponse>
}

/** Jobs may be queued for long. */
const jobDeadlineMs = 600_000
const unfinished = ['queued', 'running']

export function makeAsk(settings: Settings, url: string): Asking {
  const { now, random, wait } = settings

  const question = (operation: string, path: string, asked: Question, streaming: boolean, key?: string): Outgoing => {
    const request = typeof asked === 'string' ? { query: asked } : asked
    return {
      operation,
      url: url + path,
      method: 'POST',
      headers: key === undefined ? {} : { 'idempotency-key': key },
      body: { ...request, prefer: { ...request.prefer, streaming } },
    }
  }

  const createAskJob: Asking['createAskJob'] = (asked, options = {}) => {
    const key = options.idempotencyKey ?? `${random()}${random()}`.replaceAll('0.', '')
    return json(settings, question('createAskJob', '/ask/jobs', asked, false, key), options) as Promise<AsyncAskJob>
  }

  const getAskJobStatus: Asking['getAskJobStatus'] = (jobId, options = {}) => {
    const path = `/ask/jobs/${encodeURIComponent(jobId)}`
    return json(settings, { operation: 'getAskJobStatus', url: url + path }, options) as Promise<AsyncAskJobStatus>
  }

  const waitForAskJob: Asking['waitForAskJob'] = async (jobId, options = {}) => {
    const deadline = now() + (options.deadlineMs ?? jobDeadlineMs)
    for (;;) {
      const left = deadline - now()
      if (left <= pollMs) throw new VitrineError('timeout', 'The job is not finished yet.', { retryable: true })
      await wait(pollMs, options.signal)
      const { status, result, error } = await getAskJobStatus(jobId, { ...options, deadlineMs: left - pollMs })
      if (result) return result
      if (error) throw errorOf(Math.floor(error.code / 100), JSON.stringify(error))
      if (!unfinished.includes(status))
        throw new VitrineError('invalid_answer', `The job has the unknown status ${status}.`, { status: 200 })
    }
  }

  return {
    ask: (asked, options = {}) =>
      json(settings, question('ask', '/ask', asked, false, options.idempotencyKey), options) as Promise<AskResponse>,
    askEvents: (asked, options = {}) =>
      streamed(settings, question('askEvents', '/ask', asked, true, options.idempotencyKey), options),
    askJob: async (asked, options = {}) => {
      const deadlineMs = options.deadlineMs ?? jobDeadlineMs
      const deadline = now() + deadlineMs
      const { job_id } = await createAskJob(asked, { ...options, deadlineMs })
      return waitForAskJob(job_id, { ...options, deadlineMs: deadline - now() })
    },
    createAskJob,
    getAskJobStatus,
    waitForAskJob,
  }
}

async function* streamed(settings: Settings, outgoing: Outgoing, options: CallOptions): AsyncGenerator<AskEvent, void> {
  const headers = { ...outgoing.headers, accept: 'text/event-stream' }
  const deadline = settings.now() + (options.deadlineMs ?? settings.deadlineMs)
  const open = async (response: Response, attempt: Attempt) => {
    // The response has begun; the rest may take until the deadline.
    attempt.limit(deadline - settings.now())
    return { response, attempt }
  }
  const { response, attempt } = await send(settings, { ...outgoing, headers }, options, open)
  try {
    if (!response.body) throw invalid(response)
    for await (const { event, data } of eventsIn(response.body)) {
      yield { event, data: parsed(data, response) } as AskEvent
      if (event === 'complete') return
    }
    throw new VitrineError('unreachable', 'The answer is incomplete.', { status: response.status, retryable: true })
  } catch (thrown) {
    throw attempt.asError(thrown)
  } finally {
    attempt.end()
  }
}
