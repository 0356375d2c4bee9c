// The page of categories, with the number of creations of each.
import type Type from 'typebox'
import type { Landing, TagList } from '../../operations/shapes.ts'
import { communityName, nameIn } from '../../site/text.ts'
import { wordsFor } from '../../site/words.ts'
import { creationCount } from '../explorer/about.ts'
import { empty } from '../layout/card.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
import { jsonLd, listingThing } from '../layout/json-ld.ts'
import { layout } from '../layout/layout.ts'
import { markdownDocument, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { pager, pageUrl } from '../pager.ts'
import { categoryArts } from './category-art.ts'
import { allCreationsLine, type Card, type Labelled, labelSections, restBelow, sectionLines } from './creations.ts'

type Categories = Type.Static<typeof TagList>
type Category = Type.Static<typeof Landing>['categories'][number]

type Covered = Pick<Category, 'slug' | 'label' | 'coverUrl'>

/** The cover of a creation, unless it is one of our drawings: these do not show what the category is. */
export function categoryPictures({ addresses: { webUrl } }: SiteContext, categories: readonly Covered[]) {
  const hasPicture = ({ coverUrl }: Covered) => coverUrl !== null && !coverUrl.startsWith(`${webUrl}/art/`)
  // Icons go to those that show them.
  const ordered = categories.toSorted((one, other) => Number(hasPicture(one)) - Number(hasPicture(other)))
  const arts = new Map(categoryArts(ordered).map((art, i) => [ordered[i]!, webUrl + art]))
  return categories.map(category => {
    const art = arts.get(category)!
    return { image: hasPicture(category) ? category.coverUrl! : art, art }
  })
}

/** The picture, the name and the size of each category. */
export function categoryTiles(
  site: SiteContext,
  categories: readonly Omit<Category, 'imageUrl'>[],
  reader: Reader,
): Html {
  const pictures = categoryPictures(site, categories)
  const tiles = categories.map(({ label, count, url }, i) => {
    const { image, art } = pictures[i]!
    const fallback = image === art ? null : html` data-art="${art}"`
    return html`<li><a href="${reader.to(safeUrl(url))}"><img src="${safeUrl(image)}" alt="" width="300" height="200" loading="lazy" decoding="async"${fallback}><span><b dir="auto">${label}</b><small>${creationCount({ total: count, totalIsExact: true }, reader)}</small></span></a></li>`
  })
  return html`<ul class="tiles">${tiles}</ul>`
}

/** Fewer have no order worth a sentence, and their creations are below them. */
export const minCategories = 3

/** `covers`: the picture of each category, or null. `creations`: those of each of one or two categories. `size`: of all. */
type CategoriesData = Categories & {
  covers: readonly (string | null)[]
  creations: readonly (readonly Card[])[]
  size: number
  /** All of the community, if they are few. */
  all: readonly Card[]
}

const labelled = ({ items, creations }: Pick<CategoriesData, 'items' | 'creations'>): Labelled[] =>
  creations.map((cards, i) => ({ ...items[i]!, creations: cards }))

export function categoriesPage(site: SiteContext, data: CategoriesData, reader: Reader): string {
  const { words, number } = reader
  const { webUrl } = site.addresses
  const address = `${webUrl}/categories`
  const categories = data.items.map(({ key: slug, ...category }, i) => ({
    ...category,
    slug,
    coverUrl: data.covers[i] ?? null,
  }))
  const sections = labelled(data)
  const list =
    sections.length === 0
      ? categoryTiles(site, categories, reader)
      : html`<div class="one-category">${labelSections(site, sections, reader)}</div>${restBelow(site, sections, data, reader)}`
  const things = data.items.map(({ label, url }) => ({ title: label, url }))
  const links = { next: pageUrl(address, data.next_cursor), first: null, label: words.nextPage }
  return layout(site, {
    title: `${words.categories} · ${nameIn(site, reader.locale)}`,
    description: words.categoriesLead,
    reader,
    canonical: address,
    markdownUrl: `${address}.md`,
    data: jsonLd(listingThing(address, things)),
    menuEntry: 'explore',
    body: html`<div class="wrap listing"><h1>${words.categories} <small>${number(data.total)}</small></h1>${data.total < minCategories ? null : html`<p class="lead">${words.categoriesLead}</p>`}
${categories.length === 0 ? empty(words.nothing) : list}${pager(links, reader)}</div>`,
  })
}

/** Labels have no date; the page was last changed with the API version. */
export function categoriesMarkdown(site: SiteContext, data: Omit<CategoriesData, 'covers'>): string {
  const { webUrl } = site.addresses
  const creations = wordsFor(site, 'en').creations.toLowerCase()
  const description = `${data.items.length} of ${data.total} categories in the ${communityName(site)}, most used first, with the number of ${creations}.`
  const { categoriesLead, nothing } = wordsFor(site, 'en')
  const lines = data.items.map(
    ({ label, key, count, url }) => md`- [${label}](${target(url)}) (\`${key}\`): ${count}\n`,
  )
  const next = pageUrl(`${webUrl}/categories.md`, data.next_cursor)
  const head = { title: 'Categories', description, canonical: `${webUrl}/categories`, updated: '2026-05-26' }
  const body = md`# Categories\n\n${data.total < minCategories ? '' : `${categoriesLead} `}${description}\n\n${lines.length === 0 ? md`${nothing}\n` : lines}${sectionLines(site, labelled(data))}${data.creations.length === 0 ? null : allCreationsLine(site)}${next === null ? null : md`\n[Next page](${target(next)})\n`}`
  return markdownDocument(head, webUrl, body.text)
}
