// Shared parts of the compact texts for models. Texts of members stay on one line, so that they cannot imitate other lines.
import type { Creation, CreatorPreview } from '../../operations/shapes.ts'
import { countText, shownCounters } from '../../site/kinds.ts'
import type { Counter, Site } from '../../site/site.ts'
import type { Static } from '../../util/schema.ts'
import { truncate } from '../../util/text.ts'

export type TextSite = Pick<Site, 'stats' | 'units'>

/** `isCut` becomes true when a text was shortened or a list ended early. */
export type Writer = { site: TextSite; isCut: boolean }

type CreationItem = Static<typeof Creation>
type CreatorItem = Static<typeof CreatorPreview>

/** In characters. */
const summaryLength = 100
const bioLength = 80

export const oneLine = (text: string, maxLength: number): string =>
  truncate(text.replace(/\s+/g, ' ').trim(), maxLength, '…')

/** A longer text of a member, indented so that its lines cannot imitate others. */
export function block(writer: Writer, text: string, maxLength: number): string {
  const shown = truncate(text.trim(), maxLength, '…')
  if (shown !== text.trim()) writer.isCut = true
  return shown.replace(/^/gm, '  ').replace(/[^\S\n]+$/gm, '')
}

/** The first items of a list. */
export function first<T>(writer: Writer, items: readonly T[], length: number): readonly T[] {
  if (items.length > length) writer.isCut = true
  return items.slice(0, length)
}

const countersInText: readonly Counter[] = ['plays', 'likes', 'remixes']

export const countersText = (site: TextSite, stats: Record<Counter, number>): string =>
  shownCounters(site, countersInText)
    .map(counter => countText(site, counter, stats[counter]))
    .join(', ')

/** "Water Log (mira/water-log)" */
export const nameText = ({ title, handle, slug }: Pick<CreationItem, 'title' | 'handle' | 'slug'>): string =>
  `${oneLine(title, summaryLength)} (${handle}/${slug})`

export const day = (timestamp: string): string => timestamp.slice(0, 10)

/** Without the summary. */
export function shortCreation({ site }: Writer, creation: CreationItem): string {
  const { kind, stats, publishedAt } = creation
  const facts = [kind, countersText(site, stats), day(publishedAt)].filter(fact => fact !== '')
  return `- ${nameText(creation)}: ${facts.join(', ')}`
}

export function creationLine(writer: Writer, creation: CreationItem): string {
  const summary = oneLine(creation.summary, summaryLength)
  return `${shortCreation(writer, creation)}, ${creation.locale}.${summary === '' ? '' : ` ${summary}`}`
}

export function creatorLine({ handle, displayName, bio, appCount, followerCount }: CreatorItem): string {
  const about = oneLine(bio, bioLength)
  return `- ${oneLine(displayName, bioLength)} (${handle}): ${appCount} creations, ${followerCount} followers.${about === '' ? '' : ` ${about}`}`
}

/** How to make the URLs of a list, which would be long if every line had one. */
export function urlRule(items: readonly { handle: string; slug?: string; url: string }[]): string | null {
  const [item] = items
  if (item === undefined) return null
  const { handle, slug, url } = item
  const rule = slug === undefined ? url : url.replace(`/${slug}`, '/{slug}')
  return `url: ${rule.replace(handle, '{handle}')}`
}

/** A heading and the lines under it; null without lines. */
export const listed = (heading: string, lines: readonly string[]): string | null =>
  lines.length === 0 ? null : [heading, ...lines].join('\n')

/** The heading of one read of a batch. */
export const batchHeading = ({ id, operation }: { id: string; operation: string }): string =>
  `# ${oneLine(id, 100)} (${oneLine(operation, 100)})`

export const joined = (parts: readonly (string | null)[]): string =>
  parts.filter(part => part !== null && part !== '').join('\n')
