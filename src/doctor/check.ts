// A check looks at one thing from outside and returns what it saw, or throws a CheckFailure.
import type { Target } from './target.ts'

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
  look: (target: Target) => Promise<string>
}

export type Finding = { name: string; about: string; level: Level; saw: string; cure: string | null }
