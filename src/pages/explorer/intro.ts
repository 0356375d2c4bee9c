// The head of the explorer: what the selection is, and its size; at the end, its most used tags.
import { creationArtPath } from '../../art-paths.ts'
import { kindPlural } from '../../site/kinds.ts'
import { categoryPictures } from '../labels/categories.ts'
import type { Pictured } from '../layout/card.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
import { kindIcon } from '../layout/icons.ts'
import { linksLine, type Md, type MdLink, md } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'
import { type aboutSelection, creationCount } from './about.ts'
import {
  type Choice,
  type Choices,
  explorerAddress,
  type FeedFilters,
  type FeedValue,
  isUnfiltered,
  narrowingTags,
  smallList,
} from './selection.ts'

const maxTags = 8

type Intro = {
  about: ReturnType<typeof aboutSelection>
  feed: FeedValue
  chosen: FeedFilters
  choices: Choices
  cover: string | null
  picture: Pictured | null
}

/** `popular`: those of all creations, for a search that finds nothing. */
type Tagged = Pick<Intro, 'feed' | 'chosen' | 'choices'> & { popular: readonly Pick<Choice, 'key' | 'label'>[] }

export function intro(site: SiteContext, selected: Intro, reader: Reader): Html {
  const { about, feed, chosen } = selected
  const { words, to } = reader
  const { heading, parent, isSingle } = about
  const own = isSingle && chosen.q === undefined
  const { name, path } = parent ?? { name: words.explore, path: '/community' }
  const up = own ? html`<p class="kicker"><a href="${to(site.addresses.webUrl + path)}">${name}</a></p>` : null
  const clear =
    chosen.q === undefined
      ? null
      : html` · <a href="${to(explorerAddress(site, chosen, { q: undefined }))}"><bdi>${words.clearSearch}</bdi></a>`
  return html`${own ? emblem(site, selected, reader) : null}${up}<h1>${heading}</h1><p class="lead"><span role="status">${creationCount(feed.pagination, reader)}</span>${clear}${own ? contents(site, selected, reader) : null}</p>`
}

/** The picture of a category, the icon of a kind, or the picture of a creation with a tag. */
function emblem(site: SiteContext, { about, chosen, cover, picture }: Intro, reader: Reader): Html | null {
  const { category, kind, tag } = chosen
  const picturing = ({ image, art }: { image: string; art: string }): Html =>
    html`<img class="emblem" src="${safeUrl(image)}" alt="" width="80" height="80"${image === art ? null : html` data-art="${art}"`}>`
  if (category !== undefined)
    return picturing(categoryPictures(site, [{ slug: category, label: about.name, coverUrl: cover }])[0]!)
  if (kind !== undefined) return html`<span class="emblem" aria-hidden="true">${kindIcon(site, kind, reader)}</span>`
  if (tag === undefined) return null
  if (picture === null) return html`<span class="emblem" aria-hidden="true">#</span>`
  const art = creationArtPath({ ...picture, category: picture.category?.slug ?? null })
  return picturing({ image: picture.imageUrl, art: site.addresses.webUrl + art })
}

/** Not for everything, where all tags are as good, nor for a list that is seen at a glance. Those of a tag are related. */
function popularTagsOf(
  site: SiteContext,
  { feed, chosen, choices, popular }: Tagged,
  { words }: Reader,
): { name: string; links: MdLink[] } | null {
  const linksOf = (tags: Tagged['popular'], others: FeedFilters): MdLink[] =>
    tags.map(({ key, label }) => ({ label, url: explorerAddress(site, others, { tag: key }) }))
  if (popular.length > 0) return { name: words.popularTags, links: linksOf(popular, {}) }
  const isRefinable = !isUnfiltered(chosen) && chosen.q === undefined
  const tags = narrowingTags(choices, chosen).slice(0, maxTags)
  if (!isRefinable || feed.pagination.total < smallList || tags.length === 0) return null
  const [name, others] = chosen.tag === undefined ? [words.popularTags, chosen] : [words.relatedTags, {}]
  return { name, links: linksOf(tags, others) }
}

export function popularTags(site: SiteContext, tagged: Tagged, reader: Reader): Html | null {
  const found = popularTagsOf(site, tagged, reader)
  if (found === null) return null
  const chips = found.links.map(
    ({ label, url }) => html`<li><a class="chip" href="${reader.to(url)}"><span dir="auto">${label}</span></a></li>`,
  )
  return html`<nav class="popular" aria-label="${found.name}"><span aria-hidden="true">${found.name}</span><ul class="chips small">${chips}</ul></nav>`
}

export function introMarkdown(
  site: SiteContext,
  selected: Omit<Intro, 'cover' | 'picture'> & Tagged,
  reader: Reader,
): Md {
  const own = selected.about.isSingle && selected.chosen.q === undefined
  const parts = own ? contentsText(site, selected, reader) : null
  const tags = popularTagsOf(site, selected, reader)
  return md`${parts === null ? null : md`- ${parts}\n`}${tags && linksLine(tags.name, tags.links)}`
}

/** How many kinds or categories are named, and the least share of the creations that each of them has. */
const maxNamed = 3
const minShare = 0.12

/** The most frequent kinds of a category; the most frequent categories of a tag or a kind. */
function contentsText(
  site: SiteContext,
  { feed, chosen, choices }: Pick<Intro, 'feed' | 'chosen' | 'choices'>,
  { words, locale }: Reader,
): string | null {
  const { total } = feed.pagination
  if (total < smallList) return null
  const parts = chosen.category === undefined ? choices.categories : kindsOf(site, choices, locale)
  const frequent = parts.filter(({ count }) => (count ?? 0) >= total * minShare).slice(0, maxNamed)
  if (parts.length < 2 || frequent.length === 0) return null
  const list = new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale).format(frequent.map(({ label }) => label))
  return filled(words.mostly, { list })
}

function contents(site: SiteContext, selected: Intro, reader: Reader): Html | null {
  const text = contentsText(site, selected, reader)
  return text === null ? null : html` · <span class="contents"><bdi>${text}</bdi></span>`
}

function kindsOf(site: SiteContext, { counts }: Choices, locale: string): Omit<Choice, 'key'>[] {
  const used = Object.entries(counts?.kinds ?? {}).filter(([, count]) => count > 0)
  return used
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => {
      const name = kindPlural(site, kind, locale)
      // German nouns have capitals.
      return { label: locale === 'de' ? name : name.toLocaleLowerCase(locale), count }
    })
}
