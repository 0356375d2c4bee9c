// A check examines one thing from outside and returns what it saw, or throws a CheckFailure.
import type { Target } from './target.ts'

export type Level = 'ok' | 'warn' | 'fail'

export type Check = {
  name: string
  /** What must be true, as a sentence. */
  about: string
  /** Advice when it fails, unless the failure has more specific advice. */
  cure: string
  /** A failure of this check is only a warning. */
  failureLevel?: 'warn'
  /** Runs after all others, because it evaluates their responses. */
  last?: true
  /** Returns what it saw, for the report. */
  run: (target: Target) => Promise<string>
}

export type Finding = { name: string; about: string; level: Level; saw: string; cure: string | null }
