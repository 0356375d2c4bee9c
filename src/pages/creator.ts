// A creator's own page.
import type Type from 'typebox'
import type { CreatorProfile } from '../operations/shapes.ts'
import { grid } from './card.ts'
import { html, safeUrl } from './html.ts'
import { creatorThing, jsonLd } from './json-ld.ts'
import { type House, layout } from './layout.ts'
import { creationLine, markdownDocument, md, quoted, target } from './markdown-text.ts'

type ProfileValue = Type.Static<typeof CreatorProfile>

export const creatorMarkdownUrl = (webUrl: string, handle: string): string => `${webUrl}/@${handle}.md`

const describe = ({ productName }: House, { bio, displayName }: ProfileValue['profile']): string =>
  bio || `What ${displayName} made with ${productName}.`

export function creatorPage(house: House, data: ProfileValue, locale: string): string {
  const { profile, stats, apps } = data
  const { handle, displayName, bio, avatarUrl, links } = profile
  const avatar = avatarUrl === null ? null : html`<img src="${safeUrl(avatarUrl)}" alt="" width="96" height="96">`
  return layout(house, {
    title: `${displayName} (@${handle}) · ${house.productName}`,
    description: describe(house, profile),
    locale,
    canonical: profile.url,
    markdownUrl: creatorMarkdownUrl(house.addresses.webUrl, handle),
    data: jsonLd(creatorThing(data)),
    body: html`<div class="person">${avatar}<h1>${displayName}</h1></div>
<p class="lead">${bio}</p>
<ul class="facts"><li><b>${stats.apps}</b> apps</li><li><b>${stats.followers}</b> followers</li><li><b>${stats.following}</b> following</li><li><b>${stats.plays}</b> plays</li></ul>
<p>${links.map(({ label, url }) => html`<a href="${safeUrl(url)}" rel="nofollow ugc noopener">${label}</a> `)}</p>
<h2>Apps</h2>${grid(apps.items)}`,
  })
}

export function creatorMarkdown(house: House, data: ProfileValue): string {
  const { profile, stats, apps, topScores } = data
  const { handle, displayName, bio, links, url, joinedAt } = profile
  const { baseUrl, webUrl } = house.addresses
  const scores = topScores.map(({ app, score, unit, rank }) => {
    return md`- [${app.title}](${target(app.url)}): ${score} ${unit}, rank ${rank}\n`
  })
  const body = md`# ${displayName} (@${handle})

What is quoted was written by the creator.

${quoted(bio)}

${stats.apps} apps, ${stats.followers} followers, ${stats.following} following, ${stats.plays} plays, ${stats.likes} likes. Data: ${target(`${baseUrl}/public/share/user/${handle}`)}

${links.map(({ label, url }) => md`- [${label}](${target(url)})\n`)}
## Apps

${apps.items.map(creationLine)}
${scores.length === 0 ? null : md`## Top scores\n\n${scores}`}`
  const updated = apps.items.reduce((latest, item) => (item.updatedAt > latest ? item.updatedAt : latest), joinedAt)
  const head = { title: displayName, description: describe(house, profile), canonical: url, updated }
  return markdownDocument(head, webUrl, body.text)
}
