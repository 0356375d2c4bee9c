// The community, listed: what the rails, tags and categories of the API lead to.
import type Type from 'typebox'
import type { FeedPage } from '../operations/shapes.ts'
import { grid } from './card.ts'
import { type Html, html } from './html.ts'
import { jsonLd, listingThing } from './json-ld.ts'
import { type House, layout } from './layout.ts'
import { creationLine, markdownDocument, md, target } from './markdown-text.ts'

type FeedValue = Type.Static<typeof FeedPage>

/** The page's own address with the next page's parameters: the API's address says which those are. */
function nextAddress({ addresses: { webUrl } }: House, { pagination }: FeedValue, path: string): string | null {
  return pagination.nextUrl && `${webUrl}${path}${new URL(pagination.nextUrl).search}`
}

const describe = ({ productName }: House, { pagination }: FeedValue): string =>
  `${pagination.totalIsExact ? '' : 'More than '}${pagination.total} creations of the ${productName} community, ${order(pagination.sort)}.`

const orders: Record<FeedValue['pagination']['sort'], string> = {
  trending: 'trending first',
  recent: 'newest first',
  popular: 'most played first',
  remixed: 'most remixed first',
  liked: 'most liked first',
  relevance: 'best match first',
}
const order = (sort: FeedValue['pagination']['sort']): string => orders[sort]
/** Relevance is not chosen, it comes with a search. */
const choices = Object.keys(orders).filter(sort => sort !== 'relevance')

const sortLinks = ({ addresses }: House, current: string): Html =>
  html`<nav>${choices.map(sort =>
    sort === current ? html`<b>${sort}</b>` : html`<a href="${addresses.community({ sort })}">${sort}</a>`,
  )}</nav>`

export function communityPage(house: House, data: FeedValue, locale: string): string {
  const { webUrl } = house.addresses
  const next = nextAddress(house, data, '/community')
  const more = next === null ? null : html`<p><a rel="next" href="${next}">More</a></p>`
  const items =
    data.items.length === 0 ? html`<p>Nothing matches. Try fewer words or another filter.</p>` : grid(data.items)
  return layout(house, {
    title: `Community · ${house.productName}`,
    description: describe(house, data),
    locale,
    canonical: `${webUrl}/community`,
    markdownUrl: `${webUrl}/community.md`,
    data: jsonLd(listingThing(`${webUrl}/community`, data.items)),
    body: html`<h1>Community</h1><p class="lead">${describe(house, data)}</p>
${sortLinks(house, data.pagination.sort)}<h2>Creations</h2>${items}${more}`,
  })
}

export function communityMarkdown(house: House, data: FeedValue): string {
  const { webUrl } = house.addresses
  const next = nextAddress(house, data, '/community.md')
  const body = md`# Community

${describe(house, data)}

${data.items.map(creationLine)}
${next === null ? null : md`[Next page](${target(next)})\n`}`
  const updated = data.items.reduce(
    (last, item) => (item.updatedAt > last ? item.updatedAt : last),
    '1970-01-01T00:00:00Z',
  )
  const head = { title: 'Community', description: describe(house, data), canonical: `${webUrl}/community`, updated }
  return markdownDocument(head, webUrl, body.text)
}
