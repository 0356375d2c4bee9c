// Markdown to HTML. By default micromark escapes raw HTML and drops dangerous addresses.
import { createRequire } from 'node:module'
import type * as micromarkModule from 'micromark'
import type * as tableModule from 'micromark-extension-gfm-table'
import { anchorOf } from '../../knowledge/page.ts'
import { lazily } from '../../util/lazily.ts'
import type { Html } from './html.ts'

// Loaded on demand: the libraries consist of sixty files.
const libraries = lazily(() => {
  const load = createRequire(import.meta.url)
  const { micromark } = load('micromark') as typeof micromarkModule
  return { micromark, ...(load('micromark-extension-gfm-table') as typeof tableModule) }
})

export function markdownHtml(text: string): Html {
  const { micromark, gfmTable, gfmTableHtml } = libraries()
  const markup = micromark(text, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
  return { markup: withScrolling(withAnchors(markup)) }
}

/** Raw HTML is text, and so are indented lines. No tables: those of a short source can be large. */
const subset = { disable: { null: ['htmlFlow', 'htmlText', 'codeIndented'] } }

/** The subset of Markdown for texts by members. */
export const markdownMarkup = (text: string): string => libraries().micromark(text, { extensions: [subset] })

/** Adds anchors to headings. Escaped text cannot look like one. */
const withAnchors = (markup: string): string =>
  markup.replace(/<h([23])>(.*?)<\/h\1>/gs, (_, level: string, title: string) => {
    const anchor = anchorOf(plain(title))
    return `<h${level} id="${anchor}"><a href="#${anchor}">${title}</a></h${level}>`
  })

/** Wide tables scroll; on a narrow screen each cell shows its column. */
const withScrolling = (markup: string): string =>
  markup.replace(/<table>.*?<\/table>/gs, table => {
    const columns = [...table.matchAll(/<th[^>]*>(.*?)<\/th>/gs)].map(([, name = '']) => plain(name))
    let cell = 0
    const labelled = table.replace(/<td/g, () => `<td data-label="${quoted(columns[cell++ % columns.length] ?? '')}"`)
    return `<div class="wide">${labelled}</div>`
  })

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

const plain = (markup: string): string =>
  markup.replace(/<[^>]*>/g, '').replace(/&(?:amp|lt|gt|quot);/g, entity => entities[entity]!)

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
