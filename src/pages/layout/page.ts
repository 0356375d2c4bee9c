// The parts of a page, and the context of its site.
import type { Addresses } from '../../addresses.ts'
import type { Site } from '../../site/site.ts'
import type { Html } from './html.ts'
import type { Reader } from './reader.ts'

/** The site and its URLs. */
export type SiteContext = Site & { addresses: Addresses }

export type Page = {
  title: string
  description: string
  reader: Reader
  /** The canonical address of the English page; null for pages that are not indexed. */
  canonical: string | null
  body: Html
  /** False for pages whose content is English only. */
  translated?: boolean
  /** The URL of the page as Markdown. */
  markdownUrl?: string
  /** The query of the feeds with the same creations as the page, such as `?kind=game`. */
  feedQuery?: string
  /** The path of a creator whose feeds the page links to, such as `/@mira`; absent: those of the community. */
  feedPath?: string
  /** The address for oEmbed, on pages that other sites can show as a card. */
  oembedUrl?: string
  /** JSON-LD. */
  data?: Html
  /** The picture for link previews; that of the site if absent. */
  image?: { url: string; alt: string }
  /** The Open Graph type. */
  type?: 'website' | 'profile' | 'article'
  /** A script that only this page needs. */
  script?: 'ask' | 'reference' | 'gallery'
  /** The current entry of the menu. */
  menuEntry?: MenuEntry
  /** The address for the language menu; the canonical address if absent. */
  here?: string
}

/** The size of the pictures for link previews. */
export const shareSize = { width: 1200, height: 630 }

export type MenuEntry = 'explore' | 'people' | 'tags' | 'ask' | 'docs' | 'connect' | 'status'
