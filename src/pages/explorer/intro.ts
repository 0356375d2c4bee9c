// The head of the explorer: what the selection is, its size, and its most used tags.
import { categoryPicture } from '../labels/categories.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
import { kindIcon } from '../layout/icons.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { type aboutSelection, creationCount } from './about.ts'
import {
  type Choices,
  explorerAddress,
  type FeedFilters,
  type FeedValue,
  isUnfiltered,
  smallList,
} from './selection.ts'

const maxTags = 6

type Intro = {
  about: ReturnType<typeof aboutSelection>
  feed: FeedValue
  chosen: FeedFilters
  choices: Choices
  cover: string | null
}

export function intro(site: SiteContext, { about, feed, chosen, choices, cover }: Intro, reader: Reader): Html {
  const { words, to } = reader
  const { heading, parent, isSingle } = about
  const own = isSingle && chosen.q === undefined
  const { name, path } = parent ?? { name: words.explore, path: '/community' }
  const up = own ? html`<p class="kicker"><a href="${to(site.addresses.webUrl + path)}">${name}</a></p>` : null
  const clear =
    chosen.q === undefined
      ? null
      : html` · <a href="${to(explorerAddress(site, chosen, { q: undefined }))}"><bdi>${words.clearSearch}</bdi></a>`
  return html`${own ? emblem(site, chosen, cover, reader) : null}${up}<h1>${heading}</h1><p class="lead"><span role="status">${creationCount(feed.pagination, reader)}</span>${clear}</p>${popularTags(site, { feed, chosen, choices }, reader)}`
}

/** The picture of a category, the icon of a kind, or the sign of a tag. */
function emblem(
  { addresses, ...site }: SiteContext,
  { category, kind, tag }: FeedFilters,
  cover: string | null,
  reader: Reader,
): Html | null {
  if (category !== undefined) {
    const { image, art } = categoryPicture(addresses, category, cover)
    return html`<img class="emblem" src="${safeUrl(image)}" alt="" width="80" height="80"${image === art ? null : html` data-art="${art}"`}>`
  }
  if (kind !== undefined) return html`<span class="emblem" aria-hidden="true">${kindIcon(site, kind, reader)}</span>`
  return tag === undefined ? null : html`<span class="emblem" aria-hidden="true">#</span>`
}

/** Not for everything, where all tags are as good, nor for a list that is seen at a glance. */
function popularTags(
  site: SiteContext,
  { feed, chosen, choices }: Pick<Intro, 'feed' | 'chosen' | 'choices'>,
  { words, to }: Reader,
): Html | null {
  const isRefinable = !isUnfiltered(chosen) && chosen.q === undefined && chosen.tag === undefined
  if (!isRefinable || feed.pagination.total < smallList || choices.tags.length === 0) return null
  const chips = choices.tags.slice(0, maxTags).map(({ key, label }) => {
    const url = explorerAddress(site, chosen, { tag: key })
    return html`<li><a class="chip" href="${to(url)}"><span dir="auto">${label}</span></a></li>`
  })
  return html`<nav class="popular" aria-label="${words.popularTags}"><span aria-hidden="true">${words.popularTags}</span><ul class="chips small">${chips}</ul></nav>`
}
