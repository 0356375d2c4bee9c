// Answers that list or count: creations, creators, tags, categories, and the components of the service.
import type { Addresses } from '../../addresses.ts'
import { getCommunityFeed, getCommunityLanding, getCreators, getPopularTags } from '../../operations/index.ts'
import { inSentence, withNoun } from '../../site/words.ts'
import { parameters } from '../decide/parameters.ts'
import type { FeedPage, Label, Person } from '../retrieve/live/community.ts'
import type { LivePlan } from '../retrieve/live/plan.ts'
import {
  apiTitle,
  apiUrl,
  citePageAndApi,
  creationResult,
  maxScore,
  pageResult,
  personResult,
  type Source,
} from './draft.ts'
import { itemsText } from './item-text.ts'
import type { LiveAnswer, Phraser } from './phraser.ts'
import { sanitize } from './sanitize.ts'

/** `query`: the filters and words that found the page. */
type Found = { page: FeedPage; query: Record<string, string> }

export function describeList(
  plan: LivePlan,
  { page, query }: Found,
  phraser: Phraser,
  addresses: Addresses,
): LiveAnswer {
  const { sort, isCount, parts, subject } = plan
  const what =
    subject === 'similar'
      ? phraser.say('what.similar', { label: sanitize(parts.creations[0]!.card.title) })
      : whatText(plan, page, query, phraser)
  const cards =
    parts.ordinal !== null && page.items.length >= parts.ordinal
      ? page.items.slice(parts.ordinal - 1, parts.ordinal)
      : page.items
  const list = `list.${subject === 'similar' ? 'found' : headingOf(plan, page, query)}`
  const items = isCount ? '' : itemsText(cards, sort, phraser)
  // Where results are shown below the answer, it still names the first.
  const others = items.slice(itemsText(cards.slice(0, 1), sort, phraser).length)
  const { q, ...filters } = query
  const searched = sanitize((page.match === 'partial' ? q : page.searched) ?? '')
  const texts = [isCount ? countText(what, page, phraser) : phraser.say(list, { what, items, q: searched })]
  const title = phraser.say(sort === null ? 'list.found' : list, { what, items: '' }).replace(/[\s:：.。।]+$/u, '')
  const address = { ...(sort === null ? {} : { sort }), ...filters, ...(q === undefined ? {} : { q }) }
  const lines = cards.map(
    ({ title, creator, stats }) =>
      `${sanitize(title)} · ${sanitize(creator.displayName)} · ${Object.entries(stats).join(' ')}`,
  )
  const sources =
    subject === 'similar'
      ? [
          source(parts.creations[0]!.card.url, title, lines),
          source(parts.creations[0]!.card.apiUrl, apiTitle(title), lines),
        ]
      : [
          source(addresses.community(address), title, lines),
          source(apiUrl(addresses, getCommunityFeed.path, address), apiTitle(title), lines),
        ]
  return {
    sentences: citePageAndApi(texts).map(sentence =>
      others !== '' && sentence.text.includes(others) ? { ...sentence, items: others } : sentence,
    ),
    sources,
    results: cards.map((card, i) => creationResult(card, phraser, maxScore - i)),
  }
}

function countText(what: string, { total, pagination }: FeedPage, phraser: Phraser): string {
  const key = !pagination.totalIsExact ? 'count.more' : total > 1 ? 'count.many' : 'count'
  const named = key === 'count' ? what : what.replace(/^\p{Lu}(?=\p{Ll})/u, first => inSentence(first, phraser.locale))
  return phraser.say(key, { what: named, count: total })
}

/** The key of the sentence that lists what was found. */
function headingOf({ sort }: LivePlan, { match }: FeedPage, query: Record<string, string>): string {
  if (sort !== null) return sort
  if (match === 'partial') return 'partial'
  if ('q' in query && Object.keys(query).length === 1) return 'search'
  return 'q' in query || Object.keys(query).length > 0 ? 'found' : 'trending'
}

/** "Games in Health by Ana": the kind and the other filters. */
function whatText(
  { parts }: LivePlan,
  { searched }: FeedPage,
  query: Record<string, string>,
  phraser: Phraser,
): string {
  const { kind, category, tag, creator, language, featuredOnly, remixOf, q } = query
  const labelled = (key: 'category' | 'tag', value: string) =>
    sanitize(parts.topics.find(topic => topic[key]?.key === value)?.[key]?.label ?? value)
  const labels: [string, string | undefined][] = [
    ['featured', featuredOnly && ''],
    ['category', category && labelled('category', category)],
    [
      'tag',
      tag
        ?.split(',')
        .map(one => labelled('tag', one))
        .join(phraser.listSeparator),
    ],
    ['creator', creator && sanitize(parts.creators[0]?.person.displayName ?? creator)],
    ['language', language && phraser.language(language)],
    ['remixOf', remixOf && sanitize(parts.creations[0]?.card.title ?? remixOf)],
    ['text', q && sanitize(searched ?? q)],
  ]
  const base =
    kind === undefined ? withNoun(phraser.site, phraser.locale, phraser.say('what', {})) : phraser.plural(kind)
  return (
    base + labels.map(([key, label]) => (label === undefined ? '' : phraser.say(`what.${key}`, { label }))).join('')
  )
}

const source = (url: string, title: string, lines: readonly string[]): Source => ({
  url,
  title,
  text: lines.join('; '),
})

type CreatorList = { sort: string; isCount: boolean; ordinal: number | null }

export function describeCreators(
  page: { items: Person[]; total: number },
  { sort, isCount, ordinal }: CreatorList,
  phraser: Phraser,
  addresses: Addresses,
): LiveAnswer {
  const people = ordinal === null || isCount ? page.items : page.items.slice(ordinal - 1, ordinal)
  const countOf = ({ followerCount, appCount }: Person) =>
    sort === 'creations'
      ? ` (${phraser.words.creations}: ${phraser.number(appCount)})`
      : sort === 'followers'
        ? ` (${phraser.words.followers}: ${phraser.number(followerCount)})`
        : ''
  const names = people.map(person => `${sanitize(person.displayName)} (@${person.handle})${countOf(person)}`)
  const items = names.join(phraser.listSeparator)
  const others = items.slice(names[0]?.length)
  const text = isCount
    ? phraser.say('creators.total', { count: page.total })
    : phraser.say(`creators.${sort}`, { items })
  const title = phraser.words.people
  const lines = people.map(
    person =>
      `${sanitize(person.displayName)} · @${person.handle} · followers ${person.followerCount} · creations ${person.appCount}`,
  )
  return {
    sentences: citePageAndApi([text]).map(sentence =>
      isCount || others === '' ? sentence : { ...sentence, items: others },
    ),
    sources: [
      source(`${addresses.webUrl}/creators?sort=${sort}`, title, lines),
      source(apiUrl(addresses, getCreators.path, { sort }), apiTitle(title), lines),
    ],
    results: people.map((person, i) =>
      personResult(
        { ...person, displayName: sanitize(person.displayName), bio: sanitize(person.bio, 200) },
        phraser,
        maxScore - i,
      ),
    ),
  }
}

type LabelList = { type: 'tags' | 'categories'; isCount: boolean; limit: number | null }

export function describeLabels(
  { items, total }: { items: Label[]; total: number },
  { type, isCount, limit }: LabelList,
  phraser: Phraser,
  addresses: Addresses,
): LiveAnswer {
  const length = limit ?? (type === 'tags' ? 2 * parameters.listLength : items.length)
  const shown = items.slice(0, length)
  const list = shown
    .map(({ label, count }) => `${sanitize(label)} (${phraser.number(count)})`)
    .join(phraser.listSeparator)
  const title = phraser.words[type]
  const lines = items.slice(0, 10).map(({ label, count }) => `${sanitize(label)} ${count}`)
  const operation = type === 'tags' ? getPopularTags : getCommunityLanding
  return {
    sentences: citePageAndApi([
      ...(isCount ? [phraser.say(`${type}.total`, { count: total })] : []),
      phraser.say(type, { items: list }),
    ]),
    sources: [
      source(`${addresses.webUrl}/${type}`, title, lines),
      source(apiUrl(addresses, operation.path), apiTitle(title), lines),
    ],
    results: shown
      .slice(0, parameters.listLength)
      .map(({ url, label, count }) =>
        pageResult({ url, title: sanitize(label), text: String(count) }, phraser.siteName, maxScore),
      ),
  }
}

/** The result of the health checks. */
export type Health = () => Promise<{ status: string; components: readonly { name: string; status: string }[] }>

export function describeStatus(
  { status, components }: Awaited<ReturnType<Health>>,
  { words, listSeparator, siteName }: Phraser,
  { webUrl }: Addresses,
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
