// Ask in openapi.json: one operation under four paths, by GET and POST.
import type { Addresses } from '../addresses.ts'
import { nlwebVersion } from '../ask/answer/answer.ts'
import { AskRequest, AskResponse, askPaths } from '../endpoints/ask-schemas.ts'
import { askLimits } from '../limits.ts'
import { localeRules } from '../operations/shapes.ts'
import { keyHeader } from '../server/request/idempotency.ts'
import type { AgentOperation } from './agents.ts'
import { headersOf } from './headers.ts'
import { refusals } from './refusals.ts'
import { referring, type Schema } from './schemas.ts'
import { webServer } from './servers.ts'

export const askSchemas = [AskRequest, AskResponse]

const inQuery = (name: string, description: string, schema: Schema, example?: string): Schema => ({
  name,
  in: 'query',
  description,
  schema,
  ...(example === undefined ? {} : { example }),
})

const exampleQuestion = 'Do unused credits expire?'

/** Keyed as components: `query` and `locale` mean something else elsewhere. */
export const askParameters: Record<string, Schema> = {
  AskLocale: {
    name: 'locale',
    in: 'path',
    required: true,
    description: 'The language to answer in, as a BCP-47 tag.',
    schema: { type: 'string', pattern: '^[a-zA-Z]{2,3}(-[a-zA-Z0-9]+)*$', maxLength: 35 },
    example: 'es',
  },
  AskQuery: inQuery(
    'query',
    'The question, in everyday language; `q` does as well.',
    { type: 'string', maxLength: askLimits.queryLength },
    exampleQuestion,
  ),
  AskQueryLocale: inQuery(
    'locale',
    'The language to answer in, as a BCP-47 tag.',
    { type: 'string', ...localeRules },
    'en',
  ),
  AskStreaming: inQuery('streaming', 'Send the answer as events.', { type: 'boolean', default: false }),
}

const operationIds: Record<(typeof askPaths)[number], { get: string; post: string }> = {
  '/ask': { get: 'askServiceByQuery', post: 'askServiceProductContext' },
  '/api/ask': { get: 'askServiceByQueryApiAlias', post: 'askServiceApiAlias' },
  '/nlweb/ask': { get: 'askServiceByQueryNlwebAlias', post: 'askServiceNlwebAlias' },
  '/{locale}/ask': { get: 'askServiceByQueryLocaleAlias', post: 'askServiceLocaleAlias' },
}

const what =
  'About the product, this interface and the public community. Every sentence of the answer has a citation; what the sources do not tell is not answered. Without a question it tells what the service is.'

export function askOperations(addresses: Addresses): AgentOperation[] {
  const servers = [webServer(addresses)]
  const getResponses = responsesFor(addresses, page)
  const postResponses = responsesFor(addresses)
  return askPaths.flatMap((path): AgentOperation[] => {
    const description = path === '/ask' ? what : `${what} An alias of \`/ask\`.`
    const locale = path === '/{locale}/ask' ? ['AskLocale'] : []
    const get: AgentOperation = {
      path,
      method: 'get',
      operationId: operationIds[path].get,
      summary: 'Ask a question without a body.',
      description,
      servers,
      parameters: [...(locale.length > 0 ? locale : ['AskQueryLocale']), 'AskQuery', 'AskStreaming'],
      responses: {
        ...getResponses,
        204: {
          description: 'A reader of events that names the last of them in `Last-Event-ID` has had its answer.',
          headers: headersOf.uncompressed,
        },
        ...refusals({ 422: 'validation_failed', 504: 'timeout' }),
      },
    }
    const post: AgentOperation = {
      path,
      method: 'post',
      operationId: operationIds[path].post,
      summary: 'Ask a question in everyday language.',
      description,
      servers,
      parameters: [...locale, keyHeader],
      requestBody: {
        required: false,
        content: { 'application/json': { schema: referring(AskRequest), example: { query: exampleQuestion } } },
      },
      responses: {
        ...postResponses,
        ...refusals({
          409: 'conflict',
          413: 'content_too_large',
          415: 'unsupported_media_type',
          422: 'validation_failed',
          504: 'timeout',
        }),
      },
    }
    return [get, post]
  })
}

/** Which of the two it is shows in the type; only a whole answer knows its language at the start. */
const onlySome: Record<string, Schema> = {
  'Content-Language': { description: 'The language of the answer; not with events.', schema: { type: 'string' } },
  'X-Accel-Buffering': { description: '`no`, with events: proxies pass them on at once.', schema: { type: 'string' } },
}

/** Browsers get the answer as a page. */
const page: Record<string, Schema> = { 'text/html': { schema: { type: 'string' } } }

function responsesFor(addresses: Addresses, more: Record<string, Schema> = {}): Record<string, Schema> {
  const example = exampleAnswer(addresses)
  const { _meta, query_id, query } = example
  const events = [
    ['start', { _meta, query_id, query }],
    ['result', { '@type': 'Answer', text: example.answer }],
    ['complete', example],
  ] as const
  const text = events.map(([event, data], i) => `id: ${i + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  return {
    200: {
      description:
        'The answer, whole, or as server-sent events: `start`, `result` for the answer and for each result, `complete` with the whole response. A failure half-way is a `complete` whose `response_type` is `failure`.',
      headers: { ...headersOf.replayable, ...onlySome },
      content: {
        'application/json': { schema: referring(AskResponse), example },
        'text/event-stream': { schema: { type: 'string' }, example: text.join('') },
        ...more,
      },
    },
  }
}

function exampleAnswer({ webUrl }: Addresses) {
  const url = `${webUrl}/docs/plans#unused-credits`
  const answer = 'Unused credits roll over for as long as the person stays subscribed.'
  const title = 'Unused credits'
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
    metadata: { locale: 'en', intent: 'fact', suggestions: ['What do the plans cost?'] },
  }
}
