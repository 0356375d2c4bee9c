// Arguments of tools that take one text, or none.
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

/** Refuses arguments of a tool that takes none. */
export function noArguments(args: Record<string, unknown>): void {
  const [unknown] = Object.keys(args)
  if (unknown === undefined) return
  const reason = `There is no argument ${JSON.stringify(truncate(unknown, 100))}. This tool takes none.`
  throw fail('validation_failed', reason, { details: [{ field: truncate(unknown, 100), reason }] })
}

function noArgument(unknown: string, name: string) {
  const shortName = truncate(unknown, 100)
  const reason = `There is no argument ${JSON.stringify(shortName)}.${didYouMean(shortName, [name])} This tool takes ${name}.`
  return fail('validation_failed', reason, { details: [{ field: shortName, reason }] })
}
