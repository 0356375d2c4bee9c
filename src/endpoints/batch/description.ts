// GET /batch: the operations of the batch endpoint, how to call them, and the limits.
import type { Deprecation } from '../../deprecations.ts'
import { linkHeader, mediaTypes } from '../../discovery.ts'
import { batchMax, idempotencyKey, limitsOf, windowSeconds } from '../../limits.ts'
import { BatchRequest, exampleItem, exampleRequest } from '../../operations/batch/request.ts'
import type { Operation } from '../../operations/define.ts'
import { forSite } from '../../operations/for-site.ts'
import { operations } from '../../operations/index.ts'
import { keyHeader } from '../../server/request/idempotency.ts'
import { bodyLimit } from '../../server/request/json-body.ts'
import { documentHeaders } from '../../server/response/caching.ts'
import { type Static, Type } from '../../util/schema.ts'
import { documentText, type Endpoint, json } from '../define.ts'
import type { EndpointParts } from '../parts.ts'

const JsonObject = Type.Unsafe<object>({ type: 'object' })
const Url = Type.String({ format: 'uri' })

const BatchDescription = Type.Object(
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

const summary = 'Describe the batch endpoint and its operations.'

export const describeBatch: Endpoint = {
  operationId: 'getBatchEndpointInfo',
  method: 'get',
  path: '/batch',
  group: 'Batch reads',
  route: 'batch description',
  handler: parts => {
    const bytes = Buffer.from(JSON.stringify(batchDescription(parts)))
    const headers = [...documentHeaders, 'Link', linkHeader(parts.site)]
    const content = async () => ({ bytes, type: mediaTypes.json, headers })
    return (request, reply) => parts.serve(request, reply, { key: 'batch description', content, fixed: true })
  },
  describe: () => ({
    summary,
    description: documentText,
    responses: { 200: { description: `Done: ${summary}`, headers: 'document', content: json(BatchDescription) } },
  }),
}

function batchDescription({
  addresses: { webUrl },
  limits,
  deprecations,
  site,
}: EndpointParts): Static<typeof BatchDescription> {
  return {
    name: 'batch',
    description: `Up to ${batchMax} public reads in one request. Each is answered, and fails, on its own; results come in the order of the requests.`,
    method: 'POST',
    url: `${webUrl}/batch`,
    content_type: 'application/json',
    limits: {
      max_requests: batchMax,
      max_body_bytes: bodyLimit,
      rate_limit: { policy: 'discovery', limit: limitsOf(limits).discovery || null, window_seconds: windowSeconds },
      counts_as: 'A batch counts as one request, however many operations are in it.',
    },
    idempotency: {
      header: keyHeader,
      max_length: idempotencyKey.keyLength,
      kept_hours: idempotencyKey.hours,
    },
    request_schema: BatchRequest,
    response: '{"results":[{"id","operation","status","data" or "error"}]}',
    operations: operations.map(operation => operationEntry(forSite(operation, site), deprecations)),
    example: exampleRequest,
    links: {
      documentation: site.features.docs ? `${webUrl}/docs/batch` : `${webUrl}/openapi.json`,
      openapi: `${webUrl}/openapi.json`,
      status: `${webUrl}/status`,
    },
  }
}

function operationEntry(operation: Operation, deprecations: readonly Deprecation[]) {
  const { name, summary, description, input } = operation
  const deprecation = deprecations.find(entry => entry.operation === name)
  return {
    name,
    summary,
    description,
    input_schema: { ...input, additionalProperties: false },
    example: exampleItem(operation),
    ...(deprecation === undefined ? {} : { deprecation }),
  }
}
