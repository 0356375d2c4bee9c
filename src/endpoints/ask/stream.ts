// An answer as events: `start`, `result` for the answer and for each result, `complete` with everything.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Ask, AskEvent, AskResponse, Question } from '../../ask/answer/answer.ts'
import { untilComplete } from '../../ask/answer/answer-events.ts'
import type { Outcome } from '../../server/request/idempotency.ts'
import type { RequestWithInfo } from '../../server/request/request-info.ts'
import { noStoreHeaders } from '../../server/response/caching.ts'
import { safeMessage } from '../../server/response/error-body.ts'
import { type EventStream, eventText, openEventStream } from '../../server/response/event-stream.ts'
import { asFailure } from '../../server/router.ts'
import type { AskConcurrency } from './concurrency.ts'

type StreamParts = { ask: Ask; concurrency: AskConcurrency; log: Logger; stalledMs: number; vary: readonly string[] }

const unbuffered = ['X-Accel-Buffering', 'no']
const lastIdSuffix = 'complete'

/** Event ids are numbered; that of the last event ends in `-complete`. */
const idOf = (queryId: string, event: AskEvent['event'], n: number): string =>
  `${queryId}-${event === 'complete' ? lastIdSuffix : n}`

export const isLastEvent = (id: string | string[] | undefined): boolean =>
  typeof id === 'string' && id.endsWith(`-${lastIdSuffix}`)

/** Sends the answer and returns what was sent, for retries with the same Idempotency-Key. */
export async function streamAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  question: Question,
  { ask, concurrency, log, stalledMs, vary }: StreamParts,
): Promise<Outcome> {
  const { signal, end } = concurrency.begin(reply.raw)
  const requestId = (request.raw as RequestWithInfo).info.id
  const head = ['Content-Type', 'text/event-stream', ...noStoreHeaders, ...vary, ...unbuffered]
  try {
    const events = untilComplete(ask(question, { requestId, signal }), signal)
    // A failure before the first event is an ordinary error response; later it is an event.
    const first = await events.next()
    const stream = openEventStream(request, reply, head, stalledMs)
    const maxLength = maxStoredLength(request)
    const { pieces, isComplete } = await sendAll({ stream, maxStored: maxLength }, first, events, error => {
      const failure = asFailure(error)
      if (!reply.raw.destroyed && failure.status >= 500 && failure.error !== 'upstream_unavailable')
        log.error({ requestId, err: failure.cause ?? failure }, failure.error)
      return safeMessage(failure)
    })
    // At shutdown the connection is closed too, because the drain waits for it.
    stream.end(signal.aborted)
    return { status: 200, head, body: Buffer.from(pieces.join('')), temporary: !isComplete }
  } finally {
    end()
  }
}

/** Characters stored for retries; none without a key, so that stalled readers cost no memory. */
const maxStoredLength = ({ headers }: FastifyRequest): number =>
  headers['idempotency-key'] === undefined ? 0 : 64 * 1024

type Next = IteratorResult<AskEvent, unknown>

async function sendAll(
  { stream, maxStored }: { stream: EventStream; maxStored: number },
  first: Next,
  events: AsyncGenerator<AskEvent>,
  messageOf: (error: unknown) => string,
): Promise<{ pieces: string[]; isComplete: boolean }> {
  const pieces: string[] = []
  let sent = 0
  let length = 0
  let start: AskEvent | undefined
  const send = ({ event, data }: AskEvent): Promise<boolean> => {
    const text = eventText(idOf(queryIdOf(start), event, ++sent), event, data)
    length += text.length
    if (length <= maxStored) pieces.push(text)
    return stream.write(text)
  }
  try {
    for (let next = first; !next.done; next = await events.next()) {
      start ??= next.value
      const canContinue = await send(next.value)
      const { event, data } = next.value
      if (event === 'complete')
        return { pieces, isComplete: data._meta.response_type === 'answer' && length <= maxStored }
      if (!canContinue) return { pieces, isComplete: false }
    }
    throw new Error('The answer ended without being complete.')
  } catch (error) {
    if (start !== undefined) await send({ event: 'complete', data: failureAnswer(start, messageOf(error)) })
    return { pieces, isComplete: false }
  } finally {
    await events.return(undefined)
  }
}

const queryIdOf = (start: AskEvent | undefined): string => (start?.event === 'start' ? start.data.query_id : 'ask')

/** A failure in the shape of an answer. */
function failureAnswer({ data }: AskEvent, message: string): AskResponse {
  const { _meta, query_id, query } = data as AskResponse
  return {
    _meta: { ..._meta, response_type: 'failure' },
    query_id,
    query,
    answer: message,
    answered: false,
    confidence: 0,
    citations: [],
    results: [],
    metadata: { locale: 'en', intent: 'unknown', suggestions: [] },
  }
}
