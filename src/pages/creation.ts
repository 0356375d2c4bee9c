// The share page of one creation.
import type Type from 'typebox'
import type { AppShare } from '../operations/shapes.ts'
import { html, safeUrl } from './html.ts'
import { creationThing, jsonLd } from './json-ld.ts'
import { type House, layout } from './layout.ts'
import { creationLine, markdownDocument, md, quoted, target } from './markdown-text.ts'

type AppValue = Type.Static<typeof AppShare>

export function creationPage(house: House, app: AppValue): string {
  const { title, summary, description, instructions, coverUrl, creator, stats, url, locale } = app
  const cover = coverUrl === null ? null : html`<img class="hero" src="${safeUrl(coverUrl)}" alt="">`
  return layout(house, {
    title: `${title} · ${house.productName}`,
    description: summary,
    locale,
    canonical: url,
    markdownUrl: `${url}.md`,
    data: jsonLd(creationThing(app)),
    body: html`${cover}<h1>${title}</h1>
<p class="lead">${summary}</p>
<p>by <a href="${safeUrl(creator.url)}">${creator.displayName}</a></p>
<ul class="facts"><li><b>${stats.plays}</b> plays</li><li><b>${stats.likes}</b> likes</li><li><b>${stats.remixes}</b> remixes</li></ul>
<div class="text">${description}</div>
${instructions === '' ? null : html`<h2>How to use it</h2><div class="text">${instructions}</div>`}`,
  })
}

export function creationMarkdown({ addresses }: House, app: AppValue): string {
  const { title, summary, description, instructions, creator, stats, url, apiUrl, kind, category, tags } = app
  const board = app.leaderboard.map(({ rank, displayName, score, unit }) => {
    return md`- ${rank}: ${displayName}, ${score} ${unit}\n`
  })
  const body = md`# ${title}

What is quoted was written by the creator.

${quoted(summary)}

- kind: ${kind}
- creator: [${creator.displayName}](${target(creator.url)}) (@${creator.handle})
- category: ${category?.label ?? 'none'}
- tags: ${tags.map(({ label }) => label).join(', ') || 'none'}
- ${stats.views} views, ${stats.plays} plays, ${stats.likes} likes, ${stats.remixes} remixes
- published: ${app.publishedAt}, updated: ${app.updatedAt}
- remix of: ${app.remixOf?.title ?? 'nothing'}
- page: ${target(url)}
- data: ${target(apiUrl)}

${description === '' ? null : md`## Description\n\n${quoted(description)}\n`}
${instructions === '' ? null : md`## How to use it\n\n${quoted(instructions)}\n`}
${board.length === 0 ? null : md`## Leaderboard\n\n${board}`}
${app.remixes.items.length === 0 ? null : md`## Remixes\n\n${app.remixes.items.map(creationLine)}`}`
  const head = { title, description: summary, canonical: url, updated: app.updatedAt }
  return markdownDocument(head, addresses.webUrl, body.text.replace(/\n{3,}/g, '\n\n'))
}
