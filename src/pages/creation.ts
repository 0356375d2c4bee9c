// The share page of one creation.
import { nameIn } from '../site/text.ts'
import { isolateBidi } from '../util/text.ts'
import {
  type AppValue,
  type CreationData,
  details,
  leaderboard,
  lineage,
  screenshots,
  shareBox,
} from './creation-parts.ts'
import { avatar, cover, rail, statList } from './layout/card.ts'
import { type Html, html, safeUrl } from './layout/html.ts'
import { icon } from './layout/icons.ts'
import { creationThing, jsonLd } from './layout/json-ld.ts'
import { layout, shareSize } from './layout/layout.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { filled } from './layout/words.ts'
import { memberMarkdown, memberRel, plainText } from './member-markdown.ts'

export function creationPage(site: SiteContext, data: CreationData, reader: Reader): string {
  const { app } = data
  const { title, summary, url, remixes, moreFromCreator, creator } = app
  const { words } = reader
  const picture = reader.to(site.addresses.shareImage(app.handle, app.slug))
  return layout(site, {
    title: `${isolateBidi(title, reader.direction)} · ${nameIn(site, reader.locale)}`,
    description: summary || plainText(app.description) || title,
    reader,
    canonical: url,
    markdownUrl: `${url}.md`,
    data: jsonLd(creationThing(app, { url: picture, ...shareSize })),
    type: 'article',
    image: { url: picture, alt: title, ...shareSize },
    body: html`<article class="wrap creation">${header(site, data, reader)}
<div class="columns"><div class="main">${texts(app, reader)}${screenshots(app, reader)}</div>
<aside aria-label="${words.share}">${details(app, reader)}${shareBox(app, reader)}${leaderboard(site, app, reader)}${lineage(site, data, reader)}</aside></div>
${row(`${words.remixes} (${reader.number(remixes.total)})`, remixes.items, reader)}
${row(filled(words.moreFrom, { name: isolateBidi(creator.displayName, reader.direction) }), moreFromCreator, reader)}</article>`,
  })
}

function header(site: SiteContext, { app }: CreationData, reader: Reader): Html {
  const { title, summary, kind, category, creator, stats, openUrl, locale, featured, publishedAt } = app
  const { words, to, day } = reader
  const categoryLink =
    category === null
      ? null
      : html`<a href="${to(site.addresses.community({ category: category.slug }))}"><bdi>${category.label}</bdi></a>`
  return html`<header class="top">${cover(app, true)}<div>
<p class="kind"><a href="${to(site.addresses.community({ kind }))}">${icon(kind)}${words[kind]}</a>${categoryLink}${featured ? html`<span class="star">${icon('star')}${words.featured}</span>` : null}</p>
<h1 lang="${locale}" dir="auto">${title}</h1>
<p class="lead" lang="${locale}" dir="auto">${summary}</p>
<p class="maker">${avatar(creator.avatarUrl, 40)}<span><a href="${to(safeUrl(creator.url))}"><bdi>${creator.displayName}</bdi></a><small>${words.published} <time datetime="${publishedAt}">${day(publishedAt)}</time></small></span></p>
<p class="actions">${openUrl === null ? null : html`<a class="button" href="${safeUrl(openUrl)}" rel="${memberRel}">${icon('phone')}${words.openCreation}</a>`}<button class="button quiet" type="button" data-share hidden>${icon('share')}${words.share}</button></p>
${statList(
  [
    [words.plays, stats.plays],
    [words.likes, stats.likes],
    [words.remixes, stats.remixes],
    [words.views, stats.views],
  ],
  reader,
)}${tagList(site, app, reader)}</div></header>`
}

function tagList({ addresses }: SiteContext, { tags }: AppValue, { words, to }: Reader): Html | null {
  if (tags.length === 0) return null
  const links = tags.map(
    ({ key, label }) =>
      html`<li><a class="chip" href="${to(addresses.community({ tag: key }))}" dir="auto">${label}</a></li>`,
  )
  return html`<ul class="chips small" aria-label="${words.tags}">${links}</ul>`
}

function texts({ description, instructions, locale }: AppValue, { words }: Reader): Html {
  const part = (title: string, text: string): Html | null =>
    text === ''
      ? null
      : html`<section><h2>${title}</h2><div class="prose" lang="${locale}" dir="auto">${memberMarkdown(text, 3)}</div></section>`
  return html`${part(words.description, description)}${part(words.howTo, instructions)}`
}

function row(title: string, items: AppValue['moreFromCreator'], reader: Reader): Html | null {
  if (items.length === 0) return null
  return html`<section><h2>${title}</h2>${rail(items, reader)}</section>`
}
