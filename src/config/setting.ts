// What a setting is, how its text is found and how it is shown.
import { withoutSecrets } from '../util/without-secrets.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type Setting<T> = {
  name: string
  /** As it would be written in the environment; undefined when the setting is simply off or derived. */
  default: string | undefined
  meaning: string
  /** Throws an Error whose message completes "VITRINE_X …", for example "must be on or off". */
  parse: (text: string) => T
  /** Never printed. */
  secret?: true
}

// An empty variable is what `NAME= command` and container files leave behind when nothing is meant.
export function given(env: Environment, setting: Setting<unknown>): string | undefined {
  return env[setting.name]?.trim() || undefined
}

export function printable(setting: Setting<unknown>, text: string): string {
  if (setting.secret) return '********'
  return withoutSecrets(text)
}
