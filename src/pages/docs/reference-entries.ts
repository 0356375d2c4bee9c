// The operations of openapi.json in groups, each once with its aliases.
import type { Parameter, Schema, WithExamples } from './examples.ts'

type Reference = { $ref: string }
type DocumentedOperation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: (Reference | (Omit<Parameter, 'schema'> & { schema: Reference | Schema }))[]
  'x-service-group'?: string
  'x-service-alias-of'?: string
} & WithExamples

/** The displayed part of openapi.json. */
export type ApiDocument = {
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: object; parameters: object }
}

type Listed = Omit<DocumentedOperation, 'parameters'> & { parameters: Parameter[]; method: string; path: string }
export type Entry = Listed & { aliases: readonly Listed[] }
type Group = { name: string; description: string | null; entries: readonly Entry[] }

export function groupsOf(document: ApiDocument): Group[] {
  const listed = operationsOf(document)
  const aliasesOf = ({ path, method }: Listed) =>
    listed.filter(other => other.method === method && other['x-service-alias-of'] === path)
  const entries = listed
    .filter(one => one['x-service-alias-of'] === undefined)
    .map(one => ({ ...one, aliases: aliasesOf(one) }))
  const descriptions = new Map(document.tags.map(({ name, description }) => [name, description]))
  return [...Map.groupBy(entries, one => one['x-service-group'] ?? one.tags[0]!)].map(([name, entries]) => ({
    name,
    description: descriptions.get(name) ?? null,
    entries,
  }))
}

const operationsOf = (document: ApiDocument): Listed[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method === 'get' || method === 'post')
      .map(([method, operation]) => ({
        servers: document.servers,
        ...operation,
        parameters: parametersOf(operation, document),
        method,
        path,
      })),
  )

/** Parameters in the path and the query. Headers are the same for all operations and documented elsewhere. */
const parametersOf = ({ parameters = [] }: DocumentedOperation, document: ApiDocument): Parameter[] =>
  parameters
    .map(parameter => resolve<Parameter>(parameter, document))
    .filter(({ in: location }) => location === 'path' || location === 'query')
    .map(parameter => ({ ...parameter, schema: resolve<Schema>(parameter.schema, document) }))

/** Follows a `$ref` to its component. */
function resolve<T>(value: object, { components }: ApiDocument): T {
  if (!('$ref' in value)) return value as T
  const [section, name] = String(value.$ref).split('/').slice(-2) as [keyof typeof components, string]
  return (components[section] as Record<string, T>)[name]!
}
