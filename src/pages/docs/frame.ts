// The frame of documentation pages: search, the list of all pages, and a note on pages in another language.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import { type Page, type Topic, topics } from '../../knowledge/page.ts'
import { en } from '../../languages/en.ts'
import { formValue, type Html, html } from '../layout/html.ts'
import { icon } from '../layout/icons.ts'
import type { SiteContext } from '../layout/page.ts'
import { directionOf, type Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'
import { withBreaks } from './code.ts'

export const indexTitle = 'Documentation'
export const indexUrl = ({ addresses }: SiteContext): string => `${addresses.webUrl}/docs`

export const referenceTitle = 'API reference'
export const referenceSummary =
  'Every operation of the public interface, with its parameters. Reads can be tried on this page.'
export const referenceUrl = ({ addresses }: SiteContext): string => `${addresses.webUrl}/docs/reference`

export const newest = (pages: readonly Page[]): string =>
  pages.reduce((latest, { updated }) => (updated > latest ? updated : latest), '')

export type Entry = Pick<Page, 'url' | 'title' | 'summary'>
type Group = { topic: Topic; title: string; entries: readonly Entry[] }

export const connectUrl = ({ addresses }: SiteContext): string => `${addresses.webUrl}/connect`

const connectEntry = (site: SiteContext): Entry => ({
  url: connectUrl(site),
  title: en.words.connectTitle,
  summary: 'Add the MCP server to an assistant, an editor or a program.',
})

/** The pages by topic, in the order of the topics. The reference is the second page about the API. */
export function groupsOf(site: SiteContext, { pages }: Pick<Knowledge, 'pages'>): Group[] {
  const reference = { url: referenceUrl(site), title: referenceTitle, summary: referenceSummary }
  return (Object.keys(topics) as Topic[])
    .map(topic => {
      const entries: Entry[] = pages.filter(page => page.topic === topic)
      if (topic === 'api') entries.splice(1, 0, reference)
      if (topic === 'agents' && site.features.mcp) entries.unshift(connectEntry(site))
      return { topic, title: topics[topic], entries }
    })
    .filter(({ entries }) => entries.length > 0)
}

type Framed = { knowledge: Knowledge; current: string; reader: Reader; query?: string }

/** `locale` is the language of `page`. */
export function docsFrame(site: SiteContext, framed: Framed, page: Html, locale = 'en'): Html {
  const { reader, query = '' } = framed
  return html`<div class="wrap docs"><div class="side">${searchForm(site, query, reader)}${pageList(site, framed)}</div>
<div>${languageNote(site, locale, reader)}<article class="doc" lang="${locale}" dir="${directionOf(locale)}">${withBreaks(page)}</article></div></div>`
}

/** On pages that are not in the reader's language. Questions are answered in it. */
export function languageNote(site: SiteContext, locale: string, { locale: own, words, to }: Reader): Html | null {
  if (locale.split('-', 1)[0] === own) return null
  const language = new Intl.DisplayNames(own, { type: 'language' }).of(locale) ?? locale
  return html`<p class="notice only-in">${filled(words.onlyIn, { language })} <a href="${to(`${site.addresses.webUrl}/ask`)}">${words.askTitle}</a></p>`
}

function searchForm(site: SiteContext, query: string, { words, tag }: Reader): Html {
  const language = tag === 'en' ? null : html`<input type="hidden" name="locale" value="${tag}">`
  return html`<form class="search docs-search" role="search" method="get" action="${indexUrl(site)}"><label class="away" for="docs-q">${words.docsSearch}</label><input id="docs-q" type="search" name="q" value="${formValue(query)}" placeholder="${words.docsSearch}" maxlength="${maxQueryLength}" autocomplete="off" enterkeyhint="search">${language}<button class="tool" title="${words.search}">${icon('search')}<span class="away">${words.search}</span></button></form>`
}

export const maxQueryLength = 200

/** Small screens show it on request; the style sheet opens it on large ones. */
function pageList(site: SiteContext, { knowledge, current, reader }: Framed): Html {
  const { words, to } = reader
  const link = ({ url, title }: Entry): Html =>
    html`<li><a href="${to(url)}"${url === current ? html` aria-current="page"` : null}>${title}</a></li>`
  const groups = groupsOf(site, knowledge).map(
    ({ title, entries }) => html`<li><b>${title}</b><ul>${entries.map(link)}</ul></li>`,
  )
  const index = link({ url: indexUrl(site), title: indexTitle, summary: '' })
  return html`<details class="pages"><summary>${words.docsPages}</summary><nav aria-label="${words.docs}" lang="en" dir="ltr"><ul>${index}${groups}</ul></nav></details>`
}
