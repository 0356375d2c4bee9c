// JSON arguments, from programs that can correct errors.
import { fail } from '../errors.ts'
import { didYouMean } from '../util/nearest.ts'
import { truncate } from '../util/text.ts'
import type { Operation } from './define.ts'

/**
 * Unlike in query strings, unknown names are errors: every member of an arguments object is intentional. Null means
 * absent.
 */
export function checkedArguments(operation: Operation, args: Record<string, unknown>): Record<string, unknown> {
  const names = operation.fields.map(({ name }) => name)
  const unknown = Object.keys(args).filter(name => !names.includes(name))
  if (unknown.length === 0) return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
  const details = unknown.slice(0, 10).map(name => {
    const field = truncate(name, 100)
    const hint = `${didYouMean(field, names)} ${operation.name} takes ${names.join(', ')}.`
    return { field, reason: `There is no argument ${JSON.stringify(field)}.${hint}` }
  })
  throw fail('validation_failed', details.map(({ reason }) => reason).join(' '), { details })
}
