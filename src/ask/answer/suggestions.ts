// Questions that a visitor may ask next: about what the community has, and about what the answer shows.
import { inSentence, withNoun, wordsFor } from '../../site/words.ts'
import type { Draft } from './draft.ts'
import type { Phraser } from './phraser.ts'
import { sanitize } from './sanitize.ts'

type Counted = { kind: string; url: string; stats: { plays: number; likes: number } }

/** What the suggestions name: some creations, the categories by size, and how many people have creations or followers. */
export type Offered = {
  creations: readonly Counted[]
  categories: readonly { label: string; count: number }[]
  creators: number
  followers: number
}

/** With fewer creations, all of them are listed already. */
const fewCreations = 8
/** Longer names are sentences. */
const maxNameLength = 40
const suggestionCount = { start: 6, next: 3 }

export function suggestionsFor(
  query: string,
  { answered, results, metadata: { intent } }: Pick<Draft, 'answered' | 'results' | 'metadata'>,
  phraser: Phraser,
  offered: Offered | null,
): string[] {
  const followUps = offered !== null && offered.creations.length >= fewCreations ? aboutResult(results[0], phraser) : []
  const isStart = intent === 'welcome'
  const all = [
    ...followUps,
    ...(offered === null ? always(phraser) : aboutCommunity(offered, phraser)),
    ...(answered && !isStart ? [] : [phraser.say('suggest.what', {})]),
  ]
  return all.filter(text => text !== query).slice(0, isStart ? suggestionCount.start : suggestionCount.next)
}

/** More from the creator, or like the creation, that comes first. */
function aboutResult(result: Draft['results'][number] | undefined, phraser: Phraser): string[] {
  if (result === undefined || result['@type'] === 'TechArticle') return []
  const { alternateName } = result.schema_object
  if (result['@type'] === 'Person')
    return typeof alternateName === 'string' ? [phraser.say('suggest.by', { handle: alternateName.slice(1) })] : []
  return result.name.length > maxNameLength ? [] : [phraser.say('suggest.similar', { title: sanitize(result.name) })]
}

/** Have answers in nearly every community. */
const always = (phraser: Phraser): string[] => ['trending', 'makers'].map(key => sayIn(phraser, key))

/** With the noun of the site. */
const sayIn = (phraser: Phraser, key: string, values: Record<string, string> = {}): string =>
  capitalized(withNoun(phraser.site, phraser.locale, phraser.say(`suggest.${key}`, values)), phraser.locale)

function aboutCommunity({ creations, categories, creators, followers }: Offered, phraser: Phraser): string[] {
  if (creations.length === 0) return []
  const { site, locale } = phraser
  const say = (key: string, values?: Record<string, string>) => sayIn(phraser, key, values)
  const sayFor = (key: string, what: string | undefined) => (what === undefined ? [] : [say(key, { what })])
  // Other kinds have plays, too, but are not played.
  const games = kindsBy('plays', creations, phraser).find(kind => kind === inSentence(phraser.plural('game'), locale))
  const liked = kindsBy('likes', creations, phraser)
  const category = categories.find(({ label, count }) => count > 1 && label.length <= maxNameLength)
  return [
    say('trending'),
    ...sayFor('popular', games),
    ...(followers > 0 ? [say('followed')] : []),
    ...(category === undefined ? [] : [say('category', { label: sanitize(category.label) })]),
    // Of another kind than games, if there is one.
    ...sayFor('liked', liked.find(kind => kind !== games) ?? liked[0]),
    ...(creators > 1 ? [say('makers')] : []),
    ...sayFor('recent', inSentence(wordsFor(site, locale).creations, locale)),
  ]
}

/** The kinds of these creations, those with the most plays or likes first. A counter with another name is not asked for. */
function kindsBy(
  counter: 'plays' | 'likes',
  creations: readonly Counted[],
  { site, locale, plural }: Phraser,
): string[] {
  const { hidden, label } = site.stats[counter]
  if (hidden || label !== null) return []
  const totals = [...Map.groupBy(creations, ({ kind }) => kind)]
    .map(([kind, some]) => ({ kind, total: some.reduce((sum, { stats }) => sum + stats[counter], 0) }))
    .filter(({ total }) => total > 0)
  return totals.sort((one, other) => other.total - one.total).map(({ kind }) => inSentence(plural(kind), locale))
}

const capitalized = (text: string, locale: string): string => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1)
