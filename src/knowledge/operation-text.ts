// Documentation of the public reads as Markdown, generated from their definitions.
import { type Operation, pathWith } from '../operations/define.ts'
import { maxTags } from '../store/filters.ts'
import { markdownTable } from '../util/markdown-table.ts'

type Field = Operation['fields'][number]
/** The subset of JSON Schema that is used here. */
type Schema = {
  title?: string
  type?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** A section for each read, then the shared types. */
export function operationSections(operations: readonly Operation[], baseUrl: string): string {
  return [...operations.map(operation => section(operation, baseUrl)), shapes(operations)].join('\n\n')
}

function section(operation: Operation, baseUrl: string): string {
  const { name, summary, description, path, output, fields, notFound, alsoOnWeb } = operation
  return [
    `## ${name}`,
    `\`GET ${baseUrl}${path}\``,
    `${summary} ${description}${alsoOnWeb ? ' The web host answers the same path.' : ''}`,
    fields.length === 0 ? '' : parameters(operation),
    `\`data\` holds ${members(output as Schema)}.${notFound === undefined ? '' : ` 404: ${notFound}`}`,
    `\`\`\`sh\ncurl '${baseUrl}${pathWith(operation, operation.example)}'\n\`\`\``,
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

function parameters({ fields, pathFields }: Operation): string {
  const rows = fields.map(field => [`\`${field.name}\``, allowed(field), meaning(field, pathFields)])
  return markdownTable(['Parameter', 'Value', 'Meaning'], rows)
}

function meaning({ name, schema, required }: Field, pathFields: readonly string[]): string {
  const { description, default: fallback } = schema as Schema
  const presence = pathFields.includes(name) ? 'In the path.' : required ? 'Required.' : ''
  return [description, presence, fallback === undefined ? '' : `Default \`${fallback}\`.`].filter(Boolean).join(' ')
}

function allowed({ schema }: Field): string {
  if (schema.enum) return schema.enum.map(value => `\`${value}\``).join(', ')
  if (schema.type === 'boolean') return '`true` or `false`'
  if (schema.type === 'integer') return `${schema.minimum}–${schema.maximum}`
  if (schema.format === 'tags') return `1–${maxTags} keys`
  return schema.format === 'bcp47' ? 'BCP-47 tag' : `up to ${schema.maxLength} characters`
}

/** Named objects that occur more than once are described once. */
function shapes(operations: readonly Operation[]): string {
  const named = new Map<string, Schema>()
  for (const { output } of operations) for (const part of parts(output as Schema)) collect(part, named)
  const lines = [...named].map(([title, schema]) => `- **${title}**: ${members(schema)}`)
  return `## Shapes\n\nWhat stands in the answers above. Dates are RFC 3339 in UTC.\n\n${lines.join('\n')}`
}

function collect(schema: Schema, named: Map<string, Schema>): void {
  if (schema.title !== undefined && schema.properties !== undefined && !named.has(schema.title)) {
    named.set(schema.title, schema)
  }
  for (const part of parts(schema)) collect(part, named)
}

const parts = ({ properties, items, anyOf }: Schema): Schema[] => [
  ...Object.values(properties ?? {}),
  ...(items === undefined ? [] : [items]),
  ...(anyOf ?? []),
]

const members = ({ properties = {} }: Schema): string =>
  Object.entries(properties)
    .map(([name, schema]) => `\`${name}${typed(shapeOf(schema))}\``)
    .join(', ')

const typed = (shape: string): string => (shape === '' ? '' : `: ${shape}`)

/** In TypeScript notation where that is more precise than the name: Creation[], {slug, label} | null. */
function shapeOf(schema: Schema): string {
  if (schema.anyOf !== undefined) {
    const some = schema.anyOf.filter(({ type }) => type !== 'null')
    const names = some.map(
      part => shapeOf(part) || part.type || part.enum?.map(value => JSON.stringify(value)).join(' | '),
    )
    return [...names, ...(some.length < schema.anyOf.length ? ['null'] : [])].join(' | ')
  }
  if (schema.items !== undefined) return `${shapeOf(schema.items) || schema.items.type}[]`
  if (schema.properties === undefined) return ''
  return schema.title ?? `{${Object.keys(schema.properties).join(', ')}}`
}
