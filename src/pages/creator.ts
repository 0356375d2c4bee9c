// The page of a creator.

import type Type from 'typebox'
import { en } from '../languages/en.ts'
import { pathWith } from '../operations/define.ts'
import { getCreatorProfile } from '../operations/index.ts'
import type { CreatorList, CreatorProfile } from '../operations/shapes.ts'
import { countText, shownCounters, unitLabel } from '../site/kinds.ts'
import { nameIn } from '../site/text.ts'
import { isolateBidi } from '../util/text.ts'
import { activity } from './activity.ts'
import type { FeedValue } from './explorer/selection.ts'
import { avatar, counterEntries, empty, grid, people, statList } from './layout/card.ts'
import { type Html, html, safeUrl } from './layout/html.ts'
import { breadcrumbs, creatorThing, jsonLd } from './layout/json-ld.ts'
import { layout } from './layout/layout.ts'
import { creationLine, markdownDocument, md, quoted, target } from './layout/markdown-text.ts'
import { type SiteContext, shareSize } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { filled } from './layout/words.ts'
import { memberRel } from './member-markdown.ts'
import { pager, pageUrl } from './pager.ts'
import type { Side } from './people/follows.ts'
import { feedList } from './sharing/feed-list.ts'
import { inView, viewQuery, viewSwitch } from './view-switch.ts'

type ProfileValue = Type.Static<typeof CreatorProfile>
type CreatorsValue = Type.Static<typeof CreatorList>

type CreatorData = {
  creator: ProfileValue
  /** A page of all creations, the newest first. */
  feed: FeedValue
  isFirst: boolean
  followers: CreatorsValue
  following: CreatorsValue
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
  const times = apps.items.map(({ publishedAt }) => publishedAt)
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
    type: 'profile',
    image: { url: picture, alt: displayName },
    body: html`<div class="wrap">${heading(site, data.creator, reader)}
<div class="columns"><section class="main" id="creations"><div class="listbar"><h2>${words.creations} <small>${reader.number(apps.total)}</small></h2>${feedList(site, `/@${handle}`, '', reader)}${views(data, reader)}</div>${creations(site, data, reader)}</section>
<aside aria-label="${words.activity}">${activity(times, apps.hasMore, reader)}${scores(site, data.creator, reader)}
${followList(site, 'followers', data, reader)}${followList(site, 'following', data, reader)}</aside></div></div>`,
  })
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

function heading(site: SiteContext, { profile, stats }: ProfileValue, reader: Reader): Html {
  const { handle, displayName, bio, links, joinedAt } = profile
  const { words, day } = reader
  const sites = links.map(
    ({ label, url }) => html`<li><a href="${safeUrl(url)}" rel="${memberRel}" dir="auto">${label}</a></li>`,
  )
  return html`<header class="person">${avatar(site, profile, 96)}<div><h1 dir="auto">${displayName}</h1>
<p class="soft"><bdi>@${handle}</bdi> · ${words.joined} <time datetime="${joinedAt}">${day(joinedAt)}</time></p></div>
${bio === '' ? null : html`<p class="lead pre" dir="auto">${bio}</p>`}${sites.length === 0 ? null : html`<ul class="links">${sites}</ul>`}
${statList(
  [
    [words.creations, stats.apps],
    [words.followers, stats.followers, site.addresses.follows(handle, 'followers')],
    [words.following, stats.following, site.addresses.follows(handle, 'following')],
    ...counterEntries(site, stats, ['plays', 'likes', 'remixes'], reader),
  ],
  reader,
)}</header>`
}

function scores(site: SiteContext, { topScores }: ProfileValue, { words, to, number, locale }: Reader): Html | null {
  if (topScores.length === 0) return null
  const rows = topScores.map(
    ({ app, score, unit, rank }) =>
      html`<li><span class="rank">${number(rank)}</span><a href="${to(safeUrl(app.url))}" dir="auto">${app.title}</a><span class="score"><bdi>${number(score)} ${unitLabel(site, unit, locale)}</bdi></span></li>`,
  )
  return html`<section class="panel"><h2>${words.topScores}</h2><ol class="board">${rows}</ol></section>`
}

function followList(site: SiteContext, side: Side, data: CreatorData, reader: Reader): Html {
  const { items, total } = data[side]
  const { words, number, to } = reader
  const list = items.length === 0 ? html`<p class="note">${words.nobody}</p>` : people(site, items, reader)
  const all =
    total > items.length
      ? html`<p><a class="see" href="${to(site.addresses.follows(data.creator.profile.handle, side))}">${words.seeAll}</a></p>`
      : null
  return html`<section class="panel"><h2>${words[side]} <small>${number(total)}</small></h2>${list}${all}</section>`
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
