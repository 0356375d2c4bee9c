// The agent endpoints in OpenAPI, made from their definitions.
import type { Addresses } from '../addresses.ts'
import type { Description, Endpoint, ErrorResponse, Response } from '../endpoints/define.ts'
import type { Examples } from '../site/site.ts'
import type { TSchema } from '../util/schema.ts'
import { anyError, commonErrors, contentOf, type EndpointError, referenceByStatus } from './errors.ts'
import { headersOf } from './headers.ts'
import { conditional, parameterReference, versionParameter } from './parameters.ts'
import { referring, type Schema } from './schemas.ts'
import { serverOf } from './servers.ts'

type Described = { endpoint: Endpoint; description: Description }

export function endpointComponents(endpoints: readonly Endpoint[], addresses: Addresses, examples: Examples) {
  const described = endpoints.map(endpoint => ({ endpoint, description: endpoint.describe(addresses, examples) }))
  const descriptions = described.map(({ description }) => description)
  const errors = descriptions.flatMap(({ errors = [] }) => errors).filter(isOwn)
  const errorSchemas = errors.flatMap(error => schemasIn(contentOf(error, addresses)))
  return {
    paths: pathsOf(described, addresses),
    schemas: [...descriptions.flatMap(describedSchemas), ...errorSchemas],
    parameters: Object.fromEntries(descriptions.flatMap(({ parameters = [] }) => parameters.map(parameterComponent))),
    errors,
  }
}

const isOwn = (error: EndpointError): error is ErrorResponse => typeof error !== 'string'

function pathsOf(described: readonly Described[], addresses: Addresses): Record<string, Schema> {
  const paths: Record<string, Schema> = {}
  for (const one of described) {
    const { path, method } = one.endpoint
    paths[path] = { ...paths[path], [method]: operationObject(one, addresses) }
  }
  return paths
}

function operationObject({ endpoint, description: described }: Described, addresses: Addresses): Schema {
  const { summary, description, servers = [{ host: 'web' }], parameters = [], request, responses, errors } = described
  const names = parameters.map(({ component }) => component)
  return {
    operationId: endpoint.operationId,
    summary,
    description,
    servers: servers.map(server => serverOf(addresses, server)),
    ...(request === undefined ? {} : { requestBody: requestBody(request) }),
    responses: { ...successes(responses), ...errorReferences(errors) },
    tags: ['agents'],
    security: [],
    'x-service-permissions': ['public:read'],
    'x-service-group': endpoint.group,
    ...(endpoint.aliasOf === undefined ? {} : { 'x-service-alias-of': endpoint.aliasOf }),
    parameters: [versionParameter, ...(isDocument(responses[200]) ? [conditional] : []), ...names].map(
      parameterReference,
    ),
  }
}

const requestBody = ({ required, ...content }: NonNullable<Description['request']>): Schema => ({
  required,
  content: mediaTypes({ 'application/json': content }),
})

const notModifiedHeaders = {
  document: headersOf.documentNotModified,
  unlinkedDocument: headersOf.unlinkedDocumentNotModified,
}

const isDocument = (response: Response | undefined): boolean =>
  response !== undefined && response.headers in notModifiedHeaders

function successes(responses: Description['responses']): Record<string, Schema> {
  const entries = Object.entries(responses).map(([status, { description, headers, moreHeaders, content }]) => [
    status,
    {
      description,
      headers: { ...headersOf[headers], ...moreHeaders },
      ...(content === undefined ? {} : { content: mediaTypes(content) }),
    },
  ])
  const headers = notModifiedHeaders[responses[200]?.headers as keyof typeof notModifiedHeaders]
  const notModified = { description: 'Not modified since the response that `If-None-Match` names.', headers }
  return { ...Object.fromEntries(entries), ...(headers === undefined ? {} : { 304: notModified }) }
}

/** Errors by status; those of the endpoint take precedence over those that any request may get. */
const errorReferences = (own: readonly EndpointError[] = []): Record<string, Schema> => ({
  ...referenceByStatus([...commonErrors, ...own]),
  default: anyError,
})

type Contents = NonNullable<Response['content']>

const mediaTypes = (contents: Contents): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(contents).map(([type, { schema, ...rest }]) => [
      type,
      { schema: schema === undefined ? { type: 'string' } : referring(schema), ...rest },
    ]),
  )

const schemasIn = (contents: Contents): TSchema[] => Object.values(contents).flatMap(({ schema }) => schema ?? [])

function describedSchemas({ parameters = [], request, responses }: Description): TSchema[] {
  return [
    ...parameters.map(({ schema }) => schema),
    ...(request === undefined ? [] : [request.schema]),
    ...Object.values(responses).flatMap(({ content = {} }) => schemasIn(content)),
  ]
}

const parameterComponent = ({ component, ...parameter }: NonNullable<Description['parameters']>[number]) => [
  component,
  { ...parameter, schema: referring(parameter.schema) },
]

export const errorComponents = (errors: readonly ErrorResponse[], addresses: Addresses): Record<string, Schema> =>
  Object.fromEntries(
    errors.map(error => [
      error.component,
      {
        description: error.description,
        headers: headersOf[error.headers],
        content: mediaTypes(contentOf(error, addresses)),
      },
    ]),
  )
