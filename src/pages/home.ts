// The home page: introduction, spotlight, rails and categories.

import type Type from 'typebox'
import { categoryArtPath } from '../art-paths.ts'
import { getCommunityFeed } from '../operations/index.ts'
import type { Landing } from '../operations/shapes.ts'
import { introIn, taglineIn } from '../site/introduction.ts'
import { kindPlural, railTitle } from '../site/kinds.ts'
import { type Counter, counterOfSort, type HomeSection } from '../site/site.ts'
import { nameIn } from '../site/text.ts'
import { card, empty, rail } from './layout/card.ts'
import { type Html, html, safeUrl } from './layout/html.ts'
import { icon, kindIcon } from './layout/icons.ts'
import { jsonLd, siteThing } from './layout/json-ld.ts'
import { layout } from './layout/layout.ts'
import { creationLine, markdownDocument, md, target } from './layout/markdown-text.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { searchForm } from './layout/search-form.ts'
import { filled } from './layout/words.ts'

type LandingValue = Type.Static<typeof Landing>

/** `kindCounts`: creations by kind. */
type HomeData = LandingValue & { kindCounts: Readonly<Record<string, number>> }

const maxSpotlight = 5
/** A rail of this length is the start of a longer list. */
const fullRail = 12
/** Creations that such a rail must add to those above it. */
const minAdded = 3

const isEmpty = ({ rails }: LandingValue): boolean => rails.every(({ items }) => items.length === 0)

export function homePage(site: SiteContext, landing: HomeData, reader: Reader): string {
  const { addresses } = site
  const name = nameIn(site, reader.locale)
  const description = introIn(site, reader.locale)
  return layout(site, {
    title: name,
    description,
    reader,
    canonical: `${addresses.webUrl}/`,
    markdownUrl: `${addresses.webUrl}/index.md`,
    data: jsonLd(siteThing(site, description)),
    body: html`${site.home.map(section => homeSection(section, site, landing, reader))}`,
  })
}

function homeSection(section: HomeSection, site: SiteContext, landing: HomeData, reader: Reader): Html | null {
  if (section === 'intro') return hero(site, landing, reader)
  const wrapped = (content: Html | null) => content && html`<div class="wrap">${content}</div>`
  if (section === 'spotlight') return wrapped(spotlightSection(site, landing, reader))
  if (section === 'rails')
    return html`<div class="wrap">${shownRails(site, landing).map(entry => railSection(site, entry, reader))}</div>`
  return wrapped(
    section === 'categories' ? categoryTiles(site, landing.categories, reader) : introduction(site, landing, reader),
  )
}

function hero(site: SiteContext, { kindCounts }: HomeData, reader: Reader): Html {
  const { words, locale } = reader
  const kinds = site.kinds.filter(({ key }) => (kindCounts[key] ?? 0) > 0)
  const chips = kinds.map(({ key }) => kindChip(site, key, reader))
  return html`<section class="hero"><div class="wrap"><h1>${taglineIn(site, locale)}</h1>
<p class="lead">${introIn(site, locale)}</p>
${searchForm(site, reader)}
${chips.length < 2 ? null : html`<ul class="chips" aria-label="${words.kind}">${chips}</ul>`}</div></section>`
}

const kindChip = (site: SiteContext, kind: string, reader: Reader): Html =>
  html`<li><a class="chip" href="${reader.to(site.addresses.community({ kind }))}">${kindIcon(site, kind, reader)}<bdi>${kindPlural(site, kind, reader.locale)}</bdi></a></li>`

const spotlightItems = ({ home }: SiteContext, { spotlight }: LandingValue): LandingValue['spotlight']['items'] =>
  home.includes('spotlight') ? spotlight.items.slice(0, maxSpotlight) : []

/**
 * The rails of the site, in its order. Each creation is shown once: a rail leaves out what is above it, and those that its
 * counter has not counted yet.
 */
function shownRails(site: SiteContext, landing: LandingValue): LandingValue['rails'] {
  const shown = new Set(spotlightItems(site, landing).map(({ id }) => id))
  return site.rails.flatMap(name => {
    const found = landing.rails.find(({ id }) => id === name)
    if (found === undefined) return []
    const counter = counterOfSort[name]
    const items = found.items.filter(({ id, stats }) => !shown.has(id) && (counter === undefined || stats[counter] > 0))
    if (items.length < (found.items.length < fullRail ? 1 : minAdded)) return []
    for (const { id } of items) shown.add(id)
    return [{ ...found, items }]
  })
}

function spotlightSection(site: SiteContext, landing: LandingValue, reader: Reader): Html {
  if (isEmpty(landing)) return html`<section>${empty(reader.words.noCreations)}</section>`
  const items = spotlightItems(site, landing)
  return html`<section class="spotlight" aria-labelledby="spotlight"><h2 id="spotlight">${landing.spotlight.title}</h2>
<ul class="mosaic">${items.map((item, i) => card(site, item, reader, i === 0))}</ul></section>`
}

function railSection(site: SiteContext, entry: LandingValue['rails'][number], reader: Reader): Html {
  const { id, items, moreUrl } = entry
  const { to, words, locale } = reader
  const title = railTitle(site, id, locale, entry.title)
  return html`<section aria-labelledby="rail-${id}"><div class="heading"><h2 id="rail-${id}">${title}</h2>
<a class="see" href="${to(safeUrl(moreUrl))}">${words.seeAll}<span class="away">: ${title}</span>${icon('arrow')}</a></div>${rail(site, items, reader)}</section>`
}

function categoryTiles(
  { addresses }: SiteContext,
  categories: LandingValue['categories'],
  { words, to, short }: Reader,
): Html | null {
  if (categories.length < 2) return null
  const tiles = categories.map(({ slug, label, count, coverUrl, imageUrl, url }) => {
    const fallback = coverUrl === null ? null : html` data-art="${addresses.webUrl}${categoryArtPath(slug)}"`
    return html`<li><a href="${to(safeUrl(url))}"><img src="${safeUrl(imageUrl)}" alt="" width="300" height="200" loading="lazy" decoding="async"${fallback}><span><b dir="auto">${label}</b><small>${short(count)}</small></span></a></li>`
  })
  return html`<section aria-labelledby="categories"><h2 id="categories">${words.categories}</h2><ul class="tiles">${tiles}</ul></section>`
}

function introduction(site: SiteContext, landing: LandingValue, { words, to, locale }: Reader): Html {
  const { webUrl } = site.addresses
  const product = { product: nameIn(site, locale) }
  const points = [
    [words.described, words.describedText],
    ...(isBuiltIn(site, 'likes') && isBuiltIn(site, 'remixes') ? [[words.remixable, words.remixableText]] : []),
    [words.open, site.features.mcp ? words.openText : words.openTextApi],
  ] as const
  const explore = isEmpty(landing)
    ? null
    : html`<a class="button" href="${to(`${webUrl}/community`)}">${words.exploreAll}</a>`
  const connect = site.features.mcp
    ? html`<a class="button quiet" href="${to(`${webUrl}/connect`)}">${words.connectTitle}</a>`
    : null
  return html`<section class="what" aria-labelledby="what"><h2 id="what">${words.whatThisIs}</h2><ul>${points.map(
    ([title, text]) => html`<li><h3>${title}</h3><p>${filled(text, product)}</p></li>`,
  )}</ul><p class="actions">${explore}${connect}</p></section>`
}

/** The built-in texts say what members do only if the site calls it the same. */
const isBuiltIn = ({ stats }: SiteContext, counter: Counter): boolean =>
  !stats[counter].hidden && stats[counter].label === null

export function homeMarkdown(site: SiteContext, landing: LandingValue): string {
  const { baseUrl, webUrl } = site.addresses
  const { docs, mcp } = site.features
  const name = nameIn(site)
  const description = introIn(site)
  const rails = shownRails(site, landing).map(({ id, title, items }) => ({
    title: railTitle(site, id, 'en', title),
    items,
  }))
  const spotlight = { title: landing.spotlight.title, items: spotlightItems(site, landing) }
  const sections = [spotlight, ...rails].filter(({ items }) => items.length > 0)
  const categories = landing.categories.map(({ slug, label, count }) => md`- ${label} (\`${slug}\`): ${count}\n`)
  const items = sections.flatMap(rail => rail.items)
  const body = md`# ${name}

${taglineIn(site)} ${description}

${docs ? md`- [Documentation](${target(`${webUrl}/docs.md`)})\n` : null}- [The public read API](${target(docs ? `${webUrl}/docs/read-api.md` : `${webUrl}/openapi.json`)}), for example ${target(`${baseUrl}${getCommunityFeed.path}`)}
${mcp ? md`- [MCP server](${target(docs ? `${webUrl}/docs/mcp.md` : `${webUrl}/connect.md`)}): ${target(`${baseUrl}/mcp`)}\n` : null}
${isEmpty(landing) ? md`Nothing is published yet.\n` : null}\
${sections.map(({ title, items }) => md`## ${title}\n\n${items.map(item => creationLine(site, item))}\n`)}\
${categories.length === 0 ? null : md`## Categories\n\n${categories}`}`
  const head = { title: name, description, canonical: `${webUrl}/`, updated: newestOf(items) }
  return markdownDocument(head, webUrl, body.text)
}

const newestOf = (items: readonly { updatedAt: string }[]): string =>
  items.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), '1970-01-01T00:00:00Z')
