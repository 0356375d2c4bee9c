// The page of a creator.
import { en } from '../languages/en.ts'
import { pathWith } from '../operations/define.ts'
import { getCreatorProfile } from '../operations/index.ts'
import { amountText, countText, railTitle, shownCounters } from '../site/kinds.ts'
import { counterOfSort, isHiddenSort } from '../site/site.ts'
import { nameIn } from '../site/text.ts'
import { wordsFor } from '../site/words.ts'
import { isolateBidi } from '../util/text.ts'
import type { FeedValue } from './explorer/selection.ts'
import { card, empty, grid } from './layout/card.ts'
import { type Html, html } from './layout/html.ts'
import { breadcrumbs, creatorThing, jsonLd } from './layout/json-ld.ts'
import { layout } from './layout/layout.ts'
import { creationLine, linksLine, type Md, markdownDocument, md, quoted, target } from './layout/markdown-text.ts'
import { type SiteContext, shareSize } from './layout/page.ts'
import { type Reader, readerFor, type View } from './layout/reader.ts'
import { filled } from './layout/words.ts'
import { pager, pageUrl } from './pager.ts'
import type { Side } from './people/follows.ts'
import { type FollowLists, type ProfileValue, profileHeader, topScores } from './people/profile.ts'
import { feedLine, feedList } from './sharing/feed-list.ts'
import { viewQuery, viewSwitch } from './view-switch.ts'

type CreatorData = FollowLists & {
  creator: ProfileValue
  /** A page of all creations. */
  feed: FeedValue
  isFirst: boolean
}

type Listing = Pick<CreatorData, 'creator' | 'feed'>

export const creatorMarkdownUrl = (webUrl: string, handle: string): string => `${webUrl}/@${handle}.md`

const describe = (
  site: SiteContext,
  { bio, displayName }: ProfileValue['profile'],
  { words, direction, locale }: Pick<Reader, 'words' | 'direction' | 'locale'>,
): string =>
  bio || filled(words.creatorLead, { name: isolateBidi(displayName, direction), product: nameIn(site, locale) })

export function creatorPage(site: SiteContext, data: CreatorData, reader: Reader): string {
  const { profile, apps } = data.creator
  const { handle, displayName } = profile
  const { words } = reader
  const picture = reader.to(site.addresses.shareImage(handle))
  return layout(site, {
    title: `${isolateBidi(displayName, reader.direction)} (@${handle}) · ${nameIn(site, reader.locale)}`,
    description: describe(site, profile, reader),
    reader,
    canonical: profile.url,
    here: listUrl(site, data, reader),
    markdownUrl: creatorMarkdownUrl(site.addresses.webUrl, handle),
    feedPath: `/@${handle}`,
    oembedUrl: profile.url,
    data: jsonLd(
      creatorThing(site, data.creator, { url: picture, ...shareSize }),
      breadcrumbs(site, reader, [
        { name: words.explore, url: `${site.addresses.webUrl}/community` },
        { name: displayName, url: profile.url },
      ]),
    ),
    menuEntry: 'people',
    type: 'profile',
    image: { url: picture, alt: displayName },
    body: html`<div class="wrap">${profileHeader(site, data.creator, data, reader)}
<section id="creations"><div class="listbar"><h2>${words.creations} <small>${reader.number(apps.total)}</small></h2>${views(site, data, reader)}</div>${orders(site, data, reader)}${creations(site, data, reader)}${apps.total === 0 ? null : feedList(site, `/@${handle}`, '', reader)}</section>
${data.isFirst ? topScores(site, data.creator, reader) : null}</div>`,
  })
}

/** From this number of creations on, their order and view can be chosen. */
const minSorted = 6

/** The best known creations first, unless the site hides how often they are used. */
export const firstSort = ({ stats }: SiteContext): string => (isHiddenSort('popular', stats) ? 'recent' : 'popular')

const sorts = ['popular', 'recent', 'liked', 'remixed'] as const

/** Parameters of an address; the first sort is the default. */
const sortQuery = (site: SiteContext, sort: string): { sort?: string } => (sort === firstSort(site) ? {} : { sort })

/** The first page of the creations, in the same order and view unless another one is given. */
function listUrl(
  site: SiteContext,
  { creator, feed }: Listing,
  { view: current }: Reader,
  { sort = feed.pagination.sort, view = current }: { sort?: string; view?: View } = {},
): string {
  const query = new URLSearchParams({ ...sortQuery(site, sort), ...viewQuery(view) }).toString()
  return query === '' ? creator.profile.url : `${creator.profile.url}?${query}`
}

type Order = { label: string; url: string; isCurrent: boolean }

/** Counters that are 0 for all creations are left out. */
function ordersOf(site: SiteContext, data: Listing, reader: Reader): Order[] {
  const { stats, apps } = data.creator
  const { words, locale } = reader
  const offered = sorts.filter(sort => {
    const counter = counterOfSort[sort]
    return !isHiddenSort(sort, site.stats) && (counter === undefined || stats[counter] > 0)
  })
  if (apps.total < minSorted || offered.length < 2) return []
  return offered.map(sort => ({
    label: railTitle(site, sort, locale, words[sort]),
    url: `${listUrl(site, data, reader, { sort })}#creations`,
    isCurrent: sort === data.feed.pagination.sort,
  }))
}

function orders(site: SiteContext, data: CreatorData, reader: Reader): Html | null {
  const links = ordersOf(site, data, reader).map(
    ({ label, url, isCurrent }) =>
      html`<li><a class="chip" href="${reader.to(url)}"${isCurrent ? html` aria-current="true"` : null}>${label}</a></li>`,
  )
  return links.length === 0 ? null : html`<nav aria-label="${reader.words.sort}"><ul class="tabs">${links}</ul></nav>`
}

function views(site: SiteContext, data: CreatorData, reader: Reader): Html | null {
  if (data.creator.apps.total < minSorted && reader.view === 'cards') return null
  return viewSwitch(reader, view => reader.to(`${listUrl(site, data, reader, { view })}#creations`))
}

function creations(site: SiteContext, data: CreatorData, reader: Reader): Html {
  const { creator, feed, isFirst } = data
  if (feed.items.length === 0) return empty(reader.words.noCreations)
  const query = { ...sortQuery(site, feed.pagination.sort), ...viewQuery(reader.view) }
  const next = pageUrl(creator.profile.url, feed.next_cursor, query)
  const first = isFirst ? null : listUrl(site, data, reader)
  const links = { next: next && `${next}#creations`, first, label: reader.words.more }
  return html`${list(site, feed.items, reader)}${pager(links, reader)}`
}

/** One alone has its picture beside its text. */
const list = (site: SiteContext, items: FeedValue['items'], reader: Reader): Html =>
  items.length === 1
    ? html`<ul class="mosaic">${card(site, items[0]!, reader, { eager: true, byline: false })}</ul>`
    : grid(site, items, reader, false)

/** The orders of the creations and their feeds. */
function listLinks(site: SiteContext, data: Listing): Md {
  const { handle } = data.creator.profile
  const sorted = linksLine('Sort', ordersOf(site, data, readerFor('en', site)))
  return md`${sorted}${data.creator.apps.total === 0 ? null : feedLine(site, `/@${handle}`, '')}\n`
}

export function creatorMarkdown(
  site: SiteContext,
  { isListOnly = false, ...data }: Listing & { isListOnly?: boolean },
): string {
  const { creator, feed } = data
  const { profile, stats, apps, topScores } = creator
  const { handle, displayName, bio, links, url, joinedAt } = profile
  const { baseUrl, webUrl } = site.addresses
  const { creations } = wordsFor(site, 'en')
  const scores = topScores.map(({ app, score, unit, rank }) => {
    return md`- [${app.title}](${target(app.url)}): ${amountText(site, String(score), unit, 'en')}, rank ${rank}\n`
  })
  const follows = (side: Side) => site.addresses.follows(handle, side)
  const next = pageUrl(creatorMarkdownUrl(webUrl, handle), feed.next_cursor, sortQuery(site, feed.pagination.sort))
  const body = md`# ${displayName} (@${handle})

What is quoted was written by the creator.

${quoted(bio)}

${stats.apps} ${creations.toLowerCase()}, [${stats.followers} followers](${target(`${follows('followers')}.md`)}), [${stats.following} following](${target(`${follows('following')}.md`)})${shownCounters(site, ['plays', 'likes', 'remixes']).map(counter => md`, ${countText(site, counter, stats[counter])}`)}. Joined ${joinedAt.slice(0, 10)}. Data: ${target(baseUrl + pathWith(getCreatorProfile, { handle }))}

${links.map(({ label, url }) => md`- [${label}](${target(url)})\n`)}
## ${creations}

${isListOnly ? null : listLinks(site, data)}${feed.items.length === 0 ? md`${en.words.noCreations}\n` : feed.items.map(item => creationLine(site, item, { byline: false }))}
${next === null ? null : md`[More from ${displayName}](${target(next)})\n`}
${scores.length === 0 ? null : md`## Top scores\n\n${scores}`}`
  const updated = apps.items.reduce((latest, item) => (item.updatedAt > latest ? item.updatedAt : latest), joinedAt)
  const head = {
    title: displayName,
    description: describe(site, profile, { words: en.words, direction: 'ltr', locale: 'en' }),
    canonical: url,
    updated,
  }
  return markdownDocument(head, webUrl, body.text)
}
