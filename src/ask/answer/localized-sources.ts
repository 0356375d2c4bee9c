// Sources in the language of the answer: a page of the site pack may have a version in it.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Page } from '../../knowledge/page.ts'
import { truncate } from '../../util/text.ts'
import { type Draft, pageResult, type Source } from './draft.ts'

type Pages = Pick<Knowledge, 'pages' | 'sitePages' | 'page'>

export function withLocalizedSources(draft: Draft, knowledge: Pages): Draft {
  const { sentences, sources, results, metadata } = draft
  const said = (i: number) => sentences.filter(({ citation }) => citation === i + 1).map(({ text }) => text)
  const localized = sources.map((source, i) => localizedSource(source, metadata.locale, knowledge, said(i)))
  if (localized.every((source, i) => source === sources[i])) return draft
  const byUrl = new Map(sources.map((source, i) => [source.url, localized[i]!]))
  return {
    ...draft,
    sources: localized,
    results: results.map(result => {
      const source = byUrl.get(result.url)
      return source === undefined || source.url === result.url ? result : pageResult(source, result.site, result.score)
    }),
  }
}

function localizedSource(source: Source, locale: string, knowledge: Pages, said: readonly string[]): Source {
  const [url = '', anchor = ''] = source.url.split('#')
  const page = [...knowledge.pages, ...knowledge.sitePages].find(candidate => candidate.url === url)
  const version = page && knowledge.page(page.slug, locale)
  if (page === undefined || version === undefined || version === page || version.locale !== locale) return source
  // A quotation keeps the page that contains it.
  if (said.some(text => page.markdown.includes(text))) return source
  const section = sameSection(page, version, anchor)
  if (section === undefined) return { url: version.url, title: version.title, text: version.summary }
  return { url: `${version.url}#${section.anchor}`, title: section.title, text: plainText(section.text) }
}

/** Headings are translated, so sections are found by position if the versions have equally many. */
function sameSection(page: Page, version: Page, anchor: string) {
  if (anchor === '') return undefined
  const position = page.sections.findIndex(section => section.anchor === anchor)
  const isParallel = page.sections.length === version.sections.length
  return (
    version.sections.find(section => section.anchor === anchor) ?? (isParallel ? version.sections[position] : undefined)
  )
}

const maxCited = 500

const plainText = (markdown: string): string =>
  truncate(
    markdown
      .replace(/^```[\s\S]*?^```|^#+ .*$/gm, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[`*|\s]+/g, ' ')
      .trim(),
    maxCited,
    '…',
  )
