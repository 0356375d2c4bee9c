// The page of a creator.

import type Type from 'typebox'
import { en } from '../languages/en.ts'
import { pathWith } from '../operations/define.ts'
import { getCreatorProfile } from '../operations/index.ts'
import type { CreatorList, CreatorProfile } from '../operations/shapes.ts'
import { countText, shownCounters } from '../site/kinds.ts'
import { nameIn } from '../site/text.ts'
import { isolateBidi } from '../util/text.ts'
import { activity } from './activity.ts'
import { avatar, counterEntries, empty, grid, people, statList } from './layout/card.ts'
import { type Html, html, safeUrl } from './layout/html.ts'
import { breadcrumbs, creatorThing, jsonLd } from './layout/json-ld.ts'
import { layout } from './layout/layout.ts'
import { creationLine, markdownDocument, md, quoted, target } from './layout/markdown-text.ts'
import { type SiteContext, shareSize } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { filled } from './layout/words.ts'
import { memberRel } from './member-markdown.ts'
import { feedList } from './sharing/feed-list.ts'

type ProfileValue = Type.Static<typeof CreatorProfile>
type CreatorsValue = Type.Static<typeof CreatorList>

type CreatorData = { creator: ProfileValue; followers: CreatorsValue; following: CreatorsValue }

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
<div class="columns"><section class="main"><div class="heading"><h2>${words.creations}</h2>${feedList(site, `/@${handle}`, '', reader)}</div>${apps.items.length === 0 ? empty(words.noCreations) : grid(site, apps.items, reader)}${more(site, data.creator, reader)}</section>
<aside aria-label="${words.activity}">${activity(times, apps.hasMore, reader)}${scores(data.creator, reader)}
${followList(site, words.followers, data.followers, reader)}${followList(site, words.following, data.following, reader)}</aside></div></div>`,
  })
}

/** All creations, for those that the profile does not list. */
const moreUrl = ({ addresses }: SiteContext, handle: string): string =>
  addresses.community({ creator: handle, sort: 'recent' })

function more(site: SiteContext, { profile, apps }: ProfileValue, { words, to, direction }: Reader): Html | null {
  if (!apps.hasMore) return null
  const { handle, displayName } = profile
  return html`<p class="next"><a class="button quiet" href="${to(moreUrl(site, handle))}">${filled(words.moreFrom, { name: isolateBidi(displayName, direction) })}</a></p>`
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
    [words.followers, stats.followers],
    [words.following, stats.following],
    ...counterEntries(site, stats, ['plays', 'likes', 'remixes'], reader),
  ],
  reader,
)}</header>`
}

function scores({ topScores }: ProfileValue, { words, to, number }: Reader): Html | null {
  if (topScores.length === 0) return null
  const rows = topScores.map(
    ({ app, score, unit, rank }) =>
      html`<li><span class="rank">${number(rank)}</span><a href="${to(safeUrl(app.url))}" dir="auto">${app.title}</a><span class="score"><bdi>${number(score)} ${unit}</bdi></span></li>`,
  )
  return html`<section class="panel"><h2>${words.topScores}</h2><ol class="board">${rows}</ol></section>`
}

function followList(site: SiteContext, title: string, { items, total }: CreatorsValue, reader: Reader): Html {
  const list = items.length === 0 ? html`<p class="note">${reader.words.nobody}</p>` : people(site, items, reader)
  return html`<section class="panel"><h2>${title} <small>${reader.number(total)}</small></h2>${list}</section>`
}

export function creatorMarkdown(site: SiteContext, { creator }: Pick<CreatorData, 'creator'>): string {
  const { profile, stats, apps, topScores } = creator
  const { handle, displayName, bio, links, url, joinedAt } = profile
  const { baseUrl, webUrl } = site.addresses
  const scores = topScores.map(({ app, score, unit, rank }) => {
    return md`- [${app.title}](${target(app.url)}): ${score} ${unit}, rank ${rank}\n`
  })
  const body = md`# ${displayName} (@${handle})

What is quoted was written by the creator.

${quoted(bio)}

${stats.apps} apps, ${stats.followers} followers, ${[`${stats.following} following`, ...shownCounters(site, ['plays', 'likes', 'remixes']).map(counter => countText(site, counter, stats[counter]))].join(', ')}. Data: ${target(baseUrl + pathWith(getCreatorProfile, { handle }))}

${links.map(({ label, url }) => md`- [${label}](${target(url)})\n`)}
## Apps

${apps.items.map(item => creationLine(site, item))}
${apps.hasMore ? md`[More from ${displayName}](${target(moreUrl(site, handle))})\n` : null}
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
