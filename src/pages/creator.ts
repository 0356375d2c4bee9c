// The page of a creator.
import { en } from '../languages/en.ts'
import { pathWith } from '../operations/define.ts'
import { getCreatorProfile } from '../operations/index.ts'
import { countText, railTitle, shownCounters } from '../site/kinds.ts'
import { counterOfSort, isHiddenSort } from '../site/site.ts'
import { nameIn } from '../site/text.ts'
import { isolateBidi } from '../util/text.ts'
import { explorerAddress, type FeedValue } from './explorer/selection.ts'
import { sorts } from './explorer/sorts.ts'
import { empty, grid } from './layout/card.ts'
import { type Html, html } from './layout/html.ts'
import { breadcrumbs, creatorThing, jsonLd } from './layout/json-ld.ts'
import { layout } from './layout/layout.ts'
import { creationLine, markdownDocument, md, quoted, target } from './layout/markdown-text.ts'
import { type SiteContext, shareSize } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { filled } from './layout/words.ts'
import { pager, pageUrl } from './pager.ts'
import type { Side } from './people/follows.ts'
import { type FollowLists, type ProfileValue, profileHeader, topScores } from './people/profile.ts'
import { feedList } from './sharing/feed-list.ts'
import { inView, viewQuery, viewSwitch } from './view-switch.ts'

type CreatorData = FollowLists & {
  creator: ProfileValue
  /** A page of all creations, the newest first. */
  feed: FeedValue
  isFirst: boolean
}

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
    here: inView(profile.url, reader.view),
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
<section id="creations"><div class="listbar"><h2>${words.creations} <small>${reader.number(apps.total)}</small></h2>${feedList(site, `/@${handle}`, '', reader)}${views(data, reader)}</div>${orders(site, data, reader)}${creations(site, data, reader)}</section>
${data.isFirst ? topScores(site, data.creator, reader) : null}</div>`,
  })
}

/** From this number of creations on, the explorer offers its sorts for them. */
const minSorted = 13

/** Links to the explorer for the other sort orders. Counters that are 0 for all creations are left out. */
function orders(site: SiteContext, { creator }: CreatorData, { words, locale, to, view }: Reader): Html | null {
  const { profile, stats, apps } = creator
  if (apps.total < minSorted) return null
  const isOffered = (sort: string) => {
    const counter = counterOfSort[sort]
    return !isHiddenSort(sort, site.stats) && (counter === undefined || stats[counter] > 0)
  }
  const links = sorts.filter(isOffered).map(sort => {
    const chosen = { creator: profile.handle, ...viewQuery(view), ...(sort !== 'trending' && { sort }) }
    const own = sort === 'recent'
    const url = own ? `${inView(profile.url, view)}#creations` : explorerAddress(site, chosen)
    return html`<li><a class="chip" href="${to(url)}"${own ? html` aria-current="true"` : null}>${railTitle(site, sort, locale, words[sort])}</a></li>`
  })
  return html`<nav aria-label="${words.sort}"><ul class="tabs">${links}</ul></nav>`
}

function views({ creator, feed }: CreatorData, reader: Reader): Html | null {
  if (feed.items.length < 2) return null
  return viewSwitch(reader, view => reader.to(`${inView(creator.profile.url, view)}#creations`))
}

function creations(site: SiteContext, { creator, feed, isFirst }: CreatorData, reader: Reader): Html {
  if (feed.items.length === 0) return empty(reader.words.noCreations)
  const { url } = creator.profile
  const { view, words } = reader
  const next = pageUrl(url, feed.next_cursor, viewQuery(view))
  const links = { next: next && `${next}#creations`, first: isFirst ? null : inView(url, view), label: words.more }
  return html`${grid(site, feed.items, reader, false)}${pager(links, reader)}`
}

export function creatorMarkdown(site: SiteContext, { creator, feed }: Pick<CreatorData, 'creator' | 'feed'>): string {
  const { profile, stats, apps, topScores } = creator
  const { handle, displayName, bio, links, url, joinedAt } = profile
  const { baseUrl, webUrl } = site.addresses
  const scores = topScores.map(({ app, score, unit, rank }) => {
    return md`- [${app.title}](${target(app.url)}): ${score} ${unit}, rank ${rank}\n`
  })
  const follows = (side: Side) => site.addresses.follows(handle, side)
  const next = pageUrl(creatorMarkdownUrl(webUrl, handle), feed.next_cursor)
  const body = md`# ${displayName} (@${handle})

What is quoted was written by the creator.

${quoted(bio)}

${stats.apps} creations, [${stats.followers} followers](${target(`${follows('followers')}.md`)}), [${stats.following} following](${target(`${follows('following')}.md`)})${shownCounters(site, ['plays', 'likes', 'remixes']).map(counter => md`, ${countText(site, counter, stats[counter])}`)}. Data: ${target(baseUrl + pathWith(getCreatorProfile, { handle }))}

${links.map(({ label, url }) => md`- [${label}](${target(url)})\n`)}
## Creations

${feed.items.map(item => creationLine(site, item))}
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
