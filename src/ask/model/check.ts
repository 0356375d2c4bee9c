// Checks that a sentence of the language model agrees with its source. In doubt it is rejected, and the built-in answer
// is used.
import type { Language } from '../../languages/language.ts'
import { languageOf, languages } from '../../languages/languages.ts'

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
export function checkSentence(line: string, { sources, sentences, locale }: ModelInput): ModelSentence {
  const [, text = '', number = ''] = /^(.*?\S)\s*\[(\d{1,3})\][.!?。]?$/u.exec(line) ?? []
  const citation = Number(number)
  const source = sources[citation - 1]
  if (source === undefined) throw new Error('a sentence without a source')
  if (text.length > maxSentenceLength) throw new Error('a sentence too long')
  const builtin = sentences.flatMap(sentence => (sentence.citation === citation ? [sentence.text] : []))
  const all = [source, ...builtin].join('\n')
  const broken = Object.entries(rules).find(([, holds]) => !holds(text, { source: all, builtin, locale }))
  if (broken !== undefined) throw new Error(broken[0])
  return { text, citation }
}

/** `builtin`: the built-in sentences with the same citation. `source`: the text of the source, and these sentences. */
type Evidence = { source: string; builtin: readonly string[]; locale: string }

const rules: Record<string, (text: string, evidence: Evidence) => boolean> = {
  'markup or control characters': text => !/[\p{Cc}\p{Cf}<>[\]|*#\\]/u.test(text),
  // Not all of the source is allowed: it may quote members of the community, and their links are not repeated.
  'a link that is not in the built-in answer': (text, { builtin }) =>
    linksIn(text).every(link => builtin.join('\n').includes(link)),
  'a number that is not in the source': (text, { source }) => numbersIn(text).isSubsetOf(numbersIn(source)),
  'a number in words that is not in the source': (text, { source, locale }) =>
    listedIn(text, 'numerals', locale).isSubsetOf(listedIn(source, 'numerals', locale)),
  'a name or quotation that is not in the source': (text, { source }) =>
    claimsIn(text).every(claim => fold(source).includes(fold(claim))),
  'a negation that differs from the source': (text, { source, builtin, locale }) => {
    const isNegated = (one: string) => listedIn(one, 'negations', locale).size > 0
    return isNegated(text) ? isNegated(source) : builtin.length === 0 || !builtin.every(isNegated)
  },
  'another script': (text, { locale }) => isInScript(text, locale),
  'words that are not in the source': (text, { source }) => {
    const known = new Set(piecesOf(source))
    const pieces = piecesOf(text)
    return pieces.length > 0 && pieces.filter(piece => known.has(piece)).length >= minCoverage * pieces.length
  },
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** URLs, with or without a scheme, and email addresses. */
const linksIn = (text: string): string[] =>
  (text.match(/\b[a-z][a-z0-9+.-]*:\/\/\S+|\bmailto:\S+|\S+@\S+|\b(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:\/\S*)?/giu) ?? []).map(
    link => link.replace(/[.,;:!?)"'»”’]+$/u, ''),
  )

/** Without separators of thousands; a decimal comma becomes a point. */
function numbersIn(text: string): Set<string> {
  const joined = text.normalize('NFKC').replace(/(?<=\p{Nd})[.,'’٬ ](?=\p{Nd}{3}(?!\p{Nd}))/gu, '')
  return new Set((joined.match(/\p{Nd}+(?:[.,٫]\p{Nd}+)*/gu) ?? []).map(number => number.replace(/[,٫]/g, '.')))
}

/** The words of a list that occur in the text. English words are included: a model may answer in the wrong language. */
function listedIn(text: string, list: 'numerals' | 'negations', locale: string): Set<string> {
  const plain = fold(text).replaceAll('’', "'")
  const words = new Set(plain.replace(/n't\b/g, " n't").match(/[\p{L}\p{M}']+/gu) ?? [])
  const isIn = ({ writing }: Language, word: string) => (writing.unspaced ? plain.includes(word) : words.has(word))
  const candidates = [...new Set([languageOf(locale), languages.en])]
  return new Set(candidates.flatMap(one => one.grammar[list].split(' ').filter(word => isIn(one, word))))
}

/** Quotations, capitalized words but the first, names of the API and amounts, and Latin words in another script. */
function claimsIn(text: string): string[] {
  const quoted = [...text.matchAll(/["“„«「『`]\s*([^"“”«»「」『』`]+?)\s*["“”»」』`]/gu)].map(match => match[1]!)
  const names = [...text.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu)]
    .filter(({ 0: word, index }) => /^\p{Lu}/u.test(word) && (index > 0 || /\p{Lu}.*\p{Lu}/u.test(word)))
    .flatMap(({ 0: word }) => (word === 'I' ? [] : [word]))
  const codes = (text.match(/[^\s,;]*[_/@{}$€£¥%=][^\s,;]*/gu) ?? []).map(code => code.replace(/[.:!?)]+$/u, ''))
  const isForeign = (text.match(/[\p{L}--\p{Script=Latin}]/gv)?.length ?? 0) >= 5
  const latin = isForeign ? (text.match(/\p{Script=Latin}[\p{Script=Latin}\p{Nd}_-]*/gu) ?? []) : []
  return [...quoted, ...names, ...codes, ...latin]
}

/** Whether most letters are in the script of the language. Names and quotations may be in another. */
function isInScript(text: string, locale: string): boolean {
  const { script = /\p{sc=Latin}/u, decisive = script } = languageOf(locale).writing
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return decisive.test(text) && [...text].filter(character => script.test(character)).length * 2 >= letters
}

/** The beginnings of words of more than three letters; of text without spaces, pairs of characters. */
const piecesOf = (text: string): string[] =>
  (fold(text).match(/[\p{L}\p{M}\p{Nd}_]+/gu) ?? []).flatMap(word => {
    if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u.test(word))
      return [...word].slice(1).map((character, i) => word[i]! + character)
    return word.length > 3 ? [word.slice(0, 5)] : []
  })
