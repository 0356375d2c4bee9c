// Parts of a creation's page: details, leaderboard and lineage.

import type Type from 'typebox'
import type { AppShare } from '../operations/shapes.ts'
import { amountText, kindLabel } from '../site/kinds.ts'
import { type Html, html, safeUrl } from './layout/html.ts'
import { icon } from './layout/icons.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { memberRel } from './member-markdown.ts'

export type AppValue = Type.Static<typeof AppShare>

/** A creation that this one was remixed from, directly or through other remixes. */
export type Origin = { handle: string; slug: string; title: string }

export type CreationData = {
  app: AppValue
  /** The direct original first. */
  origins: readonly Origin[]
  similar: AppValue['moreFromCreator']
}

type Row = readonly [name: string, values: readonly (Html | string)[]]

/** What it is, when it was published and, unless that was on the same day, when it was last changed. */
function commonRows(site: SiteContext, { kind, category, publishedAt, updatedAt }: AppValue, reader: Reader): Row[] {
  const { words, day, to, locale } = reader
  const date = (value: string) => html`<time datetime="${value}">${day(value)}</time>`
  const isChanged = updatedAt.slice(0, 10) > publishedAt.slice(0, 10)
  return [
    [words.kind, [kindLabel(site, kind, locale)]],
    [
      words.category,
      category === null
        ? []
        : [
            html`<a href="${to(site.addresses.community({ category: category.slug }))}"><bdi>${category.label}</bdi></a>`,
          ],
    ],
    [words.published, [date(publishedAt)]],
    [words.updated, isChanged ? [date(updatedAt)] : []],
  ]
}

function detailRows(site: SiteContext, app: AppValue, reader: Reader): Html[] {
  const { version, license, platforms } = app
  const { words } = reader
  const rows: Row[] = [
    [words.version, version === null ? [] : [version]],
    [words.license, license === null ? [] : [license]],
    [words.platforms, platforms],
    ...commonRows(site, app, reader),
  ]
  return rows
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => {
      const listed = values.map(
        (value, i) => html`${i === 0 ? '' : ', '}${typeof value === 'string' ? html`<bdi>${value}</bdi>` : value}`,
      )
      return html`<div><dt>${name}</dt><dd>${listed}</dd></div>`
    })
}

/** Version, license, platforms, kind, category, dates and links. */
export function details(site: SiteContext, app: AppValue, reader: Reader): Html {
  const targets = app.links.map(
    ({ label, url }) => html`<li><a href="${safeUrl(url)}" rel="${memberRel}" dir="auto">${label}</a></li>`,
  )
  const links = targets.length === 0 ? null : html`<ul class="links" aria-label="${reader.words.links}">${targets}</ul>`
  return html`<section class="panel"><h2>${reader.words.details}</h2><dl class="details">${detailRows(site, app, reader)}</dl>${links}</section>`
}

export function leaderboard(site: SiteContext, { leaderboard: board }: AppValue, reader: Reader): Html | null {
  if (board.length === 0) return null
  const { words, to, number, locale } = reader
  const rows = board.map(
    ({ rank, handle, displayName, score, unit }) =>
      html`<li><span class="rank">${number(rank)}</span><a href="${to(site.addresses.creator(handle))}"><bdi>${displayName}</bdi></a><span class="score"><bdi>${amountText(site, number(score), unit, locale)}</bdi></span></li>`,
  )
  return html`<section class="panel"><h2>${words.leaderboard}</h2><ol class="board">${rows}</ol></section>`
}

/** The remix chain, from the oldest creation to this one. */
export function lineage(
  { addresses }: SiteContext,
  { app, origins }: CreationData,
  { words, to }: Reader,
): Html | null {
  if (origins.length === 0) return null
  const steps = origins
    .toReversed()
    .map(
      ({ handle, slug, title }) =>
        html`<li><a href="${to(addresses.creation(handle, slug))}" dir="auto">${title}</a><small><bdi>@${handle}</bdi></small></li>`,
    )
  return html`<section class="panel"><h2>${words.lineage}</h2><ol class="lineage">${steps}<li aria-current="true"><span dir="auto">${app.title}</span><small>${words.thisOne}</small></li></ol><p class="note"><a class="see" href="${to(addresses.remixes(app.handle, app.slug))}">${words.familyTree}${icon('arrow')}</a></p></section>`
}
