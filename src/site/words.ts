// UI strings with the noun of the site in place of "creation".
import type { Words } from '../languages/language.ts'
import { languageOf } from '../languages/languages.ts'
import type { Site, SiteNoun } from './site.ts'
import { textIn } from './text.ts'

/** Strings in which the noun can be replaced: without articles and endings that depend on it. */
const naming: readonly (keyof Words)[] = [
  'creations',
  'oneCreation',
  'creationCount',
  'creationsOver',
  'searchHint',
  'more',
  'mostCreations',
  'categoryLead',
  'tagLead',
  'similar',
  'searchFor',
  'thisOne',
  'treeNote',
  'askLead',
  'about',
  'remixableText',
  'directFrom',
  'moreFrom',
  'moreOn',
  'noCreations',
  'creatorLead',
]

/** Nouns of these languages have no capitals within a sentence. */
const lowerCased = new Set(['en', 'es', 'fr', 'it', 'pt'])

/** A noun within a sentence. */
export const inSentence = (noun: string, locale: string): string =>
  lowerCased.has(locale) ? noun.toLocaleLowerCase(locale) : noun

type Nouns = Pick<Site, 'noun' | 'kinds'>

/** What the site calls creations: its noun, or its only kind. */
function nounOf({ noun, kinds: [kind, ...others] }: Nouns): SiteNoun | null {
  if (noun !== null) return noun
  const { label, plural } = kind ?? {}
  return others.length > 0 || label === undefined || plural === undefined ? null : { label, plural }
}

type Renamed = (text: string) => string

/** Replaces "creation" in a text of this language; null if the site has no other noun. */
function renaming(site: Nouns, locale: string): Renamed | null {
  const noun = nounOf(site)
  if (noun === null) return null
  const { noun: builtIn } = languageOf(locale)
  const [one, many] = [textIn(noun.label, locale), textIn(noun.plural, locale)]
  // The longer form first: many nouns contain their singular.
  const forms = new RegExp(`(${builtIn.many})|${builtIn.one}`, 'giu')
  return text =>
    text.replace(forms, (_, plural: string | undefined, at: number) => {
      const form = plural === undefined ? one : many
      return at > 0 ? inSentence(form, locale) : form
    })
}

/** A text in which the noun can be replaced. */
export const withNoun = (site: Nouns, locale: string, text: string): string => renaming(site, locale)?.(text) ?? text

export function wordsFor(site: Nouns, locale: string): Words {
  const { words } = languageOf(locale)
  const renamed = renaming(site, locale)
  if (renamed === null) return words
  return { ...words, ...Object.fromEntries(naming.map(name => [name, renamed(words[name])])) }
}
