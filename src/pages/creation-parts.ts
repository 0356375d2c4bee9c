// Parts of a creation's page: details, leaderboard and lineage.

import type Type from 'typebox'
import type { AppShare } from '../operations/shapes.ts'
import { amountText } from '../site/kinds.ts'
import { type Html, html, safeUrl } from './layout/html.ts'
import { icon } from './layout/icons.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { languageName } from './layout/words.ts'
import { memberRel } from './member-markdown.ts'

export type AppValue = Type.Static<typeof AppShare>

/** A creation that this one was remixed from, directly or through other remixes. */
export type Origin = { handle: string; slug: string; title: string }

export type CreationData = {
  app: AppValue
  /** The direct original first. */
  origins: readonly Origin[]
  similar: AppValue['moreFromCreator']
  /** Other creations of the community, if these lists are too short for a row. */
  others: AppValue['moreFromCreator']
}

const row = (name: string, value: Html): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** After the day of its publication. */
const isChanged = ({ publishedAt, updatedAt }: AppValue): boolean => updatedAt.slice(0, 10) > publishedAt.slice(0, 10)

function dateRows(app: AppValue, { words, day }: Reader): Html[] {
  const date = (label: string, value: string) => row(label, html`<time datetime="${value}">${day(value)}</time>`)
  return [date(words.published, app.publishedAt), ...(isChanged(app) ? [date(words.updated, app.updatedAt)] : [])]
}

/** Without the region. */
export const languageOf = (locale: string): string => locale.split('-', 1)[0]!

function detailRows(app: AppValue, reader: Reader): Html[] {
  const { version, license, platforms, locale } = app
  const { words } = reader
  const texts: [name: string, values: readonly string[]][] = [
    [words.version, version === null ? [] : [version]],
    [words.license, license === null ? [] : [license]],
    [words.platforms, platforms],
  ]
  const rows = texts
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) =>
      row(name, html`${values.map((value, i) => html`${i === 0 ? '' : ', '}<bdi>${value}</bdi>`)}`),
    )
  const language = row(words.language, html`${languageName(languageOf(locale), reader.locale)}`)
  return [...rows, ...dateRows(app, reader), language]
}

/** Whether there are details besides the date of publication and the language. */
export const hasDetails = (app: AppValue): boolean =>
  app.version !== null || app.license !== null || app.platforms.length + app.links.length > 0 || isChanged(app)

/** Date and language in a line, for a creation without other details. */
export const dateLine = (app: AppValue, { words, day, locale }: Reader): Html =>
  html`<p class="since">${words.published} <time datetime="${app.publishedAt}">${day(app.publishedAt)}</time> · ${languageName(languageOf(app.locale), locale)}</p>`

/** Version, license, platforms, dates and language; links if there are any. */
export function details(app: AppValue, reader: Reader): Html {
  const rows = detailRows(app, reader)
  const targets = app.links.map(
    ({ label, url }) => html`<li><a href="${safeUrl(url)}" rel="${memberRel}" dir="auto">${label}</a></li>`,
  )
  const links = targets.length === 0 ? null : html`<ul class="links" aria-label="${reader.words.links}">${targets}</ul>`
  return html`<section class="panel"><h2>${reader.words.details}</h2><dl class="details">${rows}</dl>${links}</section>`
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

/** The remix chain, from the oldest creation to this one. The page of its remixes has no more if none is public. */
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
  const tree =
    app.remixes.total === 0
      ? null
      : html`<p class="note"><a class="see" href="${to(addresses.remixes(app.handle, app.slug))}">${words.familyTree}${icon('arrow')}</a></p>`
  return html`<section class="panel"><h2>${words.lineage}</h2><ol class="lineage">${steps}<li aria-current="true"><span dir="auto">${app.title}</span><small>${words.thisOne}</small></li></ol>${tree}</section>`
}
