// Runs one job: its question, and the stored outcome.
import { type ErrorName, Failure, fail } from '../../errors.ts'
import type { Ask, AskResponse, Question } from '../answer/answer.ts'
import { finalAnswer } from '../answer/answer-events.ts'

/** `requestId` is that of the request that created the job. */
export type Task = { question: Question; requestId: string }

/** The stored form of a failed job, from which the error body is made. */
export type JobError = { error: ErrorName; message: string; request_id: string }

/** `outcome` is JSON: an `AskResponse`, or a `JobError`. */
export type Ending = { status: 'completed' | 'failed'; outcome: string; cause?: unknown }

/** Null when the signal stopped it, unless the reason of the signal is a Failure, which is then the outcome. */
export async function runTask(ask: Ask, task: Task, signal: AbortSignal): Promise<Ending | null> {
  try {
    return endingOf(await finalAnswer(ask(task.question, { requestId: task.requestId, signal }), signal), task)
  } catch (error) {
    if (!signal.aborted) return failed(error, task)
    return signal.reason instanceof Failure ? failed(signal.reason, task) : null
  }
}

function endingOf(response: AskResponse, task: Task): Ending {
  if (response._meta.response_type === 'failure') return failed(new Error('The answer is a failure.'), task)
  return { status: 'completed', outcome: JSON.stringify(response) }
}

/** Details of unexpected errors are logged, not published. */
export function failed(cause: unknown, { requestId }: Task): Ending {
  const { error, message } =
    cause instanceof Failure ? cause : fail('internal_error', 'Something failed on our side; retry with backoff.')
  return { status: 'failed', outcome: errorOutcome(error, message, requestId), cause }
}

export const errorOutcome = (error: ErrorName, message: string, requestId: string): string =>
  JSON.stringify({ error, message, request_id: requestId } satisfies JobError)
