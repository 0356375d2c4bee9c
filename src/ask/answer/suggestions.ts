// Questions that a visitor may ask next: about what the community has, and about what the answer shows.
import type { Context } from '../../operations/define.ts'
import { getCommunityLanding, getCreators } from '../../operations/index.ts'
import type { CreatorPage, Landing } from '../../operations/shapes.ts'
import type { Site } from '../../site/site.ts'
import { inSentence, withNoun, wordsFor } from '../../site/words.ts'
import { lazilyByKey } from '../../util/lazily.ts'
import type { Static } from '../../util/schema.ts'
import type { Drafting } from '../decide/drafting.ts'
import { makeRead, type Read } from '../retrieve/live/community.ts'
import { type Card, type Draft, isOfPage } from './draft.ts'
import { makePhraser, type Phraser, type Phrases } from './phraser.ts'
import { sanitize } from './sanitize.ts'

type Parts = { context: Context; site: Site; phrases: Phrases }

/** Adds suggestions to drafts. */
export function withSuggestions(drafting: Drafting, { context, site, phrases }: Parts): Drafting {
  const read = makeRead(context)
  const offeredIn = lazilyByKey(
    locale => readOffered(read, locale),
    () => context.store.version(),
  )
  return async question => {
    const draft = await drafting(question)
    const { locale } = draft.metadata
    // Questions about the service are answered even while the store is unavailable.
    const offered = await offeredIn(locale).catch(() => null)
    const suggestions = suggestionsFor(
      question.query,
      draft,
      makePhraser(locale, site, phrases, context.addresses),
      offered,
    )
    return { ...draft, metadata: { ...draft.metadata, suggestions } }
  }
}

/** What the suggestions name: some creations, the categories by size, and how many people have creations or followers. */
type Offered = Awaited<ReturnType<typeof readOffered>>

async function readOffered(read: Read, locale: string) {
  const [landing, people] = await Promise.all([
    read<Static<typeof Landing>>(getCommunityLanding, { locale }),
    read<Static<typeof CreatorPage>>(getCreators, { sort: 'followers', limit: 1 }),
  ])
  const cards = landing?.rails.flatMap(({ items }) => items) ?? []
  return {
    creations: [...new Map(cards.map(card => [card.url, card])).values()],
    categories: landing?.categories.toSorted((one, other) => other.count - one.count) ?? [],
    creators: new Set(cards.map(({ handle }) => handle)).size,
    followers: people?.items[0]?.followerCount ?? 0,
  }
}

const nothing: Offered = { creations: [], categories: [], creators: 0, followers: 0 }

/** With fewer creations, all of them are listed already. */
const fewCreations = 8
/** Longer names are sentences. */
const maxNameLength = 40
const suggestionCount = { start: 6, next: 3 }

function suggestionsFor(
  query: string,
  { answered, results, metadata: { intent } }: Draft,
  phraser: Phraser,
  offered: Offered | null,
): string[] {
  const isLarge = (offered?.creations.length ?? 0) >= fewCreations
  const isStart = intent === 'welcome'
  const [popular] = offered?.creations.filter(({ title }) => title.length <= maxNameLength) ?? []
  const about = answered && isLarge ? aboutResults(results, phraser) : isLarge ? [] : aboutFew(offered, phraser)
  const [first, ...others] = aboutCommunity(offered, phraser)
  const similar =
    isStart && isLarge && popular ? [phraser.say('suggest.similar', { title: sanitize(popular.title) })] : []
  const all = [
    ...about,
    ...(first === undefined ? [] : [first]),
    ...similar,
    ...others,
    ...(answered && !isStart ? [] : [phraser.say('suggest.what', {})]),
  ]
  return [...new Set(all)]
    .filter(text => text !== query)
    .slice(0, isStart ? suggestionCount.start : suggestionCount.next)
}

/** By name: a creation and the creator with the most creations. */
function aboutFew(offered: Offered | null, phraser: Phraser): string[] {
  const { creations } = offered ?? nothing
  const named = creations.find(({ title }) => title.length <= maxNameLength)
  const [most] = [...Map.groupBy(creations, ({ handle }) => handle)].sort(([, a], [, b]) => b.length - a.length)
  return [
    ...(named === undefined ? [] : [phraser.say('suggest.about', { title: sanitize(named.title) })]),
    ...(most === undefined || most[1].length === 1 ? [] : [phraser.say('suggest.by', { handle: most[0] })]),
  ]
}

/** More from the creator, or like the creation, that comes first, or from the category that most of the results have. */
function aboutResults(results: Draft['results'], phraser: Phraser): string[] {
  const [result] = results
  if (result === undefined || isOfPage(result)) return []
  const { alternateName } = result.schema_object
  const byCategory = Map.groupBy(results, ({ schema_object }) => schema_object.applicationCategory)
  const [[category] = []] = [...byCategory].toSorted(([, one], [, other]) => other.length - one.length)
  if (result['@type'] === 'Person')
    return typeof alternateName === 'string' ? [phraser.say('suggest.by', { handle: alternateName.slice(1) })] : []
  const isShort = (name: unknown): name is string => typeof name === 'string' && name.length <= maxNameLength
  return [
    ...(isShort(result.name) ? [phraser.say('suggest.similar', { title: sanitize(result.name) })] : []),
    ...(isShort(category) ? [phraser.say('suggest.category', { label: sanitize(category) })] : []),
  ]
}

/** While the community cannot be read, questions that have answers in nearly every community. */
function aboutCommunity(offered: Offered | null, phraser: Phraser): string[] {
  const { site, locale } = phraser
  const { creations, categories, creators, followers } = offered ?? nothing
  if (offered !== null && creations.length === 0) return []
  // Other kinds have plays, too, but are not played.
  const games = kindsBy('plays', creations, phraser).find(kind => kind === inSentence(phraser.plural('game'), locale))
  const liked = kindsBy('likes', creations, phraser)
  const category = categories.find(({ label, count }) => count > 1 && label.length <= maxNameLength)
  const about = (what: string | undefined) => what !== undefined && { what }
  const asked: Record<string, Record<string, string> | false> = {
    trending: {},
    popular: about(games),
    followed: followers > 0 && {},
    category: category !== undefined && { label: sanitize(category.label) },
    // Of another kind than games, if there is one.
    liked: about(liked.find(kind => kind !== games) ?? liked[0]),
    makers: (offered === null || creators > 1) && {},
    recent: offered !== null && { what: inSentence(wordsFor(site, locale).creations, locale) },
  }
  return Object.entries(asked)
    .flatMap(([key, values]) => (values ? [withNoun(site, locale, phraser.say(`suggest.${key}`, values))] : []))
    .map(text => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1))
}

/** The kinds of several of these creations, those with the most plays or likes first. A counter with another name is not asked for. */
function kindsBy(counter: 'plays' | 'likes', creations: readonly Card[], { site, locale, plural }: Phraser): string[] {
  const { hidden, label } = site.stats[counter]
  if (hidden || label !== null) return []
  const totals = [...Map.groupBy(creations, ({ kind }) => kind)]
    .filter(([, some]) => some.length > 1)
    .map(([kind, some]) => ({ kind, total: some.reduce((sum, { stats }) => sum + stats[counter], 0) }))
    .filter(({ total }) => total > 0)
  return totals.sort((one, other) => other.total - one.total).map(({ kind }) => inSentence(plural(kind), locale))
}
