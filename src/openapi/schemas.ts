// Schemas as components: schemas with a title are replaced by references.

export type Schema = { [keyword: string]: unknown }

/** All named parts of the schemas. */
export function namedSchemas(schemas: readonly unknown[]): Record<string, Schema> {
  const named: Record<string, Schema> = {}
  for (const schema of schemas) collect(plain(schema), named)
  return sortedByName(named)
}

export const sortedByName = (components: Record<string, Schema>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)))

/** The schema with references in place of all named parts, including itself. */
export function referring(schema: unknown): Schema {
  const { title } = plain(schema)
  return typeof title === 'string' ? reference('schemas', title) : withReferences(plain(schema))
}

export const reference = (section: string, name: string): Schema => ({ $ref: `#/components/${section}/${name}` })

// Removes the hidden symbols of TypeBox.
const plain = (schema: unknown): Schema => JSON.parse(JSON.stringify(schema)) as Schema

function collect(schema: Schema, named: Record<string, Schema>): void {
  for (const part of partsOf(schema)) collect(part, named)
  const { title } = schema
  if (typeof title !== 'string') return
  const written = withReferences(schema)
  if (named[title] !== undefined && JSON.stringify(named[title]) !== JSON.stringify(written)) {
    throw new Error(`Two different schemas are called ${title}.`)
  }
  named[title] = written
}

function partsOf({ items, anyOf, properties }: Schema): Schema[] {
  const single = items === undefined ? [] : [items]
  return [...single, ...((anyOf as unknown[]) ?? []), ...Object.values(properties ?? {})] as Schema[]
}

function withReferences({ title: _title, items, anyOf, properties, ...rest }: Schema): Schema {
  const written = open(typed(rest), properties)
  if (items !== undefined) written.items = referring(items)
  if (Array.isArray(anyOf)) written[unionOf(anyOf)] = anyOf.map(referring)
  if (properties !== undefined) {
    written.properties = Object.fromEntries(Object.entries(properties!).map(([name, part]) => [name, referring(part)]))
  }
  return written
}

// Some client generators merge the members of anyOf into one type, but all of them support oneOf. They understand anyOf
// with null as a value that may be null.
const unionOf = (members: readonly Schema[]): 'anyOf' | 'oneOf' =>
  members.some(({ type }) => type === 'null') ? 'anyOf' : 'oneOf'

// Without additionalProperties, openapi-typescript treats an object without properties as empty.
const open = (schema: Schema, properties: unknown): Schema =>
  schema.type === 'object' && properties === undefined ? { additionalProperties: true, ...schema } : schema

// Client generators treat an enum without a type as any value.
function typed(schema: Schema): Schema {
  const isTextEnum = Array.isArray(schema.enum) && schema.enum.every(value => typeof value === 'string')
  return isTextEnum && schema.type === undefined ? { type: 'string', ...schema } : { ...schema }
}
