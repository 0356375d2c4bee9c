// What a check is. Each looks at one thing from outside and says what it saw; what is wrong is thrown.
import { truncate } from '../util/text.ts'
import type { Patient } from './patient.ts'

export type Level = 'ok' | 'warn' | 'fail'

export type Check = {
  name: string
  /** What must hold, as a sentence. */
  about: string
  /** What to do when it does not, unless the finding says more exactly. */
  cure: string
  /** Never worse than a warning. */
  worst?: 'warn'
  /** After all others: it looks at what they saw. */
  last?: true
  /** Gives what it saw. */
  look: (patient: Patient) => Promise<string>
}

export type Finding = { name: string; about: string; level: Level; saw: string; cure: string | null }

export type Trouble = Error & { level: 'warn' | 'fail'; cure: string | undefined }

export const trouble = (saw: string, cure?: string, level: Trouble['level'] = 'fail'): Trouble =>
  Object.assign(new Error(saw), { level, cure })

export function must(holds: unknown, saw: string, cure?: string): asserts holds {
  if (!holds) throw trouble(saw, cure)
}

export function should(holds: unknown, saw: string, cure?: string): asserts holds {
  if (!holds) throw trouble(saw, cure, 'warn')
}

/** As much of a text as a line of the report has room for. */
export function excerpt(text: string, length = 60): string {
  return truncate(text.replace(/\s+/g, ' ').trim(), length, '…')
}
