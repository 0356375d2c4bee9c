// Answers that list or count: creations, creators, tags, categories, and the components of the service.
import { categoryLimit } from '../../operations/community.ts'
import { getCommunityFeed, getCommunityLanding, getCreators, getPopularTags } from '../../operations/index.ts'
import { type Counter, counterOfSort } from '../../site/site.ts'
import { textIn } from '../../site/text.ts'
import { inSentence, withNoun } from '../../site/words.ts'
import { parameters } from '../decide/parameters.ts'
import type { FeedPage, Label } from '../retrieve/live/community.ts'
import type { FoundCreators } from '../retrieve/live/lists.ts'
import type { LivePlan } from '../retrieve/live/plan.ts'
import {
  apiUrl,
  type Card,
  citePageAndApi,
  creationResult,
  type LiveAnswer,
  maxScore,
  type Person,
  pageResult,
  personResult,
} from './draft.ts'
import type { Phraser } from './phraser.ts'
import { sanitize } from './sanitize.ts'

/** `query`: the filters and words that found the page. */
type Found = { page: FeedPage; query: Record<string, string> }

export function describeList(plan: LivePlan, found: Found, phraser: Phraser): LiveAnswer {
  const { addresses } = phraser
  const { sort, isCount, parts } = plan
  const { page, query } = found
  const original = plan.subject === 'similar' ? parts.creations[0]!.card : null
  const what = original
    ? phraser.say('what.similar', { label: sanitize(original.title) })
    : whatText(plan, found, phraser)
  const { ordinal } = parts
  const cards = ordinal !== null && page.items.length >= ordinal ? page.items.slice(ordinal - 1, ordinal) : page.items
  const counter = counterOfSort[sort ?? '']
  const ownLabel = counter === undefined ? null : phraser.site.stats[counter].label
  const label = ownLabel === null ? '' : textIn(ownLabel, phraser.locale)
  // The key of the sentence that lists what was found.
  const unsorted =
    page.match === 'partial' ? 'partial' : original || Object.keys(query).length > 0 ? 'found' : 'trending'
  const list = `list.${label === '' ? (sort ?? unsorted) : 'counter'}`
  const items = itemsText(cards, sort, phraser)
  // Where results are shown below the answer, it names only a single one that was not searched for.
  const others = cards.length > 1 || query.q !== undefined ? items : ''
  // What has all words of a search may not be all that was meant: it is not counted.
  const isCounted = list === 'list.found' && !original && page.total > 1 && query.q === undefined
  const said = isCounted ? countedWhat(what, page, phraser) : what
  const { q, ...filters } = query
  const searched = sanitize((page.match === 'partial' ? q : page.searched) ?? '')
  const address = { ...(sort === null ? {} : { sort }), ...filters, ...(q === undefined ? {} : { q }) }
  return citePageAndApi({
    texts: [isCount ? countText(what, page, phraser) : phraser.say(list, { what: said, items, q: searched, label })],
    items: isCount ? '' : others,
    page: original?.url ?? addresses.community(address),
    api: original?.apiUrl ?? apiUrl(addresses, getCommunityFeed.path, address),
    title: phraser.say(sort === null ? 'list.found' : list, { what, items: '', label }).replace(/[\s:：.。।]+$/u, ''),
    proof: items,
    results: cards.map((card, i) => creationResult(card, phraser, maxScore - i)),
  })
}

/** With the counter or date by which they are sorted. */
const itemsText = (items: readonly Card[], sort: string | null, phraser: Phraser): string =>
  items.map(card => itemText(card, sort, counterOfSort[sort ?? ''], phraser)).join(phraser.listSeparator)

function itemText(card: Card, sort: string | null, counter: Counter | undefined, phraser: Phraser): string {
  const names = { title: sanitize(card.title), creator: sanitize(card.creator.displayName) }
  if (sort === 'recent') return phraser.say('item.date', { ...names, date: card.publishedAt.slice(0, 10) })
  if (counter === undefined || phraser.site.stats[counter].hidden) return phraser.say('item', names)
  const { label } = phraser.site.stats[counter]
  const count = card.stats[counter]
  return label === null
    ? phraser.say(`item.${counter}`, { ...names, count })
    : `${phraser.say('item', names)} (${textIn(label, phraser.locale)}: ${phraser.number(count)})`
}

function countText(what: string, { total, pagination }: FeedPage, phraser: Phraser): string {
  const key = !pagination.totalIsExact ? 'count.more' : total > 1 ? 'count.many' : 'count'
  const named = key === 'count' ? what : what.replace(/^\p{Lu}(?=\p{Ll})/u, first => inSentence(first, phraser.locale))
  return phraser.say(key, { what: named, count: total })
}

/** "There are 12 games in Health", to be followed by their titles. In some languages a count has a colon itself. */
function countedWhat(what: string, page: FeedPage, phraser: Phraser): string {
  const counted = countText(what, page, phraser).replace(/[.。।]$/u, '')
  return /[:：]/u.test(counted.replace(what, '')) ? what : counted
}

/** "Games in Health by Ana": the kind and the other filters. */
function whatText({ parts }: LivePlan, { page: { searched }, query }: Found, phraser: Phraser): string {
  const { kind, category, tag, creator, language, featuredOnly, remixOf, q } = query
  const labelled = (key: 'category' | 'tag', value: string) =>
    sanitize(parts.topics.find(topic => topic[key]?.key === value)?.[key]?.label ?? value)
  const labels = {
    featured: featuredOnly && '',
    category: category && labelled('category', category),
    tag: tag
      ?.split(',')
      .map(one => labelled('tag', one))
      .join(phraser.listSeparator),
    creator: creator && sanitize(parts.creators[0]?.person.displayName ?? creator),
    language: language && phraser.language(language),
    remixOf: remixOf && sanitize(parts.creations[0]?.card.title ?? remixOf),
    text: q && sanitize(searched ?? q),
  }
  const noun =
    kind === undefined ? withNoun(phraser.site, phraser.locale, phraser.say('what', {})) : phraser.plural(kind)
  const said = Object.entries(labels).map(([key, label]) =>
    label === undefined ? '' : phraser.say(`what.${key}`, { label }),
  )
  return noun + said.join('')
}

export function describeCreators(
  { page: { items, total }, sort }: FoundCreators,
  { isCount, parts: { ordinal } }: LivePlan,
  phraser: Phraser,
): LiveAnswer {
  const { words, number, addresses } = phraser
  const people = ordinal === null || isCount ? items : items.slice(ordinal - 1, ordinal)
  const counted: Record<string, (person: Person) => string> = {
    creations: ({ appCount }) => ` (${words.creations}: ${number(appCount)})`,
    followers: ({ followerCount }) => ` (${words.followers}: ${number(followerCount)})`,
  }
  const names = people.map(
    person => `${sanitize(person.displayName)} (@${person.handle})${counted[sort]?.(person) ?? ''}`,
  )
  const list = names.join(phraser.listSeparator)
  return citePageAndApi({
    texts: [
      isCount ? phraser.say('creators.total', { count: total }) : phraser.say(`creators.${sort}`, { items: list }),
    ],
    items: list.slice(names[0]?.length),
    page: `${addresses.webUrl}/creators?sort=${sort}`,
    api: apiUrl(addresses, getCreators.path, { sort }),
    title: words.people,
    proof: list,
    results: people.map((person, i) => personResult(person, phraser, maxScore - i)),
  })
}

export function describeLabels(
  { items, total }: { items: Label[]; total: number },
  { subject, isCount, parts: { limit } }: LivePlan,
  phraser: Phraser,
): LiveAnswer {
  const { addresses } = phraser
  const type = subject === 'tags' || subject === 'kinds' ? subject : 'categories'
  const isOfKinds = type === 'kinds'
  const shown = items.slice(0, limit ?? (type === 'tags' ? 2 * parameters.listLength : categoryLimit))
  const named = shown.map(({ label, count }) => `${sanitize(label)} (${phraser.number(count)})`)
  const list = phraser.say(type, { items: named.join(phraser.listSeparator) })
  return citePageAndApi({
    texts: isCount && !isOfKinds ? [phraser.say(`${type}.total`, { count: total }), list] : [list],
    page: `${addresses.webUrl}/${isOfKinds ? 'community' : type}`,
    api: apiUrl(
      addresses,
      { tags: getPopularTags, categories: getCommunityLanding, kinds: getCommunityFeed }[type].path,
    ),
    title: isOfKinds ? phraser.words.creations : phraser.words[type],
    proof: list,
    results: shown
      .slice(0, parameters.listLength)
      .map(({ url, label, count }) =>
        pageResult({ url, title: sanitize(label), text: String(count) }, phraser.siteName, maxScore),
      ),
  })
}

/** The result of the health checks. */
export type Health = () => Promise<{ status: string; components: readonly { name: string; status: string }[] }>

export function describeStatus(
  { status, components }: Awaited<ReturnType<Health>>,
  { words, listSeparator, siteName, addresses: { webUrl } }: Phraser,
): LiveAnswer {
  const text = status === 'operational' ? words.allWell : status === 'degraded' ? words.degraded : words.outage
  const parts = components.map(({ name, status }) => `${name}: ${status}`).join(listSeparator)
  const page = { url: `${webUrl}/status`, title: words.status, text: `${status}; ${parts}` }
  return {
    sentences: [text, `${words.status}: ${status} (${parts}).`].map(sentence => ({ text: sentence, citation: 1 })),
    sources: [page],
    results: [pageResult(page, siteName, maxScore)],
  }
}
