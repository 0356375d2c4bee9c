// The creations of a few tags or categories.
import type Type from 'typebox'
import type { Creation } from '../../operations/shapes.ts'
import { nameIn } from '../../site/text.ts'
import { creationCount } from '../explorer/about.ts'
import { grid, seeAll } from '../layout/card.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
import { creationLine, type Md, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'

export type Card = Type.Static<typeof Creation>

export const maxCreations = 12

/** A tag or category with its first creations. */
export type Labelled = { label: string; url: string; count: number; creations: readonly Card[] }

const counted = (total: number, reader: Reader): string => creationCount({ total, totalIsExact: true }, reader)

export const labelSections = (site: SiteContext, labels: readonly Labelled[], reader: Reader): Html[] =>
  labels.map(({ label, url, count, creations }) => {
    const all = count > creations.length ? seeAll(url, label, reader) : null
    return html`<section><div class="heading"><h2><a href="${reader.to(safeUrl(url))}"><bdi>${label}</bdi> <small>${counted(count, reader)}</small></a></h2>${all}</div>${grid(site, creations, reader)}</section>`
  })

export const sectionLines = (site: SiteContext, labels: readonly Labelled[]): Md[] =>
  labels.map(
    ({ label, url, creations }) =>
      md`\n## [${label}](${target(url)})\n\n${creations.map(card => creationLine(site, card))}`,
  )

/** To all creations of the community. */
const allCreations = ({ addresses: { webUrl } }: SiteContext, total: number, reader: Reader): Html =>
  html`<p class="next rest"><a class="button quiet" href="${reader.to(`${webUrl}/community`)}">${reader.words.seeAll} <small>${counted(total, reader)}</small></a></p>`

/** Those that no section shows, if there are only a few; else a link to all. */
export function restBelow(
  site: SiteContext,
  sections: readonly Labelled[],
  { all, size }: { all: readonly Card[]; size: number },
  reader: Reader,
): Html | null {
  const shown = new Set(sections.flatMap(({ creations }) => creations.map(({ id }) => id)))
  if (shown.size >= size) return null
  const creations = all.filter(({ id }) => !shown.has(id))
  if (creations.length === 0 || creations.length > maxRest) return allCreations(site, size, reader)
  const heading = filled(reader.words.moreOn, { product: nameIn(site, reader.locale) })
  return creationsBelow(site, { heading, creations }, reader)
}

const maxRest = 4

export const allCreationsLine = ({ addresses: { webUrl } }: SiteContext): Md =>
  md`\n[See all](${target(`${webUrl}/community.md`)})\n`

type Titled = { title: string; creations: readonly Card[] }

export const creationsBelow = (
  site: SiteContext,
  { heading, creations }: { heading: string | Html; creations: readonly Card[] },
  reader: Reader,
): Html | null =>
  creations.length === 0
    ? null
    : html`<section><div class="heading"><h2>${heading}</h2></div>${grid(site, creations, reader)}</section>`

export const creationLines = (site: SiteContext, { title, creations }: Titled): Md | null =>
  creations.length === 0 ? null : md`\n## ${title}\n\n${creations.map(card => creationLine(site, card))}`
