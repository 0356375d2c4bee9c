// A creation as Markdown.
import type { AppValue, CreationData } from './creation-parts.ts'
import { creationLine, markdownDocument, md, quoted, quotedSource, target } from './layout/markdown-text.ts'
import type { SiteContext } from './layout/page.ts'

const listed = (values: readonly string[]) => values.map((value, i) => (i === 0 ? md`${value}` : md`, ${value}`))

const linkLine = ({ label, url, rel }: AppValue['links'][number]) => md`- [${label}](${target(url)}) (${rel})\n`

export function creationMarkdown({ addresses }: SiteContext, { app }: Pick<CreationData, 'app'>): string {
  const { title, summary, description, instructions, creator, stats, url, apiUrl, kind, category, tags } = app
  const { openUrl, version, license, platforms, links } = app
  const board = app.leaderboard.map(({ rank, displayName, score, unit }) => {
    return md`- ${rank}: ${displayName}, ${score} ${unit}\n`
  })
  const body = md`# ${title}

What is quoted was written by the creator.

${quoted(summary)}

- kind: ${kind}
- creator: [${creator.displayName}](${target(creator.url)}) (@${creator.handle})
- category: ${category?.label ?? 'none'}
- tags: ${tags.length === 0 ? 'none' : listed(tags.map(({ label }) => label))}
- ${stats.views} views, ${stats.plays} plays, ${stats.likes} likes, ${stats.remixes} remixes
- published: ${app.publishedAt}, updated: ${app.updatedAt}
- remix of: ${app.remixOf?.title ?? 'nothing'}
${version === null ? null : md`- version: ${version}\n`}\
${license === null ? null : md`- license: ${license}\n`}\
${platforms.length === 0 ? null : md`- platforms: ${listed(platforms)}\n`}\
- page: ${target(url)}
${openUrl === null ? null : md`- open: ${target(openUrl)}\n`}\
- data: ${target(apiUrl)}

${description === '' ? null : md`## Description\n\n${quotedSource(description)}\n`}
${instructions === '' ? null : md`## How to use it\n\n${quotedSource(instructions)}\n`}
${links.length === 0 ? null : md`## Links\n\n${links.map(linkLine)}`}
${board.length === 0 ? null : md`## Leaderboard\n\n${board}`}
${app.remixes.items.length === 0 ? null : md`## Remixes\n\n${app.remixes.items.map(creationLine)}`}`
  const head = { title, description: summary, canonical: url, updated: app.updatedAt }
  return markdownDocument(head, addresses.webUrl, body.text.replace(/\n{3,}/g, '\n\n'))
}
