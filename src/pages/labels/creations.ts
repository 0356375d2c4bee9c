// The creations below a few tags or categories.
import type Type from 'typebox'
import type { Creation } from '../../operations/shapes.ts'
import { grid } from '../layout/card.ts'
import { type Html, html } from '../layout/html.ts'
import { creationLine, type Md, md } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'

export type Card = Type.Static<typeof Creation>

export const maxCreations = 12

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
