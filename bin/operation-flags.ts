// The flags of commands for reads, derived from the definition of the operation.
import type { Operation } from '../src/operations/define.ts'
import { parseFlags } from './command.ts'

type Field = Operation['fields'][number]
type More = NonNullable<Parameters<typeof parseFlags>[2]>

/** The given values as strings; `names` are positional fields, in order. */
export function stringsOf(
  command: string,
  { fields }: Operation,
  args: string[],
  { names = [], more = {} }: { names?: readonly string[]; more?: More } = {},
) {
  const flagged = fields.filter(({ name }) => !names.includes(name))
  const options = Object.fromEntries(flagged.map(({ name }) => [name, { type: 'string' as const }]))
  const switches = new Set(flagged.filter(({ schema }) => schema.type === 'boolean').map(({ name }) => `--${name}`))
  // `--featuredOnly` alone means true.
  const spelled = args.flatMap((arg, i) => {
    const next = args[i + 1]
    return switches.has(arg) && (next === undefined || next.startsWith('--')) ? [`${arg}=true`] : [arg]
  })
  const { values, positionals } = parseFlags(command, spelled, { ...options, ...more }, names.length)
  return { values: values as Record<string, string | undefined>, positionals }
}

/** One help line per field: its flag and its rule. */
export function explainedFields(fields: readonly Field[], width: number): string[] {
  return fields.map(field => {
    const fallback = field.schema.default === undefined ? '' : ` Default: ${field.schema.default}.`
    return `  ${`--${field.name}`.padEnd(width)}${field.required ? 'Required: ' : ''}${ruleOf(field)}${fallback}`
  })
}

// Rules are error messages ("limit must be a whole number …"); the help shows the part after the name.
const ruleOf = ({ name, rule }: Field): string => rule.replace(`${name} must be `, '')

/** Allowed values of flags that are a choice. */
export const choicesOf = ({ fields }: Operation): Record<string, readonly string[]> =>
  Object.fromEntries(
    fields.flatMap(({ name, schema }) => {
      const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum
      return choices === undefined ? [] : [[`--${name}`, choices]]
    }),
  )
