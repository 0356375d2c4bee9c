// Texts of the ui:// views. Views contain the English texts and load those of the host's language as a resource. The names
// of counters and headings come from the site.
import { fail } from '../errors.ts'
import type { Language } from '../languages/language.ts'
import { isServiceLocale, languages, type ServiceLocale, serviceLocales } from '../languages/languages.ts'
import { counterLabel, instructionsHeading } from '../site/kinds.ts'
import type { Site } from '../site/site.ts'
import type { ResourceTemplate } from './definition.ts'

type ViewSite = Pick<Site, 'kinds' | 'stats'>
type ViewWord = keyof Language['viewWords']

const english = Object.entries(languages.en.viewWords) as [ViewWord, string][]

/** The counters that views show. */
const counters = ['plays', 'likes', 'remixes'] as const

/**
 * English text → text of the site; empty for a hidden counter. `howTo.<kind>` is the heading of its instructions, if it
 * is not the usual one.
 */
export function siteWords({ kinds, stats }: ViewSite, locale: ServiceLocale): Record<string, string> {
  const named = counters.flatMap(counter => {
    const { label, hidden } = stats[counter]
    if (label === null && !hidden) return []
    return [[languages.en.viewWords[counter], hidden ? '' : counterLabel({ stats }, counter, locale)]]
  })
  const usual = languages[locale].viewWords.howTo
  const headings = kinds
    .map(({ key }) => [`howTo.${key}`, instructionsHeading({ kinds }, key, locale)] as const)
    .filter(([, heading]) => heading !== usual)
  return Object.fromEntries([...named, ...headings])
}

/** English text → translation; for English only what the site changes. */
const wordsOf = (site: ViewSite, locale: ServiceLocale): Record<string, string> => {
  const translated = locale === 'en' ? [] : english.map(([name, word]) => [word, languages[locale].viewWords[name]])
  return { ...Object.fromEntries(translated), ...siteWords(site, locale) }
}

export const viewWordsTemplate = (site: ViewSite): ResourceTemplate => ({
  uriTemplate: 'ui://vitrine/words/{language}',
  name: 'view-words',
  title: 'Words of the views',
  description: 'The texts of the ui:// views in one of the languages of the service.',
  mimeType: 'application/json',
  icon: 'globe',
  complete: { language: async value => serviceLocales.filter(locale => locale.startsWith(value)) },
  read: async ({ language = '' }) => {
    if (isServiceLocale(language)) return JSON.stringify(wordsOf(site, language))
    throw fail('not_found', `There are words for ${serviceLocales.join(', ')}.`)
  },
})
