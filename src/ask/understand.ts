// Everything needed to understand a question, a language at a time: nobody waits for languages that nobody asks in.
import { join } from 'node:path'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { type Folders, textsOf } from '../knowledge/folders.ts'
import type { Fact } from './facts.ts'
import { type DetectLanguage, latinLanguages, makeDetection } from './language.ts'
import { type Lexicon, makeLexicon, makePhrases, type Slot } from './lexicon.ts'
import {
  type AskedFor,
  ideaWeights,
  indexQuestions,
  type Matching,
  makeIdeaNumbers,
  makeMatching,
  type QuestionIndex,
} from './matching.ts'
import { makeNearest } from './nearest-questions.ts'
import { wireNamesOf } from './tokens.ts'
import { mergeWords, readWords, type Words } from './words.ts'

export type Understanding = {
  detect: DetectLanguage
  /** A language must be ready before its words are known; those in Latin letters are. */
  ready(locale: string): Promise<void>
  slots(locale: string, text: string): Slot[]
  /** How questions in a language find facts: by how people ask for them in that language, and in English. */
  matching(locale: string): Promise<Matching>
}

/** Preparing a language takes a tenth of a second and English half a second, so it is done in pieces. */
export async function makeUnderstanding(folders: Folders, facts: readonly Fact[]): Promise<Understanding> {
  const texts = facts.flatMap(({ say, ask }) => [say.get('en') ?? '', ...(ask.get('en') ?? [])])
  const names = new Set(texts.flatMap(wireNamesOf))
  const phrases = await makePhrases('en', wordsOf(folders, 'en'))
  const lexicons = new Map<string, Lexicon>()
  const ready = remembered(async (locale): Promise<void> => {
    const made = await makeLexicon(locale, locale === 'en' ? new Map() : wordsOf(folders, locale), phrases, names)
    for (const [fact, { ask, say }] of facts.entries()) {
      for (const text of [say.get(locale) ?? '', ...(ask.get(locale) ?? [])]) made.learn(text)
      if (fact % pieceOfFacts === 0) await othersTurn()
    }
    lexicons.set(locale, made)
  })
  const slots = (locale: string, text: string): Slot[] => {
    const lexicon = lexicons.get(locale)
    if (lexicon === undefined) throw new Error(`${locale} is not ready.`)
    return lexicon.slots(text)
  }
  const ideas = makeIdeaNumbers()
  const index = remembered(async (locale): Promise<QuestionIndex> => {
    await ready(locale)
    const asked: AskedFor[] = []
    for (const [fact, { ask }] of facts.entries()) {
      for (const text of ask.get(locale) ?? []) asked.push({ fact, slots: slots(locale, text) })
      if (fact % pieceOfFacts === 0) await othersTurn()
    }
    return indexQuestions(facts.length, asked, ideas)
  })
  const english = remembered(async () => {
    const base = await index('en')
    return { ...base, nearest: makeNearest(base.known, ideas.names, ideaWeights(facts.length, ideas, [base])) }
  })
  const matching = remembered(async locale =>
    makeMatching(facts, ideas, await english('en'), locale === 'en' ? null : await index(locale)),
  )
  for (const locale of latinLanguages) await ready(locale)
  const detect = await makeDetection(facts, (locale, text) => lexicons.get(locale)!.familiarity(text))
  return { detect, ready, slots, matching }
}

const pieceOfFacts = 16

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

function wordsOf(folders: Folders, language: string): Words {
  const texts = textsOf(folders, join(language, 'words.txt'))
  return mergeWords(texts.map(({ file, text }) => readWords(text, file)))
}
