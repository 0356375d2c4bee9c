// Cards of a creation or a creator for frames on other sites: one small document without scripts.
import type Type from 'typebox'
import { creationArtPath, creatorArtPath } from '../../art-paths.ts'
import type { AppShare, CreatorProfile } from '../../operations/shapes.ts'
import { kindLabel } from '../../site/kinds.ts'
import { nameIn } from '../../site/text.ts'
import { isolateBidi } from '../../util/text.ts'
import { embedStyle } from '../layout/assets.ts'
import { counterEntries } from '../layout/card.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'

type Card = { title: string; url?: string; picture: Picture | null; content: Html }

/** A document and the content of its style element. */
export type EmbedDocument = { text: string; style: string }

type AppValue = Type.Static<typeof AppShare>

/** Images on top of each other, the first one above. `icon` is in the middle of them. */
type Picture = { layers: readonly string[]; icon?: string }

/** The cover on the generated image, or the icon in the middle of it. */
function pictureOf({ addresses }: SiteContext, app: AppValue): Picture {
  const { coverUrl, iconUrl, imageUrl, category } = app
  if (coverUrl === null) return iconUrl === null ? { layers: [imageUrl] } : { layers: [artOf()], icon: iconUrl }
  return { layers: [coverUrl, artOf()] }
  function artOf(): string {
    return addresses.webUrl + creationArtPath({ ...app, category: category?.slug ?? null })
  }
}

export function creationEmbed(site: SiteContext, app: AppValue, reader: Reader): EmbedDocument {
  const { title, summary, url, kind, category, creator, stats, locale } = app
  const { to } = reader
  const categoryLabel = category === null ? null : html` · <bdi>${category.label}</bdi>`
  return document(site, reader, {
    title,
    url,
    picture: pictureOf(site, app),
    content: html`<p class="kind"><bdi>${kindLabel(site, kind, reader.locale)}</bdi>${categoryLabel}</p>
<h1>${link(to(safeUrl(url)), title, locale)}</h1>
${summary === '' ? null : html`<p class="text" lang="${locale}" dir="auto">${summary}</p>`}
<p class="by">${link(to(safeUrl(creator.url)), creator.displayName)}</p>
${counts(counterEntries(site, stats, ['plays', 'likes', 'remixes', 'views'], reader), reader)}`,
  })
}

export function creatorEmbed(
  site: SiteContext,
  data: Type.Static<typeof CreatorProfile>,
  reader: Reader,
): EmbedDocument {
  const { handle, displayName, bio, url, avatarUrl } = data.profile
  const { words, to } = reader
  const { apps, followers } = data.stats
  const art = site.addresses.webUrl + creatorArtPath(handle, displayName)
  const entries: [string, number][] = [
    [words.creations, apps],
    [words.followers, followers],
    ...counterEntries(site, data.stats, ['likes'], reader),
  ]
  return document(site, reader, {
    title: displayName,
    url,
    picture: { layers: avatarUrl === null ? [art] : [avatarUrl, art] },
    content: html`<p class="kind"><bdi>@${handle}</bdi></p>
<h1>${link(to(safeUrl(url)), displayName)}</h1>
${bio === '' ? null : html`<p class="text" dir="auto">${bio}</p>`}
${counts(entries, reader)}`,
  })
}

/** In place of a card that no longer exists: browsers would show an error of their own in the frame. */
export const missingEmbed = (site: SiteContext, reader: Reader): EmbedDocument =>
  document(site, reader, {
    title: reader.words.errorMissing,
    picture: null,
    content: html`<h1>${reader.words.errorMissing}</h1><p class="text">${reader.words.errorMissingText}</p>`,
  })

/** Opened in a new tab, because the card stays in its frame. */
const link = (url: string, text: string, locale?: string): Html =>
  html`<a href="${url}" target="_blank" rel="noopener"${locale === undefined ? null : html` lang="${locale}"`} dir="auto">${text}</a>`

/** Without zeros. */
function counts(entries: readonly [name: string, value: number][], { short }: Reader): Html | null {
  const shown = entries.filter(([, value]) => value > 0)
  if (shown.length === 0) return null
  return html`<p class="counts">${shown.map(([name, value]) => html`<span><b>${short(value)}</b> <bdi>${name}</bdi></span>`)}</p>`
}

/** Escapes everything that could end the string or the style element. */
const cssUrl = (url: string): string =>
  `url("${safeUrl(url).replace(/["\\<>\p{Cc}]/gu, sign => `\\${sign.codePointAt(0)!.toString(16)} `)}")`

/**
 * Backgrounds: where an image cannot be loaded, the one below is seen. Browsers draw a sign in place of an `<img>` or an
 * SVG `<image>`, and cards have no script that could replace it.
 */
function pictureStyle({ layers, icon }: Picture): string {
  const inMiddle = icon === undefined ? '' : `.icon{background-image:${cssUrl(icon)}}`
  return `\n.card>.picture{background-image:${layers.map(cssUrl).join()}}${inMiddle}`
}

/** What the card leads to, with an arrow. */
const openOn = (product: string, { words, direction }: Reader): Html =>
  html`<span>${filled(words.openOn, { product: isolateBidi(product, direction) })}</span><b aria-hidden="true">${direction === 'rtl' ? '←' : '→'}</b>`

function document(site: SiteContext, reader: Reader, { title, url, picture, content }: Card): EmbedDocument {
  const { locale, direction, to } = reader
  const { webUrl } = site.addresses
  const name = nameIn(site, locale)
  const style = embedStyle(site) + (picture === null ? '' : pictureStyle(picture))
  const icon = picture?.icon === undefined ? null : html`<span class="icon"></span>`
  const sign = html`<img src="${webUrl}/art/site/icon.svg" alt="" width="16" height="16">`
  const text = html`<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isolateBidi(title, direction)} · ${name}</title>
<meta name="robots" content="noindex">
${url === undefined ? null : html`<link rel="canonical" href="${url}">`}
<style>${{ markup: style }}</style>
</head>
<body><main class="card">${picture && html`<span class="picture">${icon}</span>`}<div>
${content}
<a class="site" href="${to(url === undefined ? `${webUrl}/` : safeUrl(url))}" target="_blank" rel="noopener">${sign}${url === undefined ? html`<span dir="auto">${name}</span>` : openOn(name, reader)}</a>
</div></main></body>
</html>
`.markup
  return { text, style }
}
