// JSON Schemas of the error body, generated from the table of errors.
import { errors } from '../errors.ts'
import type { ErrorFacts } from '../server/response/error-body.ts'
import { type TSchema, Type } from '../util/schema.ts'

type Properties = Record<string, TSchema>

const ErrorCode = Type.Unsafe<number>({
  type: 'integer',
  enum: Object.values(errors).map(({ code }) => code),
  description: 'Never 0.',
  title: 'ErrorCode',
})

const ErrorName = Type.Unsafe<string>({
  type: 'string',
  enum: Object.keys(errors),
  description: 'The name that belongs to `code`.',
  title: 'ErrorName',
})

export const errorProperties: Record<keyof ErrorFacts, TSchema> = {
  code: ErrorCode,
  message: Type.String({ description: 'What is wrong and what to do about it.' }),
  error: ErrorName,
  retryable: Type.Boolean({ description: 'Whether the same request may succeed later.' }),
  request_id: Type.String({ description: 'The same as in `X-Request-Id`.' }),
  details: Type.Unsafe({
    type: 'array',
    description: 'Which fields are at fault.',
    items: Type.Object({ field: Type.String(), reason: Type.String() }),
  }),
  documentation_url: Type.String({ format: 'uri' }),
}

const problemProperties: Properties = {
  type: Type.String({ format: 'uri' }),
  title: Type.String(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  detail: Type.String(),
}

export const errorObject = (title: string, properties: Properties, description: string) =>
  Type.Unsafe<object>({ type: 'object', description, required: Object.keys(properties), properties, title })

export const problemObject = (title: string, properties: Properties) =>
  errorObject(title, { ...problemProperties, ...properties }, 'The same error as an RFC 9457 problem.')

export const ErrorBody = errorObject('ErrorBody', errorProperties, 'The error body of all endpoints.')
export const Problem = problemObject('Problem', errorProperties)
