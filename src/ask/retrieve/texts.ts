// The sentences of facts and pages in one language, indexed by their terms. Facts and quotes are found with them, whatever
// the example questions of the facts are.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Page } from '../../knowledge/page.ts'
import type { PhraseBook } from '../parse/phrase-book.ts'
import type { Fact } from './facts.ts'
import type { IdeasByTextData } from './ideas-by-text.ts'
import { makeTermsOf, type TermsOf } from './page-terms.ts'
import { groupsOf } from './page-units.ts'
import { openTextIndex, type TextIndex, type TextIndexData, textIndexData } from './text-index.ts'

/** `places` and `texts` are by number of the group and the unit; `leads`: the unit that is the line before its list, or -1. */
type PageTextsData = { index: TextIndexData; places: Place[]; texts: string[]; leads: Int32Array }
export type PageTexts = Omit<PageTextsData, 'index'> & { index: TextIndex }
/** `section` is its number on the page. */
export type Place = { slug: string; section: number }

/** The prepared data of a language, which is cached in a file. `factsByGroup`: numbers of facts. */
export type TextsData = {
  thesaurus: IdeasByTextData | null
  facts: TextIndexData
  factsByGroup: Uint16Array
  site: PageTextsData
  docs: PageTextsData
}

export type Texts = {
  facts: TextIndex
  factsByGroup: Uint16Array
  /** Pages of the site pack. */
  site: PageTexts
  /** Documentation, in English. */
  docs: PageTexts
}

export function openTexts({ thesaurus, facts, factsByGroup, site, docs }: TextsData, book: PhraseBook): Texts {
  const termsOf = lastKept(makeTermsOf(book, thesaurus))
  const open = ({ index, ...data }: PageTextsData) => ({ ...data, index: openTextIndex(index, termsOf) })
  return { facts: openTextIndex(facts, termsOf), factsByGroup, site: open(site), docs: open(docs) }
}

/** Facts and pages are searched with the same question. */
function lastKept(termsOf: TermsOf): TermsOf {
  let last = { text: '', terms: termsOf('') }
  return text => {
    if (text !== last.text) last = { text, terms: termsOf(text) }
    return last.terms
  }
}

type Source = { facts: readonly Fact[]; knowledge: Knowledge; book: PhraseBook; thesaurus: IdeasByTextData | null }

export function textsData({ facts, knowledge, book, thesaurus }: Source): TextsData {
  const termsOf = makeTermsOf(book, thesaurus)
  const { locale } = book
  const said = facts.flatMap(({ say, page, anchor }, number) => {
    const text = say.get(locale)
    if (text === undefined) return []
    const source = locale === 'en' ? knowledge.page(page) : undefined
    const heading = source?.sections.find(section => section.anchor === anchor)?.title ?? ''
    return [{ number, title: source?.title ?? '', heading, units: [{ text, labels: '', block: 0 }] }]
  })
  return {
    thesaurus,
    facts: textIndexData(said, termsOf),
    factsByGroup: Uint16Array.from(said, ({ number }) => number),
    site: pageTexts(knowledge.ofSite(locale), termsOf),
    docs: pageTexts(locale === 'en' ? docsPages(facts, knowledge) : [], termsOf),
  }
}

/** With pages and without facts, visitors ask about the pages. */
function docsPages(facts: readonly Fact[], knowledge: Knowledge): Page[] {
  const sitePages = new Set(knowledge.ofSite('en'))
  if (sitePages.size > 0 && !facts.some(({ ofSite }) => ofSite)) return []
  return knowledge.pages.filter(page => !sitePages.has(page))
}

function pageTexts(pages: readonly Page[], termsOf: TermsOf): PageTextsData {
  const groups = pages.flatMap(groupsOf)
  const index = textIndexData(
    groups.map(({ page, ...group }) => ({ ...group, title: `${page.title} ${page.keywords}` })),
    termsOf,
  )
  return {
    index,
    places: groups.map(({ page, section }) => ({ slug: page.slug, section: page.sections.indexOf(section) })),
    texts: groups.flatMap(({ units }) => units.map(({ text }) => text)),
    leads: Int32Array.from(
      groups.flatMap(({ units }, group) =>
        units.map(({ lead }) => (lead === undefined ? -1 : index.firstUnits[group]! + lead)),
      ),
    ),
  }
}
