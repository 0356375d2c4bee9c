// The home page: introduction, spotlight, rails and categories.

import type Type from 'typebox'
import { en } from '../languages/en.ts'
import { getCommunityFeed } from '../operations/index.ts'
import type { Landing } from '../operations/shapes.ts'
import { nameIn } from '../site/text.ts'
import { card, rail } from './layout/card.ts'
import { type Kind, kinds } from './layout/choices.ts'
import { type Html, html, safeUrl } from './layout/html.ts'
import { icon } from './layout/icons.ts'
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
  const { words } = reader
  const name = nameIn(site, reader.locale)
  const product = { product: name }
  const description = filled(words.about, product)
  const { spotlight, rails, categories } = landing
  return layout(site, {
    title: name,
    description,
    reader,
    canonical: `${addresses.webUrl}/`,
    markdownUrl: `${addresses.webUrl}/index.md`,
    data: jsonLd(siteThing(site, description)),
    body: html`<section class="hero"><div class="wrap"><h1>${words.motto}</h1>
<p class="lead">${description}</p>
${searchForm(site, reader)}
<ul class="chips" aria-label="${words.kind}">${kinds.map(kind => kindChip(site, kind, reader))}</ul></div></section>
<div class="wrap">${spotlightSection(spotlight, reader)}
${rails.slice(0, 2).map(entry => railSection(entry, reader))}
${categoryTiles(categories, reader)}
${rails.slice(2).map(entry => railSection(entry, reader))}
${introduction(site, reader)}</div>`,
  })
}

const kindChip = ({ addresses }: SiteContext, kind: Kind, { words, to }: Reader): Html =>
  html`<li><a class="chip" href="${to(addresses.community({ kind }))}">${icon(kind)}${words[`${kind}s`]}</a></li>`

function spotlightSection({ title, items }: LandingValue['spotlight'], reader: Reader): Html | null {
  if (items.length === 0) return null
  return html`<section class="spotlight" aria-labelledby="spotlight"><h2 id="spotlight">${title}</h2>
<ul class="mosaic">${items.slice(0, maxSpotlight).map((item, i) => card(item, reader, i === 0))}</ul></section>`
}

function railSection({ id, title, items, moreUrl }: LandingValue['rails'][number], reader: Reader): Html | null {
  if (items.length === 0) return null
  const { to, words } = reader
  return html`<section aria-labelledby="rail-${id}"><div class="heading"><h2 id="rail-${id}">${title}</h2>
<a class="see" href="${to(safeUrl(moreUrl))}">${words.seeAll}<span class="away">: ${title}</span>${icon('arrow')}</a></div>${rail(items, reader)}</section>`
}

function categoryTiles(categories: LandingValue['categories'], { words, to, short }: Reader): Html | null {
  if (categories.length === 0) return null
  const tiles = categories.map(({ label, count, coverUrl, url }) => {
    const picture =
      coverUrl === null
        ? null
        : html`<img src="${safeUrl(coverUrl)}" alt="" width="300" height="200" loading="lazy" decoding="async">`
    return html`<li><a href="${to(safeUrl(url))}">${picture}<span><b dir="auto">${label}</b><small>${short(count)}</small></span></a></li>`
  })
  return html`<section aria-labelledby="categories"><h2 id="categories">${words.categories}</h2><ul class="tiles">${tiles}</ul></section>`
}

function introduction(site: SiteContext, { words, to, locale }: Reader): Html {
  const { webUrl } = site.addresses
  const product = { product: nameIn(site, locale) }
  const points = [
    [words.described, words.describedText],
    [words.remixable, words.remixableText],
    [words.open, words.openText],
  ] as const
  return html`<section class="what" aria-labelledby="what"><h2 id="what">${words.whatThisIs}</h2><ul>${points.map(
    ([title, text]) => html`<li><h3>${title}</h3><p>${filled(text, product)}</p></li>`,
  )}</ul><p class="actions"><a class="button" href="${to(`${webUrl}/community`)}">${words.exploreAll}</a><a class="button quiet" href="${to(`${webUrl}/connect`)}">${words.connectTitle}</a></p></section>`
}

export function homeMarkdown(site: SiteContext, landing: LandingValue): string {
  const { baseUrl, webUrl } = site.addresses
  const name = nameIn(site)
  const description = filled(en.words.about, { product: name })
  const sections = [landing.spotlight, ...landing.rails].filter(({ items }) => items.length > 0)
  const categories = landing.categories.map(({ slug, label, count }) => md`- ${label} (\`${slug}\`): ${count}\n`)
  const items = sections.flatMap(rail => rail.items)
  const body = md`# ${name}

${en.words.motto} ${description}

- [Documentation](${target(`${webUrl}/docs.md`)})
- [The public read API](${target(`${webUrl}/docs/read-api.md`)}), for example ${target(`${baseUrl}${getCommunityFeed.path}`)}
- [MCP server](${target(`${webUrl}/docs/mcp.md`)}): ${target(`${baseUrl}/mcp`)}

${sections.map(({ title, items }) => md`## ${title}\n\n${items.slice(0, 6).map(creationLine)}\n`)}
## Categories

${categories}`
  const head = { title: name, description, canonical: `${webUrl}/`, updated: newestOf(items) }
  return markdownDocument(head, webUrl, body.text)
}

const newestOf = (items: readonly { updatedAt: string }[]): string =>
  items.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), '1970-01-01T00:00:00Z')
