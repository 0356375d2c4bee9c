// Handlers of ask: the answer as JSON, as a stream of events or as a page.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AskResponse, Question } from '../../ask/answer/answer.ts'
import { finalAnswer } from '../../ask/answer/answer-events.ts'
import { fail } from '../../errors.ts'
import { policyOf } from '../../limits.ts'
import { canonicalTag, isLocale } from '../../operations/locale.ts'
import { askPage } from '../../pages/ask.ts'
import { pageHeaders } from '../../pages/layout/policy.ts'
import { readerFor } from '../../pages/layout/reader.ts'
import { makeTypeChooser } from '../../server/request/accept.ts'
import { requestedLanguages } from '../../server/request/accept-language.ts'
import type { Outcome } from '../../server/request/idempotency.ts'
import type { RequestWithInfo } from '../../server/request/request-info.ts'
import { noStoreHeaders } from '../../server/response/caching.ts'
import { sendFresh } from '../../server/response/fresh-response.ts'
import { addRequestHeaders, commonHeaders } from '../../server/response/headers.ts'
import type { Handler } from '../define.ts'
import type { EndpointParts } from '../parts.ts'
import { bodyInUrl, readQuestion, wantsEvents } from './question.ts'
import { isLastEvent, streamAnswer } from './stream.ts'

type AskParts = Pick<EndpointParts, 'ask' | 'concurrency' | 'log' | 'site' | 'stalledMs'>

const vary = ['Vary', 'Accept, Accept-Encoding, Accept-Language, Service-API-Version']
const head = ['Content-Type', 'application/json; charset=utf-8', ...noStoreHeaders, ...vary]

/** POST: the question is in the body. */
export const answerBody =
  (parts: EndpointParts): Handler =>
  async (request, reply) => {
    const run = answerer(request, reply, request.body, parts)
    const outcome = await parts.idempotency.once(request, run)
    if (!reply.sent) await sendFresh(request, reply, outcome)
  }

/** GET: the question is in the query string. */
export const answerQuery =
  (parts: EndpointParts): Handler =>
  async (request, reply) => {
    if (isLastEvent(request.headers['last-event-id'])) return sendNoContent(request, reply)
    const prefersPage = chooseType(request.headers.accept) === 'text/html'
    const body = bodyInUrl(request.raw.url!, prefersPage)
    const answer = prefersPage && wantsEvents(body) === null ? answerPage : answerer
    const outcome = await answer(request, reply, body, parts)()
    if (!reply.sent) await sendFresh(request, reply, outcome)
  }

const chooseDataType = makeTypeChooser(['application/json', 'text/event-stream'])

/** Validates the question immediately; the returned function answers it. */
function answerer(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  parts: AskParts,
): () => Promise<Outcome> {
  const question = readQuestion(body, languagesOf(request, parts.site.addresses.webUrl))
  const asEvents = wantsEvents(body) ?? chooseDataType(request.headers.accept) === 'text/event-stream'
  if (!asEvents) return async () => outcomeOf(await completeAnswer(request, reply, question, parts))
  return () => streamAnswer(request, reply, question, { ...parts, vary })
}

const chooseType = makeTypeChooser(['application/json', 'text/event-stream', 'text/html'])

/** The same answer as an HTML page. */
function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  parts: AskParts,
): () => Promise<Outcome> {
  const { site } = parts
  const question = readQuestion(body, languagesOf(request, site.addresses.webUrl))
  return async () => {
    const answer = await completeAnswer(request, reply, question, parts)
    const reader = readerFor(question.locale, site)
    const head = ['Content-Type', 'text/html; charset=utf-8', ...noStoreHeaders, ...vary, ...pageHeaders(site)]
    return {
      status: 200,
      head: [...head, 'Content-Language', reader.locale],
      body: Buffer.from(askPage(site, answer, question, reader)),
      temporary: true,
    }
  }
}

const languagesOf = (request: FastifyRequest, webUrl: string) => ({
  locale: localeIn(request, webUrl),
  accepted: requestedLanguages({ headers: request.headers })[0],
})

function localeIn({ params, raw }: FastifyRequest, webUrl: string): string | null {
  const { locale } = params as { locale?: string }
  if (locale === undefined) return null
  // /art/ask matches the pattern too, but is covered by another limit.
  if (isLocale(locale) && policyOf(raw.url!.split('?', 1)[0]!) === 'discovery') return canonicalTag(locale)
  throw fail('not_found', `Nothing is at this path; ${webUrl}/openapi.json lists what there is.`)
}

async function completeAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  question: Question,
  { ask, concurrency }: AskParts,
): Promise<AskResponse> {
  const { signal, end } = concurrency.begin(reply.raw)
  try {
    const { id } = (request.raw as RequestWithInfo).info
    return await finalAnswer(ask(question, { requestId: id, signal }), signal)
  } finally {
    end()
  }
}

const outcomeOf = (answer: AskResponse): Outcome => ({
  status: 200,
  head: [...head, 'Content-Language', answer.metadata.locale],
  body: Buffer.from(JSON.stringify(answer)),
  temporary: answer._meta.response_type === 'failure',
})

/** An EventSource reconnects after the last event; 204 makes it stop. */
function sendNoContent({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  reply.raw
    .writeHead(204, addRequestHeaders([...noStoreHeaders, ...vary, ...commonHeaders], (raw as RequestWithInfo).info))
    .end()
}
