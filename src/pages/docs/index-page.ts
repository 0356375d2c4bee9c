// The index of the documentation, by topic.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import { pathWith } from '../../operations/define.ts'
import { getCommunityFeed } from '../../operations/index.ts'
import { communityName, nameIn } from '../../site/text.ts'
import { html } from '../layout/html.ts'
import { articleThing, breadcrumbs, jsonLd } from '../layout/json-ld.ts'
import { layout } from '../layout/layout.ts'
import { markdownDocument, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { codeBlock } from './code.ts'
import { docsFrame, groupsOf, indexTitle, indexUrl, newest } from './frame.ts'

const indexSummary = (site: SiteContext): string =>
  `How to read the ${communityName(site)}: for people, programs and AI agents. No account, no key.`

/** To try the API at once. */
const firstRequest = ({ addresses: { baseUrl } }: SiteContext): string =>
  `curl '${baseUrl}${pathWith(getCommunityFeed, { limit: 3 })}'`

export function docsIndexPage(site: SiteContext, knowledge: Knowledge, reader: Reader): string {
  const { pages } = knowledge
  const url = indexUrl(site)
  const summary = indexSummary(site)
  const groups = groupsOf(site, knowledge).map(({ topic, title, entries }, i) => {
    const items = entries.map(
      (entry, j) =>
        html`<li${i + j === 0 ? html` class="first"` : null}><h3><a href="${reader.to(entry.url)}">${entry.title}</a></h3><p>${entry.summary}</p></li>`,
    )
    return html`<section><h2 id="${topic}">${title}</h2><ul class="contents">${items}</ul></section>`
  })
  return layout(site, {
    title: `${indexTitle} · ${nameIn(site, reader.locale)}`,
    description: summary,
    reader,
    translated: false,
    canonical: url,
    markdownUrl: `${url}.md`,
    data: jsonLd(
      articleThing(site, { title: indexTitle, summary, url, updated: newest(pages) }),
      breadcrumbs(site, reader, [{ name: indexTitle, url }]),
    ),
    menuEntry: 'docs',
    body: docsFrame(
      site,
      { knowledge, current: url, reader },
      html`<h1>${indexTitle}</h1><p class="lead">${summary}</p>${codeBlock('sh', firstRequest(site))}${groups}`,
    ),
  })
}

export function docsIndexMarkdown(site: SiteContext, knowledge: Knowledge): string {
  const { webUrl } = site.addresses
  const summary = indexSummary(site)
  const groups = groupsOf(site, knowledge).map(({ title, entries }) => {
    const lines = entries.map(entry => md`- [${entry.title}](${target(`${entry.url}.md`)}): ${entry.summary}\n`)
    return md`## ${title}\n\n${lines}\n`
  })
  const head = {
    title: indexTitle,
    description: summary,
    canonical: indexUrl(site),
    updated: newest(knowledge.pages),
  }
  return markdownDocument(
    head,
    webUrl,
    md`# ${indexTitle}\n\n${summary}\n\n${{ text: `\`\`\`sh\n${firstRequest(site)}\n\`\`\`` }}\n\n${groups}`.text,
  )
}
