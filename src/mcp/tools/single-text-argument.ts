// Arguments of tools that take one text.
import { fail } from '../../errors.ts'
import { didYouMean } from '../../util/nearest.ts'
import { truncate } from '../../util/text.ts'

/** The argument `name`, when it is text. Other arguments are refused, as for operations. */
export function singleTextArgument(args: Record<string, unknown>, name: string): string | undefined {
  const unknown = Object.keys(args).find(key => key !== name)
  if (unknown !== undefined) throw noArgument(unknown, name)
  const value = args[name]
  return typeof value === 'string' ? value : undefined
}

function noArgument(unknown: string, name: string) {
  const shortName = truncate(unknown, 100)
  const reason = `There is no argument ${JSON.stringify(shortName)}.${didYouMean(shortName, [name])} This tool takes ${name}.`
  return fail('validation_failed', reason, { details: [{ field: shortName, reason }] })
}
