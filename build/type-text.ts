// A JSON Schema as the text of a TypeScript type. Only the keywords that our schemas use are known; others stop the build.

export type Schema = {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  type?: string
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  minimum?: number
  maximum?: number
  default?: unknown
}

type Style = {
  indent: string
  /** Callers may pass undefined for absent properties. */
  isInput: boolean
}

const plain: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

export function typeText(schema: Schema, style: Style): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
  const members = schema.anyOf ?? schema.oneOf
  if (members !== undefined) return members.map(one => typeText(one, style)).join(' | ')
  if ('const' in schema) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  if (schema.type === 'array') return listText(typeText(schema.items!, style))
  if (schema.type === 'object') return objectText(schema, style)
  const text = plain[schema.type ?? '']
  if (text === undefined) throw new Error(`There is no type for ${JSON.stringify(schema)}.`)
  return text
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

const listText = (item: string): string => (/[ {]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`)

function objectText({ properties, required = [] }: Schema, style: Style): string {
  if (properties === undefined) return 'Record<string, unknown>'
  const indent = `${style.indent}  `
  const lines = Object.entries(properties).flatMap(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`
    const isOptional = !required.includes(name)
    const type = typeText(schema, { ...style, indent })
    const about = schema.description
    const line = `${indent}${key}${isOptional ? '?' : ''}: ${type}${isOptional && style.isInput ? ' | undefined' : ''}`
    return about === undefined ? [line] : [`${indent}/** ${about} */`, line]
  })
  return ['{', ...lines, `${style.indent}}`].join('\n')
}
