// What a batch looks like on the wire, as plain JSON Schema.

import { batchMax } from '../limits.ts'
import { type Static, type TSchema, Type } from '../util/schema.ts'

/** Characters of an item's id. */
export const longestId = 200

/** `names` are those of the operations that can be asked for. */
export function batchRequest(names: readonly string[]) {
  const item = Type.Object(
    {
      id: Type.String({ minLength: 1, maxLength: longestId, description: 'Your name for the item; each only once.' }),
      operation: Type.Unsafe<string>({ type: 'string', enum: [...names], title: 'OperationName' }),
      arguments: Type.Optional(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          description: 'What `input_schema` of the operation describes; may be empty.',
        }),
      ),
    },
    { title: 'BatchItem', additionalProperties: false },
  )
  return Type.Object(
    { requests: Type.Array(item, { minItems: 1, maxItems: batchMax }) },
    { title: 'BatchRequest', additionalProperties: false },
  )
}

/** `error` is the schema of the error body. */
export function batchResponse(error: TSchema) {
  const facts = {
    id: Type.String({ description: 'The id of the request.' }),
    operation: Type.String(),
  }
  const success = Type.Object(
    { ...facts, status: Type.Literal(200), data: Type.Unsafe<object>({ type: 'object', description: dataText }) },
    { title: 'BatchSuccess' },
  )
  const failure = Type.Object(
    { ...facts, status: Type.Integer({ minimum: 400, maximum: 599 }), error },
    { title: 'BatchFailure', description: 'The error body of the read when it is asked alone.' },
  )
  return Type.Object(
    { results: Type.Array(Type.Union([success, failure]), { description: 'In the order of the requests.' }) },
    { title: 'BatchResponse' },
  )
}

// Not a union of all outputs: an empty list matches several of them, so generated clients would choose a wrong type.
const dataText = 'The `data` that the operation returns on its own path.'

const JsonObject = Type.Unsafe<object>({ type: 'object' })
const Url = Type.String({ format: 'uri' })

export const BatchAbout = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    method: Type.String(),
    url: Url,
    content_type: Type.String(),
    limits: Type.Object({
      max_requests: Type.Integer(),
      max_body_bytes: Type.Integer(),
      rate_limit: Type.Object({
        policy: Type.String(),
        limit: Type.Union([Type.Integer(), Type.Null()]),
        window_seconds: Type.Integer(),
      }),
      counts_as: Type.String(),
    }),
    idempotency: Type.Object({ header: Type.String(), max_length: Type.Integer(), kept_hours: Type.Integer() }),
    request_schema: JsonObject,
    response: Type.String(),
    operations: Type.Array(
      Type.Object({
        name: Type.String(),
        summary: Type.String(),
        description: Type.String(),
        input_schema: JsonObject,
        example: JsonObject,
        deprecation: Type.Optional(JsonObject),
      }),
    ),
    example: JsonObject,
    links: Type.Object({ documentation: Url, openapi: Url, status: Url }),
  },
  { title: 'BatchDescription' },
)

export type BatchAbout = Static<typeof BatchAbout>
