// The public reads in OpenAPI, made from their definitions.
import type { Addresses } from '../addresses.ts'
import type { Deprecation } from '../deprecations.ts'
import type { Operation } from '../operations/define.ts'
import type { TSchema } from '../util/schema.ts'
import { anyError, commonErrors, readErrors, referenceByStatus } from './errors.ts'
import { headersOf } from './headers.ts'
import { conditional, parameterReference, versionParameter } from './parameters.ts'
import { reference, referring, type Schema } from './schemas.ts'
import { serverOf } from './servers.ts'

const webWrapper = 'The web host: a cursor-friendly wrapper backed by the same API.'

export const readPaths = (
  operations: readonly Operation[],
  sample: Sampler,
  addresses: Addresses,
  deprecations: readonly Deprecation[],
): Record<string, Schema> =>
  Object.fromEntries(
    operations.map(operation => [operation.path, { get: operationObject(operation, sample, addresses, deprecations) }]),
  )

/** Returns a sample of what a schema describes. */
type Sampler = (schema: unknown) => unknown

export const readSchemas = (operations: readonly Operation[]): TSchema[] => [
  ...operations.flatMap(({ fields }) => fields.map(({ schema }) => withoutText(schema) as TSchema)),
  ...operations.map(({ output }) => output),
]

function operationObject(
  operation: Operation,
  sample: Sampler,
  addresses: Addresses,
  deprecations: readonly Deprecation[],
) {
  const { operationId, tag, summary, description, alsoOnWeb, notFound } = operation
  const isDeprecated = deprecations.some(entry => entry.operation === operation.name)
  const bothHosts = [
    serverOf(addresses, { host: 'api' }),
    serverOf(addresses, { host: 'web', description: webWrapper }),
  ]
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(isDeprecated ? { deprecated: true } : {}),
    ...(alsoOnWeb ? { servers: bothHosts } : {}),
    security: [],
    'x-service-permissions': ['public:read'],
    parameters: [
      ...operation.fields.map(field => parameter(operation, field)),
      ...[versionParameter, conditional].map(parameterReference),
    ],
    responses: {
      '200': success(operation, sample),
      '304': reference('responses', 'not_modified'),
      ...referenceByStatus([...commonErrors, ...readErrors, ...(notFound === undefined ? [] : ['not_found' as const])]),
      default: anyError,
    },
  }
}

function parameter(operation: Operation, { name, schema, required }: Operation['fields'][number]): Schema {
  const example = operation.example[name]
  return {
    name,
    in: operation.pathFields.includes(name) ? 'path' : 'query',
    required,
    description: (schema as Schema).description,
    schema: referring(withoutText(schema)),
    ...(example === undefined ? {} : { example }),
  }
}

/** The description belongs to the parameter, so that parameters and fields can share a named schema. */
function withoutText(schema: object): Schema {
  const { description: _description, ...rules } = schema as Schema
  if (rules.title !== undefined) delete rules.examples
  return rules
}

function success({ summary, output }: Operation, sample: Sampler): Schema {
  const envelope = {
    type: 'object',
    required: ['code', 'data'],
    properties: { code: { type: 'integer', const: 0 }, data: referring(output) },
  }
  const example = { code: 0, data: sample(output) }
  return {
    description: `Done: ${summary}`,
    headers: headersOf.content,
    content: { 'application/json': { schema: envelope, example } },
  }
}
