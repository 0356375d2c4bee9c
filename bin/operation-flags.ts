// The flags of a command that asks for a read: those of the operation's own definition, so that there is no second list.
import type { Operation } from '../src/operations/define.ts'
import { parseFlags } from './command.ts'

type Field = Operation['fields'][number]
type More = NonNullable<Parameters<typeof parseFlags>[2]>

/** What was given, as strings; `names` are fields that stand without a flag, in their order. */
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

/** A line for each: its flag, and what it may be. */
export function explainedFields(fields: readonly Field[], width: number): string[] {
  return fields.map(field => {
    const fallback = field.schema.default === undefined ? '' : ` Default: ${field.schema.default}.`
    return `  ${`--${field.name}`.padEnd(width)}${field.required ? 'Required: ' : ''}${ruleOf(field)}${fallback}`
  })
}

// Rules are written as messages, "limit must be a whole number …"; beside the name of the field the rest says it all.
const ruleOf = ({ name, rule }: Field): string => rule.replace(`${name} must be `, '')

/** What a flag may be, where that is a choice. */
export const choicesOf = ({ fields }: Operation): Record<string, readonly string[]> =>
  Object.fromEntries(
    fields.flatMap(({ name, schema }) => {
      const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum
      return choices === undefined ? [] : [[`--${name}`, choices]]
    }),
  )
