// The settings in force, as `vitrine config` lists them.
import { entries } from './config.ts'
import { type Environment, given, printable } from './setting.ts'

type SettingRow = { name: string; value: string; from: 'default' | 'environment'; meaning: string }

/** The settings in force, for people; secrets are masked. Invalid values are shown unchanged. */
export function describeSettings(env: Environment): SettingRow[] {
  return entries.map(([, setting]) => {
    const text = given(env, setting)
    return {
      name: setting.name,
      value: text === undefined ? (setting.default ?? '') : printable(setting, text),
      from: text === undefined ? 'default' : 'environment',
      meaning: setting.meaning,
    }
  })
}
