// The surfaces for agents in openapi.json: ask, jobs, batch, status, discovery, the boundary of agent auth, and MCP.

import type { Addresses } from '../addresses.ts'
import { agentAuthPaths, EmailClaim } from '../agent-auth.ts'
import { BatchAbout, batchRequest, batchResponse } from '../endpoints/batch-schemas.ts'
import { batchMax, idempotencyKey } from '../limits.ts'
import { WebMcpDocument } from '../mcp/schemas.ts'
import type { Operation } from '../operations/define.ts'
import { StatusDocument } from '../pages/status-facts.ts'
import { keyHeader } from '../server/request/idempotency.ts'
import { versionHeader } from '../server/request/version.ts'
import { type TSchema, Type } from '../util/schema.ts'
import { askOperations, askParameters, askSchemas } from './ask.ts'
import { makeSampler } from './examples.ts'
import { headersOf } from './headers.ts'
import { jobOperations, jobParameters, jobSchemas } from './jobs.ts'
import { mcpOperations, mcpParameters, mcpSchemas } from './mcp.ts'
import { refusals } from './refusals.ts'
import { reference, referring, type Schema } from './schemas.ts'
import { webServer } from './servers.ts'

/** `parameters` names components; the version header is understood everywhere. */
export type AgentOperation = {
  path: string
  method: 'get' | 'post'
  operationId: string
  summary: string
  description: string
  servers: ReturnType<typeof webServer>[]
  parameters: readonly string[]
  requestBody?: Schema
  responses: Record<string, Schema>
}

export const agentParameters: Record<string, Schema> = {
  [keyHeader]: {
    name: keyHeader,
    in: 'header',
    description: `Your name for the request, for ${idempotencyKey.hours} hours: sent again with the same body it is answered again, not done again.`,
    schema: { type: 'string', minLength: 1, maxLength: idempotencyKey.keyLength },
    example: '6f1c1b0e-weekly-digest',
  },
  ...askParameters,
  ...jobParameters,
  ...mcpParameters,
}

/** Whatever has a title becomes a component. */
export const agentSchemas = (operations: readonly Operation[]): TSchema[] => [
  requestOf(operations),
  BatchResponse,
  BatchAbout,
  StatusDocument,
  WebMcpDocument,
  EmailClaim,
  ...askSchemas,
  ...jobSchemas,
  ...mcpSchemas,
]

const requestOf = (operations: readonly Operation[]) => batchRequest(operations.map(({ name }) => name))

const BatchResponse = batchResponse(Type.Unsafe(reference('schemas', 'ErrorBody')))

export function agentPaths(operations: readonly Operation[], addresses: Addresses): Record<string, Schema> {
  const paths: Record<string, Schema> = {}
  for (const operation of [...ownOperations(operations, addresses), ...mcpOperations(addresses)]) {
    const { path, method, parameters, ...rest } = operation
    paths[path] = {
      ...paths[path],
      [method]: {
        ...rest,
        tags: ['agents'],
        security: [],
        'x-service-permissions': ['public:read'],
        parameters: [versionHeader, ...parameters].map(name => reference('parameters', name)),
      },
    }
  }
  return paths
}

function ownOperations(operations: readonly Operation[], addresses: Addresses): AgentOperation[] {
  const servers = [webServer(addresses)]
  return [
    ...askOperations(addresses),
    ...jobOperations(addresses),
    document('/batch', 'getBatchEndpointInfo', 'Describe the batch endpoint and its operations.', BatchAbout, servers),
    batch(operations, addresses),
    document(
      '/.well-known/webmcp',
      'getWebMcpDiscovery',
      'List the tools with their schemas.',
      WebMcpDocument,
      servers,
    ),
    status(addresses),
    ...refusedOperations(addresses),
  ]
}

function document(
  path: string,
  operationId: string,
  summary: string,
  schema: TSchema,
  servers: AgentOperation['servers'],
): AgentOperation {
  return {
    path,
    method: 'get',
    operationId,
    summary,
    description: 'A document about the service; it changes when the service is deployed.',
    servers,
    parameters: ['If-None-Match'],
    responses: {
      200: {
        description: `Done: ${summary}`,
        headers: headersOf.document,
        content: { 'application/json': { schema: referring(schema) } },
      },
      304: { description: 'What `If-None-Match` named is still right.', headers: headersOf.documentNotModified },
      ...refusals(),
    },
  }
}

function batch(operations: readonly Operation[], addresses: Addresses): AgentOperation {
  const asked = operations.slice(0, 2)
  const requests = asked.map(({ name, example }) => ({ id: name, operation: name, arguments: example }))
  const sample = makeSampler(addresses)
  const results = asked.map(({ name, output }) => ({ id: name, operation: name, status: 200, data: sample(output) }))
  const json = (schema: TSchema, example: object) => ({
    'application/json': { schema: referring(schema), example },
  })
  return {
    path: '/batch',
    method: 'post',
    operationId: 'batchPublicRead',
    summary: `Do up to ${batchMax} public reads in one request.`,
    description: 'Each is answered, and fails, as it would alone. A batch counts as one request.',
    servers: [webServer(addresses)],
    parameters: [keyHeader],
    requestBody: { required: true, content: json(requestOf(operations), { requests }) },
    responses: {
      200: {
        description: 'One result for each request.',
        headers: headersOf.replayable,
        content: json(BatchResponse, { results }),
      },
      ...refusals({
        409: 'conflict',
        413: 'content_too_large',
        415: 'unsupported_media_type',
        422: 'validation_failed',
      }),
    },
  }
}

const page: Schema = { schema: { type: 'string' } }

const status = (addresses: Addresses): AgentOperation => ({
  path: '/status',
  method: 'get',
  operationId: 'getStatus',
  summary: 'Tell whether the service is well, how much may be asked, and what to retry.',
  description: 'The status is 200 whatever the document says.',
  servers: [webServer(addresses)],
  parameters: [],
  responses: {
    200: {
      description: 'The status document, as a page for browsers, or as Markdown.',
      headers: headersOf.linked,
      content: {
        'application/json': { schema: referring(StatusDocument) },
        'text/html': page,
        'text/markdown': page,
      },
    },
    ...refusals(),
  },
})

function refusedOperations(addresses: Addresses): AgentOperation[] {
  const refused = (
    name: keyof typeof agentAuthPaths,
    operationId: string,
    summary: string,
    body: TSchema = Type.Object({}),
  ): AgentOperation => ({
    path: agentAuthPaths[name],
    method: 'post',
    operationId,
    summary: `${summary}; always refused.`,
    description: `Exists so that programs find the boundary: there is no credential flow for agents, and none is needed. Nothing that is sent is kept. See ${addresses.webUrl}/auth.md.`,
    servers: [webServer(addresses)],
    parameters: [],
    requestBody: { required: false, content: { 'application/json': { schema: referring(body) } } },
    responses: refusals({ 403: 'agent_auth_not_available' }),
  })
  return [
    refused('register', 'registerAgent', 'Register an agent'),
    refused('claim', 'claimAgent', 'Claim an account for an agent', EmailClaim),
    refused('revoke', 'revokeAgent', 'Revoke what an agent was given'),
  ]
}
