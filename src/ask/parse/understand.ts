// Everything needed to understand a question, a language at a time: nobody waits for languages that nobody asks in.
import type { Folders } from '../../knowledge/folders.ts'
import type { Fact } from '../retrieve/facts.ts'
import { type Matching, makeBase, makeIdeaNumbers, makeMatching } from '../retrieve/matching.ts'
import { makeQuestionIndex, type QuestionIndex } from '../retrieve/question-index.ts'
import type { Turn } from '../yield-slices.ts'
import { type DetectLanguage, latinLanguages, makeDetection } from './language.ts'
import { type Lexicon, makeLexicon, type Slot } from './lexicon.ts'
import { makePhraseBook, type PhraseBook } from './phrase-book.ts'
import { wireNamesOf } from './tokens.ts'
import { loadWords } from './words.ts'

export type Understanding = {
  detect: DetectLanguage
  /** A language must be ready before its words are known; English is. */
  ready(locale: string): Promise<void>
  slots(locale: string, text: string): Slot[]
  /** How questions in a language find facts: by how people ask for them in that language, and in English. */
  matching(locale: string): Promise<Matching>
}

/** Preparing a language takes a tenth of a second and English half a second: many turns. */
export async function makeUnderstanding(folders: Folders, facts: readonly Fact[], turn: Turn): Promise<Understanding> {
  const names = await wireNames(facts, turn)
  const phrases = remembered(async locale => makePhraseBook(locale, await loadWords(folders, locale, turn), turn))
  const lexicons = new Map<string, Lexicon>()
  const ready = remembered(async (locale): Promise<void> => {
    if (locale !== 'en') await ready('en')
    const borrowed = lexicons.get('en')?.lent ?? null
    const made = await makeLexicon({ phrases: await phrases(locale), borrowed, names }, turn)
    for (const fact of facts) {
      for (const text of textsOf(fact, locale)) {
        made.learn(text)
        await turn()
      }
    }
    lexicons.set(locale, made)
  })
  const slots = (locale: string, text: string): Slot[] => {
    const lexicon = lexicons.get(locale)
    if (lexicon === undefined) throw new Error(`${locale} is not ready.`)
    return lexicon.slots(text)
  }
  const ideas = makeIdeaNumbers()
  const index = async (locale: string): Promise<QuestionIndex> => {
    await ready(locale)
    const made = makeQuestionIndex(facts.length, ideas)
    for (const [fact, { ask }] of facts.entries()) {
      for (const text of ask.get(locale) ?? []) {
        made.add(fact, slots(locale, text))
        await turn()
      }
    }
    return made
  }
  const base = remembered(async () => makeBase(facts, ideas, await index('en'), turn))
  const matching = remembered(async locale =>
    makeMatching(await base('en'), locale === 'en' ? null : await index(locale), turn),
  )
  const books: PhraseBook[] = []
  for (const locale of latinLanguages) books.push(await phrases(locale))
  await ready('en')
  return { detect: await makeDetection(facts, books, turn), ready, slots, matching }
}

async function wireNames(facts: readonly Fact[], turn: Turn): Promise<Set<string>> {
  const names = new Set<string>()
  for (const fact of facts) {
    for (const text of textsOf(fact, 'en')) for (const name of wireNamesOf(text)) names.add(name)
    await turn()
  }
  return names
}

const textsOf = ({ say, ask }: Fact, locale: string): string[] => [say.get(locale) ?? '', ...(ask.get(locale) ?? [])]

function remembered<T>(make: (locale: string) => T): (locale: string) => T {
  const made = new Map<string, T>()
  return locale => {
    const before = made.get(locale)
    if (before !== undefined) return before
    const fresh = make(locale)
    made.set(locale, fresh)
    return fresh
  }
}
