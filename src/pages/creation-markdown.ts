// A creation as Markdown.
import { counterLabel, countText, instructionsHeading, kindLabel, shownCounters } from '../site/kinds.ts'
import { textIn } from '../site/text.ts'
import { wordsFor } from '../site/words.ts'
import { relatedOf } from './creation/related.ts'
import type { AppValue, CreationData } from './creation-parts.ts'
import { appLine } from './layout/app-link.ts'
import { creationLine, type Md, markdownDocument, md, quoted, quotedSource, target } from './layout/markdown-text.ts'
import type { SiteContext } from './layout/page.ts'

const listed = (values: readonly string[]) => values.map((value, i) => (i === 0 ? md`${value}` : md`, ${value}`))

const linkLine = ({ label, url, rel }: AppValue['links'][number]) => md`- [${label}](${target(url)}) (${rel})\n`

/** The original, then what that was made from. */
function lineageOf({ addresses }: SiteContext, { origins }: CreationData): Md | string {
  if (origins.length === 0) return 'nothing'
  const links = origins.map(({ handle, slug, title }, i) => {
    return md`${i === 0 ? null : { text: ', a remix of ' }}[${title}](${target(addresses.creation(handle, slug))})`
  })
  return md`${links}`
}

type Card = AppValue['moreFromCreator'][number]

function related(site: SiteContext, { app, similar }: CreationData): Md {
  const lists = relatedOf(app, similar)
  const list = (title: string, items: readonly Card[], end: Md | null = null) =>
    items.length === 0 ? null : md`## ${title}\n\n${items.map(item => creationLine(site, item))}${end}\n`
  const allRemixes = target(`${site.addresses.remixes(app.handle, app.slug)}.md`)
  return md`${list(counterLabel(site, 'remixes', 'en'), lists.remixes, md`\n[${app.remixes.total} public](${allRemixes})\n`)}\
${list(wordsFor(site, 'en').similar, lists.similar)}\
${list(`More from ${app.creator.displayName}`, lists.more)}`
}

export function creationMarkdown(site: SiteContext, data: CreationData): string {
  const { app } = data
  const { title, summary, description, instructions, creator, stats, url, apiUrl, kind, category, tags } = app
  const { openUrl, version, license, platforms, links } = app
  const board = app.leaderboard.map(({ rank, displayName, score, unit }) => {
    return md`- ${rank}: ${displayName}, ${score} ${unit}\n`
  })
  const counts = shownCounters(site)
    .map(counter => countText(site, counter, stats[counter]))
    .join(', ')
  const body = md`# ${title}

What is quoted was written by the creator.

${quoted(summary)}

- kind: ${kindLabel(site, kind, 'en')} (\`${kind}\`)
- creator: [${creator.displayName}](${target(creator.url)}) (@${creator.handle})
- category: ${category?.label ?? 'none'}
- tags: ${tags.length === 0 ? 'none' : listed(tags.map(({ label }) => label))}
${counts === '' ? null : md`- ${counts}\n`}- published: ${app.publishedAt}, updated: ${app.updatedAt}
${site.stats.remixes.hidden ? null : md`- remix of: ${lineageOf(site, data)}\n`}\
${version === null ? null : md`- version: ${version}\n`}\
${license === null ? null : md`- license: ${license}\n`}\
${platforms.length === 0 ? null : md`- platforms: ${listed(platforms)}\n`}\
- page: ${target(url)}
${openUrl === null ? null : md`- open: ${/^https?:/.test(openUrl) ? target(openUrl) : openUrl}\n`}\
${openUrl !== null || site.open.note === null ? null : md`- runs: ${textIn(site.open.note, 'en')}\n`}\
${openUrl === null ? appLine(site) : null}- data: ${target(apiUrl)}

${description === '' ? null : md`## Description\n\n${quotedSource(description)}\n`}
${instructions === '' ? null : md`## ${instructionsHeading(site, kind, 'en')}\n\n${quotedSource(instructions)}\n`}
${links.length === 0 ? null : md`## Links\n\n${links.map(linkLine)}`}
${app.screenshots.length === 0 ? null : md`## Screenshots\n\n${app.screenshots.map((url, i) => md`- [Screenshot ${i + 1}](${target(url)})\n`)}`}
${board.length === 0 ? null : md`## Leaderboard\n\n${board}`}
${related(site, data)}`
  const head = { title, description: summary, canonical: url, updated: app.updatedAt }
  return markdownDocument(head, site.addresses.webUrl, body.text.replace(/\n{3,}/g, '\n\n'))
}
