// A creation as Markdown.
import { amountText, counterLabel, countText, instructionsHeading, kindLabel, shownCounters } from '../site/kinds.ts'
import { textIn } from '../site/text.ts'
import { wordsFor } from '../site/words.ts'
import { relatedOf } from './creation/related.ts'
import { type AppValue, type CreationData, languageOf } from './creation-parts.ts'
import { appLine } from './layout/app-link.ts'
import { creationLine, type Md, markdownDocument, md, quoted, quotedSource, target } from './layout/markdown-text.ts'
import type { SiteContext } from './layout/page.ts'
import { readerFor } from './layout/reader.ts'
import { languageName } from './layout/words.ts'
import { publicCount } from './remixes/remixes.ts'

const listed = (values: readonly (string | Md)[]) => values.map((value, i) => (i === 0 ? md`${value}` : md`, ${value}`))

const linkLine = ({ label, url, rel }: AppValue['links'][number]) => md`- [${label}](${target(url)}) (${rel})\n`

/** The original, then what that was made from. */
function lineageOf({ addresses }: SiteContext, { origins }: CreationData): Md | string {
  if (origins.length === 0) return 'nothing'
  const links = origins.map(({ handle, slug, title }, i) => {
    return md`${i === 0 ? null : { text: ', a remix of ' }}[${title}](${target(addresses.creation(handle, slug))}) (@${handle})`
  })
  return md`${links}`
}

/** The counter of remixes includes those that are not public. */
const privateNote = (site: SiteContext, app: AppValue): Md | null =>
  site.stats.remixes.hidden || app.stats.remixes === 0 || app.remixes.total > 0
    ? null
    : md` ([${counterLabel(site, 'remixes', 'en')}](${target(`${site.addresses.remixes(app.handle, app.slug)}.md`)}): none is public)`

type Card = AppValue['moreFromCreator'][number]

function related(site: SiteContext, { app, similar }: CreationData): Md {
  const lists = relatedOf(app, similar)
  const list = (title: string, items: readonly Card[], end: Md | null = null) =>
    items.length === 0 ? null : md`## ${title}\n\n${items.map(item => creationLine(site, item))}${end}\n`
  const allRemixes = target(`${site.addresses.remixes(app.handle, app.slug)}.md`)
  return md`${list(counterLabel(site, 'remixes', 'en'), lists.remixes, md`\n[See all](${allRemixes}): ${publicCount(site, app, readerFor('en', site))}\n`)}\
${list(wordsFor(site, 'en').similar, lists.similar)}\
${list(`More from ${app.creator.displayName}`, lists.more)}`
}

export function creationMarkdown(site: SiteContext, data: CreationData): string {
  const { app } = data
  const { title, summary, description, instructions, creator, stats, url, apiUrl, kind, category, tags } = app
  const { openUrl, version, license, platforms, links } = app
  const board = app.leaderboard.map(({ rank, handle, displayName, score, unit }) => {
    const player = md`[${displayName}](${target(site.addresses.creator(handle))})`
    return md`- ${rank}: ${player}, ${amountText(site, String(score), unit, 'en')}\n`
  })
  const counts = shownCounters(site)
    .map(counter => countText(site, counter, stats[counter]))
    .join(', ')
  const link = (label: string, filter: Parameters<typeof site.addresses.community>[0]) =>
    md`[${label}](${target(site.addresses.community(filter))})`
  const body = md`# ${title}

What is quoted was written by the creator.

${quoted(summary)}

- kind: ${link(kindLabel(site, kind, 'en'), { kind })} (\`${kind}\`)
- creator: [${creator.displayName}](${target(creator.url)}) (@${creator.handle})
- category: ${category === null ? 'none' : link(category.label, { category: category.slug })}
- tags: ${tags.length === 0 ? 'none' : listed(tags.map(({ key, label }) => link(label, { tag: key })))}
${counts === '' ? null : md`- ${counts}${privateNote(site, app)}\n`}- published: ${app.publishedAt}, updated: ${app.updatedAt}
- language: ${languageName(languageOf(app.locale), 'en')}
${site.stats.remixes.hidden ? null : md`- remix of: ${lineageOf(site, data)}\n`}\
${version === null ? null : md`- version: ${version}\n`}\
${license === null ? null : md`- license: ${license}\n`}\
${platforms.length === 0 ? null : md`- platforms: ${listed(platforms)}\n`}\
- page: ${target(url)}
${openUrl === null ? null : md`- open: ${/^https?:/.test(openUrl) ? target(openUrl) : openUrl}\n`}\
${openUrl !== null || site.open.note === null ? null : md`- runs: ${textIn(site.open.note, 'en')}\n`}\
${openUrl === null ? appLine(site) : null}- data: ${target(apiUrl)}
- for other sites: [card](${target(site.addresses.embed(app.handle, app.slug))}), [badge](${target(site.addresses.badge(app.handle, app.slug))})

${description === '' ? null : md`## Description\n\n${quotedSource(description)}\n`}
${instructions === '' ? null : md`## ${instructionsHeading(site, kind, 'en')}\n\n${quotedSource(instructions)}\n`}
${links.length === 0 ? null : md`## Links\n\n${links.map(linkLine)}`}
${app.screenshots.length === 0 ? null : md`## Screenshots\n\n${app.screenshots.map((url, i) => md`- [Screenshot ${i + 1}](${target(url)})\n`)}`}
${board.length === 0 ? null : md`## Leaderboard\n\n${board}`}
${related(site, data)}`
  const head = { title, description: summary, canonical: url, updated: app.updatedAt }
  return markdownDocument(head, site.addresses.webUrl, body.text.replace(/\n{3,}/g, '\n\n'))
}
