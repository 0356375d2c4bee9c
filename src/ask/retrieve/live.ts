// Answers about the live community, read through the operations. Texts of creators are sanitized.
import { Failure } from '../../errors.ts'
import { languageOf } from '../../languages/languages.ts'
import { type Context, call, type Operation } from '../../operations/define.ts'
import {
  getAppShare,
  getCommunityFeed,
  getCommunityLanding,
  getCreatorFollowers,
  getCreatorFollowing,
  getCreatorProfile,
  getPopularTags,
} from '../../operations/index.ts'
import { titleKey } from '../../store/search-text.ts'
import { truncate } from '../../util/text.ts'
import type { Result } from '../answer/answer.ts'
import {
  apiTitle,
  apiUrl,
  type Card,
  citePageAndApi,
  creationResult,
  maxScore,
  pageResult,
  type Source,
} from '../answer/draft.ts'
import { itemsText } from '../answer/item-text.ts'
import { describeCreation, describeCreator, type LiveAnswer, type Phraser } from '../answer/live-text.ts'
import { sanitize } from '../answer/sanitize.ts'
import type { ListPlan, LivePlan, TagsPlan, TitlePlan } from './live-plan.ts'

type Live = {
  /** Null when nothing was found. */
  answer(plan: LivePlan, phraser: Phraser): Promise<LiveAnswer | null>
  /** Categories and popular tags by name, as spelled in questions. */
  topics(locale: string): Promise<Topics>
}

/** Filters of the feed by the name of a topic. */
type Topics = ReadonlyMap<string, Record<string, string>>

const listLength = 5

export function makeLive(context: Context): Live {
  const { addresses, store } = context
  const read = async <T>(operation: Operation, input: Record<string, unknown>): Promise<T | null> => {
    try {
      return JSON.parse((await call(operation, input, context)).json()) as T
    } catch (error) {
      if (error instanceof Failure && error.status < 500) return null
      throw error
    }
  }
  const topicsByLocale = new Map<string, { version: number; names: Topics }>()
  const topics = async (locale: string): Promise<Topics> => {
    const version = store.version()
    const before = topicsByLocale.get(locale)
    if (before?.version === version) return before.names
    const names = await topicNames(read, locale)
    topicsByLocale.set(locale, { version, names })
    return names
  }
  return {
    answer: (plan, phraser) => answerFor(plan, { read, addresses, phraser, locale: phraser.locale, topics }),
    topics,
  }
}

function answerFor(plan: LivePlan, context: LiveContext): Promise<LiveAnswer | null> {
  if (plan.type === 'creator') return creatorAnswer(plan, context)
  if (plan.type === 'app') return appAnswer(plan.handle, plan.slug, context)
  if (plan.type === 'title') return titleAnswer(plan, context)
  if (plan.type === 'tags') return tagsAnswer(plan, context)
  return plan.type === 'categories' ? categoriesAnswer(context) : listAnswer(plan, context)
}

async function topicNames(read: LiveContext['read'], locale: string): Promise<Topics> {
  const tags = await read<{ items: TagItem[] }>(getPopularTags, { locale })
  const landing = await read<{ categories: Category[] }>(getCommunityLanding, { locale })
  const names = new Map<string, Record<string, string>>()
  for (const { key, label } of tags?.items ?? [])
    for (const name of [key, label]) names.set(titleKey(name), { tag: key })
  for (const { slug, label } of landing?.categories ?? []) {
    for (const name of [slug, label]) names.set(titleKey(name), { category: slug })
  }
  return names
}

type LiveContext = {
  read: <T>(operation: Operation, input: Record<string, unknown>) => Promise<T | null>
  addresses: Context['addresses']
  phraser: Phraser
  locale: string
  topics: (locale: string) => Promise<Topics>
}

type FeedPage = { items: Card[]; total: number; searched: string | null; pagination: { totalIsExact: boolean } }
type TagItem = { key: string; label: string; count: number; url: string }
type Category = { slug: string; label: string; count: number; url: string }

async function creatorAnswer({ handle, aspect }: Extract<LivePlan, { type: 'creator' }>, context: LiveContext) {
  const { read, addresses, phraser, locale } = context
  const profile = await read<Parameters<typeof describeCreator>[0]>(getCreatorProfile, { handle, locale })
  if (profile === null) return null
  const people = { followers: getCreatorFollowers, following: getCreatorFollowing }
  const list =
    aspect === 'followers' || aspect === 'following'
      ? await read<{ items: { handle: string; displayName: string }[] }>(people[aspect], { handle, limit: listLength })
      : null
  return describeCreator(profile, aspect, list?.items ?? [], phraser, addresses)
}

async function appAnswer(
  handle: string,
  slug: string,
  { read, addresses, phraser, locale }: LiveContext,
): Promise<LiveAnswer | null> {
  const app = await read<Parameters<typeof describeCreation>[0]>(getAppShare, { handle, slug, locale })
  return app === null ? null : describeCreation(app, phraser, addresses)
}

/** Only a creation with exactly this title: by the named creator, else the most played. */
async function titleAnswer({ title, handle }: TitlePlan, context: LiveContext): Promise<LiveAnswer | null> {
  const key = titleKey(title)
  const page = await context.read<FeedPage>(getCommunityFeed, {
    q: title,
    sort: 'popular',
    locale: context.locale,
    limit: 24,
  })
  const sameTitle = page?.items.filter(item => titleKey(item.title) === key) ?? []
  const card = sameTitle.find(item => item.handle === handle) ?? sameTitle[0]
  return card === undefined ? null : appAnswer(card.handle, card.slug, context)
}

async function tagsAnswer({ words, count }: TagsPlan, context: LiveContext): Promise<LiveAnswer | null> {
  const { read, addresses, phraser, locale } = context
  const tags = await read<{ items: TagItem[]; total: number }>(getPopularTags, { locale })
  if (tags === null) return null
  const title = languageOf(locale).words.tags
  const sources = [
    source(
      `${addresses.webUrl}/community`,
      title,
      tags.items.slice(0, 10).map(({ label, count }) => `${label} ${count}`),
    ),
    source(
      apiUrl(addresses, getPopularTags.path),
      apiTitle(title),
      tags.items.slice(0, 10).map(({ key, count }) => `${key} ${count}`),
    ),
  ]
  const requestedTag =
    words.length === 0 ? undefined : tags.items.find(tag => isNamed(tag.key, words) || isNamed(tag.label, words))
  if (words.length > 0 && requestedTag === undefined) return tagAnswer(words, context)
  const texts = requestedTag
    ? [phraser.say('tags.one', { label: sanitize(requestedTag.label), count: requestedTag.count })]
    : count
      ? [
          phraser.say('tags.total', { count: tags.total }),
          phraser.say('tags', { items: listText(tags.items.slice(0, listLength), phraser) }),
        ]
      : [phraser.say('tags', { items: listText(tags.items.slice(0, 2 * listLength), phraser) })]
  const results = (requestedTag ? [requestedTag] : tags.items.slice(0, listLength)).map(tag =>
    countResult(tag, phraser),
  )
  return { sentences: citePageAndApi(texts), sources, results }
}

/** For a tag that is not among the popular ones. */
async function tagAnswer(
  words: readonly string[],
  { read, addresses, phraser, locale }: LiveContext,
): Promise<LiveAnswer | null> {
  const tag = words.join('-')
  const page = await read<FeedPage>(getCommunityFeed, { tag, locale, limit: listLength })
  if (page === null || page.total === 0) return null
  const query = { tag }
  return {
    sentences: citePageAndApi([phraser.say('tags.one', { label: sanitize(tag), count: page.total })]),
    sources: feedSources(addresses, query, page.items, `#${sanitize(tag)}`),
    results: page.items.map((card, i) => creationResult(card, phraser.siteName, maxScore - i)),
  }
}

const countResult = ({ url, label, count }: TagItem | Category, phraser: Phraser): Result =>
  pageResult({ url, title: label, text: String(count) }, phraser.siteName, maxScore)

const listText = (items: readonly { label: string; count: number }[], phraser: Phraser): string =>
  items.map(({ label, count }) => `${sanitize(label)} (${phraser.number(count)})`).join(phraser.listSeparator)

async function categoriesAnswer({ read, addresses, phraser, locale }: LiveContext): Promise<LiveAnswer | null> {
  const landing = await read<{ categories: Category[] }>(getCommunityLanding, { locale })
  if (landing === null || landing.categories.length === 0) return null
  const { categories } = landing
  const title = languageOf(locale).words.categories
  const lines = categories.map(({ label, count }) => `${label} ${count}`)
  return {
    sentences: citePageAndApi([phraser.say('categories', { items: listText(categories, phraser) })]),
    sources: [
      source(addresses.webUrl, title, lines),
      source(apiUrl(addresses, getCommunityLanding.path), apiTitle(title), lines),
    ],
    results: categories.slice(0, listLength).map(category => countResult(category, phraser)),
  }
}

async function listAnswer(plan: ListPlan, context: LiveContext): Promise<LiveAnswer | null> {
  const { read, addresses, phraser, locale } = context
  const filters = await filtersFor(plan, context)
  const query: Record<string, string> = {
    ...(plan.sort === null ? {} : { sort: plan.sort }),
    ...filters,
    ...(plan.kind === null ? {} : { kind: plan.kind }),
    ...(plan.featuredOnly ? { featuredOnly: 'true' } : {}),
  }
  const featuredOnly = plan.featuredOnly ? { featuredOnly: true } : {}
  const page = await read<FeedPage>(getCommunityFeed, { ...query, ...featuredOnly, locale, limit: listLength })
  if (page === null) return null
  // The kind may be used loosely ("game"), so without results only the words are searched for.
  if (page.items.length === 0)
    return plan.kind !== null && 'q' in filters ? listAnswer({ ...plan, kind: null }, context) : null
  const scope = scopeText(plan, { ...filters, ...(page.searched === null ? {} : { q: page.searched }) }, phraser)
  const list = (items: string) => phraser.say(`list.${headingOf(plan, query)}`, { scope, items })
  const items = plan.count ? '' : itemsText(page.items, plan.sort, phraser)
  const text = plan.count
    ? phraser.say(page.pagination.totalIsExact ? 'count' : 'count.more', { scope, count: page.total })
    : list(items)
  const title = list('').replace(/[\s:：.。।]+$/u, '')
  return {
    sentences: citePageAndApi([text]).map(sentence => ({ ...sentence, items })),
    sources: feedSources(addresses, query, page.items, title),
    results: page.items.map((card, i) => creationResult(card, phraser.siteName, maxScore - i)),
  }
}

function headingOf({ sort, featuredOnly }: ListPlan, query: Record<string, string>): string {
  if (sort !== null) return sort
  if (featuredOnly) return 'featured'
  return 'q' in query ? 'found' : 'trending'
}

/** Words are a category or tag of that name, else a search query. */
async function filtersFor({ words }: ListPlan, { topics, locale }: LiveContext): Promise<Record<string, string>> {
  if (words.length === 0) return {}
  const topic = (await topics(locale)).get(titleKey(words.join(' ')))
  return topic ?? { q: truncate(words.join(' '), 200) }
}

const isNamed = (name: string, words: readonly string[]): boolean => titleKey(name) === titleKey(words.join(' '))

function scopeText({ kind, words }: ListPlan, { category, tag, q }: Record<string, string>, phraser: Phraser): string {
  const label = sanitize(words.join(' '))
  const parts = [
    kind === null ? '' : phraser.kind(kind),
    category === undefined ? '' : label,
    tag === undefined ? '' : `#${sanitize(tag)}`,
    q === undefined ? '' : `“${sanitize(q)}”`,
  ].filter(part => part !== '')
  return parts.length === 0 ? '' : ` (${parts.join(' · ')})`
}

function feedSources(
  addresses: Context['addresses'],
  query: Record<string, string>,
  items: readonly Card[],
  title: string,
): Source[] {
  const lines = items.map(
    ({ title, creator, stats }) =>
      `${sanitize(title)} · ${sanitize(creator.displayName)} · ${Object.entries(stats).join(' ')}`,
  )
  return [
    source(addresses.community(query), title, lines),
    source(apiUrl(addresses, getCommunityFeed.path, query), apiTitle(title), lines),
  ]
}

const source = (url: string, title: string, lines: readonly string[]): Source => ({
  url,
  title,
  text: lines.join('; '),
})
