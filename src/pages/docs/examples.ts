// Example requests and responses of the operations in openapi.json.

export type Schema = {
  type?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  default?: unknown
  examples?: unknown[]
}

export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

type Content = Record<string, { example?: unknown }>

/** The parts of an operation that have examples. */
export type WithExamples = {
  servers?: { url: string }[]
  requestBody?: { content?: Content }
  responses: Record<string, { content?: Content }>
}

type Addressed = { path: string; parameters: readonly Parameter[]; servers?: readonly { url: string }[] }

export const exampleOf = ({ example, schema }: Parameter): string => String(example ?? schema.examples?.[0] ?? '')

/** With the examples of the parameters in the path. */
export function exampleUrl({ path, parameters, servers = [] }: Addressed): string {
  const value = (name: string) => exampleOf(parameters.find(parameter => parameter.name === name)!)
  return (servers[0]?.url ?? '') + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)))
}

/** As a command for a terminal. */
export function requestOf(entry: Addressed & WithExamples & { method: string }): string {
  const body = entry.requestBody?.content?.['application/json']?.example
  const url = `'${exampleUrl(entry)}'`
  if (entry.method === 'get') return `curl ${url}`
  if (body === undefined) return `curl -X POST ${url}`
  return `curl ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`
}

const sampledLength = 40_000

/** JSON; null if the description has no example, or a very long one. */
export function sampleOf({ responses }: WithExamples): string | null {
  const success = responses['200'] ?? responses['202'] ?? responses['201']
  const example = success?.content?.['application/json']?.example
  const text = example === undefined ? null : JSON.stringify(example, null, 2)
  return text === null || text.length > sampledLength ? null : text
}
