// The upper part of a creator's page: who it is, totals and followers; and the best scores.
import type Type from 'typebox'
import type { CreatorList, CreatorProfile } from '../../operations/shapes.ts'
import { amountText } from '../../site/kinds.ts'
import { avatar, counterEntries } from '../layout/card.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { memberRel } from '../member-markdown.ts'
import type { Side } from './follows.ts'

export type ProfileValue = Type.Static<typeof CreatorProfile>
export type FollowLists = Record<Side, Type.Static<typeof CreatorList>>

export function profileHeader(
  site: SiteContext,
  { profile, stats, apps }: ProfileValue,
  lists: FollowLists,
  reader: Reader,
): Html {
  const { handle, displayName, bio, links, joinedAt } = profile
  const { words, day } = reader
  // Imported creations can be older than the record of their creator.
  const since = apps.items.some(({ publishedAt }) => publishedAt < joinedAt)
    ? null
    : html` <span class="since">${words.joined} <time datetime="${joinedAt}">${day(joinedAt)}</time></span>`
  const totals = counterEntries(site, stats, ['plays', 'likes', 'remixes'], reader).filter(([, value]) => value > 0)
  const numbers = [
    ...sides.filter(side => lists[side].total > 0).map(side => followEntry(site, side, profile, lists, reader)),
    ...totals.map(([name, value]) => html`<div><dt>${name}</dt><dd>${reader.number(value)}</dd></div>`),
  ]
  return html`<header class="person"><div class="who">${avatar(site, profile, 96)}<div><h1 dir="auto">${displayName}</h1>
<p class="soft"><bdi>@${handle}</bdi>${since}</p></div>
${bio === '' && links.length === 0 ? null : html`<div class="bio">${bio === '' ? null : html`<p class="lead pre" dir="auto">${bio}</p>`}${links.length === 0 ? null : html`<ul class="links">${links.map(ownLink)}</ul>`}</div>`}</div>
${numbers.length === 0 ? null : html`<dl class="facts">${numbers}</dl>`}</header>`
}

const sides: readonly Side[] = ['followers', 'following']

function followEntry(
  site: SiteContext,
  side: Side,
  { handle }: ProfileValue['profile'],
  lists: FollowLists,
  { words, number, to }: Reader,
): Html {
  const { items, total } = lists[side]
  const faces = items.map(person => avatar(site, person, 24))
  return html`<div><dt>${words[side]}</dt><dd><a href="${to(site.addresses.follows(handle, side))}" aria-label="${words[side]} ${number(total)}">${number(total)}<span class="faces">${faces}</span></a></dd></div>`
}

/** With the host, unless the label has it. */
function ownLink({ label, url }: ProfileValue['profile']['links'][number]): Html {
  const host = URL.parse(url)?.host.replace(/^www\./, '') ?? ''
  const shown = host === '' || label.toLowerCase().includes(host) ? null : html` <small><bdi>${host}</bdi></small>`
  return html`<li><a href="${safeUrl(url)}" rel="${memberRel}" dir="auto">${label}</a>${shown}</li>`
}

export function topScores(
  site: SiteContext,
  { topScores: list }: ProfileValue,
  { words, to, number, locale }: Reader,
): Html | null {
  if (list.length === 0) return null
  const rows = list.map(
    ({ app, score, unit, rank }) =>
      html`<li><span class="rank"><bdi>#${number(rank)}</bdi></span><a href="${to(safeUrl(app.url))}" dir="auto">${app.title}</a><span class="score"><bdi>${amountText(site, number(score), unit, locale)}</bdi></span></li>`,
  )
  return html`<section class="scores"><h2>${words.topScores}</h2><ol class="board">${rows}</ol></section>`
}
