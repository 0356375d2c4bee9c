// The home page: introduction, spotlight, rails and categories.

import type Type from 'typebox'
import { categoryArtPath } from '../art-paths.ts'
import { getCommunityFeed } from '../operations/index.ts'
import type { Landing } from '../operations/shapes.ts'
import { introIn, taglineIn } from '../site/introduction.ts'
import { kindPlural, railTitle } from '../site/kinds.ts'
import type { Counter, HomeSection } from '../site/site.ts'
import { nameIn } from '../site/text.ts'
import { card, rail } from './layout/card.ts'
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

const maxSpotlight = 5

export function homePage(site: SiteContext, landing: LandingValue, reader: Reader): string {
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

function homeSection(section: HomeSection, site: SiteContext, landing: LandingValue, reader: Reader): Html | null {
  if (section === 'intro') return hero(site, reader)
  const wrapped = (content: Html | null) => content && html`<div class="wrap">${content}</div>`
  if (section === 'spotlight') return wrapped(spotlightSection(site, landing.spotlight, reader))
  if (section === 'rails')
    return html`<div class="wrap">${shownRails(site, landing).map(entry => railSection(site, entry, reader))}</div>`
  return wrapped(
    section === 'categories' ? categoryTiles(site, landing.categories, reader) : introduction(site, reader),
  )
}

function hero(site: SiteContext, reader: Reader): Html {
  const { words, locale } = reader
  return html`<section class="hero"><div class="wrap"><h1>${taglineIn(site, locale)}</h1>
<p class="lead">${introIn(site, locale)}</p>
${searchForm(site, reader)}
<ul class="chips" aria-label="${words.kind}">${site.kinds.map(({ key }) => kindChip(site, key, reader))}</ul></div></section>`
}

const kindChip = (site: SiteContext, kind: string, reader: Reader): Html =>
  html`<li><a class="chip" href="${reader.to(site.addresses.community({ kind }))}">${kindIcon(site, kind, reader)}<bdi>${kindPlural(site, kind, reader.locale)}</bdi></a></li>`

/** The rails of the site, in its order, without empty ones and those that repeat an earlier one. */
function shownRails(site: SiteContext, landing: LandingValue): LandingValue['rails'] {
  const found = site.rails.flatMap(id => landing.rails.filter(rail => rail.id === id && rail.items.length > 0))
  const contents = found.map(({ items }) => items.map(({ id }) => id).join())
  return found.filter((_, i) => contents.indexOf(contents[i]!) === i)
}

function spotlightSection(site: SiteContext, { title, items }: LandingValue['spotlight'], reader: Reader): Html | null {
  if (items.length === 0) return null
  return html`<section class="spotlight" aria-labelledby="spotlight"><h2 id="spotlight">${title}</h2>
<ul class="mosaic">${items.slice(0, maxSpotlight).map((item, i) => card(site, item, reader, i === 0))}</ul></section>`
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
  if (categories.length === 0) return null
  const tiles = categories.map(({ slug, label, count, coverUrl, imageUrl, url }) => {
    const fallback = coverUrl === null ? null : html` data-art="${addresses.webUrl}${categoryArtPath(slug)}"`
    return html`<li><a href="${to(safeUrl(url))}"><img src="${safeUrl(imageUrl)}" alt="" width="300" height="200" loading="lazy" decoding="async"${fallback}><span><b dir="auto">${label}</b><small>${short(count)}</small></span></a></li>`
  })
  return html`<section aria-labelledby="categories"><h2 id="categories">${words.categories}</h2><ul class="tiles">${tiles}</ul></section>`
}

function introduction(site: SiteContext, { words, to, locale }: Reader): Html {
  const { webUrl } = site.addresses
  const product = { product: nameIn(site, locale) }
  const points = [
    [words.described, words.describedText],
    ...(isBuiltIn(site, 'likes') && isBuiltIn(site, 'remixes') ? [[words.remixable, words.remixableText]] : []),
    [words.open, site.features.mcp ? words.openText : words.openTextApi],
  ] as const
  const connect = site.features.mcp
    ? html`<a class="button quiet" href="${to(`${webUrl}/connect`)}">${words.connectTitle}</a>`
    : null
  return html`<section class="what" aria-labelledby="what"><h2 id="what">${words.whatThisIs}</h2><ul>${points.map(
    ([title, text]) => html`<li><h3>${title}</h3><p>${filled(text, product)}</p></li>`,
  )}</ul><p class="actions"><a class="button" href="${to(`${webUrl}/community`)}">${words.exploreAll}</a>${connect}</p></section>`
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
  const sections = [landing.spotlight, ...rails].filter(({ items }) => items.length > 0)
  const categories = landing.categories.map(({ slug, label, count }) => md`- ${label} (\`${slug}\`): ${count}\n`)
  const items = sections.flatMap(rail => rail.items)
  const body = md`# ${name}

${taglineIn(site)} ${description}

${docs ? md`- [Documentation](${target(`${webUrl}/docs.md`)})\n` : null}- [The public read API](${target(docs ? `${webUrl}/docs/read-api.md` : `${webUrl}/openapi.json`)}), for example ${target(`${baseUrl}${getCommunityFeed.path}`)}
${mcp ? md`- [MCP server](${target(docs ? `${webUrl}/docs/mcp.md` : `${webUrl}/connect.md`)}): ${target(`${baseUrl}/mcp`)}\n` : null}
${sections.map(({ title, items }) => md`## ${title}\n\n${items.slice(0, 6).map(item => creationLine(site, item))}\n`)}
## Categories

${categories}`
  const head = { title: name, description, canonical: `${webUrl}/`, updated: newestOf(items) }
  return markdownDocument(head, webUrl, body.text)
}

const newestOf = (items: readonly { updatedAt: string }[]): string =>
  items.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), '1970-01-01T00:00:00Z')
