// Time limits of answers.
import { type Failure, fail } from '../errors.ts'
import { askLimits } from '../limits.ts'
import type { AskReady } from './answer/answer.ts'

export type Deadlines = { answerMs: number; prepareMs: number }

/**
 * Calls `abort` when the answer takes too long. The time limit of the answer starts when the index is ready:
 * building it takes seconds on a slow machine, and the first question waits for it. Returns a function that stops
 * the clock.
 */
export function startDeadline(
  abort: (reason: Failure) => void,
  ready: AskReady,
  { answerMs, prepareMs }: Deadlines = askLimits,
): () => void {
  let isOver = false
  let timer = setTimeout(() => abort(fail('upstream_unavailable', notReady)), prepareMs)
  const startClock = () => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(() => abort(fail('timeout', 'The answer took too long.')), answerMs)
  }
  // If the index cannot be built, answering fails with the same error.
  ready().then(startClock, startClock)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

const notReady = 'The index that answers are found with is still being built; retry in a few seconds.'
