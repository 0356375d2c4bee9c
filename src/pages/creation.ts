// The share page of one creation.
import { creationArtPath } from '../art-paths.ts'
import { moreLimit } from '../operations/apps.ts'
import { counterLabel, instructionsHeading, kindLabel, kindOf, shownCounters } from '../site/kinds.ts'
import { nameIn } from '../site/text.ts'
import { titleKey } from '../store/search-text.ts'
import { isolateBidi } from '../util/text.ts'
import { gallery } from './creation/gallery.ts'
import { relatedOf } from './creation/related.ts'
import {
  type AppValue,
  type CreationData,
  dateLine,
  details,
  hasDetails,
  languageOf,
  leaderboard,
  lineage,
} from './creation-parts.ts'
import { creationsBelow } from './labels/creations.ts'
import { appLink } from './layout/app-link.ts'
import { avatar, cover, rail, seeAll } from './layout/card.ts'
import { type Html, html, safeUrl } from './layout/html.ts'
import { icon, kindIcon } from './layout/icons.ts'
import { breadcrumbs, creationThing, jsonLd } from './layout/json-ld.ts'
import { layout } from './layout/layout.ts'
import { type SiteContext, shareSize } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { filled, languageName } from './layout/words.ts'
import { memberMarkdown, plainText } from './member-markdown.ts'
import { openButton, openNote, openQr } from './open-button.ts'
import { remixHeading } from './remixes/remixes.ts'
import { embedBox, shareLink } from './sharing/share-actions.ts'

type Card = AppValue['moreFromCreator'][number]

export function creationPage(site: SiteContext, data: CreationData, reader: Reader): string {
  const { app } = data
  const { title, summary, url, creator } = app
  const { words } = reader
  const picture = reader.to(site.addresses.shareImage(app.handle, app.slug))
  return layout(site, {
    title: `${isolateBidi(title, reader.direction)} · ${nameIn(site, reader.locale)}`,
    description: summary || plainText(app.description) || title,
    reader,
    canonical: url,
    markdownUrl: `${url}.md`,
    oembedUrl: url,
    data: jsonLd(
      creationThing(site, app, { url: picture, ...shareSize }),
      breadcrumbs(site, reader, [
        { name: words.explore, url: `${site.addresses.webUrl}/community` },
        { name: creator.displayName, url: creator.url },
        { name: title, url },
      ]),
    ),
    menuEntry: 'explore',
    type: 'article',
    image: { url: picture, alt: title },
    ...(app.screenshots.length === 0 ? {} : { script: 'gallery' }),
    body: html`<article class="wrap creation">${header(site, data, reader)}
${columns(site, data, reader)}
${isStaged(app) ? null : gallery(app, reader, 'band')}${related(site, data, reader)}</article>`,
  })
}

function related(site: SiteContext, { app, similar, others }: CreationData, reader: Reader): Html {
  const { words, direction } = reader
  const lists = relatedOf(app, similar)
  const title = filled(words.moreFrom, { name: isolateBidi(app.creator.displayName, direction) })
  const hasMore = app.moreFromCreator.length === moreLimit
  const all = hasMore ? seeAll(safeUrl(app.creator.url), title, reader) : null
  const more = html`<div class="heading"><h2>${title}</h2>${all}</div>`
  const onSite = filled(words.moreOn, { product: nameIn(site, reader.locale) })
  const rows = [
    { items: lists.remixes, content: row(site, remixHeading(site, app, reader), lists.remixes, reader) },
    {
      items: lists.similar,
      content: row(site, html`<div class="heading"><h2>${words.similar}</h2></div>`, lists.similar, reader),
    },
    { items: lists.more, content: row(site, more, lists.more, reader, false) },
    { items: others, content: row(site, html`<div class="heading"><h2>${onSite}</h2></div>`, others, reader) },
  ].filter(({ items }) => items.length > 0)
  // Rows of one creation each are one row, apart from remixes.
  const single = rows.filter(({ items }) => items.length === 1 && items !== lists.remixes)
  if (single.length < 2) return html`${rows.map(({ content }) => content)}`
  const several = rows.filter(one => !single.includes(one))
  const creations = single.flatMap(({ items }) => items)
  return html`${several.map(({ content }) => content)}${creationsBelow(site, { heading: onSite, creations }, reader)}`
}

/** What there may be beside the texts, apart from the details. */
function extras(site: SiteContext, data: CreationData, reader: Reader): Html[] {
  const { app } = data
  const all = [openQr(site, app.openUrl, reader), leaderboard(site, app, reader), lineage(site, data, reader)]
  return all.filter(extra => extra !== null)
}

/** Texts, and facts beside them. Texts or facts alone have the whole width. */
function columns(site: SiteContext, data: CreationData, reader: Reader): Html | null {
  const main = texts(site, data.app, reader)
  const facts = [...(hasDetails(data.app) ? [details(data.app, reader)] : []), ...extras(site, data, reader)]
  if (main.length + facts.length === 0) return null
  const aside = html`<aside aria-label="${reader.words.details}">${facts}</aside>`
  return html`<div class="columns">${main.length === 0 ? null : html`<div class="main">${main}</div>`}${facts.length === 0 ? null : aside}</div>`
}

/** Without a cover, screenshots are the picture: they show more than a drawing. */
const isStaged = ({ coverUrl, screenshots }: AppValue): boolean => coverUrl === null && screenshots.length > 0

function header(site: SiteContext, data: CreationData, reader: Reader): Html {
  const { app } = data
  const { title, summary, creator, locale, iconUrl } = app
  const { to } = reader
  const staged = isStaged(app)
  const badge =
    staged && iconUrl !== null
      ? html`<img class="badge" src="${safeUrl(iconUrl)}" alt="" width="72" height="72" decoding="async" data-art="">`
      : null
  return html`<header class="top">${staged ? null : html`<div class="visual${app.coverUrl === null ? ' generated' : ''}">${cover(site, app, true)}</div>`}<div class="intro">
<div class="name">${badge}<div>${labels(site, app, reader)}
<h1 lang="${locale}" dir="auto">${title}</h1></div></div>
${summary === '' || titleKey(summary) === titleKey(title) ? null : html`<p class="lead" lang="${locale}" dir="auto">${summary}</p>`}
<p class="maker">${avatar(site, creator, 40)}<span><a href="${to(safeUrl(creator.url))}"><bdi>${creator.displayName}</bdi></a><small><bdi>@${creator.handle}</bdi></small></span></p>${hasDetails(app) ? null : dateLine(app, reader)}
${numbers(site, app, reader)}${tagList(site, app, reader)}${actions(site, app, reader)}</div>${staged ? gallery(app, reader, 'stage', backdrop(site, app)) : null}</header>`
}

/** Behind screenshots: the picture that cards have. */
function backdrop({ addresses }: SiteContext, app: AppValue): Html {
  const art = addresses.webUrl + creationArtPath({ ...app, category: app.category?.slug ?? null })
  return html`<img class="backdrop" src="${art}" alt="" width="600" height="400" decoding="async">`
}

/** If a creation cannot be opened from here, the main action is to get the product; without a product, to share. */
function actions(site: SiteContext, app: AppValue, reader: Reader): Html {
  const open = openButton(site, app.openUrl, reader) ?? appLink(site, reader)
  return html`<div class="actions">${open}${shareLink(app, reader, open === null)}${embedBox(site, app, reader)}</div>${openNote(site, app.openUrl, reader)}`
}

/** Kind, category, and the tag if there is only one. */
function labels(site: SiteContext, app: AppValue, reader: Reader): Html {
  const { kind, category, featured } = app
  const tags = tagsOf(app)
  const { words, to } = reader
  const link = (filter: Record<string, string>, label: string) =>
    html`<a href="${to(site.addresses.community(filter))}"><bdi>${label}</bdi></a>`
  const categoryLink = category === null ? null : link({ category: category.slug }, category.label)
  const tagLink = tags.length === 1 ? link({ tag: tags[0]!.key }, tags[0]!.label) : null
  return html`<p class="kind">${kindLink(site, kind, reader)}${categoryLink}${tagLink}${featured ? html`<span class="star">${icon('star')}${words.featured}</span>` : null}</p>`
}

/** Those that are not 0. The name of the remixes leads to their page if there are public ones. */
function numbers(site: SiteContext, app: AppValue, reader: Reader): Html | null {
  const { handle, slug, stats, remixes } = app
  const { to, locale } = reader
  const counters = shownCounters(site, ['plays', 'likes', 'views', 'remixes']).filter(counter => stats[counter] > 0)
  if (counters.length === 0) return null
  const rows = counters.map(counter => {
    const label = counterLabel(site, counter, locale)
    const value = html`<dd>${amount(stats[counter], reader)}</dd>`
    if (counter !== 'remixes' || remixes.total === 0) return html`<div><dt>${label}</dt>${value}</div>`
    return html`<div><dt><a href="${to(site.addresses.remixes(handle, slug))}">${label}${icon('arrow')}</a></dt>${value}</div>`
  })
  return html`<dl class="facts">${rows}</dl>`
}

/** The style sheet shows the short form on phones. */
function amount(value: number, { number, short }: Reader): Html | string {
  const [exact, brief] = [number(value), short(value)]
  return exact === brief ? exact : html`<span>${exact}</span><span class="brief">${brief}</span>`
}

/** A kind that is no longer in the site pack has no icon. */
function kindLink(site: SiteContext, kind: string, reader: Reader): Html {
  const sign = kindOf(site, kind) === undefined ? null : kindIcon(site, kind, reader)
  return html`<a href="${reader.to(site.addresses.community({ kind }))}">${sign}<bdi>${kindLabel(site, kind, reader.locale)}</bdi></a>`
}

/** Without the one that is called as the category. */
const tagsOf = ({ tags, category }: AppValue): AppValue['tags'] => tags.filter(({ key }) => key !== category?.slug)

function tagList({ addresses }: SiteContext, app: AppValue, { words, to }: Reader): Html | null {
  const tags = tagsOf(app)
  if (tags.length < 2) return null
  const links = tags.map(
    ({ key, label }) =>
      html`<li><a class="chip" href="${to(addresses.community({ tag: key }))}" dir="auto">${label}</a></li>`,
  )
  return html`<ul class="chips small" aria-label="${words.tags}">${links}</ul>`
}

/** Longer texts are folded. */
const maxUnfolded = { characters: 2000, lines: 40 }

function texts(site: SiteContext, app: AppValue, reader: Reader): Html[] {
  const { instructions, locale, kind } = app
  const language = languageOf(locale)
  const other = language === reader.locale ? null : html` <small>${languageName(language, reader.locale)}</small>`
  const part = (title: string, text: string): Html[] => {
    if (text === '') return []
    const prose = html`<div class="prose" lang="${locale}" dir="auto">${memberMarkdown(text, 3)}</div>`
    const isLong = text.length > maxUnfolded.characters || text.split('\n').length > maxUnfolded.lines
    return [html`<section><h2>${title}${other}</h2>${isLong ? folded(prose, reader) : prose}</section>`]
  }
  return [
    ...part(reader.words.description, withoutSummary(app)),
    ...part(instructionsHeading(site, kind, reader.locale), instructions),
  ]
}

/** The description without a first paragraph that repeats the summary, which is above it. */
function withoutSummary({ summary, description }: AppValue): string {
  const [first = '', ...rest] = description.split(/\n\s*\n/)
  const bare = (text: string) => text.trim().replace(/[.。।]$/u, '')
  return summary !== '' && bare(plainText(first)) === bare(summary) ? rest.join('\n\n') : description
}

/** The style sheet shows the start of the text. Browsers without `::details-content` show the text when it is opened. */
const folded = (content: Html, { words }: Reader): Html =>
  html`<details class="folded"><summary class="button quiet"><span>${words.showMore}</span><span>${words.showLess}</span></summary>${content}</details>`

function row(site: SiteContext, heading: Html, items: readonly Card[], reader: Reader, byline = true): Html | null {
  if (items.length === 0) return null
  return html`<section>${heading}${rail(site, items, reader, byline)}</section>`
}
