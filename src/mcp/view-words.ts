// Translated texts of the ui:// views. Views contain the English texts and load those of the host's language as a resource.
import { fail } from '../errors.ts'
import type { Language } from '../languages/language.ts'
import { isServiceLocale, languages, type ServiceLocale, serviceLocales } from '../languages/languages.ts'
import type { ResourceTemplate } from './definition.ts'

const english = Object.entries(languages.en.viewWords) as [keyof Language['viewWords'], string][]

/** English text → translation; empty for English. */
const wordsOf = (locale: ServiceLocale): Record<string, string> =>
  Object.fromEntries(locale === 'en' ? [] : english.map(([name, word]) => [word, languages[locale].viewWords[name]]))

export const viewWordsTemplate: ResourceTemplate = {
  uriTemplate: 'ui://vitrine/words/{language}',
  name: 'view-words',
  title: 'Words of the views',
  description: 'The texts of the ui:// views in one of the languages of the service.',
  mimeType: 'application/json',
  read: async ({ language = '' }) => {
    if (isServiceLocale(language)) return JSON.stringify(wordsOf(language))
    throw fail('not_found', `There are words for ${serviceLocales.join(', ')}.`)
  },
}
