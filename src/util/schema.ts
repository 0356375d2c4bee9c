// Builds the same schemas as TypeBox, with its types. TypeBox itself is not loaded, because its 683 files would take 185 ms at
// every start (docs/decisions/0013-schemas.md).
import type TypeBox from 'typebox'

export type { Static, TObject, TProperties, TSchema } from 'typebox'

type Schema = { [keyword: string]: unknown }
type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>

// Schemas of optional properties. JSON Schema lists required properties in the object that contains them.
const optional = new WeakSet<object>()

const typed =
  (type: string) =>
  (options: Schema = {}): Schema => ({ type, ...options })

function object(properties: Record<string, Schema>, options: Schema = {}): Schema {
  const required = Object.keys(properties).filter(name => !optional.has(properties[name]!))
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties, ...options }
}

function markOptional(schema: Schema): Schema {
  const marked = { ...schema }
  optional.add(marked)
  return marked
}

export const Type = {
  Array: (items: Schema, options: Schema = {}) => ({ type: 'array', items, ...options }),
  Boolean: typed('boolean'),
  Enum: (values: readonly unknown[], options: Schema = {}) => ({ enum: [...values], ...options }),
  Integer: typed('integer'),
  Literal: (value: unknown, options: Schema = {}) => ({ type: typeof value, const: value, ...options }),
  Null: typed('null'),
  Number: typed('number'),
  Object: object,
  Optional: markOptional,
  String: typed('string'),
  Union: (anyOf: Schema[], options: Schema = {}) => ({ anyOf, ...options }),
  Unknown: (options: Schema = {}) => ({ ...options }),
  Unsafe: (schema: Schema) => schema,
} as unknown as Builders

/** Returns a function that checks a value against the schema of an input field: string, integer, enum or boolean. */
export function makeCheck(schema: object): (value: unknown) => boolean {
  const { type, enum: choices, minimum, maximum, minLength, maxLength, pattern } = schema as FieldRules
  if (choices !== undefined) return value => choices.includes(value)
  if (type === 'boolean') return value => typeof value === 'boolean'
  if (type === 'integer') return value => Number.isSafeInteger(value) && within(value as number, minimum, maximum)
  if (type !== 'string') throw new Error(`A field of type ${type} has no check.`)
  const regex = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  return value =>
    typeof value === 'string' &&
    within(lengthOf(value), minLength, maxLength) &&
    (regex === undefined || regex.test(value))
}

type FieldRules = {
  type?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
}

/** JSON Schema counts code points, not UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0
  for (const _character of text) length++
  return length
}

const within = (value: number, min = -Infinity, max = Infinity): boolean => value >= min && value <= max
