// Spans of store reads and questions. They never contain queries or questions.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { Ask, AskResponse } from '../ask/answer/answer.ts'
import type { Handler } from '../server/first-handler.ts'
import type { Store } from '../store/store.ts'
import { type Active, makeRequestSpans } from './request-spans.ts'

/** Each wraps its argument so that it is traced. */
export type Spans = {
  handler(handle: Handler): Handler
  store(store: Store): Store
  /** Traced as part of its request. */
  ask(ask: Ask): Ask
  /** Traced separately: jobs run after the response to their request. */
  job(ask: Ask): Ask
}

type SpanParts = {
  tracer: Tracer
  /** Called once per request whose caller may not decide. */
  isSampled: () => boolean
  trustProxy: readonly string[]
  /** The setting that names the store. */
  storeLocation: string
}

export function makeSpans({ tracer, isSampled, trustProxy, storeLocation: place }: SpanParts): Spans {
  const active: Active = new AsyncLocalStorage()
  const system = /^postgres(?:ql)?:/i.test(place) ? 'postgresql' : 'sqlite'
  return {
    handler: makeRequestSpans({ tracer, active, isSampled, trustProxy }),
    store: store => tracedStore(store, { tracer, active, system }),
    ask: ask => (question, options) => {
      const parent = active.getStore()
      return parent === undefined
        ? ask(question, options)
        : tracedAsk(ask, { tracer, active, parent })(question, options)
    },
    job: ask => (question, options) => {
      // The job does not belong to the request that woke the worker.
      if (!isSampled()) return within(active, undefined, () => ask(question, options))
      return tracedAsk(ask, { tracer, active, parent: ROOT_CONTEXT, name: 'ask job' })(question, options)
    },
  }
}

const readMethods = [
  'feed',
  'feeds',
  'popularTags',
  'categories',
  'counts',
  'creator',
  'topScores',
  'followers',
  'following',
  'app',
  'exactNames',
  'listCreations',
  'listCreators',
  'currentName',
] as const satisfies readonly (keyof Store)[]

type Read = (query: unknown) => Promise<unknown>

function tracedStore(store: Store, parts: { tracer: Tracer; active: Active; system: string }): Store {
  const { tracer, active, system } = parts
  const traced = (name: (typeof readMethods)[number]): Read => {
    const read = store[name] as Read
    const fixed = { 'db.system.name': system, 'db.operation.name': name }
    return async query => {
      const parent = active.getStore()
      if (parent === undefined) return read(query)
      const attributes = name === 'feed' ? { ...fixed, ...feedAttributes(query as FeedFacts) } : fixed
      const span = tracer.startSpan(`store ${name}`, { kind: SpanKind.CLIENT, attributes }, parent)
      try {
        return await read(query)
      } catch (error) {
        failed(span, error)
        throw error
      } finally {
        span.end()
      }
    }
  }
  return { ...store, ...Object.fromEntries(readMethods.map(name => [name, traced(name)])) }
}

type FeedFacts = Parameters<Store['feed']>[0]

const feedAttributes = ({ sort, limit, q, after }: FeedFacts) => ({
  'vitrine.feed.sort': sort,
  'vitrine.feed.limit': limit,
  'vitrine.feed.search': q !== undefined,
  'vitrine.feed.first_page': after === undefined,
})

type AskParts = { tracer: Tracer; active: Active; parent: Context; name?: string }

function tracedAsk(ask: Ask, { tracer, active, parent, name = 'ask' }: AskParts): Ask {
  return async function* (question, options) {
    const attributes = { 'vitrine.request_id': options.requestId, 'vitrine.ask.mode': question.mode }
    const span = tracer.startSpan(name, { attributes }, parent)
    try {
      for await (const event of within(active, trace.setSpan(parent, span), () => ask(question, options))) {
        if (event.event === 'complete') describeAnswer(span, event.data)
        yield event
      }
    } catch (error) {
      failed(span, error)
      throw error
    } finally {
      span.end()
    }
  }
}

/** A generator runs in the context of the caller of next(), so each call is made in this context. */
async function* within<T>(
  active: Active,
  context: Context | undefined,
  begin: () => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const events = active.run(context, begin)
  try {
    for (;;) {
      const next = await active.run(context, () => events.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await events.return(undefined)
  }
}

function describeAnswer(span: Span, { answered, results, metadata, _meta }: AskResponse): void {
  span.setAttributes({
    'vitrine.ask.answered': answered,
    'vitrine.ask.intent': metadata.intent,
    'vitrine.ask.locale': metadata.locale,
    'vitrine.ask.answerer': _meta.answerer,
    'vitrine.ask.results': results.length,
  })
}

/** Only the kind of error: messages may contain user input. */
function failed(span: Span, error: unknown): void {
  const type = (error as { error?: string; name?: string } | null)?.error ?? (error as Error | null)?.name ?? 'unknown'
  span.setAttribute('error.type', String(type))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
