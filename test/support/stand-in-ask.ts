// Answers questions about nothing, in the shape of real answers: for tests of what carries them. No two of its answers
// are the same, so that a job which was answered twice would show.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ask, AskResponse, Question } from '../../src/ask/answer/answer.ts'
import { nlwebVersion } from '../../src/ask/answer/answer.ts'
import { fail } from '../../src/errors.ts'

/** What the question asks to be done to it. */
const orders: Record<string, (signal: AbortSignal) => Promise<unknown> | undefined> = {
  'fail with a timeout': async () => {
    throw fail('timeout', 'secret of the inside')
  },
  'fall over': async () => {
    throw new Error('secret of the inside')
  },
  'take a second': signal => sleep(1000, undefined, { signal }),
  'take a while': signal => sleep(Math.random() * 30, undefined, { signal }),
}

type StandIn = {
  ask: Ask
  /** Called with each question that is taken up. */
  onAsk: (listener: (question: Question) => void) => void
  /** How often each question was taken up. */
  asked: Map<string, number>
  /** From now on questions wait until the returned function is called, or their signal ends them. */
  hold: () => () => void
}

export function makeStandIn(): StandIn {
  const asked = new Map<string, number>()
  let gate: Promise<void> | undefined
  let listener: (question: Question) => void = () => {}
  const ask: Ask = async function* (question, { requestId, signal }) {
    listener(question)
    asked.set(question.query, (asked.get(question.query) ?? 0) + 1)
    const whole = responseTo(question, requestId)
    const { _meta, query_id, query } = whole
    yield { event: 'start', data: { _meta, query_id, query } }
    await orders[question.query.replace(/ \d+$/, '')]?.(signal)
    if (gate !== undefined) await Promise.race([gate, endOf(signal)])
    if (signal.aborted) return
    yield { event: 'result', data: { answer: whole.answer } }
    yield { event: 'complete', data: whole }
  }
  return {
    ask,
    asked,
    onAsk(given) {
      listener = given
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = undefined
        resolve()
      }
    },
  }
}

const endOf = (signal: AbortSignal) =>
  new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))

function responseTo({ query, locale }: Question, requestId: string): AskResponse {
  return {
    _meta: {
      response_type: 'answer',
      version: nlwebVersion,
      request_id: requestId,
      processing_time_ms: 1,
      answerer: 'stand-in',
    },
    query_id: randomUUID(),
    query,
    answer: '',
    answered: false,
    confidence: 0,
    citations: [],
    results: [],
    metadata: { locale: locale ?? 'en', intent: 'unknown', suggestions: [] },
  }
}
