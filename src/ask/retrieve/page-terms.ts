// The terms of a text, for finding passages of pages: stems, and concepts that words with a similar meaning share.
import { join } from 'node:path'
import { type Folders, textsOf } from '../../knowledge/folders.ts'
import { foldText } from '../../store/search-text.ts'
import type { PhraseBook } from '../parse/phrase-book.ts'
import { tokensOf } from '../parse/tokens.ts'
import { type IdeasByText, type IdeasByTextData, makeIdeasByText } from './ideas-by-text.ts'

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

/** `saved`: the thesaurus of the language, if there is one. Otherwise the ideas for facts are used, which all languages have. */
export function makeTermsOf(book: Book, saved: IdeasByTextData | null): TermsOf {
  const { stem } = book
  const thesaurus = saved === null ? null : makeIdeasByText(saved)
  const ideas = (word: string) => book.ideasOf(word) ?? []
  const isStop = (word: string) =>
    thesaurus === null ? ideas(word).includes('stop') : thesaurus.find(stopKey(word)) !== undefined
  const isWeak = (word: string) =>
    thesaurus === null
      ? ideas(word).some(idea => idea.startsWith('frame.'))
      : (thesaurus.find(stem(word))?.includes('weak') ?? false)
  const termOf = (word: string): Term => ({
    stem: stem(word),
    concepts: thesaurus === null ? ideas(word).filter(idea => !/^(?:frame\.|stop$|other$|number\.)/.test(idea)) : [],
    weight: isStop(word) ? 0 : isWeak(word) ? weakWeight : 1,
    isCommon: book.vocabulary.find(word) >= 0,
  })
  return text => {
    const terms = tokensOf(joinShortParts(foldText(text))).flatMap(({ kind, text: word }) => {
      if (kind === 'run') return piecesOf(word)
      if (kind !== 'number') return [termOf(word)]
      return [{ stem: `n:${word}`, concepts: [], weight: word.length < 3 ? 0.5 : 1, isCommon: true }]
    })
    return thesaurus === null ? terms : withConcepts(terms, thesaurus)
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
function withConcepts(terms: readonly Term[], thesaurus: IdeasByText): Term[] {
  const found = terms.map(term => ({ ...term, concepts: [...term.concepts] }))
  for (let from = 0; from < terms.length; from++) {
    let key = ''
    for (let to = from; to < Math.min(terms.length, from + maxPhraseWords); to++) {
      key = key === '' ? terms[to]!.stem : `${key} ${terms[to]!.stem}`
      const concepts = thesaurus.find(key)?.filter(concept => concept !== 'weak') ?? []
      if (concepts.length === 0) continue
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

/** Different from all stems. */
const stopKey = (word: string): string => `=${word}`

/** knowledge/<locale>/synonyms.txt, if there is one: phrase → its concepts, which are numbers of lines. */
export async function loadThesaurus(folders: Folders, { locale, stem }: Book): Promise<IdeasByTextData | null> {
  const files = await textsOf(folders, join(locale, 'synonyms.txt'))
  const lines = files.flatMap(({ text }) => text.split('\n'))
  if (lines.length === 0) return null
  const thesaurus = makeIdeasByText()
  const listed = (text: string) => text.split(/[,、،]/).map(word => foldText(word.trim()))
  const stems = (phrase: string) =>
    tokensOf(joinShortParts(phrase))
      .map(({ text }) => stem(text))
      .join(' ')
  const add = (words: string, concept: string) => {
    for (const phrase of listed(words)) thesaurus.add(stems(phrase), concept)
  }
  for (const [number, line] of lines.entries()) {
    if (line === '' || line.startsWith('#')) continue
    const [words, kinds] = line.split(' > ') as [string, string?]
    if (line.startsWith('stop: ')) for (const word of listed(line.slice(6))) thesaurus.add(stopKey(word), 'stop')
    else if (line.startsWith('weak: ')) add(line.slice(6), 'weak')
    else add(words, `~${number}${kinds === undefined ? '' : '+'}`)
    if (kinds !== undefined) add(kinds, `~${number}-`)
  }
  return thesaurus.data()
}
