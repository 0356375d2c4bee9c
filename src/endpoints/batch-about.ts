// What GET /batch tells: the operations, how to ask for them, and how much at once.
import type { Deprecation } from '../deprecations.ts'
import { batchMax, idempotencyKey, windowSeconds } from '../limits.ts'
import type { Operation } from '../operations/define.ts'
import { keyHeader } from '../server/request/idempotency.ts'
import { bodyLimit } from '../server/request/json-body.ts'
import { type BatchAbout, batchRequest } from './batch-schemas.ts'

export function batchAbout(options: {
  operations: readonly Operation[]
  deprecations: readonly Deprecation[]
  /** Batches per window and client; 0 means no limit. */
  limit: number
  webUrl: string
}): BatchAbout {
  const { operations, deprecations, limit, webUrl } = options
  return {
    name: 'batch',
    description: `Up to ${batchMax} public reads in one request. Each is answered, and fails, on its own; results come in the order of the requests.`,
    method: 'POST',
    url: `${webUrl}/batch`,
    content_type: 'application/json',
    limits: {
      max_requests: batchMax,
      max_body_bytes: bodyLimit,
      rate_limit: { policy: 'discovery', limit: limit === 0 ? null : limit, window_seconds: windowSeconds },
      counts_as: 'A batch counts as one request, however many operations are in it.',
    },
    idempotency: {
      header: keyHeader,
      max_length: idempotencyKey.keyLength,
      kept_hours: idempotencyKey.hours,
    },
    request_schema: batchRequest(operations.map(({ name }) => name)),
    response: '{"results":[{"id","operation","status","data" or "error"}]}',
    operations: operations.map(operation => aboutOperation(operation, deprecations)),
    example: { requests: operations.slice(0, 2).map(itemOf) },
    links: { documentation: `${webUrl}/docs/batch`, openapi: `${webUrl}/openapi.json`, status: `${webUrl}/status` },
  }
}

const itemOf = ({ name, example }: Operation) => ({ id: name, operation: name, arguments: example })

function aboutOperation(operation: Operation, deprecations: readonly Deprecation[]) {
  const { name, summary, description, input } = operation
  const deprecation = deprecations.find(entry => entry.operation === name)
  return {
    name,
    summary,
    description,
    input_schema: { ...input, additionalProperties: false },
    example: itemOf(operation),
    ...(deprecation === undefined ? {} : { deprecation }),
  }
}
