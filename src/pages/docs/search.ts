// Results of a search in the documentation and the pages of the site pack.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Found } from '../../knowledge/search.ts'
import { snippetOf } from '../../knowledge/snippet.ts'
import { nameIn } from '../../site/text.ts'
import { isolateBidi } from '../../util/text.ts'
import { empty } from '../layout/card.ts'
import { type Html, html } from '../layout/html.ts'
import { layout } from '../layout/layout.ts'
import { markdownDocument, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import { directionOf, type Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'
import { docsFrame, indexUrl, newest } from './frame.ts'

const maxResults = 12
/** Sections with less than this share of the best score are left out. */
const minShare = 0.25
/** Sections of other languages than the reader's are dropped after the search. */
const candidates = 100

type Search = { knowledge: Knowledge; query: string; reader: Reader }

/** Of each page only the version that the reader gets. */
function find({ knowledge, query, reader }: Search): Found[] {
  const found = knowledge
    .search(query, candidates)
    .filter(({ page }) => knowledge.page(page.slug, reader.locale) === page)
  const best = found[0]?.score ?? 0
  return found.filter(({ score }) => score >= best * minShare).slice(0, maxResults)
}

const titleOf = ({ page, section }: Found): string =>
  section.title === page.title ? page.title : `${page.title}: ${section.title}`

/** The address without the language, which `reader.to` adds. */
const urlOf = ({ page, section }: Found): string => {
  const url = page.url.split('?', 1)[0]!
  return section.anchor === '' ? url : `${url}#${section.anchor}`
}

export function docsSearchPage(site: SiteContext, search: Search): string {
  const { query, reader, knowledge } = search
  const { words } = reader
  const found = find(search)
  const heading = html`<h1>${words.docsSearch}</h1><p class="lead" role="status">${filled(words.results, { n: reader.number(found.length) })} · <bdi>${query}</bdi></p>`
  const list = html`<ol class="hits">${found.map(one => hit(one, search))}</ol>`
  return layout(site, {
    title: `${isolateBidi(query, reader.direction)} · ${words.docs} · ${nameIn(site, reader.locale)}`,
    description: words.docsSearch,
    reader,
    canonical: null,
    here: `${indexUrl(site)}?q=${encodeURIComponent(query)}`,
    menuEntry: 'docs',
    body: docsFrame(
      site,
      { knowledge, current: '', reader, query },
      html`${heading}${found.length === 0 ? empty(words.nothing) : list}`,
      reader.locale,
    ),
  })
}

function hit(found: Found, { query, reader }: Search): Html {
  const { locale } = found.page
  const text = snippetOf(found.section.text, query).map(({ text, isMatch }) =>
    isMatch ? html`<mark>${text}</mark>` : html`${text}`,
  )
  return html`<li lang="${locale}" dir="${directionOf(locale)}"><h2><a href="${reader.to(urlOf(found))}">${titleOf(found)}</a></h2><p>${text}</p></li>`
}

export function docsSearchMarkdown(site: SiteContext, search: Search): string {
  const { query, reader, knowledge } = search
  const lines = find(search).map(found => {
    const text = snippetOf(found.section.text, query)
      .map(part => part.text)
      .join('')
    return md`- [${titleOf(found)}](${target(reader.to(urlOf(found)))}): ${text}\n`
  })
  const title = `Documentation: ${query}`
  const head = { title, description: title, canonical: indexUrl(site), updated: newest(knowledge.pages) }
  const body = md`# ${title}\n\n${lines.length === 0 ? [md`Nothing matches.\n`] : lines}`
  return markdownDocument(head, site.addresses.webUrl, body.text)
}
