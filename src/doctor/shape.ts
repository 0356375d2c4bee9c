// Validates values against the subset of JSON Schema that our schemas use. Additional properties are always allowed,
// since the interface grows by addition.
import type { Static, TSchema } from '../util/schema.ts'
import { checkFailure } from './check-failure.ts'

type Rules = {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Rules[]
  items?: Rules
  required?: readonly string[]
  properties?: Record<string, Rules>
  minLength?: number
  minimum?: number
}

/** The value, with the type of the schema. */
export function shaped<S extends TSchema>(schema: S, value: unknown, what: string): Static<S> {
  const wrong = mismatch(schema as Rules, value, '')
  if (wrong === null) return value as Static<S>
  throw checkFailure(`${what} is not as it must be: ${wrong}`)
}

const types: Record<string, (value: unknown) => boolean> = {
  string: value => typeof value === 'string',
  boolean: value => typeof value === 'boolean',
  number: value => typeof value === 'number',
  integer: value => Number.isInteger(value),
  null: value => value === null,
  array: value => Array.isArray(value),
  object: value => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** What is wrong and where, or null. */
function mismatch(rules: Rules, value: unknown, at: string): string | null {
  const where = at === '' ? 'it' : at
  if (rules.anyOf !== undefined) {
    const wrongs = rules.anyOf.map(choice => mismatch(choice, value, at))
    return wrongs.includes(null) ? null : wrongs[0]!
  }
  if (value === undefined) return `${where} is missing`
  if ('const' in rules && value !== rules.const) return `${where} is not ${rules.const}`
  if (rules.enum !== undefined && !rules.enum.includes(value)) return `${where} is none of ${rules.enum.join(', ')}`
  if (rules.type !== undefined && !types[rules.type]?.(value)) return `${where} is no ${rules.type}`
  if (String(value).length < (rules.minLength ?? 0)) return `${where} is empty`
  if (rules.minimum !== undefined && Number(value) < rules.minimum) return `${where} is below ${rules.minimum}`
  return withinValue(rules, value, at)
}

function withinValue({ items, properties = {}, required = [] }: Rules, value: unknown, at: string): string | null {
  if (Array.isArray(value) && items !== undefined) {
    return firstOf(value.map((item, i) => () => mismatch(items, item, `${at}[${i}]`)))
  }
  if (typeof value !== 'object' || value === null) return null
  const fields = Object.entries(properties).filter(([name]) => required.includes(name) || name in value)
  return firstOf(
    fields.map(
      ([name, rules]) =>
        () =>
          mismatch(rules, (value as Record<string, unknown>)[name], joined(at, name)),
    ),
  )
}

const joined = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`)

function firstOf(looks: (() => string | null)[]): string | null {
  for (const look of looks) {
    const wrong = look()
    if (wrong !== null) return wrong
  }
  return null
}
