// Prepares what ask needs from knowledge/: a second of CPU time for English and what all languages share, a quarter of a
// second for each further language.

import type { Folders } from '../knowledge/folders.ts'
import { loadKnowledge } from '../knowledge/knowledge.ts'
import type { Values } from '../knowledge/page.ts'
import type { FactValues } from '../knowledge/values.ts'
import type { Site } from '../site/site.ts'
import { loadPhrases } from './answer/phraser.ts'
import { latinLanguages } from './parse/language.ts'
import { phraseBookOf, vocabularyOf } from './parse/phrase-book.ts'
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
  site: Pick<Site, 'kinds' | 'facts' | 'pages' | 'features'>
  values: FactValues
  tables: FactTables
  /** For the pages of the site. */
  pageValues: Values
}

export async function prepareEnglish(source: IndexSource): Promise<EnglishData> {
  const { folders, site, values, tables } = source
  const { docs, mcp } = site.features
  const phrases = await loadPhrases(folders, values)
  const facts = await loadFacts(folders, values, site.facts)
  if (!facts.some(({ id }) => id === introductionId)) facts.push(introductionFact(tables, String(values.product)))
  facts.push(...generatedFacts(tables, phrases), ...(await loadAbsent(folders, facts)))
  const served = facts.filter(fact => (mcp || !isAboutMcp(fact)) && (docs || !isAboutDocs(fact)))
  const names = new Set(served.flatMap(fact => writtenIn(fact, 'en')).flatMap(wireNamesOf))
  const latin = await Promise.all(
    latinLanguages.map(async locale => ({
      locale,
      vocabulary: vocabularyOf(await loadWords(folders, locale)),
    })),
  )
  const shared = { facts: served, names, latin }
  return { ...shared, ...(await prepareLanguage('en', shared, source)) }
}

export async function prepareLanguage(
  locale: string,
  english: Pick<EnglishData, 'facts' | 'names'> & Partial<EnglishData>,
  { folders, site, pageValues }: IndexSource,
): Promise<LanguageData> {
  const { facts } = english
  const book = phraseBookOf(locale, withKindWords(await loadWords(folders, locale), site.kinds, locale))
  const tokens = facts.flatMap(fact => writtenIn(fact, locale)).flatMap(tokensOf)
  const words = countWords([...book.vocabulary, ...tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))])
  const { slots } = lexiconOf({ book, words }, { book, ...english })
  const questions = facts.flatMap(({ ask }, fact) =>
    (ask.get(locale) ?? []).map(one => exampleQuestion(fact, slots(one))),
  )
  const thesaurus = await loadThesaurus(folders, locale)
  const pages = loadKnowledge(pageValues, site.pages).ofSite(locale)
  const index = textIndex(pages.flatMap(pageGroups), { book, thesaurus })
  return { book, words, questions, thesaurus, pages: index }
}

/** The sentence and the example questions of a fact. */
const writtenIn = ({ say, ask }: Fact, locale: string): string[] => [say.get(locale) ?? '', ...(ask.get(locale) ?? [])]

const isAboutMcp = ({ ofSite, page, say }: Fact): boolean =>
  !ofSite && (page === 'mcp' || /\bMCP\b/.test(say.get('en') ?? ''))

const isAboutDocs = ({ ofSite, say }: Fact): boolean =>
  !ofSite && /\{\{webUrl\}\}\/(?:docs|changelog|llms-full\.txt)\b/.test(say.get('en') ?? '')
