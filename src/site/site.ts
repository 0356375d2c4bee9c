// What an operator can change: names, texts, design, kinds, links and pages. Read from a site pack, a folder with a
// site.json; without one the defaults below apply. Every part of the service gets the site as a value.
import type { Text } from './text.ts'

export const defaultName = 'Community'
export const defaultKinds = ['app', 'tracker', 'game', 'widget', 'experience'] as const
export const isDefaultKind = (key: string): key is DefaultKind => (defaultKinds as readonly string[]).includes(key)
/** Keys of kinds. */
export const kindPattern = '^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$'
export const counters = ['views', 'plays', 'likes', 'remixes'] as const
export const railNames = ['trending', 'recent', 'remixed', 'liked', 'featured'] as const
export const homeSections = ['intro', 'spotlight', 'rails', 'categories', 'about'] as const
export const featureNames = ['ask', 'docs', 'mcp', 'pages'] as const
export const menus = ['nav', 'footer', 'docs'] as const
/** Colours of the style sheet that a pack can set. */
export const colorNames = ['paper', 'surface', 'ink', 'soft', 'line', 'accent', 'onAccent', 'tint'] as const

export type DefaultKind = (typeof defaultKinds)[number]
export type Counter = (typeof counters)[number]
export type RailName = (typeof railNames)[number]
export type HomeSection = (typeof homeSections)[number]
export type Feature = (typeof featureNames)[number]
export type ColorName = (typeof colorNames)[number]

/** A kind of creation. Without texts, those of the built-in kind with this key apply. */
export type SiteKind = {
  key: string
  label?: Text
  plural?: Text
  /** The name of a built-in icon; the first letter of the label if absent. */
  icon?: string
  /** The heading of the instructions. */
  instructions?: Text
}

/** What the site calls one creation, and several. */
export type SiteNoun = { label: Text; plural: Text }

/** `url` is absolute, or a path on the web host. */
export type SiteLink = { label: Text; url: string }

/** `url` is absolute, or a path on the web host. */
export type SiteApp = { url: string; label: Text | null }

/** A file of the pack. `path` is its URL path, which contains a hash of the content. */
export type SiteFile = { name: string; path: string; type: string; bytes: Buffer }

export type SitePage = {
  slug: string
  locale: string
  title: string
  summary: string
  /** Further search words. */
  keywords: string
  menu: (typeof menus)[number]
  /** Whether a page of the documentation is linked on the home page and in the footer, too. */
  isLinked?: boolean
  order: number
  /** The content without the front matter. */
  markdown: string
  /** The day the file was changed. */
  updated: string
  /** Where `markdown` starts, for messages. */
  file: string
  line: number
}

/**
 * A fact for ask, in one language. One with the id of a built-in fact replaces the parts of it that it has. One without
 * `say` is a topic that the pages do not cover: its questions get no answer.
 */
export type SiteFact = {
  locale: string
  id: string
  /** `page#anchor`: the section that the answer cites. */
  proof?: string
  say?: string
  /** Replaces `say` when a limit that `say` mentions is off. */
  unlimited?: string
  /** The id of a fact that is answered together with this one. */
  also?: string
  ask?: readonly string[]
  file: string
  line: number
}

/** Colours as `#rrggbb`. */
export type Colors = Partial<Record<ColorName, { light: string; dark: string }>>

/** Names in the examples of documents. */
export type Examples = { handle: string; slug: string; kind: string; category: string; tag: string; q: string }

export const placeholders: Examples = {
  handle: 'handle',
  slug: 'slug',
  kind: defaultKinds[0],
  category: 'category',
  tag: 'tag',
  q: 'example',
}

export type Site = {
  /** The folder of the pack; null without one. */
  folder: string | null
  /** Whether this is the demo product's pack. */
  isDemo: boolean
  name: Text
  tagline: Text | null
  intro: Text | null
  logo: SiteFile | null
  icon: SiteFile | null
  font: SiteFile | null
  css: SiteFile | null
  colors: Colors
  nav: readonly SiteLink[]
  footer: readonly SiteLink[]
  /** Null for the built-in word. */
  noun: SiteNoun | null
  kinds: readonly SiteKind[]
  /** `icon` is the name of a built-in icon. */
  stats: Readonly<Record<Counter, { label: Text | null; icon: string | null; hidden: boolean }>>
  /** Names of the units of scores by the `unit` of their records. */
  units: Readonly<Record<string, Text>>
  /** `url` is a template with `{handle}` and `{slug}`; `note` says where creations run that have no address. */
  open: { url: string | null; label: Text | null; note: Text | null; qr: boolean }
  /** Where the product is: the main action of the pages. Null for none; without a label, a built-in one. */
  app: SiteApp | null
  /** The rails of the home page, in order. */
  rails: readonly RailName[]
  home: readonly HomeSection[]
  head: { scripts: readonly SiteScript[]; origins: readonly string[] }
  features: Readonly<Record<Feature, boolean>>
  pages: readonly SitePage[]
  facts: readonly SiteFact[]
  /** A running service takes them from its community. */
  examples: Examples
}

/** A script in the head of every page, with further attributes such as `data-domain`. */
export type SiteScript = { src: string; attributes: Readonly<Record<string, string>> }

/** The counter that a sort or a rail orders by. */
export const counterOfSort: Readonly<Record<string, Counter>> = { popular: 'plays', liked: 'likes', remixed: 'remixes' }

/** Orders by a counter that is not shown. */
export function isHiddenSort(sort: string, stats: Partial<Record<Counter, { hidden?: boolean }>>): boolean {
  const counter = counterOfSort[sort]
  return counter !== undefined && stats[counter]?.hidden === true
}

const noLabel = { label: null, icon: null, hidden: false }

/** Without a site pack. */
export const neutralSite: Site = {
  folder: null,
  isDemo: false,
  name: defaultName,
  tagline: null,
  intro: null,
  logo: null,
  icon: null,
  font: null,
  css: null,
  colors: {},
  nav: [],
  footer: [],
  noun: null,
  kinds: defaultKinds.map(key => ({ key, icon: key })),
  stats: { views: noLabel, plays: noLabel, likes: noLabel, remixes: noLabel },
  units: {},
  open: { url: null, label: null, note: null, qr: true },
  app: null,
  rails: railNames,
  home: homeSections,
  head: { scripts: [], origins: [] },
  features: { ask: true, docs: true, mcp: true, pages: true },
  pages: [],
  facts: [],
  examples: placeholders,
}
