// One definition for each public read, from which every interface is derived.
import type { Addresses } from '../addresses.ts'
import { type ErrorDetail, fail } from '../errors.ts'
import { tagsFormat } from '../store/filters.ts'
import { isSearchable } from '../store/search-text.ts'
import type { Locales, Name, Store } from '../store/store.ts'
import { makeCheck, type Static, type TObject, type TProperties, type TSchema } from '../util/schema.ts'
import { type Cursors, invalidCursor } from './cursor.ts'
import { isKind, kindProblem, kindsInUse } from './kinds.ts'
import { isLocale, localeRule, negotiate } from './locale.ts'

export type Tag = 'community' | 'users' | 'apps' | 'agents'

/** The dependencies of a read. */
export type Context = {
  store: Store
  addresses: Addresses
  cursors: Cursors
  /** The kinds that creations of the site can have. */
  kinds: readonly string[]
}

/** JSON as text, or as UTF-8 buffers to concatenate. */
export type Json = string | readonly Buffer[]

/**
 * `json()` is the payload as text. `locale` is its language, `next` the URL of the next page. The optional `digest`
 * is shorter than the payload and changes with it.
 */
export type Answer = {
  payload: Json
  json: () => string
  locale: string
  next: string | null
  digest: string | null
  /** The current name, when the input has an old name of a creator or creation. */
  renamed: Name | null
}

/**
 * `guidance` explains to a model when to use the tool and what to do next. `view` is the ui:// view for the result.
 * `limit` is the default of `limit`, if another than that of all tools.
 */
type ToolText = { title: string; guidance: string; view: ViewName; limit?: number }

export type ViewName = 'community' | 'tags' | 'creator' | 'app'

/** `locale` may be omitted when it is the negotiated one. */
export type ReadResult = { json: Json; locale?: string; next?: string | null; digest?: string; renamed?: Name }

type Primitive = string | number | boolean
export type Input = Record<string, Primitive | undefined>

export type ReadDefinition<I extends TProperties> = {
  /** The name in MCP and batch. */
  name: string
  /** The operation's name in openapi.json. */
  operationId: string
  tag: Tag
  /** Path on the API host, with `{parameters}`. */
  path: string
  /** Served on the web host too, under the same path. */
  alsoOnWeb?: boolean
  summary: string
  description: string
  input: TObject<I>
  output: TObject
  /** Sample values for documentation; every path parameter needs one. */
  example: Input
  /** The meaning of a 404, if possible. */
  notFound?: string
  /** The name of its command: `vitrine feed`. Without one there is only `vitrine call`. */
  command?: string
  /** How MCP presents the read; its summary and description when absent. */
  tool?: ToolText
  read: (input: Static<TObject<I>>, context: Context & { locales: Locales }) => Promise<ReadResult>
}

export type Operation = Omit<ReadDefinition<TProperties>, 'read'> & {
  fields: Field[]
  pathFields: string[]
  read: (input: Input, context: Context & { locales: Locales }) => Promise<ReadResult>
}

type Field = {
  name: string
  schema: FieldSchema
  required: boolean
  allows: (value: unknown) => boolean
  rule: string
  /** The form of equivalent values, which then share cached responses. */
  canonical?: (value: string) => string
}

type FieldSchema = TSchema & {
  type?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  pattern?: string
  examples?: string[]
  default?: Primitive
}

export function defineRead<I extends TProperties>(definition: ReadDefinition<I>): Operation {
  const required = new Set(definition.input.required as string[])
  const fields = Object.entries(definition.input.properties).map(([name, value]) => {
    const schema = value as FieldSchema
    const field = { name, schema, required: required.has(name), rule: describeRule(name, schema) }
    const allows = makeCheck(schema)
    if (schema.format === 'bcp47') return { ...field, allows: isLocale }
    if (schema.format !== 'tags') return { ...field, allows }
    const { canonical, allows: areFew } = tagsFormat
    return { ...field, allows: (value: unknown) => allows(value) && areFew(value as string), canonical }
  })
  const pathFields = [...definition.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
  return { ...definition, fields, pathFields, read: definition.read as Operation['read'] } as unknown as Operation
}

function describeRule(name: string, schema: FieldSchema): string {
  if (isKind(schema)) return `${name} must be a kind of creation, such as ${schema.examples?.[0]}.`
  if (schema.enum) return `${name} must be one of ${schema.enum.join(', ')}.`
  if (schema.type === 'boolean') return `${name} must be true or false.`
  if (schema.type === 'integer') return `${name} must be a whole number from ${schema.minimum} to ${schema.maximum}.`
  if (schema.format === 'bcp47') return localeRule(name)
  if (schema.format === 'tags') return tagsFormat.rule(name)
  if (schema.pattern !== undefined) return `${name} must look like ${schema.examples?.[0]}.`
  const { minLength, maxLength } = schema
  return `${name} must be text of ${minLength === undefined ? 'at most' : `${minLength} to`} ${maxLength} characters.`
}

/** The path of a read with this input: path parameters filled in, the others as a query. */
export function pathWith({ path, pathFields }: Operation, input: Input): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.entries(input).filter(([name, value]) => value !== undefined && !pathFields.includes(name))
  return rest.length === 0 ? filled : `${filled}?${new URLSearchParams(rest as [string, string][])}`
}

/** Converts query and path strings to typed values. Only plain decimal digits are a number: not 1e1, 0x10 or ' 5'. */
export function fromStrings(
  operation: Operation,
  strings: Record<string, string | undefined>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const { name, schema } of operation.fields) {
    const text = strings[name]
    if (text !== undefined) input[name] = fromString(schema, text)
  }
  return input
}

function fromString(schema: FieldSchema, text: string): unknown {
  if (schema.type === 'integer') return /^-?[0-9]{1,15}$/.test(text) ? Number(text) : text
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}

/**
 * Validates the input of an operation: known fields, in the order of the definition, with defaults. Without `kinds`,
 * any kind is valid.
 */
export function checkInput(operation: Operation, raw: Record<string, unknown>, kinds?: readonly string[]): Input {
  const input: Input = {}
  const details: ErrorDetail[] = []
  for (const { name, schema, required, allows, rule, canonical } of operation.fields) {
    const value = raw[name]
    if (value === undefined) {
      if (required) details.push({ field: name, reason: `${name} is required.` })
      else input[name] = schema.default
    } else if (kinds !== undefined && isKind(schema)) {
      const problem = kindProblem(name, value, kinds)
      if (problem === undefined) input[name] = value as Primitive
      else details.push({ field: name, reason: problem })
    } else if (allows(value) && canonical !== undefined) {
      input[name] = canonical(value as string)
    } else if (allows(value)) {
      // Search boxes submit empty fields.
      input[name] = name === 'q' && !isSearchable(value as string) ? undefined : (value as Primitive)
    } else if (name === 'cursor' && typeof value === 'string') {
      throw invalidCursor()
    } else {
      details.push({ field: name, reason: rule })
    }
  }
  if (details.length > 0) throw fail('validation_failed', details.map(d => d.reason).join(' '), { details })
  return input
}

/** A validated input and its languages: everything that a response depends on, besides the data. */
export type Checked = { operation: Operation; input: Input; locales: Locales; key: string }

export function prepare(
  operation: Operation,
  raw: Record<string, unknown>,
  { store, kinds }: Pick<Context, 'store' | 'kinds'>,
): Checked {
  const { locale, ...rest } = checkInput(operation, raw, kindsInUse(kinds, store))
  const locales = negotiate(locale as string | undefined, store.locales())
  const values = operation.fields.map(({ name }) => rest[name] ?? null)
  return {
    operation,
    input: locale === undefined ? rest : { ...rest, locale },
    locales,
    key: `${operation.name}${JSON.stringify(values)}${locales.join()}`,
  }
}

export async function answer(checked: Checked, context: Context): Promise<Answer> {
  const { operation, input, locales } = checked
  const reading = await context.store.admit(() => operation.read(input, { ...context, locales }))
  const { json: payload, locale = locales[0]!, next = null, digest = null, renamed = null } = reading
  return { payload, json: () => textOf(payload), locale, next, digest, renamed }
}

const textOf = (json: Json): string => (typeof json === 'string' ? json : Buffer.concat(json).toString())

/** Used by every interface. */
export async function call(operation: Operation, raw: Record<string, unknown>, context: Context): Promise<Answer> {
  return answer(prepare(operation, raw, context), context)
}
