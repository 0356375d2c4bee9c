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
  /** JSON-LD. */
  data?: Html
  /** The picture for link previews. */
  image?: { url: string; alt: string; width: number; height: number }
  /** The Open Graph type. */
  type?: 'website' | 'profile' | 'article'
  /** A script that only this page needs. */
  script?: 'ask' | 'reference'
  /** The current entry of the menu. */
  menuEntry?: MenuEntry
  /** The address for the language menu; the canonical address if absent. */
  here?: string
}

export type MenuEntry = 'explore' | 'tags' | 'ask' | 'docs' | 'connect' | 'status'
