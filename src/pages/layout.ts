// What all pages share.
import type { Addresses } from '../addresses.ts'
import { type Html, html } from './html.ts'
import { style } from './style.ts'

/** What a page may use about the service it belongs to. */
export type House = { productName: string; addresses: Addresses }

export type Page = {
  title: string
  description: string
  locale: string
  /** The one address under which the page wants to be known; null for pages that should not be. */
  canonical: string | null
  body: Html
  /** Where the same page is as Markdown. */
  markdownUrl?: string
  /** What the page is about, for programs. */
  data?: Html
}

const rightToLeft = /^(?:ar|fa|he|ps|sd|ug|ur|yi)(?:-|$)/

export function layout({ productName, addresses }: House, page: Page): string {
  const { baseUrl, webUrl } = addresses
  const robots = page.canonical === null ? html`<meta name="robots" content="noindex">` : null
  const canonical = page.canonical === null ? null : html`<link rel="canonical" href="${page.canonical}">`
  const markdown =
    page.markdownUrl === undefined ? null : html`<link rel="alternate" type="text/markdown" href="${page.markdownUrl}">`
  return html`<!doctype html>
<html lang="${page.locale}" dir="${rightToLeft.test(page.locale) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<meta name="description" content="${page.description}">
${robots}${canonical}${markdown}<link rel="icon" href="data:,">
${page.data ?? null}<style>${{ markup: style }}</style>
</head>
<body>
<header><a href="${webUrl}/"><strong>${productName}</strong></a>
<nav><a href="${webUrl}/community">Community</a><a href="${webUrl}/docs">Docs</a></nav>
<small>For agents: <a href="${webUrl}/llms.txt">/llms.txt</a></small></header>
<main>${page.body}</main>
<footer><p>Public, read-only, no key needed. People build, publish and play in the ${productName} app.</p>
<nav aria-label="Data"><a href="${baseUrl}/public/share/community">Feed</a><a href="${baseUrl}/public/share/tags">Tags</a><a href="${baseUrl}/public/share/community/landing">Landing</a><a href="${webUrl}/openapi.json">OpenAPI</a><a href="${webUrl}/status">Status</a><a href="${webUrl}/changelog">Changelog</a></nav></footer>
</body>
</html>
`.markup
}
