// Ask: one question, by GET or POST, at /ask and its aliases.
import type { Addresses } from '../../addresses.ts'
import { nlwebVersion } from '../../ask/answer/answer.ts'
import { AskRequest, AskResponse } from '../../ask/answer/schemas.ts'
import { askLimits } from '../../limits.ts'
import { localeRules } from '../../operations/shapes.ts'
import {
  bodyErrors,
  conflict,
  type Endpoint,
  idempotencyKeyParameter,
  json,
  type Parameter,
  type Response,
} from '../define.ts'
import { answerBody, answerQuery } from './handlers.ts'

/** Paths with the operation ids of their methods. */
const paths = [
  { path: '/ask', get: 'askServiceByQuery', post: 'askServiceProductContext' },
  { path: '/api/ask', get: 'askServiceByQueryApiAlias', post: 'askServiceApiAlias' },
  { path: '/nlweb/ask', get: 'askServiceByQueryNlwebAlias', post: 'askServiceNlwebAlias' },
  { path: '/{locale}/ask', get: 'askServiceByQueryLocaleAlias', post: 'askServiceLocaleAlias' },
]

const exampleQuestion = 'Does a batch count as one request?'

const pathLocale: Parameter = {
  component: 'AskLocale',
  name: 'locale',
  in: 'path',
  required: true,
  description: 'The language to answer in, as a BCP-47 tag.',
  schema: { type: 'string', pattern: '^[a-zA-Z]{2,3}(-[a-zA-Z0-9]+)*$', maxLength: 35 },
  example: 'es',
}

const queryLocale: Parameter = {
  component: 'AskQueryLocale',
  name: 'locale',
  in: 'query',
  description: 'The language to answer in, as a BCP-47 tag.',
  schema: { type: 'string', ...localeRules },
  example: 'en',
}

const query: Parameter = {
  component: 'AskQuery',
  name: 'query',
  in: 'query',
  description: 'The question in natural language. `q` is an alias.',
  schema: { type: 'string', maxLength: askLimits.queryLength },
  example: exampleQuestion,
}

const streaming: Parameter = {
  component: 'AskStreaming',
  name: 'streaming',
  in: 'query',
  description: 'Send the answer as events.',
  schema: { type: 'boolean', default: false },
}

const descriptionOf = (path: string): string =>
  'About the site, this interface and the public community. Every sentence of the answer has a citation. If the sources do not contain an answer, none is given. Without a question, the response describes the service.' +
  (path === '/ask' ? '' : ' An alias of `/ask`.')

const aliasOf = (path: string): Pick<Endpoint, 'aliasOf'> => (path === '/ask' ? {} : { aliasOf: '/ask' })

const isLocalePath = (path: string): boolean => path.includes('{locale}')

// A first segment that cannot be a language does not match the route at all.
const shared = {
  group: 'Ask',
  route: 'ask',
  patterns: { locale: '^[a-zA-Z]{2,3}$|^[a-zA-Z]{2,3}-[a-zA-Z0-9-]{2,32}$' },
}

const byQuery = (path: string, operationId: string): Endpoint => ({
  operationId,
  method: 'get',
  path,
  ...aliasOf(path),
  ...shared,
  handler: answerQuery,
  describe: addresses => ({
    summary: 'Ask a question in the query string.',
    description: descriptionOf(path),
    parameters: [isLocalePath(path) ? pathLocale : queryLocale, query, streaming],
    responses: {
      // Browsers get the answer as a page.
      200: answerResponse(addresses, { 'text/html': {} }),
      204: {
        description: '`Last-Event-ID` is the last event of a stream: there is nothing more to send.',
        headers: 'uncompressed',
      },
    },
    errors: ['validation_failed', 'timeout'],
  }),
})

const byBody = (path: string, operationId: string): Endpoint => ({
  operationId,
  method: 'post',
  path,
  ...aliasOf(path),
  ...shared,
  handler: answerBody,
  describe: addresses => ({
    summary: 'Ask a question in natural language.',
    description: descriptionOf(path),
    parameters: [...(isLocalePath(path) ? [pathLocale] : []), idempotencyKeyParameter],
    request: { required: false, schema: AskRequest, example: { query: exampleQuestion } },
    responses: { 200: answerResponse(addresses) },
    errors: [conflict, ...bodyErrors, 'validation_failed', 'timeout'],
  }),
})

export const askEndpoints: readonly Endpoint[] = paths.flatMap(({ path, get, post }) => [
  byQuery(path, get),
  byBody(path, post),
])

function answerResponse({ webUrl }: Addresses, more: Response['content'] = {}): Response {
  const example = exampleAnswer(webUrl)
  const text = { type: 'string' }
  return {
    description:
      'The answer as JSON, or as server-sent events: `start`, a `result` for the answer and for each result, then `complete` with the full response. A failure during streaming is a `complete` event whose `response_type` is `failure`.',
    headers: 'replayable',
    moreHeaders: {
      'Content-Language': { description: 'The language of the answer. Not sent with events.', schema: text },
      'X-Accel-Buffering': { description: '`no` with events, so that proxies do not buffer them.', schema: text },
    },
    content: {
      ...json(AskResponse, example),
      'text/event-stream': { example: eventsOf(example) },
      ...more,
    },
  }
}

function eventsOf(answer: ReturnType<typeof exampleAnswer>): string {
  const { _meta, query_id, query } = answer
  const events = [
    ['start', { _meta, query_id, query }],
    ['result', { '@type': 'Answer', text: answer.answer }],
    ['complete', answer],
  ] as const
  return events.map(([event, data], i) => `id: ${i + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('')
}

function exampleAnswer(webUrl: string) {
  const url = `${webUrl}/docs/limits#rate-limits`
  const answer = 'A batch counts as one request however many operations it holds.'
  const title = 'Rate limits'
  return {
    _meta: {
      response_type: 'answer',
      version: nlwebVersion,
      request_id: 'k3JbQx0a-1z',
      processing_time_ms: 2,
      answerer: 'builtin',
    },
    query_id: 'k3JbQx0a-1z',
    query: exampleQuestion,
    answer,
    answered: true,
    confidence: 0.9,
    citations: [{ id: 1, url, title, cited_text: answer, start_index: 0, end_index: answer.length }],
    results: [
      {
        '@type': 'TechArticle',
        url,
        name: title,
        site: new URL(webUrl).host,
        score: 90,
        description: answer,
        schema_object: { '@type': 'TechArticle', url, name: title },
      },
    ],
    metadata: { locale: 'en', intent: 'fact', suggestions: ['What is trending right now?'] },
  }
}
