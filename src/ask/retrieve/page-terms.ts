// The terms of a text, for finding passages of pages: stems, and concepts that words with a similar meaning share.
import { readFileSync } from 'node:fs'
import { builtInFolders, filesIn } from '../../knowledge/folders.ts'
import { foldText } from '../../store/search-text.ts'
import type { PhraseBook } from '../parse/phrase-book.ts'
import { tokensOf } from '../parse/tokens.ts'

/** `weight`: 0 to 1, how much the word says in a question. */
export type Term = { text: string; stem: string; concepts: readonly string[]; weight: number }

export type TermsOf = (text: string) => Term[]

type Book = Pick<PhraseBook, 'locale' | 'stem' | 'ideasOf'>

const weakWeight = 0.15
const maxPhraseWords = 4

/** e-bike, Wi-Fi and t-shirt are one word; step-free is two. */
const joinShortParts = (text: string): string =>
  text.replaceAll(
    /(?<![\p{L}\p{N}])(\p{L}{1,2})-(\p{L}{2,})|(?<![\p{L}\p{N}])(\p{L}{2,})-(\p{L}{1,2})(?!\p{L})/gu,
    '$1$2$3$4',
  )

export function makeTermsOf(book: Book): TermsOf {
  const { stem } = book
  const { groupOf, weak } = synonymsOf(book)
  const ideas = (word: string) => book.ideasOf(word) ?? []
  const weightOf = (word: string): number => {
    const named = ideas(word)
    if (named.includes('stop')) return 0
    const isFrame = named.length > 0 && named.every(idea => idea.startsWith('frame.'))
    return isFrame || weak.has(stem(word)) ? weakWeight : 1
  }
  return text => {
    const terms: Term[] = []
    for (const { kind, text: word } of tokensOf(joinShortParts(foldText(text)))) {
      if (kind === 'run') terms.push(...piecesOf(word))
      else if (kind === 'number') terms.push({ text: word, stem: `n:${word}`, concepts: [], weight: 0.6 })
      else {
        const concepts = ideas(word).filter(idea => !/^(?:frame\.|stop$|other$|number\.)/.test(idea))
        terms.push({ text: word, stem: stem(word), concepts, weight: weightOf(word) })
      }
    }
    return withGroups(terms, groupOf)
  }
}

/** Text without spaces is found by its pairs of characters; pairs of hiragana are mostly grammar. */
function piecesOf(run: string): Term[] {
  const letters = [...run]
  const pairs = letters.length === 1 ? letters : letters.slice(1).map((letter, i) => letters[i]! + letter)
  return pairs
    .filter(pair => !/^\p{sc=Hiragana}+$/u.test(pair))
    .map(pair => ({ text: pair, stem: pair, concepts: [], weight: 1 }))
}

/** Adds the groups of synonyms: of a phrase to each of its words. */
function withGroups(terms: readonly Term[], groupOf: ReadonlyMap<string, readonly string[]>): Term[] {
  const found = terms.map(({ concepts }) => [...concepts])
  for (let from = 0; from < terms.length; from++) {
    let key = ''
    for (let to = from; to < Math.min(terms.length, from + maxPhraseWords); to++) {
      key = key === '' ? terms[to]!.stem : `${key} ${terms[to]!.stem}`
      for (const group of groupOf.get(key) ?? []) for (let i = from; i <= to; i++) found[i]!.push(group)
    }
  }
  return terms.map((term, i) => ({ ...term, concepts: found[i]! }))
}

/** knowledge/<locale>/synonyms.txt, if there is one: phrase → numbers of its groups. */
function synonymsOf({ locale, stem }: Book): { groupOf: Map<string, string[]>; weak: Set<string> } {
  const file = filesIn(builtInFolders, locale, 'synonyms.txt').get('synonyms.txt')
  const lines =
    file === undefined
      ? []
      : readFileSync(file, 'utf8')
          .split('\n')
          .filter(line => !line.startsWith('#'))
  const stems = (phrase: string) =>
    tokensOf(joinShortParts(foldText(phrase)))
      .map(({ text }) => stem(text))
      .join(' ')
  const groupOf = new Map<string, string[]>()
  const weak = new Set<string>()
  for (const [number, line] of lines.entries()) {
    for (const phrase of line.replace('weak:', '').split(',').map(stems)) {
      if (line.startsWith('weak:')) weak.add(phrase)
      else groupOf.set(phrase, [...(groupOf.get(phrase) ?? []), `~${number}`])
    }
  }
  return { groupOf, weak }
}
