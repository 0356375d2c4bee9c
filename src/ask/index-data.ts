// Prepares what ask needs from knowledge/: a second of CPU time for English and what all languages share, a quarter of a
// second for each further language.

import type { Folders } from '../knowledge/folders.ts'
import { loadKnowledge } from '../knowledge/knowledge.ts'
import type { Values } from '../knowledge/page.ts'
import type { FactValues } from '../knowledge/values.ts'
import type { SiteFact, SiteKind, SitePage } from '../site/site.ts'
import { loadPhrases } from './answer/phrases.ts'
import { withKindWords } from './parse/kind-words.ts'
import { type LatinData, latinLanguages, profileOf } from './parse/language.ts'
import { makePhraseBook, type PhraseBookData, phraseBookData, vocabularyOf } from './parse/phrase-book.ts'
import { makeSpelling, type Spelling } from './parse/spelling.ts'
import { tokensOf, wireNamesOf } from './parse/tokens.ts'
import { type EnglishData, type LanguageData, lexiconOf } from './parse/understand.ts'
import { loadWords } from './parse/words.ts'
import { type Fact, loadAbsent, loadFacts } from './retrieve/facts.ts'
import { type FactTables, generatedFacts, introductionFact, introductionId } from './retrieve/generated-facts.ts'
import { makeIdeaNumbers } from './retrieve/idea-weights.ts'
import type { LanguageQuestions } from './retrieve/matching.ts'
import { nearestData } from './retrieve/nearest-questions.ts'
import { loadThesaurus } from './retrieve/page-terms.ts'
import { makeQuestionIndex } from './retrieve/question-index.ts'
import { makeTextTable } from './retrieve/text-table.ts'
import { textsData } from './retrieve/texts.ts'

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
  const names = new Set(facts.flatMap(fact => textsOf(fact, 'en')).flatMap(wireNamesOf))
  const latin = new Map<string, LatinData>()
  for (const locale of latinLanguages)
    latin.set(locale, {
      vocabulary: vocabularyOf(await loadWords(folders, locale)),
      profile: profileOf(facts, locale),
    })
  const book = await bookOf('en', source)
  const lentSpelling = spellingOf(book).data()
  const spelling = learned(spellingOf(book), facts, 'en').data()
  const slots = lexiconOf('en', { book, spelling }, { book, borrowedSpelling: lentSpelling, names }).slots
  const questions = questionsOf(facts, 'en', slots, null)
  const texts = await textsOfLanguage('en', book, facts, source)
  return { book, spelling, questions, texts, facts, names, borrowedSpelling: lentSpelling, latin }
}

export async function prepareLanguage(
  locale: string,
  english: EnglishData,
  source: IndexSource,
): Promise<LanguageData> {
  const { facts } = english
  const book = await bookOf(locale, source)
  const lent = makeSpelling(undefined, english.borrowedSpelling)
  const spelling = learned(spellingOf(book, lent), facts, locale).data()
  const slots = lexiconOf(locale, { book, spelling }, english).slots
  const texts = await textsOfLanguage(locale, book, facts, source)
  return { book, spelling, questions: questionsOf(facts, locale, slots, english.questions), texts }
}

async function textsOfLanguage(locale: string, data: PhraseBookData, facts: readonly Fact[], source: IndexSource) {
  const { folders, sitePages, pageValues } = source
  const book = makePhraseBook(locale, data)
  const knowledge = loadKnowledge(pageValues, sitePages)
  return textsData({ facts, knowledge, book, thesaurus: await loadThesaurus(folders, book) })
}

const bookOf = async (locale: string, { folders, kinds }: IndexSource): Promise<PhraseBookData> =>
  phraseBookData(locale, withKindWords(await loadWords(folders, locale), kinds, locale))

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

function spellingOf({ vocabulary }: PhraseBookData, also?: Spelling): Spelling {
  const spelling = makeSpelling(also)
  const words = makeTextTable(vocabulary)
  for (let number = 0; number < words.size(); number++) spelling.learn(words.text(number))
  return spelling
}

function learned(spelling: Spelling, facts: readonly Fact[], locale: string): Spelling {
  for (const token of facts.flatMap(fact => textsOf(fact, locale)).flatMap(tokensOf))
    if (token.kind === 'word') spelling.learn(token.text)
  return spelling
}

const textsOf = ({ say, ask }: Fact, locale: string): string[] => [say.get(locale) ?? '', ...(ask.get(locale) ?? [])]

type Slots = ReturnType<typeof lexiconOf>['slots']

function questionsOf(
  facts: readonly Fact[],
  locale: string,
  slots: Slots,
  english: LanguageQuestions | null,
): LanguageQuestions {
  const ideas = makeIdeaNumbers(english?.ideas)
  const { questions, counts } = makeQuestionIndex(facts, ideas, ({ ask }) => (ask.get(locale) ?? []).map(slots))
  return { ideas: ideas.names, counts, nearest: nearestData(questions, ideas.names.length) }
}
