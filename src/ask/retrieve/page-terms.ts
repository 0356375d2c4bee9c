// The terms of a text, for finding passages: stems, and concepts that words with a similar meaning share.
import { join } from 'node:path'
import { type Folders, textsOf } from '../../knowledge/folders.ts'
import { foldText } from '../../store/search-text.ts'
import { addTo, ideasOf, type PhraseBook } from '../parse/phrase-book.ts'
import { pairsOf, stemOf, tokensOf } from '../parse/tokens.ts'

/** `weight`: 0 to 1, how much the word says in a question. `isCommon`: a word of our lists, so neither a name nor a spelling mistake. */
export type Term = { stem: string; concepts: readonly string[]; weight: number; isCommon: boolean }

/** Phrases by their stems → concepts, which are numbers of lines. Stop words are listed as `=word`. */
export type Thesaurus = ReadonlyMap<string, readonly string[]>

/** `thesaurus` is null if the language has none. Then the ideas for facts are used, which all languages have. */
export type TermSource = { book: PhraseBook; thesaurus: Thesaurus | null }

/** Of a word that says little. */
export const weakWeight = 0.15
/** Of a phrase of several words that say little by themselves. */
const phraseWeight = 0.6
const maxPhraseWords = 4

/** e-bike, Wi-Fi and t-shirt are one word; step-free is two. */
const joinShortParts = (text: string): string =>
  text.replaceAll(
    /(?<![\p{L}\p{N}])(\p{L}{1,2})-(\p{L}{2,})|(?<![\p{L}\p{N}])(\p{L}{2,})-(\p{L}{1,2})(?!\p{L})/gu,
    '$1$2$3$4',
  )

export function termsOf(text: string, { book, thesaurus }: TermSource): Term[] {
  const terms = tokensOf(joinShortParts(foldText(text))).flatMap(({ kind, text: word }) => {
    // Pairs of hiragana are mostly grammar.
    if (kind === 'run')
      return pairsOf(word).flatMap(stem => (/^\p{sc=Hiragana}+$/u.test(stem) ? [] : [{ ...plain, stem }]))
    if (kind === 'number') return [{ ...plain, stem: `n:${word}`, weight: word.length < 3 ? 0.5 : 1 }]
    const isCommon = book.vocabulary.has(word)
    return [{ ...plain, stem: stemOf(book.locale)(word), isCommon, ...meaningOf(word, book, thesaurus) }]
  })
  return thesaurus === null ? terms : withConcepts(terms, thesaurus)
}

const plain: Omit<Term, 'stem'> = { concepts: [], weight: 1, isCommon: true }

function meaningOf(word: string, book: PhraseBook, thesaurus: Thesaurus | null): Pick<Term, 'weight' | 'concepts'> {
  const ideas = ideasOf(book, word) ?? []
  if (thesaurus === null) {
    const weight = ideas.includes('stop') ? 0 : ideas.some(idea => idea.startsWith('frame.')) ? weakWeight : 1
    return { weight, concepts: ideas.filter(idea => !/^(?:frame\.|stop$|other$|number\.)/.test(idea)) }
  }
  const isWeak = thesaurus.get(stemOf(book.locale)(word))?.includes('weak')
  return { weight: thesaurus.has(`=${word}`) ? 0 : isWeak ? weakWeight : 1, concepts: [] }
}

/** Adds the concepts of the thesaurus: of a phrase to each of its words. */
function withConcepts(terms: readonly Term[], thesaurus: Thesaurus): Term[] {
  const found = terms.map(term => ({ ...term, concepts: [...term.concepts] }))
  for (let from = 0; from < terms.length; from++)
    for (let to = from + 1; to <= Math.min(terms.length, from + maxPhraseWords); to++) {
      const some = found.slice(from, to)
      const concepts = thesaurus.get(some.map(({ stem }) => stem).join(' '))?.filter(one => one !== 'weak') ?? []
      if (concepts.length === 0) continue
      if (some.length > 1) some.at(-1)!.weight = Math.max(some.at(-1)!.weight, phraseWeight)
      for (const term of some) {
        term.concepts.push(...concepts)
        term.isCommon = true
      }
    }
  return found
}

/** A kind of something (`-`) means it (`+`), but not another kind of it. */
export const impliedBy = (concept: string): string => concept.replace(/[+-]$/, sign => (sign === '+' ? '-' : '+'))

/** knowledge/<locale>/synonyms.txt, if there is one. */
export async function loadThesaurus(folders: Folders, locale: string): Promise<Thesaurus | null> {
  const files = await textsOf(folders, join(locale, 'synonyms.txt'))
  if (files.length === 0) return null
  const thesaurus = new Map<string, string[]>()
  const stem = stemOf(locale)
  const stems = (phrase: string) => tokensOf(joinShortParts(phrase)).map(({ text }) => stem(text))
  const listed = (text: string) => text.split(/[,、،]/).map(word => foldText(word.trim()))
  const add = (words: string, concept: string) => {
    for (const phrase of listed(words)) addTo(thesaurus, stems(phrase).join(' '), concept)
  }
  for (const [number, line] of files.flatMap(({ text }) => text.split('\n')).entries()) {
    if (line === '' || line.startsWith('#')) continue
    const [words, kinds] = line.split(' > ') as [string, string?]
    if (line.startsWith('stop: ')) for (const word of listed(line.slice(6))) addTo(thesaurus, `=${word}`, 'stop')
    else if (line.startsWith('weak: ')) add(line.slice(6), 'weak')
    else add(words, `~${number}${kinds === undefined ? '' : '+'}`)
    if (kinds !== undefined) add(kinds, `~${number}-`)
  }
  return thesaurus
}
