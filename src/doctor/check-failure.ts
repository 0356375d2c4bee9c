// What checks throw when something is wrong.
import { truncate } from '../util/text.ts'

export type CheckFailure = Error & { level: 'warn' | 'fail'; cure: string | undefined }

export const checkFailure = (saw: string, cure?: string, level: CheckFailure['level'] = 'fail'): CheckFailure =>
  Object.assign(new Error(saw), { level, cure })

export function must(holds: unknown, saw: string, cure?: string): asserts holds {
  if (!holds) throw checkFailure(saw, cure)
}

export function should(holds: unknown, saw: string, cure?: string): asserts holds {
  if (!holds) throw checkFailure(saw, cure, 'warn')
}

/** Truncates a text to the length of a report line. */
export function excerpt(text: string, length = 60): string {
  return truncate(text.replace(/\s+/g, ' ').trim(), length, '…')
}
