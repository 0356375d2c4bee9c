// The explorer: search and filters.

import { en } from '../../languages/en.ts'
import type { FoundNames } from '../../operations/find-names.ts'
import { counterLabel, kindPlural } from '../../site/kinds.ts'
import { counterOfSort } from '../../site/site.ts'
import { nameIn } from '../../site/text.ts'
import { isolateBidi } from '../../util/text.ts'
import { empty, grid } from '../layout/card.ts'
import { type Html, html } from '../layout/html.ts'
import { jsonLd, listingThing } from '../layout/json-ld.ts'
import { layout } from '../layout/layout.ts'
import { creationLine, markdownDocument, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { searchForm } from '../layout/search-form.ts'
import { filled } from '../layout/words.ts'
import { feedList } from '../sharing/feed-list.ts'
import { filters } from './filters.ts'
import { foundNames, foundNamesMarkdown } from './found-names.ts'
import { searchNotes, searchNotesMarkdown } from './search-notes.ts'
import {
  type Choices,
  explorerAddress,
  type FeedFilters,
  type FeedValue,
  feedQuery,
  hiddenFields,
  tagsOf,
} from './selection.ts'

/** The page's own URL with the parameters of the API's next page. */
function nextAddress({ addresses: { webUrl } }: SiteContext, { pagination }: FeedValue, path: string): string | null {
  return pagination.nextUrl && `${webUrl}${path}${new URL(pagination.nextUrl).search}`
}

const describe = (site: SiteContext, { pagination }: FeedValue): string =>
  `${pagination.totalIsExact ? '' : 'More than '}${pagination.total} creations of the ${nameIn(site)} community, ${orderOf(site, pagination.sort)}.`

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

type CommunityData = { feed: FeedValue; filters: FeedFilters; choices: Choices; found?: FoundNames }

export function communityPage(
  site: SiteContext,
  { feed, filters: chosen, choices, found }: CommunityData,
  reader: Reader,
): string {
  const { webUrl } = site.addresses
  const { words } = reader
  const canonical = chosen.q === undefined ? explorerAddress(site, chosen) : `${webUrl}/community`
  return layout(site, {
    title: `${isolateBidi(titleOf(site, chosen, choices, reader), reader.direction)} · ${nameIn(site, reader.locale)}`,
    description: words.communityLead,
    reader,
    canonical,
    here: explorerAddress(site, chosen),
    markdownUrl: `${webUrl}/community.md`,
    feedQuery: feedQuery(chosen),
    data: jsonLd(listingThing(`${webUrl}/community`, feed.items)),
    menuEntry: 'explore',
    body: html`<div class="wrap explorer"><h1>${words.explore}</h1><p class="lead">${words.communityLead}</p>
${searchForm(site, reader, chosen.q ?? '', html`${hiddenFields(chosen)}`)}
${filters(site, chosen, feed.pagination.sort, choices, reader)}
<div id="results" data-failed="${words.failed}">${found ? foundNames(site, found, chosen.q ?? '', reader) : null}${results(site, feed, chosen, reader)}</div></div>`,
  })
}

function titleOf(site: SiteContext, chosen: FeedFilters, { labels }: Choices, { words, locale }: Reader): string {
  const { q, category, kind, creator } = chosen
  const tags = tagsOf(chosen).map(tag => labels.tags.get(tag) ?? tag)
  const parts = [
    q,
    category && (labels.categories.get(category.toLowerCase()) ?? category),
    tags.length === 0 ? undefined : tags.join(', '),
    kind && kindPlural(site, kind, locale),
    creator && `@${creator}`,
  ]
  return parts.find(part => part !== undefined) ?? words.explore
}

function results(site: SiteContext, feed: FeedValue, chosen: FeedFilters, reader: Reader): Html {
  const { words, number, to } = reader
  const { total, totalIsExact } = feed.pagination
  const next = nextAddress(site, feed, '/community')
  const count = filled(totalIsExact ? words.results : words.resultsOver, { n: number(total) })
  const isFiltered = Object.keys(chosen).some(name => name !== 'sort')
  const clear = isFiltered ? html`<a href="${to(`${site.addresses.webUrl}/community`)}">${words.clear}</a>` : null
  const list = feed.items.length === 0 ? empty(words.nothing, words.nothingHint) : grid(site, feed.items, reader)
  const more =
    next === null ? null : html`<p class="next"><a class="button quiet" rel="next" href="${next}">${words.more}</a></p>`
  const feeds = feedList(site, '', feedQuery(chosen), reader)
  return html`<h2 class="away">${words.creations}</h2>${feeds}<p class="count" role="status"><span>${count}</span>${clear}</p>${searchNotes(site, feed, chosen, reader)}${list}${more}`
}

export function communityMarkdown(site: SiteContext, { feed, found }: Pick<CommunityData, 'feed' | 'found'>): string {
  const { webUrl } = site.addresses
  const next = nextAddress(site, feed, '/community.md')
  const title = en.words.explore
  const body = md`# ${title}

${describe(site, feed)} [All categories](${target(`${webUrl}/categories.md`)}), [all tags](${target(`${webUrl}/tags.md`)}).

${found ? foundNamesMarkdown(site, found) : null}${searchNotesMarkdown(site, feed)}${feed.items.map(item => creationLine(site, item))}
${next === null ? null : md`[Next page](${target(next)})\n`}`
  const updated = feed.items.reduce(
    (last, item) => (item.updatedAt > last ? item.updatedAt : last),
    '1970-01-01T00:00:00Z',
  )
  const head = { title, description: describe(site, feed), canonical: `${webUrl}/community`, updated }
  return markdownDocument(head, webUrl, body.text)
}
