// Flags of commands that run an operation, derived from its definition.
import type { Operation } from '../src/operations/define.ts'
import { parseFlags } from './command.ts'

type Field = Operation['fields'][number]
type Flags = NonNullable<Parameters<typeof parseFlags>[2]>

/** Parses flags for the fields of an operation, as strings. Fields in `positional` are arguments without a flag. */
export function parseOperationFlags(
  command: string,
  { fields }: Operation,
  args: string[],
  { positional = [], extraFlags = {} }: { positional?: readonly string[]; extraFlags?: Flags } = {},
) {
  const flagFields = fields.filter(({ name }) => !positional.includes(name))
  const options = Object.fromEntries(
    flagFields.map(({ name, schema }) => [name, { type: 'string' as const, multiple: schema.format === 'tags' }]),
  )
  const booleanFlags = new Set(
    flagFields.filter(({ schema }) => schema.type === 'boolean').map(({ name }) => `--${name}`),
  )
  // `--featuredOnly` alone means true.
  const expanded = args.flatMap((arg, i) => {
    const next = args[i + 1]
    return booleanFlags.has(arg) && (next === undefined || next.startsWith('--')) ? [`${arg}=true`] : [arg]
  })
  const { values, positionals } = parseFlags(command, expanded, { ...options, ...extraFlags }, positional.length)
  // `--tag a --tag b` means `--tag a,b`.
  const joined = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value])
  return { values: Object.fromEntries(joined) as Record<string, string | undefined>, positionals }
}

/** One help line per field: its flag and its rule. */
export function fieldHelp(fields: readonly Field[], width: number): string[] {
  return fields.map(field => {
    const fallback = field.schema.default === undefined ? '' : ` Default: ${field.schema.default}.`
    return `  ${`--${field.name}`.padEnd(width)}${field.required ? 'Required: ' : ''}${ruleOf(field)}${fallback}`
  })
}

// Rules are error messages ("limit must be a whole number …"); the help shows the part after the name.
const ruleOf = ({ name, rule }: Field): string => rule.replace(`${name} must be `, '')

/** Allowed values of flags that have a fixed set of them. */
export const choicesOf = ({ fields }: Operation): Record<string, readonly string[]> =>
  Object.fromEntries(
    fields.flatMap(({ name, schema }) => {
      const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum
      return choices === undefined ? [] : [[`--${name}`, choices]]
    }),
  )
