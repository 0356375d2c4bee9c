// Answers about the live community, read through the operations.
import { Failure } from '../../errors.ts'
import { type Context, call } from '../../operations/define.ts'
import {
  getAppShare,
  getCommunityFeed,
  getCommunityLanding,
  getCreatorFollowers,
  getCreatorFollowing,
  getCreatorProfile,
  getCreators,
  getPopularTags,
  getSimilarApps,
} from '../../operations/index.ts'
import { type Counter, counters } from '../../site/site.ts'
import { type Compared, describeComparison } from '../answer/comparison-text.ts'
import type { Card } from '../answer/draft.ts'
import { describeCreators, describeLabels, describeList, describeStatus, type Health } from '../answer/list-text.ts'
import { describeCreation, describeCreator, type LiveAnswer, type Phraser } from '../answer/live-text.ts'
import { parameters } from '../decide/parameters.ts'
import type { Rerank } from '../model/rerank.ts'
import { rerankedRead } from '../model/reranked.ts'
import type { LivePlan, Parts } from './live-plan.ts'
import type { FeedPage, Label, NamedCreation, NamedCreator, Person, Read } from './names.ts'

type LiveParts = { context: Context; health: Health; rerank: Rerank }
export type LiveContext = {
  read: Read
  addresses: Context['addresses']
  phraser: Phraser
  locale: string
  health: Health
}

/** Null for what does not exist. */
export const makeRead =
  (context: Context): Read =>
  async <T>(...[operation, input]: Parameters<Read>): Promise<T | null> => {
    try {
      return JSON.parse((await call(operation, input, context)).json()) as T
    } catch (error) {
      if (error instanceof Failure && error.status < 500) return null
      throw error
    }
  }

/** Null when nothing was found. */
export function makeAnswerLive({
  context,
  health,
  rerank,
}: LiveParts): (plan: LivePlan, phraser: Phraser) => Promise<LiveAnswer | null> {
  const read = rerankedRead(makeRead(context), rerank)
  return (plan, phraser) =>
    answerers[plan.subject](plan, { read, addresses: context.addresses, phraser, locale: phraser.locale, health })
}

type Answerer = (plan: LivePlan, context: LiveContext) => Promise<LiveAnswer | null>

const answerers: Record<LivePlan['subject'], Answerer> = {
  creations: creationsAnswer,
  creators: creatorsAnswer,
  tags: labelsAnswer,
  categories: labelsAnswer,
  status: async (_plan, { health, phraser, addresses }) => describeStatus(await health(), phraser, addresses),
  creation: creationAnswer,
  creator: creatorAnswer,
  similar: similarAnswer,
  compare: comparisonAnswer,
  missing: async () => null,
}

/** The creations of a plan, and the filters that found them. */
export async function readList(plan: LivePlan, { read, locale }: Pick<LiveContext, 'read' | 'locale'>) {
  const { parts, sort, filters } = plan
  const q = parts.words.map(({ text }) => text).join(' ')
  const limit = Math.max(parts.limit ?? parameters.listLength, parts.ordinal ?? 0)
  for (const query of alternatives(filters, q, parts)) {
    const { featuredOnly, ...rest } = query
    const input = {
      ...rest,
      ...(featuredOnly ? { featuredOnly: true } : {}),
      ...(sort === null ? {} : { sort }),
      locale,
      limit,
    }
    const page = await read<FeedPage>(getCommunityFeed, input)
    if (page !== null && page.items.length > 0 && isGood(page, plan)) return { page, query }
  }
  return null
}

/** First all filters; a kind may be used loosely ("game"), and a tag may be just a word. */
function alternatives(
  filters: LivePlan['filters'],
  q: string,
  { topics, pieces, kinds }: Parts,
): Record<string, string>[] {
  const query: Record<string, string> = { ...filters, ...(q === '' ? {} : { q: q.slice(0, 200) }) }
  const all = [query]
  const { kind, ...others } = query
  if (q !== '' && kind !== undefined)
    all.push({ ...others, q: `${q} ${kindWords(pieces, kinds)}`.slice(0, 200) }, others)
  if (topics.length > 0) {
    const { tag: _tag, category: _category, ...rest } = query
    const names = topics.map(({ from, to }) =>
      pieces
        .filter(piece => piece.from >= from && piece.to <= to)
        .map(({ text }) => text)
        .join(' '),
    )
    all.push({ ...rest, q: [...names, q].join(' ').trim().slice(0, 200) })
  }
  return all
}

const kindWords = (pieces: readonly { text: string; cues: readonly string[] }[], kinds: readonly string[]): string =>
  pieces
    .filter(({ cues }) => kinds.some(kind => cues.includes(`kind.${kind}`)))
    .map(({ text }) => text)
    .join(' ')

/**
 * A common word is no misspelled one, and of the words that are left out all must be common: what the search is about must
 * be found.
 */
function isGood({ match, searched }: FeedPage, { parts, isCount, sort }: LivePlan): boolean {
  if (match === null || match === 'all') return true
  const { words, isExplanation } = parts
  if (isExplanation || (match === 'partial' && (isCount || sort !== null))) return false
  const used = new Set(searched?.split(' '))
  const missed = words.filter(({ text }) => !used.has(text))
  if (match === 'corrected') return !missed.some(({ isCommon }) => isCommon)
  const found = words.filter(({ text, isCommon }) => used.has(text) && !isCommon)
  return found.length > 0 && missed.filter(({ isCommon }) => !isCommon).length < words.length * parameters.partialShare
}

async function creationsAnswer(plan: LivePlan, context: LiveContext): Promise<LiveAnswer | null> {
  const found = await readList(plan, context)
  return found && describeList(plan, found, context.phraser, context.addresses)
}

async function creatorsAnswer(
  { parts, sort, isCount }: LivePlan,
  { read, phraser, addresses }: LiveContext,
): Promise<LiveAnswer | null> {
  const limit = Math.max(parts.limit ?? parameters.listLength, parts.ordinal ?? 0)
  const page = await read<{ items: Person[]; total: number }>(getCreators, { sort, limit })
  return page && page.items.length > 0
    ? describeCreators(page, { sort: sort!, isCount, ordinal: parts.ordinal }, phraser, addresses)
    : null
}

/** Tags or categories, the most used first. */
export async function readLabels(
  subject: 'tags' | 'categories',
  { read, locale }: Pick<LiveContext, 'read' | 'locale'>,
): Promise<{ items: Label[]; total: number }> {
  if (subject === 'tags')
    return (await read<{ items: Label[]; total: number }>(getPopularTags, { locale })) ?? { items: [], total: 0 }
  const landing = await read<{ categories: (Omit<Label, 'key'> & { slug: string })[] }>(getCommunityLanding, { locale })
  const items = (landing?.categories ?? []).map(({ slug, ...rest }) => ({ key: slug, ...rest }))
  return { items: items.sort((one, other) => other.count - one.count), total: items.length }
}

async function labelsAnswer({ subject, parts, isCount }: LivePlan, context: LiveContext): Promise<LiveAnswer | null> {
  const type = subject === 'tags' ? 'tags' : 'categories'
  const page = await readLabels(type, context)
  return page.items.length === 0
    ? null
    : describeLabels(page, { type, isCount, limit: parts.limit }, context.phraser, context.addresses)
}

type Share = Parameters<typeof describeCreation>[0]['creation']

async function creationAnswer(
  { parts, aspects }: LivePlan,
  { read, phraser, addresses, locale }: LiveContext,
): Promise<LiveAnswer | null> {
  const { card, others } = chosenCreation(parts)
  const creation = await read<Share>(getAppShare, { handle: card.handle, slug: card.slug, locale })
  return creation && describeCreation({ creation, others, aspects, ordinal: parts.ordinal }, phraser, addresses)
}

/** Of several with the same title the one by the creator who is named, else the first. */
function chosenCreation({ creations, creators }: Parts): Pick<NamedCreation, 'card' | 'others'> {
  const { card, others } = creations[0]!
  const named = creators[0]?.person.handle
  const chosen = [card, ...others].find(({ handle }) => handle === named)
  return chosen === undefined ? { card, others } : { card: chosen, others: [] }
}

type Profile = Parameters<typeof describeCreator>[0]['profile']

async function creatorAnswer(
  { parts, aspects }: LivePlan,
  { read, phraser, addresses, locale }: LiveContext,
): Promise<LiveAnswer | null> {
  const { person, others } = parts.creators[0]!
  const { handle } = person
  const people = async (aspect: string, operation: typeof getCreatorFollowers) =>
    aspects.includes(aspect)
      ? ((await read<{ items: Person[] }>(operation, { handle, limit: parts.limit ?? parameters.listLength }))?.items ??
        [])
      : []
  const [profile, followers, following] = await Promise.all([
    read<Profile>(getCreatorProfile, { handle, locale }),
    people('followers', getCreatorFollowers),
    people('following', getCreatorFollowing),
  ])
  return profile && describeCreator({ profile, others, aspects, followers, following }, phraser, addresses)
}

async function similarAnswer(
  plan: LivePlan,
  { read, phraser, addresses, locale }: LiveContext,
): Promise<LiveAnswer | null> {
  const { card } = chosenCreation(plan.parts)
  const { handle, slug } = card
  const page = await read<Pick<FeedPage, 'items' | 'total'>>(getSimilarApps, {
    handle,
    slug,
    locale,
    limit: plan.parts.limit ?? parameters.listLength,
  })
  if (page === null || page.items.length === 0) return null
  const found = { page: { ...page, match: null, searched: null, pagination: { totalIsExact: true } }, query: {} }
  return describeList(plan, found, phraser, addresses)
}

/** Two creations, creators, kinds, categories or tags. */
async function comparisonAnswer(plan: LivePlan, context: LiveContext): Promise<LiveAnswer | null> {
  const { creations, creators, topics, kinds, cues } = plan.parts
  const asked = counters.filter(counter => plan.aspects.includes(counter))
  if (creations.length >= 2)
    return describeComparison(
      creations.slice(0, 2).map(one => comparedCreation(one, asked)),
      context.phraser,
    )
  if (creators.length >= 2)
    return describeComparison(
      await Promise.all(creators.slice(0, 2).map(one => comparedCreator(one, asked, plan, context))),
      context.phraser,
    )
  const { read, locale, phraser, addresses } = context
  const filters =
    topics.length === 2
      ? topics.map(({ category, tag }) =>
          tag !== null && (cues.has('tag') || category === null) ? { tag: tag.key } : { category: category!.key },
        )
      : kinds.map(kind => ({ kind }))
  const pages = await Promise.all(
    filters.map(filter => read<FeedPage>(getCommunityFeed, { ...filter, locale, limit: 1 })),
  )
  const compared = filters.map((filter, i): Compared => {
    const topic = topics[i]
    const label =
      topic === undefined
        ? phraser.plural(kinds[i]!)
        : topic.tag !== null && 'tag' in filter
          ? topic.tag.label
          : topic.category!.label
    return {
      name: label,
      url: addresses.community(filter as Record<string, string>),
      values: [{ label: phraser.words.creations, value: pages[i]?.total ?? 0 }],
      result: null,
    }
  })
  return describeComparison(compared, phraser)
}

function comparedCreation({ card }: NamedCreation, asked: readonly Counter[]): Compared {
  const values = (asked.length > 0 ? asked : counters).map(counter => ({
    counter,
    label: counter,
    value: card.stats[counter],
  }))
  return { name: card.title, url: card.url, values, result: card }
}

async function comparedCreator(
  { person }: NamedCreator,
  asked: readonly Counter[],
  { aspects, parts }: LivePlan,
  { read, phraser, locale }: LiveContext,
): Promise<Compared> {
  const { words } = phraser
  const profile = await read<Profile>(getCreatorProfile, { handle: person.handle, locale })
  const { followers = person.followerCount, following = 0, apps = person.appCount } = profile?.stats ?? {}
  const values = [
    ...(aspects.includes('followers') ? [{ label: words.followers, value: followers }] : []),
    ...(aspects.includes('following') ? [{ label: words.following, value: following }] : []),
    ...asked.map(counter => ({ counter, label: counter, value: profile?.stats[counter] ?? 0 })),
    ...(parts.cues.has('creation') ? [{ label: words.creations, value: apps }] : []),
  ]
  const both = [
    { label: words.followers, value: followers },
    { label: words.creations, value: apps },
  ]
  return { name: person.displayName, url: person.url, values: values.length === 0 ? both : values, result: null }
}

/** What a list puts first: the subject of a question that continues it. */
export async function firstOf(
  plan: LivePlan,
  context: Pick<LiveContext, 'read' | 'locale'>,
): Promise<{ card?: Card; person?: Person; label?: Label } | null> {
  const { parts, subject, sort } = plan
  const at = (parts.ordinal ?? 1) - 1
  if (parts.creations[0] && (subject === 'creation' || subject === 'similar')) return { card: parts.creations[0].card }
  if (parts.creators[0] && subject === 'creator') return { person: parts.creators[0].person }
  if (subject === 'tags' || subject === 'categories') return { label: (await readLabels(subject, context)).items[at]! }
  if (subject === 'creators') {
    const page = await context.read<{ items: Person[] }>(getCreators, { sort, limit: at + 1 })
    return page?.items[at] ? { person: page.items[at] } : null
  }
  if (subject !== 'creations') return null
  const card = (await readList(plan, context))?.page.items[at]
  return card === undefined ? null : { card }
}
