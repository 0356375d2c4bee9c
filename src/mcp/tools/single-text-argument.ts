// Arguments of the tools that are no operations; operations have the same rule.
import { fail } from '../../errors.ts'
import { didYouMean } from '../../util/nearest.ts'
import { truncate } from '../../util/text.ts'

/** The one argument that a tool takes, when it is text. */
export function onlyText(given: Record<string, unknown>, name: string): string | undefined {
  const unknown = Object.keys(given).find(key => key !== name)
  if (unknown !== undefined) throw noArgument(unknown, name)
  const value = given[name]
  return typeof value === 'string' ? value : undefined
}

function noArgument(given: string, name: string) {
  const shown = truncate(given, 100)
  const reason = `There is no argument ${JSON.stringify(shown)}.${didYouMean(shown, [name])} This tool takes ${name}.`
  return fail('validation_failed', reason, { details: [{ field: shown, reason }] })
}
