// Markdown templates that escape everything except nested templates, so that user content stays text in its own
// direction.
import { countText, kindLabel } from '../../site/kinds.ts'
import type { Counter, Site } from '../../site/site.ts'
import { containBidi, encodeBidi, isolateBidi } from '../../util/text.ts'

export type Md = { readonly text: string }

type Piece = Md | readonly Md[] | string | number | null

export function md(strings: TemplateStringsArray, ...pieces: Piece[]): Md {
  let text = strings[0]!
  pieces.forEach((piece, i) => {
    text += textOf(piece) + strings[i + 1]!
  })
  return { text }
}

function textOf(piece: Piece): string {
  if (piece === null) return ''
  if (typeof piece === 'string' || typeof piece === 'number') return isolateBidi(escaped(String(piece)))
  if ('text' in piece) return piece.text
  return piece.map(({ text }) => text).join('')
}

/** What begins a list, a heading or a rule at the start of a line: only with a space after it, or alone in the line. */
const blockMarker = /^(?:[-+](?=\s|$)|-(?=[-\s]*$)|=(?=[=\s]*$)|\d{1,9}[.)](?=\s|$))/

/** One line of text without markup, in any context. */
const escaped = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')
    .replace(blockMarker, start => `${start.slice(0, -1)}\\${start.slice(-1)}`)

/** A text of several lines by a member, as a quotation. */
export function quoted(text: string): Md {
  const lines = text.split(/\r?\n/).map(line => `> ${containBidi(escaped(line))}`.trimEnd())
  return { text: lines.join('\n') }
}

/** Markdown by a member as a quotation. Raw HTML is text, and links cannot run scripts, whatever renders it. */
export function quotedSource(source: string): Md {
  const lines = source.split(/\r\n|[\r\n\u2029]/).map(line => `> ${containBidi(harmless(line))}`.trimEnd())
  return { text: lines.join('\n') }
}

/** Entities first: renderers decode them in addresses too. */
const harmless = (line: string): string =>
  line
    .replace(/&(?=#\w|[a-z]\w*;)/gi, '&amp;')
    .replace(/<(?!https?:\/\/[^\s<>]*>)(?=[a-z/!?])/gi, '&lt;')
    .replace(/\b(javascript|vbscript|data(?=[^a-z]{1,2}[a-z]+\/))\\?:/gi, '$1%3A')

/** A link target; anything but http(s) is dropped. */
export const target = (url: string): Md => ({
  text: /^https?:\/\//i.test(url) ? `<${encodeBidi(url).replace(/[<>\s\\]/g, encodeURIComponent)}>` : '<#>',
})

/** A choice; `count`: how many creations it leaves. */
export type MdLink = { label: string; url: string; count?: number | null }

/** A list of links after their name, in one line; nothing without links. */
export function linksLine(name: string, links: readonly MdLink[]): Md | null {
  const list = links.map(({ label, url, count = null }, i) => {
    return md`${i === 0 ? null : { text: ', ' }}[${label}](${target(url)})${count === null ? null : md` ${count}`}`
  })
  return list.length === 0 ? null : md`- ${name}: ${list}\n`
}

type Listed = {
  title: string
  summary: string
  url: string
  kind: string
  category: { label: string } | null
  featured: boolean
  creator: { displayName: string; url: string }
  stats: Readonly<Record<Counter, number>>
  publishedAt: string
}

/** A number, or the day of publication. */
export type Metric = Counter | 'date'

/** What cards show besides the texts. */
export const cardMetrics: readonly Metric[] = ['plays', 'likes']

/** `byline`: whether the creator is named. */
type LineOptions = { metrics?: readonly Metric[]; byline?: boolean }

/** A creation in a list, with everything that its card shows. */
export function creationLine(site: Pick<Site, 'stats' | 'kinds'>, item: Listed, options: LineOptions = {}): Md {
  const { metrics = cardMetrics, byline = true } = options
  const { title, summary, url, kind, category, featured, creator, stats, publishedAt } = item
  const numbers = metrics.flatMap(metric => {
    if (metric === 'date') return publishedAt.slice(0, 10)
    return site.stats[metric].hidden ? [] : countText(site, metric, stats[metric])
  })
  const facts = [kindLabel(site, kind, 'en'), category?.label, featured ? 'featured' : undefined, ...numbers]
  const known = facts.flatMap(fact => (fact === undefined ? [] : md` · ${fact}`))
  const by = byline ? md` by [${creator.displayName}](${target(creator.url)})` : null
  return md`- [${title}](${target(url)})${by}${known}${summary === '' ? null : md`: ${summary}`}\n`
}

type Head = { title: string; description: string; canonical: string; updated: string }

/** A whole document with front matter and links for agents. */
export function markdownDocument(
  { title, description, canonical, updated }: Head,
  webUrl: string,
  body: string,
): string {
  return `---
title: ${JSON.stringify(containBidi(title))}
description: ${JSON.stringify(containBidi(description))}
canonical_url: ${canonical}
last_updated: ${updated}
---

> Index of everything there is to read: ${webUrl}/llms.txt

${body.trim()}
`
}
