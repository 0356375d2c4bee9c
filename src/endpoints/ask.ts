// Questions in everyday language, answered as JSON or, event by event, as a stream.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Ask, AskResponse, Question } from '../ask/answer/answer.ts'
import { finalAnswer } from '../ask/answer/answer-events.ts'
import { fail } from '../errors.ts'
import { policyOf } from '../limits.ts'
import { canonicalTag, isLocale } from '../operations/locale.ts'
import { askPage } from '../pages/ask.ts'
import type { House } from '../pages/layout/layout.ts'
import { pageHeaders } from '../pages/layout/policy.ts'
import { readerAsking } from '../pages/layout/reader.ts'
import { makeTypeChooser } from '../server/request/accept.ts'
import type { Idempotency, Outcome } from '../server/request/idempotency.ts'
import type { VisitedRequest } from '../server/request/request-info.ts'
import { neverStored } from '../server/response/caching.ts'
import { sendFresh } from '../server/response/fresh-response.ts'
import { addVisit, everyAnswer } from '../server/response/headers.ts'
import type { Router } from '../server/router.ts'
import type { Turns } from './ask-concurrency.ts'
import { bodyInUrl, readQuestion, wantsEvents } from './ask-request.ts'
import { askPaths } from './ask-schemas.ts'
import { isLastEvent, streamAnswer } from './ask-stream.ts'

export type AskSurface = {
  ask: Ask
  turns: Turns
  idempotency: Idempotency
  log: Logger
  house: House
  /** How long a reader of events may take nothing, in milliseconds. */
  stalledMs: number
}

const vary = ['Vary', 'Accept, Accept-Encoding, Service-API-Version']
const head = ['Content-Type', 'application/json; charset=utf-8', ...neverStored, ...vary]

export function addAsk(router: Router, surface: AskSurface): void {
  const { idempotency } = surface
  const config = { route: 'ask' }
  for (const path of askPaths) {
    // A first part that cannot be a language is no path of ours at all.
    const url = path.replace('{locale}', `:locale(^[a-zA-Z]{2,3}$|^[a-zA-Z]{2,3}-[a-zA-Z0-9-]{2,32}$)`)
    router.route({
      method: 'POST',
      url,
      config,
      handler: async (request, reply) => {
        const run = answerer(request, reply, request.body, surface)
        const outcome = await idempotency.once(request, run)
        if (!reply.sent) await sendFresh(request, reply, outcome)
      },
    })
    router.route({
      method: ['GET', 'HEAD'],
      url,
      config,
      handler: async (request, reply) => {
        if (isLastEvent(request.headers['last-event-id'])) return sendNothing(request, reply)
        const prefersPage = chooseReading(request.headers.accept) === 'text/html'
        const body = bodyInUrl(request.raw.url!, prefersPage)
        const answer = prefersPage && wantsEvents(body) === null ? answerPage : answerer
        const outcome = await answer(request, reply, body, surface)()
        if (!reply.sent) await sendFresh(request, reply, outcome)
      },
    })
  }
}

const chooseForm = makeTypeChooser(['application/json', 'text/event-stream'])

/** What is wrong with the question is told before anything is done. */
function answerer(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  surface: AskSurface,
): () => Promise<Outcome> {
  const question = readQuestion(body, { locale: localeIn(request, surface.house.addresses.webUrl) })
  const asEvents = wantsEvents(body) ?? chooseForm(request.headers.accept) === 'text/event-stream'
  if (!asEvents) return () => answerWhole(request, reply, question, surface)
  return () => streamAnswer(request, reply, question, { ...surface, vary })
}

const chooseReading = makeTypeChooser(['application/json', 'text/event-stream', 'text/html'])

/** The same answer for people. Its address may be all that is left of it, so nothing of it is kept. */
function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  surface: AskSurface,
): () => Promise<Outcome> {
  const { house } = surface
  const question = readQuestion(body, { locale: localeIn(request, house.addresses.webUrl) })
  return async () => {
    const answer = await finished(request, reply, question, surface)
    const reader = readerAsking(question.locale)
    const head = ['Content-Type', 'text/html; charset=utf-8', ...neverStored, ...vary, ...pageHeaders(house.addresses)]
    return {
      status: 200,
      head: [...head, 'Content-Language', reader.locale],
      body: Buffer.from(askPage(house, answer, question, reader)),
      passing: true,
    }
  }
}

function localeIn({ params, raw }: FastifyRequest, webUrl: string): string | null {
  const { locale } = params as { locale?: string }
  if (locale === undefined) return null
  // /art/ask looks like a language too, but its limit is another.
  if (isLocale(locale) && policyOf(raw.url!.split('?', 1)[0]!) === 'discovery') return canonicalTag(locale)
  throw fail('not_found', `Nothing is at this path; ${webUrl}/openapi.json lists what there is.`)
}

async function answerWhole(
  request: FastifyRequest,
  reply: FastifyReply,
  question: Question,
  surface: AskSurface,
): Promise<Outcome> {
  return outcomeOf(await finished(request, reply, question, surface))
}

async function finished(
  request: FastifyRequest,
  reply: FastifyReply,
  question: Question,
  { ask, turns }: AskSurface,
): Promise<AskResponse> {
  const { signal, end } = turns.begin(reply.raw)
  try {
    const { id } = (request.raw as VisitedRequest).visit
    return await finalAnswer(ask(question, { requestId: id, signal }), signal)
  } finally {
    end()
  }
}

const outcomeOf = (answer: AskResponse): Outcome => ({
  status: 200,
  head: [...head, 'Content-Language', answer.metadata.locale],
  body: Buffer.from(JSON.stringify(answer)),
  passing: answer._meta.response_type === 'failure',
})

/** A browser's EventSource that has had its answer would ask again and again; a 204 tells it not to. */
function sendNothing({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(204, addVisit([...neverStored, ...vary, ...everyAnswer], (raw as VisitedRequest).visit)).end()
}
