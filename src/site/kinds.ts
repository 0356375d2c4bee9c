// Names of kinds, counters and units in a language: those of the site pack, else the built-in words.
import { languageOf } from '../languages/languages.ts'
import { labelFromKey } from '../util/text.ts'
import { type Counter, counterOfSort, counters, isDefaultKind, type Site, type SiteKind } from './site.ts'
import { type Text, textIn } from './text.ts'

type Kinds = Pick<Site, 'kinds'>
type Stats = Pick<Site, 'stats'>

/** Undefined for a creation that was imported before the kind was removed from the pack. */
export const kindOf = ({ kinds }: Kinds, key: string): SiteKind | undefined => kinds.find(kind => kind.key === key)

/** One creation of this kind; a kind without a label is shown by its key. */
export function kindLabel(site: Kinds, key: string, locale: string): string {
  const label = kindOf(site, key)?.label
  if (label !== undefined) return textIn(label, locale)
  return isDefaultKind(key) ? languageOf(locale).words[key] : labelFromKey(key)
}

/** Several creations of this kind. */
export function kindPlural(site: Kinds, key: string, locale: string): string {
  const { plural, label } = kindOf(site, key) ?? {}
  if (plural !== undefined) return textIn(plural, locale)
  return isDefaultKind(key) && label === undefined ? languageOf(locale).words[`${key}s`] : kindLabel(site, key, locale)
}

/** "apps, games and widgets", for English texts without translations. */
export const kindsInText = (site: Kinds): string => listFormat.format(pluralsInText(site))

export const pluralsInText = (site: Kinds): string[] =>
  site.kinds.map(({ key }) => kindPlural(site, key, 'en').toLowerCase())

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** The heading of the instructions of a creation, in one of the languages of the service. */
export function instructionsHeading(site: Kinds, key: string, locale: string): string {
  const heading = kindOf(site, key)?.instructions
  if (heading !== undefined) return textIn(heading, locale)
  const { words, viewWords } = languageOf(locale)
  return key === 'game' ? words.howTo : viewWords.howTo
}

/** The counters that are shown. */
export const shownCounters = ({ stats }: Stats, among: readonly Counter[] = counters): Counter[] =>
  among.filter(counter => !stats[counter].hidden)

export function counterLabel({ stats }: Stats, counter: Counter, locale: string): string {
  const { label } = stats[counter]
  return label === null ? languageOf(locale).words[counter] : textIn(label, locale)
}

/** The unit of a score: its name in the pack, else as recorded. */
export const unitLabel = ({ units }: Pick<Site, 'units'>, unit: string, locale: string): string =>
  Object.hasOwn(units, unit) ? textIn(units[unit]!, locale) : unit

/**
 * "5 points". A pack has one label for each unit; where its form depends on the number in many ways, as in Arabic, a dot
 * separates them.
 */
export function amountText(site: Pick<Site, 'units'>, amount: string, unit: string, locale: string): string {
  return `${amount} ${unitLabel(site, unit, locale)}`
}

/** "5 plays": in English, for texts that have no translations. */
export const countText = (site: Stats, counter: Counter, value: number): string =>
  `${value} ${counterLabel(site, counter, 'en').toLowerCase()}`

/** The title of a rail, or of a sort: with the name of its counter if the pack renames it, else the built-in one. */
export function railTitle({ stats }: Stats, rail: string, locale: string, builtIn: string): string {
  const counter = counterOfSort[rail]
  const label: Text | null = counter === undefined ? null : stats[counter].label
  if (label === null) return builtIn
  const text = textIn(label, locale)
  // Other languages keep the case, which may have a meaning.
  return languageOf(locale).words.mostOf.replace('{label}', () => (locale === 'en' ? text.toLowerCase() : text))
}

/** The counters in structured data (schema.org). */
export const counterActions: Readonly<Record<Counter, string>> = {
  views: 'ViewAction',
  plays: 'PlayAction',
  likes: 'LikeAction',
  remixes: 'CreateAction',
}

export const interactions = (action: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: count,
})
