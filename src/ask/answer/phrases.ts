// Sentence templates of each language (phrases.json).
import { join } from 'node:path'
import { type Folders, jsonOf } from '../../knowledge/folders.ts'
import type { FactValues } from '../../knowledge/values.ts'
import { serviceLocales as languages } from '../../languages/languages.ts'
import { filler } from '../retrieve/facts.ts'

/** `say` fills the template with this key. A missing translation falls back to English; an unknown key throws. */
export type Phrases = { say(locale: string, key: string, values?: FactValues): string }

export async function loadPhrases(folders: Folders, common: FactValues): Promise<Phrases> {
  const byLanguage = new Map<string, Record<string, string>>()
  for (const language of languages)
    byLanguage.set(language, await jsonOf<string>(folders, join(language, 'phrases.json')))
  const english = byLanguage.get('en')!
  return {
    say(locale, key, values = {}) {
      const translated = byLanguage.get(locale)?.[key]
      const text = translated ?? english[key]
      if (text === undefined) throw new Error(`knowledge/en/phrases.json has no ${key}.`)
      return filler(translated === undefined ? 'en' : locale, { ...common, ...values }, key)(text)
    },
  }
}
