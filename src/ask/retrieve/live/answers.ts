// Answers about the live community, read through the operations.
import { plainMarkdown } from '../../../knowledge/plain-markdown.ts'
import type { Context } from '../../../operations/define.ts'
import {
  getAppShare,
  getCommunityFeed,
  getCreatorFollowers,
  getCreatorFollowing,
  getCreatorProfile,
  getSimilarApps,
} from '../../../operations/index.ts'
import { counterLabel, shownCounters } from '../../../site/kinds.ts'
import { type Counter, counterOfSort } from '../../../site/site.ts'
import { titleKey } from '../../../store/search-text.ts'
import { lazily } from '../../../util/lazily.ts'
import { firstSentence } from '../../../util/text.ts'
import { type Compared, describeComparison } from '../../answer/comparison-text.ts'
import type { Card, LiveAnswer, Person } from '../../answer/draft.ts'
import { describeCreators, describeLabels, describeList, describeStatus, type Health } from '../../answer/list-text.ts'
import { type Creation, describeCreation, describeCreator, type Profile, saidOf } from '../../answer/live-text.ts'
import type { Phraser } from '../../answer/phraser.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Embeddings } from '../../model/use-embeddings.ts'
import { readNear } from './by-meaning.ts'
import { type FeedPage, makeRead, type Read, type Reading, readLabels } from './community.ts'
import { isTag } from './filters.ts'
import { lengthOf, readCreators, readList, relatedResults } from './lists.ts'
import type { NamedCreation } from './names.ts'
import type { Parts } from './parts.ts'
import type { LivePlan } from './plan.ts'

type LiveParts = { context: Context; health: Health; embeddings: Embeddings }
export type LiveContext = Reading & { phraser: Phraser; health: Health }

export function makeLive({ context, health, embeddings: { nearest } }: LiveParts) {
  const read = makeRead(context)
  const readingOf = ({ text }: Parts, locale: string): Reading => {
    const near = lazily(() => readNear(context.store, nearest, text, locale))
    return { read, locale, near }
  }
  return {
    /** Reads the creations of a plan. */
    find: async (plan: LivePlan, locale: string): Promise<LivePlan> =>
      plan.subject === 'creations' ? { ...plan, found: await readList(plan, readingOf(plan.parts, locale)) } : plan,
    /** Null when nothing was found. */
    answer: (plan: LivePlan, phraser: Phraser): Promise<LiveAnswer | null> =>
      answerers[plan.subject](plan, { ...readingOf(plan.parts, phraser.locale), phraser, health }),
    /** What is closest to a question without an answer. */
    related: (parts: Parts, plan: LivePlan | null, phraser: Phraser): Promise<LiveAnswer['results']> =>
      relatedResults({ parts, plan, phraser }, readingOf(parts, phraser.locale)),
  }
}

type Answerer = (plan: LivePlan, context: LiveContext) => Promise<LiveAnswer | null>

const answerers: Record<LivePlan['subject'], Answerer> = {
  creations: creationsAnswer,
  creators: creatorsAnswer,
  tags: labelsAnswer,
  categories: labelsAnswer,
  kinds: kindsAnswer,
  status: async (_plan, { health, phraser }) => describeStatus(await health(), phraser),
  creation: creationAnswer,
  creator: creatorAnswer,
  similar: similarAnswer,
  compare: comparisonAnswer,
  missing: async () => null,
}

async function creationsAnswer(plan: LivePlan, context: LiveContext): Promise<LiveAnswer | null> {
  const found = await readList(plan, context)
  return found && describeList(plan, found, context.phraser)
}

async function creatorsAnswer(plan: LivePlan, { read, phraser }: LiveContext): Promise<LiveAnswer | null> {
  const found = await readCreators(plan, lengthOf(plan), read)
  return found && describeCreators(found, plan, phraser)
}

async function labelsAnswer(plan: LivePlan, context: LiveContext): Promise<LiveAnswer | null> {
  const page = await readLabels(plan.subject === 'tags' ? 'tags' : 'categories', context)
  return page.items.length === 0 ? null : describeLabels(page, plan, context.phraser)
}

async function kindsAnswer(plan: LivePlan, { read, phraser }: LiveContext): Promise<LiveAnswer | null> {
  const { site, addresses } = phraser
  const counted = site.kinds.map(async ({ key }) => {
    const page = await read<FeedPage>(getCommunityFeed, { kind: key, limit: 1 })
    const url = `${addresses.webUrl}/community?kind=${encodeURIComponent(key)}`
    return { key, label: phraser.plural(key), count: page?.total ?? 0, url }
  })
  const items = (await Promise.all(counted)).filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
  return items.length === 0 ? null : describeLabels({ items, total: items.length }, plan, phraser)
}

async function creationAnswer(
  { parts, aspects }: LivePlan,
  { read, phraser, locale }: LiveContext,
): Promise<LiveAnswer | null> {
  const { card, others } = chosenCreation(parts)
  const creation = await read<Creation>(getAppShare, { handle: card.handle, slug: card.slug, locale })
  return creation && describeCreation({ creation, others, aspects, ordinal: parts.ordinal }, phraser)
}

/** Of several with the same title the one by the creator who is named, else the first. */
function chosenCreation({ creations, creators }: Parts): Pick<NamedCreation, 'card' | 'others'> {
  const { card, others } = creations[0]!
  const named = creators[0]?.person.handle
  const chosen = [card, ...others].find(({ handle }) => handle === named)
  return chosen === undefined ? { card, others } : { card: chosen, others: [] }
}

async function creatorAnswer(
  { parts, aspects }: LivePlan,
  { read, phraser, locale }: LiveContext,
): Promise<LiveAnswer | null> {
  const { person, others } = parts.creators[0]!
  const { handle } = person
  const people = async (aspect: string, operation: typeof getCreatorFollowers) =>
    aspects.includes(aspect)
      ? ((await read<{ items: Person[] }>(operation, { handle, limit: parts.limit ?? parameters.listLength }))?.items ??
        [])
      : []
  const [profile, popular, followers, following] = await Promise.all([
    read<Profile>(getCreatorProfile, { handle, locale }),
    read<FeedPage>(getCommunityFeed, { creator: handle, sort: 'popular', locale, limit: parameters.listLength }),
    people('followers', getCreatorFollowers),
    people('following', getCreatorFollowing),
  ])
  const creations = popular?.items ?? []
  return profile && describeCreator({ profile, creations, others, aspects, followers, following }, phraser)
}

async function similarAnswer(plan: LivePlan, { read, phraser, locale }: LiveContext): Promise<LiveAnswer | null> {
  const { handle, slug } = chosenCreation(plan.parts).card
  const limit = plan.parts.limit ?? parameters.listLength
  const page = await read<Pick<FeedPage, 'items' | 'total'>>(getSimilarApps, { handle, slug, locale, limit })
  if (page === null || page.items.length === 0) return null
  const found = { page: { ...page, match: null, searched: null, pagination: { totalIsExact: true } }, query: {} }
  return describeList(plan, found, phraser)
}

/** The first sentence of the description if the summary only repeats the title. */
async function summaryOf(card: Card, read: Read, locale: string): Promise<string> {
  const { handle, slug, title, summary } = card
  if (summary !== '' && titleKey(summary) !== titleKey(title)) return summary
  const detail = await read<Creation>(getAppShare, { handle, slug, locale })
  return firstSentence(plainMarkdown(detail?.description ?? ''))
}

/** Creations in one comparison. */
const maxCompared = 4

/** Creations, or two creators, kinds, categories or tags. */
async function comparisonAnswer(plan: LivePlan, context: LiveContext): Promise<LiveAnswer | null> {
  const compared = await Promise.all(comparedIn(plan, context))
  return compared.includes(null) ? null : describeComparison(compared.filter(isKnown), context.phraser)
}

const isKnown = (one: Compared | null): one is Compared => one !== null

function comparedIn({ parts, aspects }: LivePlan, { read, phraser, locale }: LiveContext) {
  const { creations, creators, topics, kinds, cues } = parts
  const { site, words, addresses } = phraser
  const valuesOf = (stats: Record<Counter, number>, keys: readonly Counter[]) =>
    keys.map(key => ({ label: counterLabel(site, key, locale), value: stats[key] }))
  const shown = shownCounters(site)
  const asked = shown.filter(counter => aspects.includes(counter))
  const main = shown.includes(counterOfSort.popular!) ? [counterOfSort.popular!] : shown.slice(0, 1)
  if (creations.length >= 2)
    return creations.slice(0, maxCompared).map(async ({ card }): Promise<Compared> => {
      const { handle, slug } = card
      const details = aspects.filter(aspect => aspect !== 'about' && !asked.some(counter => counter === aspect))
      const creation = details.length === 0 ? null : await read<Creation>(getAppShare, { handle, slug, locale })
      const said = creation === null ? [] : saidOf(creation, details, phraser)
      const isAbout = asked.length + said.length === 0
      const values = valuesOf(card.stats, isAbout ? main : asked)
      const summary = isAbout ? await summaryOf(card, read, locale) : ''
      const result = summary === '' ? card : { ...card, summary }
      return { name: card.title, url: card.url, values, summary, details: said, result }
    })
  if (creators.length >= 2)
    return creators.slice(0, 2).map(async ({ person }): Promise<Compared | null> => {
      const profile = await read<Profile>(getCreatorProfile, { handle: person.handle, locale })
      if (profile === null) return null
      const { stats } = profile
      const followers = { label: words.followers, value: stats.followers }
      const made = { label: words.creations, value: stats.apps }
      const values = [
        ...(aspects.includes('followers') ? [followers] : []),
        ...(aspects.includes('following') ? [{ label: words.following, value: stats.following }] : []),
        ...valuesOf(stats, asked),
        ...(cues.has('creation') ? [made] : []),
      ]
      const { displayName: name, url } = person
      return { name, url, values: values.length === 0 ? [followers, made] : values, result: null }
    })
  const filters =
    topics.length === 2
      ? topics.map(topic => {
          const [key, label] = isTag(topic, parts) ? ['tag', topic.tag!] : ['category', topic.category!]
          return { name: label.label, filter: { [key]: label.key } }
        })
      : kinds.map(kind => ({ name: phraser.plural(kind), filter: { kind } }))
  return filters.map(async ({ name, filter }): Promise<Compared> => {
    const page = await read<FeedPage>(getCommunityFeed, { ...filter, locale, limit: 1 })
    const values = [{ label: words.creations, value: page?.total ?? 0 }]
    return { name, url: addresses.community(filter), values, result: null }
  })
}
