// The page of categories, with the number of creations of each.
import type Type from 'typebox'
import { categoryArtPath } from '../../art-paths.ts'
import type { Landing, TagList } from '../../operations/shapes.ts'
import { nameIn } from '../../site/text.ts'
import { wordsFor } from '../../site/words.ts'
import { empty } from '../layout/card.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
import { jsonLd, listingThing } from '../layout/json-ld.ts'
import { layout } from '../layout/layout.ts'
import { markdownDocument, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { pager, pageUrl } from '../pager.ts'

type Categories = Type.Static<typeof TagList>
type Category = Type.Static<typeof Landing>['categories'][number]

/** The cover of a creation, unless it is one of our drawings: these do not show what the category is. */
export function categoryPicture({ webUrl }: SiteContext['addresses'], slug: string, coverUrl: string | null) {
  const art = webUrl + categoryArtPath(slug.toLowerCase())
  const isPicture = coverUrl !== null && !coverUrl.startsWith(`${webUrl}/art/`)
  return { image: isPicture ? coverUrl : art, art }
}

/** The picture, the name and the size of a category. */
export function categoryTile({ addresses }: SiteContext, category: Category, { to, number }: Reader): Html {
  const { slug, label, count, coverUrl, url } = category
  const { image, art } = categoryPicture(addresses, slug, coverUrl)
  const fallback = image === art ? null : html` data-art="${art}"`
  return html`<li><a href="${to(safeUrl(url))}"><img src="${safeUrl(image)}" alt="" width="300" height="200" loading="lazy" decoding="async"${fallback}><span><b dir="auto">${label}</b><small>${number(count)}</small></span></a></li>`
}

/** `covers`: the picture of each category, or null. */
type CategoriesData = Categories & { covers: readonly (string | null)[] }

export function categoriesPage(site: SiteContext, data: CategoriesData, reader: Reader): string {
  const { words, number } = reader
  const { webUrl } = site.addresses
  const address = `${webUrl}/categories`
  const tiles = data.items.map(({ key, ...category }, i) => {
    const coverUrl = data.covers[i] ?? null
    const imageUrl = coverUrl ?? webUrl + categoryArtPath(key)
    return categoryTile(site, { ...category, slug: key, coverUrl, imageUrl }, reader)
  })
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
    body: html`<div class="wrap listing"><h1>${words.categories} <small>${number(data.total)}</small></h1><p class="lead">${words.categoriesLead}</p>
${tiles.length === 0 ? empty(words.nothing) : html`<ul class="tiles">${tiles}</ul>`}${pager(links, reader)}</div>`,
  })
}

/** Labels have no date; the page was last changed with the API version. */
export function categoriesMarkdown(site: SiteContext, data: Categories): string {
  const { webUrl } = site.addresses
  const creations = wordsFor(site, 'en').creations.toLowerCase()
  const description = `${data.items.length} of ${data.total} categories in the ${nameIn(site)} community, most used first, with the number of ${creations}.`
  const { categoriesLead, nothing } = wordsFor(site, 'en')
  const lines = data.items.map(
    ({ label, key, count, url }) => md`- [${label}](${target(url)}) (\`${key}\`): ${count}\n`,
  )
  const next = pageUrl(`${webUrl}/categories.md`, data.next_cursor)
  const head = { title: 'Categories', description, canonical: `${webUrl}/categories`, updated: '2026-05-26' }
  const body = md`# Categories\n\n${categoriesLead} ${description}\n\n${lines.length === 0 ? md`${nothing}\n` : lines}${next === null ? null : md`\n[Next page](${target(next)})\n`}`
  return markdownDocument(head, webUrl, body.text)
}
