// Checks that a sentence of a language model is true to its source. In doubt it is rejected: the built-in answer is used.
import { claimsIn, numbersIn } from './claims.ts'
import { hasNegation, isInScript, numberWords } from './words.ts'

/** `citation` is the number of its source, counted from 1. */
export type Sentence = { text: string; citation: number }

/** Input of the model. `sentences` are the built-in answer; `sources` prove it. */
export type Draft = {
  question: string
  locale: string
  sentences: readonly Sentence[]
  sources: readonly string[]
}

const longestSentence = 400
/** Minimum share of a sentence's words that occur in its source. */
const leastCoverage = 0.6

/** Returns the sentence without its citation; throws if a rule is broken. */
export function checkSentence(line: string, draft: Draft): Sentence {
  const [, text = '', number = ''] = /^(.*?\S)\s*\[(\d{1,3})\][.!?。]?$/u.exec(line) ?? []
  const citation = Number(number)
  const source = draft.sources[citation - 1]
  if (source === undefined) throw new Error('a sentence without a source')
  if (text.length > longestSentence) throw new Error('a sentence too long')
  const builtin = draft.sentences
    .filter(sentence => sentence.citation === citation)
    .map(sentence => sentence.text)
    .join('\n')
  const wrong = rules.find(
    ({ holds }) => !holds(text, { source: `${source}\n${builtin}`, builtin, locale: draft.locale }),
  )
  if (wrong !== undefined) throw new Error(wrong.name)
  return { text, citation }
}

/** `source` is everything the sentence may be based on; `builtin` is the part in our own words. */
type Grounds = { source: string; builtin: string; locale: string }
type Rule = { name: string; holds: (text: string, grounds: Grounds) => boolean }

const rules: readonly Rule[] = [
  { name: 'text that is not plain', holds: text => !/[\p{Cc}\p{Cf}<>[\]|*#\\]|\]\(/u.test(text) },
  {
    // Sources may quote what members of the community wrote; a link from there must not become one of ours.
    name: 'a link that is not ours',
    holds: (text, { builtin }) => linksIn(text).every(link => builtin.includes(link)),
  },
  {
    name: 'a number that is not in the source',
    holds: (text, { source }) => isWithin(numbersIn(text), numbersIn(source)),
  },
  {
    name: 'a number in words that is not in the source',
    holds: (text, { source, locale }) => isWithin(numberWords(text, locale), numberWords(source, locale)),
  },
  {
    name: 'a name or quotation that is not in the source',
    holds: (text, { source }) => claimsIn(text).every(claim => folded(source).includes(folded(claim))),
  },
  { name: 'a denial that is not in the source', holds: (text, grounds) => agrees(text, grounds) },
  { name: 'another language', holds: (text, { locale }) => isInScript(text, locale) },
  { name: 'words that are not in the source', holds: (text, { source }) => coverage(text, source) >= leastCoverage },
]

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean => [...some].every(one => all.has(one))

/** Addresses, with or without a scheme, and mail addresses. */
const linksIn = (text: string): string[] =>
  text
    .match(/\b[a-z][a-z0-9+.-]*:\/\/\S+|\bmailto:\S+|\S+@\S+|\b(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:\/\S*)?/giu)
    ?.map(trimmed) ?? []

const trimmed = (link: string): string => link.replace(/[.,;:!?)"'»”’]+$/u, '')

/** Negations must occur in the sentence if and only if they occur in the source. */
function agrees(text: string, { source, builtin, locale }: Grounds): boolean {
  const denies = hasNegation(text, locale)
  if (denies && !hasNegation(source, locale)) return false
  const own = builtin.split('\n').filter(sentence => sentence !== '')
  return denies || own.length === 0 || !own.every(sentence => hasNegation(sentence, locale))
}

/** Words match by prefix, because of inflection; scripts without spaces by pairs of characters. */
function coverage(text: string, source: string): number {
  const said = piecesOf(text)
  if (said.length === 0) return 0
  const sourcePieces = piecesOf(source)
  const pieces = new Set(sourcePieces)
  const stems = new Set(sourcePieces.map(stem))
  return said.filter(piece => pieces.has(piece) || stems.has(stem(piece))).length / said.length
}

const stemLength = 5
const stem = (word: string): string => (word.length > stemLength ? word.slice(0, stemLength) : word)

function piecesOf(text: string): string[] {
  const words = folded(text).match(/[\p{L}\p{M}\p{Nd}_]+/gu) ?? []
  return words.flatMap(word => (unspaced.test(word) ? pairsOf(word) : word.length > 3 ? [word] : []))
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u

function pairsOf(word: string): string[] {
  const characters = [...word]
  return characters.length < 2 ? [] : characters.slice(1).map((character, i) => characters[i]! + character)
}
