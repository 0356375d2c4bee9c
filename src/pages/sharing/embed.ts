// Cards of a creation or a creator for frames on other sites: one small document without scripts.
import type Type from 'typebox'
import type { AppShare, CreatorProfile } from '../../operations/shapes.ts'
import { kindLabel } from '../../site/kinds.ts'
import { nameIn } from '../../site/text.ts'
import { isolateBidi } from '../../util/text.ts'
import { embedStyle } from '../layout/assets.ts'
import { counterEntries, cover } from '../layout/card.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'

type Card = { title: string; url?: string; picture: Html | null; content: Html }

export function creationEmbed(site: SiteContext, app: Type.Static<typeof AppShare>, reader: Reader): string {
  const { title, summary, url, kind, category, creator, stats, locale } = app
  const { to } = reader
  const categoryLabel = category === null ? null : html` · <bdi>${category.label}</bdi>`
  return document(site, reader, {
    title,
    url,
    picture: cover(site, app, true),
    content: html`<p class="kind"><bdi>${kindLabel(site, kind, reader.locale)}</bdi>${categoryLabel}</p>
<h1>${link(to(safeUrl(url)), title, locale)}</h1>
<p class="text" lang="${locale}" dir="auto">${summary}</p>
<p class="by">${link(to(safeUrl(creator.url)), creator.displayName)}</p>
${counts(counterEntries(site, stats, ['plays', 'likes', 'remixes', 'views'], reader), reader)}`,
  })
}

export function creatorEmbed(site: SiteContext, data: Type.Static<typeof CreatorProfile>, reader: Reader): string {
  const { handle, displayName, bio, url, imageUrl } = data.profile
  const { words, to } = reader
  const { apps, followers } = data.stats
  const entries: [string, number][] = [
    [words.creations, apps],
    [words.followers, followers],
    ...counterEntries(site, data.stats, ['likes'], reader),
  ]
  return document(site, reader, {
    title: displayName,
    url,
    picture: html`<img src="${safeUrl(imageUrl)}" alt="" width="400" height="400">`,
    content: html`<p class="kind"><bdi>@${handle}</bdi></p>
<h1>${link(to(safeUrl(url)), displayName)}</h1>
<p class="text" dir="auto">${bio}</p>
${counts(entries, reader)}`,
  })
}

/** In place of a card that no longer exists: browsers would show an error of their own in the frame. */
export const missingEmbed = (site: SiteContext, reader: Reader): string =>
  document(site, reader, {
    title: reader.words.errorMissing,
    picture: null,
    content: html`<h1>${reader.words.errorMissing}</h1><p class="text">${reader.words.errorMissingText}</p>`,
  })

/** Opened in a new tab, because the card stays in its frame. */
const link = (url: string, text: string, locale?: string): Html =>
  html`<a href="${url}" target="_blank" rel="noopener"${locale === undefined ? null : html` lang="${locale}"`} dir="auto">${text}</a>`

const counts = (entries: readonly [name: string, value: number][], { short }: Reader): Html =>
  html`<p class="counts">${entries.map(([name, value]) => html`<span><b>${short(value)}</b> <bdi>${name}</bdi></span>`)}</p>`

function document(site: SiteContext, reader: Reader, { title, url, picture, content }: Card): string {
  const { locale, direction, to } = reader
  const { webUrl } = site.addresses
  const name = nameIn(site, locale)
  return html`<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isolateBidi(title, direction)} · ${name}</title>
<meta name="robots" content="noindex">
${url === undefined ? null : html`<link rel="canonical" href="${url}">`}
<style>${{ markup: embedStyle(site).text }}</style>
</head>
<body><main class="card">${picture}<div>
${content}
<a class="site" href="${to(`${webUrl}/`)}" target="_blank" rel="noopener"><img src="${webUrl}/art/site/icon.svg" alt="" width="16" height="16"><span dir="auto">${name}</span></a>
</div></main></body>
</html>
`.markup
}
