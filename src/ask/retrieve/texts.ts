// The sentences of pages in one language, indexed by their terms.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Page } from '../../knowledge/page.ts'
import type { PhraseBook } from '../parse/phrase-book.ts'
import type { Fact } from './facts.ts'
import type { Thesaurus } from './page-terms.ts'
import { groupsOf, type UnitText } from './page-units.ts'
import { type TextIndex, textIndex } from './text-index.ts'

/** `section` is its number on the page. */
export type PageGroup = { slug: string; section: number; title: string; heading: string; units: readonly UnitText[] }
/** Plain data, which is cached in a file. */
export type Texts = {
  thesaurus: Thesaurus | null
  /** Pages of the site pack. */
  site: TextIndex<PageGroup>
  /** Documentation, in English. */
  docs: TextIndex<PageGroup>
}

type Source = { facts: readonly Fact[]; knowledge: Knowledge; book: PhraseBook; thesaurus: Thesaurus | null }

export function textsOf({ facts, knowledge, book, thesaurus }: Source): Texts {
  const { locale } = book
  const source = { book, thesaurus }
  const indexOf = (pages: readonly Page[]) => textIndex(pages.flatMap(pageGroups), source)
  return {
    thesaurus,
    site: indexOf(knowledge.ofSite(locale)),
    docs: indexOf(locale === 'en' ? docsPages(facts, knowledge) : []),
  }
}

/** With pages and without facts, visitors ask about the pages. */
function docsPages(facts: readonly Fact[], knowledge: Knowledge): Page[] {
  const sitePages = new Set(knowledge.ofSite('en'))
  if (sitePages.size > 0 && !facts.some(({ ofSite }) => ofSite)) return []
  return knowledge.pages.filter(page => !sitePages.has(page))
}

const pageGroups = (page: Page): PageGroup[] =>
  groupsOf(page).map(({ section, heading, units }) => ({
    slug: page.slug,
    section: page.sections.indexOf(section),
    title: `${page.title} ${page.keywords}`,
    heading,
    units,
  }))
