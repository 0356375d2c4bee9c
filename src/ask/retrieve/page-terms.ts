// The terms of a text, for finding passages of pages: stems, and concepts that words with a similar meaning share.
import { readFileSync } from 'node:fs'
import { builtInFolders, filesIn } from '../../knowledge/folders.ts'
import { foldText } from '../../store/search-text.ts'
import type { PhraseBook } from '../parse/phrase-book.ts'
import { tokensOf } from '../parse/tokens.ts'

/** `weight`: 0 to 1, how much the word says in a question. `isCommon`: a word of our lists, so neither a name nor a spelling mistake. */
export type Term = { stem: string; concepts: readonly string[]; weight: number; isCommon: boolean }

export type TermsOf = (text: string) => Term[]

type Book = Pick<PhraseBook, 'locale' | 'stem' | 'ideasOf' | 'vocabulary'>

const weakWeight = 0.15
/** Of a phrase of several words that say little by themselves. */
const phraseWeight = 0.6
const maxPhraseWords = 4

/** e-bike, Wi-Fi and t-shirt are one word; step-free is two. */
const joinShortParts = (text: string): string =>
  text.replaceAll(
    /(?<![\p{L}\p{N}])(\p{L}{1,2})-(\p{L}{2,})|(?<![\p{L}\p{N}])(\p{L}{2,})-(\p{L}{1,2})(?!\p{L})/gu,
    '$1$2$3$4',
  )

/** Pages, documentation and facts share the thesaurus of a language. */
const made = new WeakMap<Book, TermsOf>()

export function makeTermsOf(book: Book): TermsOf {
  const termsOf = made.get(book) ?? newTermsOf(book)
  made.set(book, termsOf)
  return termsOf
}

function newTermsOf(book: Book): TermsOf {
  const { stem } = book
  const { conceptsOf, stop, weak } = thesaurusOf(book)
  const ideas = (word: string) => book.ideasOf(word) ?? []
  /** Without a thesaurus, the stop words and ideas for facts are used, of which there are more. */
  const isStop = (word: string) => (stop.size > 0 ? stop.has(word) : ideas(word).includes('stop'))
  const isWeak = (word: string) =>
    stop.size > 0 ? weak.has(stem(word)) : ideas(word).some(idea => idea.startsWith('frame.'))
  const termOf = (word: string): Term => ({
    stem: stem(word),
    concepts: (stop.size > 0 ? [] : ideas(word)).filter(idea => !/^(?:frame\.|stop$|other$|number\.)/.test(idea)),
    weight: isStop(word) ? 0 : isWeak(word) ? weakWeight : 1,
    isCommon: book.vocabulary.find(word) >= 0,
  })
  return text => {
    const terms = tokensOf(joinShortParts(foldText(text))).flatMap(({ kind, text: word }) => {
      if (kind === 'run') return piecesOf(word)
      if (kind !== 'number') return [termOf(word)]
      return [{ stem: `n:${word}`, concepts: [], weight: word.length < 3 ? 0.5 : 1, isCommon: true }]
    })
    return withConcepts(terms, conceptsOf)
  }
}

/** Text without spaces is found by its pairs of characters; pairs of hiragana are mostly grammar. */
function piecesOf(run: string): Term[] {
  const letters = [...run]
  const pairs = letters.length === 1 ? letters : letters.slice(1).map((letter, i) => letters[i]! + letter)
  return pairs
    .filter(pair => !/^\p{sc=Hiragana}+$/u.test(pair))
    .map(pair => ({ stem: pair, concepts: [], weight: 1, isCommon: true }))
}

/** Adds the concepts of the thesaurus: of a phrase to each of its words. */
function withConcepts(terms: readonly Term[], conceptsOf: ReadonlyMap<string, readonly string[]>): Term[] {
  const found = terms.map(term => ({ ...term, concepts: [...term.concepts] }))
  for (let from = 0; from < terms.length; from++) {
    let key = ''
    for (let to = from; to < Math.min(terms.length, from + maxPhraseWords); to++) {
      key = key === '' ? terms[to]!.stem : `${key} ${terms[to]!.stem}`
      const concepts = conceptsOf.get(key)
      if (concepts === undefined) continue
      if (to > from) found[to]!.weight = Math.max(found[to]!.weight, phraseWeight)
      for (const term of found.slice(from, to + 1)) {
        term.concepts.push(...concepts)
        term.isCommon = true
      }
    }
  }
  return found
}

/** A kind of something (`-`) means it (`+`), but not another kind of it. */
export const impliedBy = (concept: string): string => concept.replace(/[+-]$/, sign => (sign === '+' ? '-' : '+'))

/** knowledge/<locale>/synonyms.txt, if there is one: phrase → its concepts, which are numbers of lines. */
function thesaurusOf({ locale, stem }: Book) {
  const file = filesIn(builtInFolders, locale, 'synonyms.txt').get('synonyms.txt')
  const lines = file === undefined ? [] : readFileSync(file, 'utf8').split('\n')
  const listed = (text: string) => text.split(/[,、،]/).map(word => foldText(word.trim()))
  const stems = (phrase: string) =>
    tokensOf(joinShortParts(phrase))
      .map(({ text }) => stem(text))
      .join(' ')
  const conceptsOf = new Map<string, string[]>()
  const add = (words: string, concept: string) => {
    for (const phrase of new Set(listed(words).map(stems)))
      conceptsOf.getOrInsertComputed(phrase, () => []).push(concept)
  }
  const stop = new Set<string>()
  const weak = new Set<string>()
  for (const [number, line] of lines.entries()) {
    if (line === '' || line.startsWith('#')) continue
    const [words, kinds] = line.split(' > ') as [string, string?]
    if (line.startsWith('stop: ')) for (const word of listed(line.slice(6))) stop.add(word)
    else if (line.startsWith('weak: ')) for (const word of listed(line.slice(6))) weak.add(stems(word))
    else add(words, `~${number}${kinds === undefined ? '' : '+'}`)
    if (kinds !== undefined) add(kinds, `~${number}-`)
  }
  return { conceptsOf, stop, weak }
}
