// The type of a setting; finding and printing its value.
import { withoutSecrets } from '../util/without-secrets.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type Setting<T> = {
  name: string
  /** As written in the environment; undefined when the setting is off or derived. */
  default: string | undefined
  meaning: string
  /** Throws an Error whose message completes "VITRINE_X …", for example "must be on or off". */
  parse: (text: string) => T
  /** Never printed. */
  secret?: true
}

// An empty variable counts as absent: `NAME= command` and container files leave those behind.
export function given(env: Environment, setting: Setting<unknown>): string | undefined {
  return env[setting.name]?.trim() || undefined
}

export function printable(setting: Setting<unknown>, text: string): string {
  if (setting.secret) return '********'
  return withoutSecrets(text)
}
