// Sentence templates for live data, in every language.
import { join } from 'node:path'
import { type Folders, jsonOf } from '../../knowledge/folders.ts'
import type { FactValues } from '../../knowledge/values.ts'
import { serviceLocales as languages } from '../../languages/languages.ts'
import { filler } from '../retrieve/facts.ts'

/** `say` throws for an unknown phrase. Missing translations fall back to English. */
export type Phrases = { say(locale: string, phrase: string, values?: FactValues): string }

export async function loadPhrases(folders: Folders, common: FactValues): Promise<Phrases> {
  const byLanguage = new Map<string, Record<string, string>>()
  for (const language of languages)
    byLanguage.set(language, await jsonOf<string>(folders, join(language, 'phrases.json')))
  const english = byLanguage.get('en')!
  return {
    say(locale, phrase, values = {}) {
      const own = byLanguage.get(locale)?.[phrase]
      const text = own ?? english[phrase]
      if (text === undefined) throw new Error(`knowledge/en/phrases.json has no ${phrase}.`)
      return filler(own === undefined ? 'en' : locale, { ...common, ...values }, phrase)(text)
    },
  }
}
