// Output schemas for tools/list, which models read: all fields at the top, only the most important ones below, and each
// named schema once. Results have more fields than these; clients accept that.
import type { JsonSchema } from '../definition.ts'

/** The fields of nested objects that are described. */
const keyFields: ReadonlySet<string> = new Set([
  ...['id', 'handle', 'slug', 'key', 'title', 'name', 'label', 'displayName', 'summary', 'kind', 'url', 'count'],
  ...['items', 'total', 'hasMore', 'stats', 'views', 'plays', 'likes', 'remixes', 'apps', 'followers', 'following'],
  ...['appCount', 'followerCount', 'app', 'score', 'unit', 'rank', 'cited_text', 'suggestions', 'q'],
])

/** Fields at the top that a model rarely needs. */
const minorFields: ReadonlySet<string> = new Set(['coverUrl', 'iconUrl', 'imageUrl', 'apiUrl', 'share', '_meta'])

type Schema = JsonSchema & { title?: string; properties?: Record<string, Schema>; anyOf?: Schema[]; items?: Schema }

type Definitions = Record<string, JsonSchema>

export function compactOutput(schema: unknown): JsonSchema {
  const definitions: Definitions = {}
  const { properties = {}, required = [] } = schema as Schema & { required?: string[] }
  const fields = Object.entries(properties).filter(([name]) => !minorFields.has(name))
  const shown = fields.map(([name, part]) => [name, compact(part, definitions)])
  const top = { type: 'object', properties: Object.fromEntries(shown), required: required.filter(isKey) }
  return Object.keys(definitions).length === 0 ? top : { ...top, $defs: definitions }
}

const isKey = (name: string): boolean => keyFields.has(name)

function compact(schema: Schema, definitions: Definitions, isNested = false): JsonSchema {
  const { type, anyOf, items, properties, title } = schema
  if (anyOf !== undefined) return { anyOf: anyOf.map(part => compact(part, definitions, isNested)) }
  if (items !== undefined) return { type: 'array', items: compact(items, definitions) }
  if (properties === undefined) return { type: type ?? 'string' }
  if (isNested) return { type: 'object' }
  if (title === undefined) return objectOf(properties, definitions)
  definitions[title] ??= objectOf(properties, definitions)
  return { $ref: `#/$defs/${title}` }
}

function objectOf(properties: Record<string, Schema>, definitions: Definitions): JsonSchema {
  const fields = Object.entries(properties).filter(([name]) => isKey(name))
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, part]) => [name, compact(part, definitions, true)])),
  }
}
