// The documentation pages, in English regardless of the page's language.

import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Page, Section } from '../../knowledge/page.ts'
import { languageOf } from '../../languages/languages.ts'
import { communityName, nameIn } from '../../site/text.ts'
import { type Html, html } from '../layout/html.ts'
import { articleThing, breadcrumbs, jsonLd } from '../layout/json-ld.ts'
import { layout } from '../layout/layout.ts'
import { markdownHtml } from '../layout/markdown.ts'
import { markdownDocument } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import { directionOf, type Reader } from '../layout/reader.ts'
import { withBreaks } from './code.ts'
import { connectUrl, docsFrame, type Entry, groupsOf, indexTitle, indexUrl, languageNote } from './frame.ts'

const minSectionsForContents = 4

export function docsPage(site: SiteContext, knowledge: Knowledge, page: Page, reader: Reader): string {
  const pages = groupsOf(site, knowledge)
    .flatMap(({ entries }) => entries)
    .filter(({ url }) => url !== connectUrl(site))
  const canonical = knowledge.page(page.slug)!.url
  const at = pages.findIndex(({ url }) => url === canonical)
  const neighbours = html`<nav class="prev-next" aria-label="pagination">${neighbour('prev', pages[at - 1], reader)}${neighbour('next', pages[at + 1], reader)}</nav>`
  return layout(site, {
    ...articleOf(site, knowledge, page, reader, [{ name: indexTitle, url: indexUrl(site) }]),
    description: describe(site, page.summary),
    menuEntry: 'docs',
    body: docsFrame(
      site,
      { knowledge, current: canonical, reader },
      html`${withContents(page)}${neighbours}`,
      page.locale,
    ),
  })
}

/** What pages of the documentation and other pages have in common. `parents` are between the home page and this one. */
function articleOf(
  site: SiteContext,
  knowledge: Knowledge,
  page: Page,
  reader: Reader,
  parents: Parameters<typeof breadcrumbs>[2],
) {
  const canonical = knowledge.page(page.slug)!.url
  return {
    title: `${page.title} · ${nameIn(site, reader.locale)}`,
    reader,
    translated: knowledge.localesOf(page.slug).length > 1,
    canonical,
    markdownUrl: `${canonical}.md`,
    data: jsonLd(
      articleThing(site, page),
      breadcrumbs(site, reader, [...parents, { name: page.title, url: canonical }]),
    ),
    type: 'article' as const,
  }
}

/** A page of the site pack outside the documentation. */
export function sitePage(site: SiteContext, knowledge: Knowledge, page: Page, reader: Reader): string {
  return layout(site, {
    ...articleOf(site, knowledge, page, reader, []),
    description: page.summary,
    body: html`<div class="wrap page">${languageNote(site, page.locale, reader)}<article class="doc" lang="${page.locale}" dir="${directionOf(page.locale)}">${withBreaks(withContents(page))}</article>
<p class="note">${reader.words.updated} <time datetime="${page.updated}">${reader.day(page.updated)}</time></p></div>`,
  })
}

/** For search engines: short summaries are extended, because results show a sentence or two. */
const describe = (site: SiteContext, summary: string): string =>
  summary.length >= 50 ? summary : `${summary} Documentation of the ${communityName(site)} and its public API.`

/** Long pages get a table of contents after the summary. Small screens show it on request, as the list of pages. */
function withContents({ markdown, sections, locale }: Page): Html {
  const linked = sections.filter(({ anchor }) => anchor !== '')
  const rendered = markdownHtml(markdown)
  if (linked.length < minSectionsForContents) return rendered
  const label = languageOf(locale).words.onThisPage
  const contents = html`<details class="toc"><summary>${label}</summary><nav aria-label="${label}"><b aria-hidden="true">${label}</b><ul>${entriesOf(linked)}</ul></nav></details>`
  const end = rendered.markup.indexOf('</p>') + '</p>'.length
  return { markup: rendered.markup.slice(0, end) + contents.markup + rendered.markup.slice(end) }
}

/** Sections that are named as in the API, such as get_creators, are below the one before them. */
function entriesOf(sections: readonly Section[]): Html[] {
  const groups: [Section, ...Section[]][] = []
  for (const section of sections) {
    const last = groups.at(-1)
    if (last !== undefined && /^\w+_\w+$/.test(section.title)) last.push(section)
    else groups.push([section])
  }
  const link = ({ anchor, title }: Section): Html => html`<a href="#${anchor}">${title}</a>`
  return groups.map(([first, ...parts]) => {
    const below = parts.length === 0 ? null : html`<ul>${parts.map(part => html`<li>${link(part)}</li>`)}</ul>`
    return html`<li>${link(first)}${below}</li>`
  })
}

function neighbour(rel: 'prev' | 'next', page: Entry | undefined, { to }: Reader): Html {
  if (page === undefined) return html`<span></span>`
  return html`<a rel="${rel}" href="${to(page.url)}">${rel === 'prev' ? `← ${page.title}` : `${page.title} →`}</a>`
}

/** `canonical` differs where a page has a second URL, such as /auth.md. */
export function docsMarkdown({ addresses }: SiteContext, page: Page, canonical: string = page.url): string {
  const { title, summary, updated, markdown } = page
  return markdownDocument({ title, description: summary, canonical, updated }, addresses.webUrl, markdown)
}
