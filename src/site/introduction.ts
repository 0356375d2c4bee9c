// The heading and introduction of a site; neutral ones for a site pack without.
import { languageOf } from '../languages/languages.ts'
import type { Site } from './site.ts'
import { textIn } from './text.ts'

export const taglineIn = ({ tagline }: Pick<Site, 'tagline'>, locale = 'en'): string =>
  tagline === null ? languageOf(locale).words.motto : textIn(tagline, locale)

export const introIn = ({ intro }: Pick<Site, 'intro'>, locale = 'en'): string =>
  intro === null ? languageOf(locale).words.about : textIn(intro, locale)
