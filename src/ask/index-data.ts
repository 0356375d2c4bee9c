// Prepares what ask needs from knowledge/: a second of CPU time for English and what all languages share, a quarter of a
// second for each further language.

import type { Folders } from '../knowledge/folders.ts'
import { loadKnowledge } from '../knowledge/knowledge.ts'
import type { Values } from '../knowledge/page.ts'
import type { FactValues } from '../knowledge/values.ts'
import type { SiteFact, SiteKind, SitePage } from '../site/site.ts'
import { loadPhrases } from './answer/phraser.ts'
import { latinLanguages } from './parse/language.ts'
import { type PhraseBook, phraseBookOf, vocabularyOf } from './parse/phrase-book.ts'
import { countWords } from './parse/spelling.ts'
import { tokensOf, wireNamesOf } from './parse/tokens.ts'
import { type EnglishData, type LanguageData, lexiconOf } from './parse/understand.ts'
import { loadWords, withKindWords } from './parse/words.ts'
import {
  type Fact,
  type FactTables,
  generatedFacts,
  introductionFact,
  introductionId,
  loadAbsent,
  loadFacts,
} from './retrieve/facts.ts'
import { exampleQuestion } from './retrieve/matching.ts'
import { loadThesaurus } from './retrieve/page-terms.ts'
import { pageGroups } from './retrieve/page-units.ts'
import { textIndex } from './retrieve/text-index.ts'

/** What the index is made from. Plain data: it is sent to a thread, and part of the key of the cache. */
export type IndexSource = {
  folders: Folders
  kinds: readonly SiteKind[]
  siteFacts: readonly SiteFact[]
  /** Without MCP there are no facts about it. */
  hasMcp: boolean
  /** Without documentation pages there are no facts about them. */
  hasDocs: boolean
  values: FactValues
  tables: FactTables
  /** What pages are made from. */
  sitePages: readonly SitePage[]
  pageValues: Values
}

export async function prepareEnglish(source: IndexSource): Promise<EnglishData> {
  const { folders, siteFacts, values, tables } = source
  const phrases = await loadPhrases(folders, values)
  const facts = await loadFacts(folders, values, siteFacts)
  if (!facts.some(({ id }) => id === introductionId)) facts.push(introductionFact(tables, String(values.product)))
  facts.push(...generatedFacts(tables, phrases), ...(await loadAbsent(folders, facts)))
  if (!source.hasMcp) removeFacts(facts, isAboutMcp)
  if (!source.hasDocs) removeFacts(facts, isAboutDocs)
  const names = new Set(facts.flatMap(fact => writtenIn(fact, 'en')).flatMap(wireNamesOf))
  const latin = await Promise.all(
    latinLanguages.map(async locale => ({
      locale,
      vocabulary: vocabularyOf(await loadWords(folders, locale)),
    })),
  )
  const book = await bookOf('en', source)
  const shared = { facts, names, latin }
  return { ...shared, ...(await languageData(book, { ...shared, book }, source)) }
}

export const prepareLanguage = async (
  locale: string,
  english: EnglishData,
  source: IndexSource,
): Promise<LanguageData> => languageData(await bookOf(locale, source), english, source)

async function languageData(
  book: PhraseBook,
  english: Pick<EnglishData, 'facts' | 'names' | 'book'>,
  { folders, sitePages, pageValues }: IndexSource,
): Promise<LanguageData> {
  const { facts } = english
  const { locale } = book
  const tokens = facts.flatMap(fact => writtenIn(fact, locale)).flatMap(tokensOf)
  const words = countWords([...book.vocabulary, ...tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))])
  const { slots } = lexiconOf({ book, words }, english)
  const questions = facts.flatMap(({ ask }, fact) =>
    (ask.get(locale) ?? []).map(one => exampleQuestion(fact, slots(one))),
  )
  const thesaurus = await loadThesaurus(folders, locale)
  const pages = loadKnowledge(pageValues, sitePages).ofSite(locale)
  const index = textIndex(pages.flatMap(pageGroups), { book, thesaurus })
  return { book, words, questions, thesaurus, pages: index }
}

const bookOf = async (locale: string, { folders, kinds }: IndexSource): Promise<PhraseBook> =>
  phraseBookOf(locale, withKindWords(await loadWords(folders, locale), kinds, locale))

/** The sentence and the example questions of a fact. */
const writtenIn = ({ say, ask }: Fact, locale: string): string[] => [say.get(locale) ?? '', ...(ask.get(locale) ?? [])]

const isAboutMcp = ({ ofSite, page, say }: Fact): boolean =>
  !ofSite && (page === 'mcp' || /\bMCP\b/.test(say.get('en') ?? ''))

const isAboutDocs = ({ ofSite, say }: Fact): boolean =>
  !ofSite && /\{\{webUrl\}\}\/(?:docs|changelog|llms-full\.txt)\b/.test(say.get('en') ?? '')

function removeFacts(facts: Fact[], isRemoved: (fact: Fact) => boolean): void {
  const removed = new Set(facts.filter(isRemoved).map(({ id }) => id))
  const kept = facts.filter(({ id }) => !removed.has(id))
  const also = ({ also: id }: Fact) => (id !== null && removed.has(id) ? null : id)
  facts.splice(0, facts.length, ...kept.map(fact => ({ ...fact, also: also(fact) })))
}
