// The front page: what this is, and a few creations.
import type Type from 'typebox'
import type { Landing } from '../operations/shapes.ts'
import { grid } from './card.ts'
import { html } from './html.ts'
import { jsonLd, siteThing } from './json-ld.ts'
import { type House, layout } from './layout.ts'
import { creationLine, markdownDocument, md, target } from './markdown-text.ts'

type LandingValue = Type.Static<typeof Landing>

const describe = (productName: string): string =>
  `Apps, trackers, games and widgets that people described in plain words and ${productName} built for them. Look around; programs and agents may, too.`

const motto = 'Made by people, in their own words.'

export function homePage(house: House, landing: LandingValue): string {
  const { productName, addresses } = house
  const description = describe(productName)
  const shown = [landing.spotlight, ...landing.rails.slice(0, 2)].filter(({ items }) => items.length > 0)
  return layout(house, {
    title: productName,
    description,
    locale: landing.locale,
    canonical: `${addresses.webUrl}/`,
    markdownUrl: `${addresses.webUrl}/index.md`,
    data: jsonLd(siteThing(house, description)),
    body: html`<h1>${motto}</h1>
<p class="lead">${description}</p>
<p><code>curl ${addresses.baseUrl}/public/share/community</code></p>
${shown.map(({ title, items }) => html`<section><h2>${title}</h2>${grid(items.slice(0, 6))}</section>`)}`,
  })
}

export function homeMarkdown({ productName, addresses }: House, landing: LandingValue): string {
  const { baseUrl, webUrl } = addresses
  const description = describe(productName)
  const shown = [landing.spotlight, ...landing.rails].filter(({ items }) => items.length > 0)
  const categories = landing.categories.map(({ slug, label, count }) => md`- ${label} (\`${slug}\`): ${count}\n`)
  const items = shown.flatMap(rail => rail.items)
  const body = md`# ${productName}

${motto} ${description}

- [Documentation](${target(`${webUrl}/docs.md`)})
- [The public read API](${target(`${webUrl}/docs/read-api.md`)}), for example ${target(`${baseUrl}/public/share/community`)}
- [MCP server](${target(`${webUrl}/docs/mcp.md`)}): ${target(`${baseUrl}/mcp`)}

${shown.map(({ title, items }) => md`## ${title}\n\n${items.slice(0, 6).map(creationLine)}\n`)}
## Categories

${categories}`
  const head = { title: productName, description, canonical: `${webUrl}/`, updated: newestOf(items) }
  return markdownDocument(head, webUrl, body.text)
}

const newestOf = (items: readonly { updatedAt: string }[]): string =>
  items.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), '1970-01-01T00:00:00Z')
