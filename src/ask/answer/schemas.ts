// JSON Schemas of questions and answers on the wire.

import { askLimits } from '../../limits.ts'
import { localeRules } from '../../operations/shapes.ts'
import { Type } from '../../util/schema.ts'

const { queryLength, previous } = askLimits
const Text = Type.String({ maxLength: queryLength, description: 'The question in natural language.' })
const Url = Type.String({ format: 'uri' })
const OpenObject = Type.Unsafe<Record<string, unknown>>({ type: 'object' })
const choice = <const T extends string>(title: string, values: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], title, ...options })

/** The version of NLWeb that defines the responses and events. */
export const nlwebVersion = '0.55'

/** `welcome`: the answer to an empty question. `unknown`: `answered` is false. */
const intents = ['fact', 'community', 'refusal', 'unknown', 'welcome'] as const

export const askModes = ['list', 'summarize'] as const

/** Nothing is required: without a question, the answer describes the service. */
export const AskRequest = Type.Object(
  {
    query: Type.Optional(
      Type.Union([Text, Type.Object({ text: Text }), Type.Null()], {
        description: 'If absent, null or blank, the response describes the service.',
      }),
    ),
    prefer: Type.Optional(
      Type.Object({
        streaming: Type.Optional(Type.Boolean({ default: false, description: 'Send the answer as events.' })),
        mode: Type.Optional(choice('AskMode', askModes, { default: 'summarize' })),
      }),
    ),
    locale: Type.Optional(
      Type.String({
        ...localeRules,
        description: 'A BCP-47 tag. Default: the language of the question.',
        examples: ['es'],
      }),
    ),
    context: Type.Optional(
      Type.Object({
        prev: Type.Optional(
          Type.Array(Type.Union([Type.String(), OpenObject]), {
            description: `Earlier questions of the conversation, oldest first. Only the last ${previous} are used.`,
          }),
        ),
      }),
    ),
  },
  { title: 'AskRequest' },
)

const Meta = Type.Object({
  response_type: choice('AskResponseType', ['answer', 'failure']),
  version: Type.String({ description: `The version of NLWeb: ${nlwebVersion}.` }),
  request_id: Type.String(),
  processing_time_ms: Type.Number({ minimum: 0 }),
  answerer: Type.String({ description: '`builtin`, or the language model that wrote the answer.' }),
})

const Citation = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    url: Url,
    title: Type.String(),
    cited_text: Type.String({ description: 'The text of the source.' }),
    start_index: Type.Integer({ minimum: 0, description: 'Where in `answer` the cited text begins, in UTF-16 units.' }),
    end_index: Type.Integer({ minimum: 0, description: 'Where it ends.' }),
  },
  { title: 'Citation' },
)

const Result = Type.Object(
  {
    '@type': Type.String({ description: 'A schema.org type.' }),
    url: Url,
    name: Type.String(),
    site: Type.String(),
    score: Type.Number({ minimum: 0, maximum: 100 }),
    description: Type.String(),
    schema_object: OpenObject,
  },
  { title: 'AskResult' },
)

export const AskResponse = Type.Object(
  {
    _meta: Meta,
    query_id: Type.String(),
    query: Type.String(),
    answer: Type.String({ description: 'Every sentence has a citation, unless `answered` is false.' }),
    answered: Type.Boolean({ description: 'False when the sources contain no answer; then there are suggestions.' }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    citations: Type.Array(Citation),
    results: Type.Array(Result),
    metadata: Type.Object({
      locale: Type.String({ description: 'The language of `answer`.' }),
      intent: choice('AskIntent', intents),
      suggestions: Type.Array(Type.String(), { description: 'Suggested questions.' }),
      sort: Type.Optional(
        Type.String({
          description: 'The order of `results`: a `sort` of the feed or of the creators.',
          examples: ['liked'],
        }),
      ),
      comparison: Type.Optional(Type.Boolean({ description: 'Whether `answer` compares the creations in `results`.' })),
      about: Type.Optional(
        Type.Boolean({ description: 'Whether `answer` describes the first creation in `results`, and nothing else.' }),
      ),
      search: Type.Optional(
        Type.String({ description: 'Words of a question without an answer, for a search of the community.' }),
      ),
      list: Type.Optional(
        Type.Object(
          { start_index: Type.Integer({ minimum: 0 }), end_index: Type.Integer({ minimum: 0 }) },
          {
            title: 'AskListRange',
            description: 'The part of `answer` that only names `results`: leave it out where the results are shown.',
          },
        ),
      ),
    }),
  },
  { title: 'AskResponse' },
)
