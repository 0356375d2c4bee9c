// What checks throw when something is wrong.
import { Errors } from 'typebox/schema'
import { truncate } from '../util/text.ts'

export type CheckFailure = Error & { level: 'warn' | 'fail'; cure: string | undefined }

export const checkFailure = (saw: string, cure?: string, level: CheckFailure['level'] = 'fail'): CheckFailure =>
  Object.assign(new Error(saw), { level, cure })

/** Fails the check. */
export function must(condition: unknown, saw: string, cure?: string): asserts condition {
  if (!condition) throw checkFailure(saw, cure)
}

/** Ends the check with a warning. */
export function should(condition: unknown, saw: string, cure?: string): asserts condition {
  if (!condition) throw checkFailure(saw, cure, 'warn')
}

/** Additional properties are allowed, because new versions add some. */
export function mustMatch(schema: object, value: unknown, what: string): void {
  const [, [first] = []] = Errors(schema, value)
  must(first === undefined, `${what} does not match its schema: ${first?.instancePath || '/'} ${first?.message}`)
}

/** Truncates a text to the length of a report line. */
export const excerpt = (text: string, length: number): string => truncate(text.replace(/\s+/g, ' ').trim(), length, '…')
