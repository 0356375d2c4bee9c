// openapi.json, made from the definitions of the operations and the tables of errors, limits and headers.
import { type Addresses, makeAddresses } from '../addresses.ts'
import { type Deprecation, deprecations as ourDeprecations } from '../deprecations.ts'
import { errors, nonRetryableStatuses, retryableStatuses } from '../errors.ts'
import { type LimitSettings, limitsOf, policies, windowSeconds } from '../limits.ts'
import type { Operation, Tag } from '../operations/define.ts'
import { operations as allOperations } from '../operations/index.ts'
import { apiVersions, newestVersion, versionHeader } from '../server/request/version.ts'
import { agentParameters, agentPaths, agentSchemas } from './agents.ts'
import { errorReferences, errorResponses, errorSchemas } from './errors.ts'
import { makeSampler } from './examples.ts'
import { headerComponents, headersOf } from './headers.ts'
import { refusalResponses, refusalSchemas } from './refusals.ts'
import { namedSchemas, reference, referring, type Schema } from './schemas.ts'
import { apiServer, webServer } from './servers.ts'

/** What the document is about; a configuration is one. */
export type Subject = { baseUrl: string; webUrl: string; productName: string; limits: LimitSettings }

const feedWrapper = 'The web host: a cursor-friendly wrapper backed by the same API.'

export const documentVersion = '1.0.0'
export const openapiVersion = '3.1.0'

const tags: Record<Tag, string> = {
  community: 'The community as a whole: feed, tags and front page.',
  users: 'Creators, their totals, and who follows whom.',
  apps: 'One creation with everything its share page shows.',
  agents: 'Surfaces for AI agents on the web host.',
}

export function openapiDocument(
  subject: Subject,
  operations: readonly Operation[] = allOperations,
  deprecations: readonly Deprecation[] = ourDeprecations,
) {
  const addresses = makeAddresses(subject.baseUrl, subject.webUrl)
  const path = (operation: Operation) => ({ get: operationObject(operation, addresses, deprecations) })
  const inputs = operations.flatMap(({ fields }) => fields.map(({ schema }) => withoutText(schema)))
  const schemas = [...inputs, ...operations.map(({ output }) => output), ...agentSchemas(operations)]
  return {
    openapi: openapiVersion,
    info: information(subject),
    servers: [apiServer(addresses)],
    security: [],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: {
      ...Object.fromEntries(operations.map(operation => [operation.path, path(operation)])),
      ...agentPaths(operations, addresses),
    },
    components: {
      schemas: { ...namedSchemas(schemas), ...errorSchemas, ...refusalSchemas },
      parameters: { ...requestHeaders, ...agentParameters },
      headers: headerComponents(addresses.webUrl, subject.limits.read),
      responses: {
        not_modified: {
          description: 'What `If-None-Match` named is still right; there is no body.',
          headers: headersOf.notModified,
        },
        ...errorResponses(addresses),
        ...refusalResponses(addresses),
      },
    },
  }
}

const requestHeaders: Record<string, Schema> = {
  [versionHeader]: {
    name: versionHeader,
    in: 'header',
    description: `A date selects the newest version of that day; without it the newest answers. Versions: ${apiVersions.join(', ')}.`,
    schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    example: newestVersion,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an answer you have; 304 when it is still right.',
    schema: { type: 'string' },
    example: '"b0Cn3kVvL8uYxq0m1yHh4A"',
  },
}

function operationObject(operation: Operation, addresses: Addresses, deprecations: readonly Deprecation[]) {
  const { operationId, tag, summary, description, alsoOnWeb, notFound } = operation
  const isDeprecated = deprecations.some(entry => entry.operation === operation.name)
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(isDeprecated ? { deprecated: true } : {}),
    ...(alsoOnWeb ? { servers: [apiServer(addresses), webServer(addresses, feedWrapper)] } : {}),
    security: [],
    'x-service-permissions': ['public:read'],
    parameters: [
      ...operation.fields.map(field => parameter(operation, field)),
      ...Object.keys(requestHeaders).map(name => reference('parameters', name)),
    ],
    responses: {
      '200': success(operation, addresses),
      '304': reference('responses', 'not_modified'),
      ...errorReferences(notFound),
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

function success({ summary, output }: Operation, addresses: Addresses): Schema {
  const envelope = {
    type: 'object',
    required: ['code', 'data'],
    properties: { code: { type: 'integer', const: 0 }, data: referring(output) },
  }
  const example = { code: 0, data: makeSampler(addresses)(output) }
  return {
    description: `Done: ${summary}`,
    headers: headersOf.content,
    content: { 'application/json': { schema: envelope, example } },
  }
}

function information({ webUrl, productName, limits }: Subject) {
  return {
    title: `${productName} public read API`,
    version: documentVersion,
    summary: 'Everything public in the community, for everyone to read.',
    description: [
      'No credentials are needed, and nothing can be written. `HEAD` works wherever `GET` does.',
      'Success is `{"code":0,"data":…}`. Every error is one body with a code other than 0, its name, and what to do; `Accept: application/problem+json` gets it as RFC 9457.',
      `## Limits\n\nCounted for each client address, in windows of ${windowSeconds} seconds. After a 429 wait for \`Retry-After\`.\n\n${limitTable(limits)}`,
      `## Errors\n\n${errorTable()}\n\nRetry ${retryableStatuses.join(', ')} with backoff; do not retry ${nonRetryableStatuses.join(', ')} unchanged.`,
    ].join('\n\n'),
    contact: { name: productName, url: webUrl },
    license: { name: 'MIT', identifier: 'MIT' },
  }
}

function limitTable(limits: LimitSettings): string {
  const perWindow = limitsOf(limits)
  const rows = Object.entries(policies).map(([policy, { covers }]) => {
    const limit = perWindow[policy as keyof typeof policies]
    return `| ${policy} | ${limit === 0 ? 'no limit' : limit} | ${covers} |`
  })
  return ['| policy | requests | covers |', '| --- | --- | --- |', ...rows].join('\n')
}

function errorTable(): string {
  const rows = Object.entries(errors).map(([name, { status, code, meaning }]) => {
    return `| ${name} | ${status} | ${code} | ${meaning} |`
  })
  return ['| error | status | code | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
