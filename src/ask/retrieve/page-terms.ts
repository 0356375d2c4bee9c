// The terms of a text, for finding passages of pages: stems, and concepts that words with a similar meaning share.
import { readFileSync } from 'node:fs'
import { builtInFolders, filesIn } from '../../knowledge/folders.ts'
import { foldText } from '../../store/search-text.ts'
import type { PhraseBook } from '../parse/phrase-book.ts'
import { tokensOf } from '../parse/tokens.ts'

/** `weight`: 0 to 1, how much the word says in a question. `isCommon`: a word of our lists, so not a spelling mistake. */
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

export function makeTermsOf(book: Book): TermsOf {
  const { stem } = book
  const { groupOf, stop, weak } = synonymsOf(book)
  const ideas = (word: string) => book.ideasOf(word) ?? []
  /** Without a list of its own, the stop words for facts are used, of which there are more. */
  const isStop = (word: string) => (stop.size > 0 ? stop.has(word) : ideas(word).includes('stop'))
  const isFrame = (word: string) => stop.size === 0 && ideas(word).some(idea => idea.startsWith('frame.'))
  const weightOf = (word: string): number => (isStop(word) ? 0 : weak.has(stem(word)) || isFrame(word) ? weakWeight : 1)
  return text => {
    const terms: Term[] = []
    for (const { kind, text: word } of tokensOf(joinShortParts(foldText(text)))) {
      if (kind === 'run') terms.push(...piecesOf(word))
      else if (kind === 'number')
        terms.push({ stem: `n:${word}`, concepts: [], weight: word.length < 3 ? 0.5 : 1, isCommon: true })
      else {
        // Ideas of the service say little about other subjects: used only where there are no synonyms.
        const concepts = (stop.size > 0 ? [] : ideas(word)).filter(
          idea => !/^(?:frame\.|stop$|other$|number\.)/.test(idea),
        )
        terms.push({ stem: stem(word), concepts, weight: weightOf(word), isCommon: book.vocabulary.find(word) >= 0 })
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
    .map(pair => ({ stem: pair, concepts: [], weight: 1, isCommon: true }))
}

/** Adds the groups of synonyms: of a phrase to each of its words. */
function withGroups(terms: readonly Term[], groupOf: ReadonlyMap<string, readonly string[]>): Term[] {
  const found = terms.map(term => ({ ...term, concepts: [...term.concepts] }))
  for (let from = 0; from < terms.length; from++) {
    let key = ''
    for (let to = from; to < Math.min(terms.length, from + maxPhraseWords); to++) {
      key = key === '' ? terms[to]!.stem : `${key} ${terms[to]!.stem}`
      const groups = groupOf.get(key) ?? []
      if (groups.length > 0 && to > from) found[to]!.weight = Math.max(found[to]!.weight, phraseWeight)
      for (const term of found.slice(from, to + 1)) {
        term.concepts.push(...groups)
        term.isCommon ||= groups.length > 0
      }
    }
  }
  return found
}

/** knowledge/<locale>/synonyms.txt, if there is one: phrase → numbers of its groups. */
function synonymsOf({ locale, stem }: Book) {
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
  const wordsAfter = (name: string) =>
    (lines.find(line => line.startsWith(name))?.slice(name.length) ?? '').split(/[,、،]/).map(word => word.trim())
  const stop = new Set(
    wordsAfter('stop:')
      .map(foldText)
      .filter(word => word !== ''),
  )
  const weak = new Set(wordsAfter('weak:').map(stems))
  for (const [number, line] of lines.entries()) {
    if (/^(?:stop|weak):/.test(line)) continue
    for (const phrase of new Set(line.split(/[,、،]/).map(stems)))
      groupOf.set(phrase, [...(groupOf.get(phrase) ?? []), `~${number}`])
  }
  return { groupOf, stop, weak }
}
