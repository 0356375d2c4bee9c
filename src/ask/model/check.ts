// Checks that a sentence of the language model agrees with its source. In doubt it is rejected, and the built-in answer
// is used.
import { claimsIn, numbersIn } from './claims.ts'
import { hasNegation, isInScript, numberWords } from './words.ts'

/** `citation` is the number of the source, counted from 1. */
export type ModelSentence = { text: string; citation: number }

/** `sentences` are the built-in answer; `sources` are the texts that it cites. */
export type ModelInput = {
  question: string
  locale: string
  sentences: readonly ModelSentence[]
  sources: readonly string[]
}

const maxSentenceLength = 400
/** Minimum share of a sentence's words that occur in its source. */
const minCoverage = 0.6

/** Parses a line such as "Text. [2]" and checks it. Throws if it breaks a rule. */
export function checkSentence(line: string, input: ModelInput): ModelSentence {
  const [, text = '', number = ''] = /^(.*?\S)\s*\[(\d{1,3})\][.!?。]?$/u.exec(line) ?? []
  const citation = Number(number)
  const source = input.sources[citation - 1]
  if (source === undefined) throw new Error('a sentence without a source')
  if (text.length > maxSentenceLength) throw new Error('a sentence too long')
  const builtin = input.sentences
    .filter(sentence => sentence.citation === citation)
    .map(sentence => sentence.text)
    .join('\n')
  const wrong = rules.find(
    ({ holds }) => !holds(text, { source: `${source}\n${builtin}`, builtin, locale: input.locale }),
  )
  if (wrong !== undefined) throw new Error(wrong.name)
  return { text, citation }
}

/** `builtin`: the built-in sentences with the same citation. `source`: the text of the source, and these sentences. */
type Evidence = { source: string; builtin: string; locale: string }
type Rule = { name: string; holds: (text: string, evidence: Evidence) => boolean }

const rules: readonly Rule[] = [
  { name: 'markup or control characters', holds: text => !/[\p{Cc}\p{Cf}<>[\]|*#\\]/u.test(text) },
  {
    // Not all of the source is allowed: it may quote members of the community, and their links are not repeated.
    name: 'a link that is not in the built-in answer',
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
    holds: (text, { source }) => claimsIn(text).every(claim => fold(source).includes(fold(claim))),
  },
  { name: 'a negation that differs from the source', holds: (text, grounds) => negationAgrees(text, grounds) },
  { name: 'another script', holds: (text, { locale }) => isInScript(text, locale) },
  { name: 'words that are not in the source', holds: (text, { source }) => coverage(text, source) >= minCoverage },
]

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean => [...some].every(one => all.has(one))

/** URLs, with or without a scheme, and email addresses. */
const linksIn = (text: string): string[] =>
  text
    .match(/\b[a-z][a-z0-9+.-]*:\/\/\S+|\bmailto:\S+|\S+@\S+|\b(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:\/\S*)?/giu)
    ?.map(trimPunctuation) ?? []

const trimPunctuation = (link: string): string => link.replace(/[.,;:!?)"'»”’]+$/u, '')

/** A sentence may be negated only if its source contains a negation, and must be if all built-in sentences are. */
function negationAgrees(text: string, { source, builtin, locale }: Evidence): boolean {
  const isNegated = hasNegation(text, locale)
  if (isNegated && !hasNegation(source, locale)) return false
  const builtinSentences = builtin.split('\n').filter(sentence => sentence !== '')
  return (
    isNegated || builtinSentences.length === 0 || !builtinSentences.every(sentence => hasNegation(sentence, locale))
  )
}

/**
 * Share of the words of `text` that occur in `source`. Words of up to three letters are ignored; others are compared by
 * their beginning, because of inflection. Chinese, Japanese, Korean and Thai are compared by pairs of characters.
 */
function coverage(text: string, source: string): number {
  const textPieces = piecesOf(text)
  if (textPieces.length === 0) return 0
  const sourcePieces = piecesOf(source)
  const pieces = new Set(sourcePieces)
  const stems = new Set(sourcePieces.map(stem))
  return textPieces.filter(piece => pieces.has(piece) || stems.has(stem(piece))).length / textPieces.length
}

const stemLength = 5
const stem = (word: string): string => (word.length > stemLength ? word.slice(0, stemLength) : word)

function piecesOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{M}\p{Nd}_]+/gu) ?? []
  return words.flatMap(word => (comparedByPairs.test(word) ? pairsOf(word) : word.length > 3 ? [word] : []))
}

const comparedByPairs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u

function pairsOf(word: string): string[] {
  const characters = [...word]
  return characters.length < 2 ? [] : characters.slice(1).map((character, i) => characters[i]! + character)
}
