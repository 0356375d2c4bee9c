// What all pages share: the head, the bar at the top, the end of the page.
import type { Addresses } from '../../addresses.ts'
import { footerOf, headerOf, type Place } from './frame.ts'
import { headOf } from './head.ts'
import { type Html, html } from './html.ts'
import type { Reader } from './reader.ts'

/** What a page may use about the service it belongs to. */
export type House = { productName: string; addresses: Addresses }

export type Page = {
  title: string
  description: string
  reader: Reader
  /** The one address under which the page wants to be known, in English; null for pages that should not be. */
  canonical: string | null
  body: Html
  /** False for pages that exist in English alone, whatever language is around them. */
  translated?: boolean
  /** Where the same page is as Markdown. */
  markdownUrl?: string
  /** What the page is about, for programs. */
  data?: Html
  /** What is shown where the page is shared. */
  image?: { url: string; alt: string; width: number; height: number }
  /** In the words of Open Graph. */
  type?: 'website' | 'profile' | 'article'
  /** What it loads besides what all pages do. */
  script?: 'ask' | 'reference'
  /** Where in the menu it is. */
  place?: Place
  /** The address of this very page, for the switch of languages; its canonical address unless told. */
  here?: string
}

/** Of the pictures that are drawn for each creator and each creation, for where their pages are shared. */
export const shareSize = { width: 1200, height: 630 }

export function layout(house: House, page: Page): string {
  const { locale, direction, words } = page.reader
  return html`<!doctype html>
<html lang="${locale}" dir="${direction}">
${headOf(house, page)}
<body>
<a class="skip" href="#site-content">${words.skip}</a>
${headerOf(house, page)}
<main id="site-content" tabindex="-1" data-word-copy="${words.copy}" data-word-copied="${words.copied}">${page.body}</main>
${footerOf(house, page)}
</body>
</html>
`.markup
}
