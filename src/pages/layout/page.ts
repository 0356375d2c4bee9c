// What a page consists of, and what it may use about the service.
import type { Addresses } from '../../addresses.ts'
import type { Html } from './html.ts'
import type { Reader } from './reader.ts'

/** What a page may use about the service it belongs to. */
export type SiteContext = { productName: string; addresses: Addresses }

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
  place?: MenuPlace
  /** The address of this very page, for the switch of languages; its canonical address unless told. */
  here?: string
}

export type MenuPlace = 'explore' | 'tags' | 'ask' | 'docs' | 'connect' | 'status'
