// Pages of the site pack that name no menu: they are in the documentation, and linked for visitors, too.
import type { Site, SitePage } from './site.ts'

const maxLinked = 10

/** All language versions of each. */
export function linkedPages({ pages, features }: Pick<Site, 'pages' | 'features'>): SitePage[][] {
  if (!features.docs) return []
  const linked = pages.filter(({ isLinked }) => isLinked).sort((one, other) => one.order - other.order)
  return [...Map.groupBy(linked, ({ slug }) => slug).values()].slice(0, maxLinked)
}
