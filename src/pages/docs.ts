// The documentation pages, in English regardless of the page's language.

import type { Knowledge } from '../knowledge/knowledge.ts'
import type { Page } from '../knowledge/page.ts'
import { nameIn } from '../site/text.ts'
import { type Html, html } from './layout/html.ts'
import { articleThing, breadcrumbs, jsonLd } from './layout/json-ld.ts'
import { layout } from './layout/layout.ts'
import { markdownHtml } from './layout/markdown.ts'
import { markdownDocument, md, target } from './layout/markdown-text.ts'
import type { SiteContext } from './layout/page.ts'
import { directionOf, type Reader } from './layout/reader.ts'

const minSectionsForContents = 4

/** The current page, next to the list of all documentation pages. */
export const docsFrame = (
  site: SiteContext,
  knowledge: Knowledge,
  current: string,
  reader: Reader,
  page: Html,
  locale = 'en',
): Html =>
  html`<div class="wrap docs"><article class="doc" lang="${locale}" dir="${directionOf(locale)}">${page}</article>${sidebar(site, knowledge, current, reader)}</div>`

function sidebar(
  { addresses: { webUrl } }: SiteContext,
  { pages }: Knowledge,
  current: string,
  { words, to }: Reader,
): Html {
  const link = (url: string, title: string): Html =>
    html`<li><a href="${to(url)}"${url === current ? html` aria-current="page"` : null}>${title}</a></li>`
  return html`<nav class="side" aria-label="${words.docs}" lang="en" dir="ltr"><ul>${link(`${webUrl}/docs`, indexTitle)}${pages.map(({ url, title }) => link(url, title))}${link(referenceUrl(webUrl), referenceTitle)}</ul></nav>`
}

export const referenceTitle = 'API reference'
export const referenceUrl = (webUrl: string): string => `${webUrl}/docs/reference`

export function docsPage(site: SiteContext, knowledge: Knowledge, page: Page, reader: Reader): string {
  const { pages } = knowledge
  const at = pages.findIndex(({ slug }) => slug === page.slug)
  const canonical = pages[at]!.url
  const neighbours = html`<nav class="prev-next" aria-label="pagination">${neighbour('prev', pages[at - 1])}${neighbour('next', pages[at + 1])}</nav>`
  return layout(site, {
    ...articleOf(site, knowledge, page, reader, [{ name: indexTitle, url: `${site.addresses.webUrl}/docs` }]),
    description: describe(site, page.summary),
    menuEntry: 'docs',
    body: docsFrame(site, knowledge, canonical, reader, html`${withContents(page)}${neighbours}`, page.locale),
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
    body: html`<div class="wrap page"><article class="doc" lang="${page.locale}" dir="${directionOf(page.locale)}">${withContents(page)}</article></div>`,
  })
}

/** For search engines: short summaries are extended, because results show a sentence or two. */
const describe = (site: SiteContext, summary: string): string =>
  summary.length >= 50 ? summary : `${summary} Documentation of the ${nameIn(site)} community and its public API.`

/** Long pages get a table of contents between the summary and the first section. */
function withContents({ markdown, sections }: Page): Html {
  const linked = sections.filter(({ anchor }) => anchor !== '')
  const rendered = markdownHtml(markdown)
  if (linked.length < minSectionsForContents) return rendered
  const contents = html`<nav class="toc" aria-label="On this page"><ul>${linked.map(
    ({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`,
  )}</ul></nav>`
  const end = rendered.markup.indexOf('</p>') + '</p>'.length
  return { markup: rendered.markup.slice(0, end) + contents.markup + rendered.markup.slice(end) }
}

function neighbour(rel: 'prev' | 'next', page: Page | undefined): Html {
  if (page === undefined) return html`<span></span>`
  return html`<a rel="${rel}" href="${page.url}">${rel === 'prev' ? `← ${page.title}` : `${page.title} →`}</a>`
}

export const indexTitle = 'Documentation'

const indexSummary = (site: SiteContext): string =>
  `How to read the ${nameIn(site)} community: for people, programs and AI agents. No account, no key.`

export function docsIndexPage(site: SiteContext, knowledge: Knowledge, reader: Reader): string {
  const { pages } = knowledge
  const { webUrl } = site.addresses
  const summary = indexSummary(site)
  const reference = { url: referenceUrl(webUrl), title: referenceTitle, summary: 'Every read, with a form to try it.' }
  const entries = [...pages, reference].map(
    ({ url, title, summary }) => html`<li><h2><a href="${reader.to(url)}">${title}</a></h2><p>${summary}</p></li>`,
  )
  return layout(site, {
    title: `${indexTitle} · ${nameIn(site, reader.locale)}`,
    description: summary,
    reader,
    translated: false,
    canonical: `${webUrl}/docs`,
    markdownUrl: `${webUrl}/docs.md`,
    data: jsonLd(
      articleThing(site, { title: indexTitle, summary, url: `${webUrl}/docs`, updated: newest(pages) }),
      breadcrumbs(site, reader, [{ name: indexTitle, url: `${webUrl}/docs` }]),
    ),
    menuEntry: 'docs',
    body: docsFrame(
      site,
      knowledge,
      `${webUrl}/docs`,
      reader,
      html`<h1>${indexTitle}</h1><p class="lead">${summary}</p><ul class="contents">${entries}</ul>`,
    ),
  })
}

/** `canonical` differs where a page has a second URL, such as /auth.md. */
export function docsMarkdown({ addresses }: SiteContext, page: Page, canonical: string = page.url): string {
  const { title, summary, updated, markdown } = page
  return markdownDocument({ title, description: summary, canonical, updated }, addresses.webUrl, markdown)
}

export function docsIndexMarkdown(site: SiteContext, { pages }: Knowledge): string {
  const { webUrl } = site.addresses
  const summary = indexSummary(site)
  const lines = pages.map(({ title, summary, url }) => md`- [${title}](${target(`${url}.md`)}): ${summary}\n`)
  const head = { title: indexTitle, description: summary, canonical: `${webUrl}/docs`, updated: newest(pages) }
  return markdownDocument(head, webUrl, md`# Documentation\n\n${summary}\n\n${lines}`.text)
}

export const newest = (pages: readonly Page[]): string =>
  pages.reduce((latest, { updated }) => (updated > latest ? updated : latest), '')
