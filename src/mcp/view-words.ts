// The words of the ui:// views. The views contain the English ones and load those of their host's language through the host.
import { fail } from '../errors.ts'
import type { Language } from '../languages/language.ts'
import { isServiceLocale, languages, type ServiceLocale, serviceLocales } from '../languages/languages.ts'
import type { ResourceTemplate } from './definition.ts'

const english = Object.entries(languages.en.viewWords) as [keyof Language['viewWords'], string][]

/** By the English words; empty for English itself. */
const wordsOf = (locale: ServiceLocale): Record<string, string> =>
  Object.fromEntries(locale === 'en' ? [] : english.map(([name, word]) => [word, languages[locale].viewWords[name]]))

export const viewWordsTemplate: ResourceTemplate = {
  uriTemplate: 'ui://vitrine/words/{language}',
  name: 'view-words',
  title: 'Words of the views',
  description: 'What the ui:// views say, in one of the languages of the service.',
  mimeType: 'application/json',
  read: async ({ language = '' }) => {
    if (isServiceLocale(language)) return JSON.stringify(wordsOf(language))
    throw fail('not_found', `There are words for ${serviceLocales.join(', ')}.`)
  },
}
