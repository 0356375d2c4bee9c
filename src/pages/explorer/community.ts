// The explorer: search and filters.

import type { FoundNames } from '../../operations/find-names.ts'
import { counterLabel } from '../../site/kinds.ts'
import { counterOfSort } from '../../site/site.ts'
import { communityName, nameIn } from '../../site/text.ts'
import { creationLines, creationsBelow } from '../labels/creations.ts'
import { empty, grid, type Pictured } from '../layout/card.ts'
import { type Html, html } from '../layout/html.ts'
import { breadcrumbs, jsonLd, listingThing } from '../layout/json-ld.ts'
import { layout } from '../layout/layout.ts'
import { creationLine, linksLine, type Md, markdownDocument, md, target } from '../layout/markdown-text.ts'
import type { Page, SiteContext } from '../layout/page.ts'
import { type Reader, readerFor } from '../layout/reader.ts'
import { searchForm } from '../layout/search-form.ts'
import { filled } from '../layout/words.ts'
import { feedLine, feedList } from '../sharing/feed-list.ts'
import { viewQuery } from '../view-switch.ts'
import { aboutSelection, creationCount, usedQuery } from './about.ts'
import { filters, filtersMarkdown, listColumns } from './filters.ts'
import { foundNames, foundNamesMarkdown } from './found-names.ts'
import { intro, introMarkdown, popularTags } from './intro.ts'
import { searchNotes, searchNotesMarkdown } from './search-notes.ts'
import {
  type Choice,
  type Choices,
  type ChosenLabels,
  canonicalOf,
  explorerAddress,
  type FeedFilters,
  type FeedValue,
  feedQuery,
  hasFew,
  hiddenFields,
  isUnfiltered,
  smallList,
} from './selection.ts'

/** The page's own URL with the parameters of the API's next page. */
function nextAddress(
  { addresses: { webUrl } }: SiteContext,
  { pagination }: FeedValue,
  path: string,
  more: Record<string, string> = {},
): string | null {
  if (pagination.nextUrl === null) return null
  const query = new URLSearchParams([...new URL(pagination.nextUrl).searchParams, ...Object.entries(more)])
  return `${webUrl}${path}?${query}`
}

const describe = (site: SiteContext, { pagination }: FeedValue): string =>
  `${creationCount(pagination, { ...readerFor('en', site), number: String })} of the ${communityName(site)}, ${orderOf(site, pagination.sort)}.`

const orders: Record<FeedValue['pagination']['sort'], string> = {
  trending: 'trending first',
  recent: 'newest first',
  popular: 'most played first',
  remixed: 'most remixed first',
  liked: 'most liked first',
  relevance: 'best match first',
}

/** With the name of the counter if the site has its own. */
function orderOf(site: SiteContext, sort: FeedValue['pagination']['sort']): string {
  const counter = counterOfSort[sort]
  const isOwn = counter !== undefined && site.stats[counter].label !== null
  return isOwn ? `most ${counterLabel(site, counter, 'en').toLowerCase()} first` : orders[sort]
}

type CommunityData = {
  feed: FeedValue
  filters: FeedFilters
  labels: ChosenLabels
  choices: Choices
  /** The picture of the category. */
  cover: string | null
  /** The most liked creation with the chosen tag. */
  picture: Pictured | null
  /** Other creations, below one or two with a category or a tag, or a search without results. */
  others: FeedValue['items']
  /** The most used tags, below a search without results. */
  popular: readonly Pick<Choice, 'key' | 'label'>[]
  found?: FoundNames
}

export function communityPage(
  site: SiteContext,
  { feed, filters: requested, labels, choices, cover, picture, others, popular, found }: CommunityData,
  reader: Reader,
): string {
  const { words, locale } = reader
  const chosen = { ...requested, ...viewQuery(reader.view) }
  const about = aboutSelection(site, { chosen: requested, labels, feed }, reader)
  const canonical = canonicalOf(site, requested)
  const query = chosen.q === undefined ? '' : usedQuery(chosen.q, feed)
  return layout(site, {
    title: `${about.heading} · ${nameIn(site, locale)}`,
    description: about.description,
    reader,
    canonical,
    here: explorerAddress(site, chosen),
    markdownUrl: explorerAddress(site, requested, {}, '/community.md'),
    feedQuery: feedQuery(chosen),
    data: jsonLd(listingThing(canonical, feed.items), ...trail(site, chosen, about, reader)),
    ...imageOf(site, chosen, feed, about, reader),
    menuEntry: requested.tag === undefined || requested.q !== undefined ? 'explore' : 'tags',
    body: html`<div class="wrap explorer"><div id="intro">${intro(site, { about, feed, chosen, choices, cover, picture }, reader)}${searchNotes(feed, { query: chosen.q ?? '', addressOf: q => explorerAddress(site, { ...chosen, q }) }, reader)}</div>
${searchForm(site, reader, { query, hint: hintOf(about, requested, reader), hiddenFields: html`${hiddenFields(chosen)}`, isHidden: hasFew(requested, feed) })}
<div id="notes">${found ? foundNames(site, found, chosen.q ?? '', reader) : null}</div>
${filters(site, { chosen, labels, choices, feed }, reader)}
<div id="results" data-failed="${words.failed}">${results(site, { chosen, labels, choices, feed }, reader)}</div>
<div id="after">${popularTags(site, { feed, chosen, choices, popular }, reader)}${creationsBelow(site, { heading: othersHeading(site, feed, reader), creations: others }, reader)}${after(site, feed, chosen, reader)}</div></div>`,
  })
}

/** Where the search looks, if that is not everywhere. */
function hintOf({ name }: ReturnType<typeof aboutSelection>, chosen: FeedFilters, { words }: Reader): string {
  const { q: _, ...others } = chosen
  return isUnfiltered(others) ? words.searchHint : filled(words.searchWithin, { name })
}

/** A category with creations has a picture. */
function imageOf(
  { addresses }: SiteContext,
  { category }: FeedFilters,
  { items }: FeedValue,
  { name, parent }: ReturnType<typeof aboutSelection>,
  { to }: Reader,
): Pick<Page, 'image'> {
  if (category === undefined || parent === null || items.length === 0) return {}
  return { image: { url: to(addresses.categoryImage(category.toLowerCase())), alt: name } }
}

function trail(
  site: SiteContext,
  chosen: FeedFilters,
  { name, parent }: ReturnType<typeof aboutSelection>,
  reader: Reader,
): ReturnType<typeof breadcrumbs>[] {
  if (parent === null || chosen.q !== undefined) return []
  const { webUrl } = site.addresses
  return [
    breadcrumbs(site, reader, [
      { name: reader.words.explore, url: `${webUrl}/community` },
      { name: parent.name, url: webUrl + parent.path },
      { name, url: explorerAddress(site, chosen) },
    ]),
  ]
}

function results(site: SiteContext, selection: Parameters<typeof filters>[1], reader: Reader): Html {
  const { feed, chosen } = selection
  const { words } = reader
  const next = nextAddress(site, feed, '/community', viewQuery(reader.view))
  const list =
    feed.items.length === 0
      ? empty(words.nothing, nothingHint(chosen, reader), askLink(site, feed, chosen, reader))
      : grid(
          site,
          feed.items,
          reader,
          true,
          chosen.q && usedQuery(chosen.q, feed),
          listColumns(site, selection, reader),
        )
  const more =
    next === null ? null : html`<p class="next"><a class="button quiet" rel="next" href="${next}">${words.more}</a></p>`
  // Cards do not repeat what all of them have.
  const styles = [chosen.category && 'one-category', chosen.featuredOnly && 'all-featured'].filter(Boolean).join(' ')
  return html`<h2 class="away">${words.creations}</h2><div${styles && html` class="${styles}"`}>${list}</div>${more}`
}

/** Below an empty result: try other filters, or another spelling. */
function nothingHint(chosen: FeedFilters, { words }: Reader): string {
  if (Object.keys(chosen).some(key => key !== 'q' && key !== 'view')) return words.nothingHint
  return chosen.q === undefined ? '' : words.spellingHint
}

/** Above other creations: below a search without results, they are those of the start page. */
const othersHeading = (site: SiteContext, { items }: FeedValue, { words, locale }: Reader): string =>
  items.length === 0 ? words.trending : filled(words.moreOn, { product: nameIn(site, locale) })

/** Of a search that finds little. */
const askAddress = ({ addresses }: SiteContext, { pagination }: FeedValue, { q }: FeedFilters): string | null =>
  q === undefined || pagination.total >= smallList
    ? null
    : `${addresses.webUrl}/ask?${new URLSearchParams({ query: q })}`

/** Where to go on at the end of a list. */
function after(site: SiteContext, feed: FeedValue, chosen: FeedFilters, reader: Reader): Html {
  const ask = feed.items.length === 0 ? null : askLink(site, feed, chosen, reader)
  return html`${ask}${feedList(site, '', feedQuery(chosen), reader)}`
}

function askLink(site: SiteContext, feed: FeedValue, chosen: FeedFilters, { words, to }: Reader): Html | null {
  const url = askAddress(site, feed, chosen)
  const text = filled(words.askAbout, { q: chosen.q ?? '' })
  return url === null
    ? null
    : html`<p><a class="button quiet" href="${to(url)}"><span dir="auto">${text}</span></a></p>`
}

function afterMarkdown(site: SiteContext, feed: FeedValue, chosen: FeedFilters): Md {
  const url = askAddress(site, feed, chosen)
  return md`${url && linksLine('Ask', [{ label: chosen.q ?? '', url }])}${feedLine(site, '', feedQuery(chosen))}`
}

type MarkdownData = Pick<CommunityData, 'feed' | 'filters' | 'labels' | 'found'> & {
  choices?: Choices
  others?: CommunityData['others']
  popular?: CommunityData['popular']
}

export function communityMarkdown(site: SiteContext, data: MarkdownData): string {
  const { feed, filters: chosen, labels, choices, others = [], popular = [], found } = data
  const { webUrl } = site.addresses
  const reader = readerFor('en', site)
  const next = nextAddress(site, feed, '/community.md')
  const about = aboutSelection(site, { chosen, labels, feed }, reader)
  const { heading: title } = about
  const links = [
    isUnfiltered(chosen) ? md`` : md`[Explore](${target(`${webUrl}/community.md`)}), `,
    md`[All categories](${target(`${webUrl}/categories.md`)})`,
    md`, [all tags](${target(`${webUrl}/tags.md`)})`,
    md`, [people](${target(`${webUrl}/creators.md`)})`,
  ]
  const lists =
    choices === undefined
      ? null
      : {
          above: introMarkdown(site, { about, feed, chosen, choices, popular }, reader),
          below: md`${filtersMarkdown(site, { chosen, labels, choices, feed })}${creationLines(site, { title: othersHeading(site, feed, reader), creations: others })}`,
        }
  const body = md`# ${title}

${describe(site, feed)} ${links}.

${lists && md`${lists.above}\n`}${found ? foundNamesMarkdown(site, found, chosen.q ?? '') : null}\
${searchNotesMarkdown(feed, { query: chosen.q ?? '', addressOf: q => explorerAddress(site, { ...chosen, q }) })}\
${feed.items.length === 0 ? md`${reader.words.nothing} ${nothingHint(chosen, reader)}\n` : feed.items.map(item => creationLine(site, item))}
${next === null ? null : md`[Next page](${target(next)})\n\n`}${lists && md`${lists.below}${afterMarkdown(site, feed, chosen)}`}`
  const updated = feed.items.reduce(
    (last, item) => (item.updatedAt > last ? item.updatedAt : last),
    '1970-01-01T00:00:00Z',
  )
  const head = { title, description: describe(site, feed), canonical: canonicalOf(site, chosen), updated }
  return markdownDocument(head, webUrl, body.text)
}
