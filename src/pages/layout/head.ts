// The head of a page: title, address, alternative forms and languages, assets.

import { feeds } from '../../discovery.ts'
import { serviceLocales } from '../../languages/languages.ts'
import { themeColor } from '../../site/colors.ts'
import type { SiteScript } from '../../site/site.ts'
import { nameIn } from '../../site/text.ts'
import { truncate } from '../../util/text.ts'
import { assets, sheetOf, themeScript } from './assets.ts'
import { type Html, html } from './html.ts'
import { type Page, type SiteContext, shareSize } from './page.ts'
import { inLanguage } from './reader.ts'

/** Search engines show about this many characters. */
const longestDescription = 200

export function headOf(site: SiteContext, page: Page): Html {
  const { webUrl } = site.addresses
  const { reader, data, markdownUrl } = page
  const canonical = page.canonical === null ? null : addressOf(page, page.canonical)
  const description = truncate(page.description.replace(/\s+/g, ' ').trim(), longestDescription, '…')
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<meta name="description" content="${description}">
<script>${{ markup: themeScript }}</script>
<link rel="stylesheet" href="${webUrl}${sheetOf(site).path}">
${scripts(page, webUrl)}${site.head.scripts.map(siteScript)}
<meta name="theme-color" content="${themeColor(site.colors, 'light')}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${themeColor(site.colors, 'dark')}" media="(prefers-color-scheme: dark)">
${canonical === null ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${canonical}">`}
${alternates(page)}${markdownUrl === undefined ? null : html`<link rel="alternate" type="text/markdown" href="${markdownUrl}">`}
${siteLinks(webUrl)}
${feedLinks(site, page)}${oembedLinks(site, page)}
<meta property="og:site_name" content="${nameIn(site, reader.locale)}"><meta property="og:title" content="${page.title}">
<meta property="og:description" content="${description}"><meta property="og:type" content="${page.type ?? 'website'}">
${ogLocales(page)}${canonical === null ? null : html`<meta property="og:url" content="${canonical}">`}
${pictureOf(site, page)}
${data ?? null}</head>`
}

const scripts = ({ script }: Page, webUrl: string): Html[] =>
  [assets.script, ...(script === undefined ? [] : [assets[script]]), assets.webmcp].map(
    ({ path }) => html`<script type="module" src="${webUrl}${path}"></script>`,
  )

const siteScript = ({ src, attributes }: SiteScript): Html => {
  const more = Object.entries(attributes).map(([name, value]) => html` ${{ markup: name }}="${value}"`)
  return html`<script src="${src}"${'async' in attributes || 'defer' in attributes ? null : html` defer`}${more}></script>`
}

/** Icons and the manifest: what every page links to besides its sheet and script. */
const siteLinks = (webUrl: string): Html =>
  html`<link rel="icon" href="${webUrl}/art/site/icon.svg" type="image/svg+xml"><link rel="alternate icon" href="${webUrl}/favicon.ico" sizes="32x32"><link rel="apple-touch-icon" href="${webUrl}/art/site/touch-180.png"><link rel="manifest" href="${webUrl}/manifest.webmanifest">`

function feedLinks(site: SiteContext, { feedPath = '', feedQuery = '', reader }: Page): Html[] {
  const { webUrl } = site.addresses
  return Object.values(feeds).map(
    ({ path, type }) =>
      html`<link rel="alternate" type="${type.split(';', 1)[0]!}" href="${inLanguage(`${webUrl}${feedPath}${path}${feedQuery}`, reader.tag)}">`,
  )
}

function oembedLinks({ addresses }: SiteContext, { oembedUrl, title, reader }: Page): Html | null {
  if (oembedUrl === undefined) return null
  const url = addresses.oembed(inLanguage(oembedUrl, reader.tag))
  return html`<link rel="alternate" type="application/json+oembed" href="${url}" title="${title}"><link rel="alternate" type="text/xml+oembed" href="${url}&format=xml" title="${title}">`
}

/** Open Graph wants a territory: the one where most people speak the language. */
const ogLocale = new Map(
  serviceLocales.map(locale => {
    const { language, region } = new Intl.Locale(locale).maximize()
    return [locale, `${language}_${region}`] as const
  }),
)

function ogLocales({ reader, canonical, translated = true }: Page): Html {
  const others = canonical === null || !translated ? [] : serviceLocales.filter(locale => locale !== reader.locale)
  return html`<meta property="og:locale" content="${ogLocale.get(reader.locale)!}">${others.map(locale => html`<meta property="og:locale:alternate" content="${ogLocale.get(locale)!}">`)}`
}

const addressOf = ({ translated = true, reader }: Page, url: string): string =>
  translated ? inLanguage(url, reader.tag) : url

function alternates({ canonical, translated = true }: Page): Html | null {
  if (canonical === null || !translated) return null
  const links = serviceLocales.map(
    locale => html`<link rel="alternate" hreflang="${locale}" href="${inLanguage(canonical, locale)}">`,
  )
  return html`${links}<link rel="alternate" hreflang="x-default" href="${canonical}">`
}

function pictureOf(site: SiteContext, { image, reader }: Page): Html {
  const { url, alt } = image ?? { url: reader.to(site.addresses.siteImage), alt: nameIn(site, reader.locale) }
  const { width, height } = shareSize
  return html`<meta name="twitter:card" content="summary_large_image"><meta name="twitter:image" content="${url}"><meta property="og:image" content="${url}"><meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${width}"><meta property="og:image:height" content="${height}"><meta property="og:image:alt" content="${alt}">`
}
