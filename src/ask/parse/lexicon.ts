// Maps the words of a question to ideas: names of meanings, the same in all languages (knowledge/<locale>/words.txt).
import { languageOf } from '../../languages/languages.ts'
import {
  ideasOf,
  isUnspaced,
  keyOf,
  type Meanings,
  type Phrase,
  type PhraseBook,
  phraseAt,
  segmentsOf,
} from './phrase-book.ts'
import { makeSpelling, type WordCounts } from './spelling.ts'
import { pairsOf, stemOf, type Token, tokensOf, wireNamesOf } from './tokens.ts'

/**
 * A part of a question and the ideas it may stand for. A word without an idea gets `w:` and its stem; numbers get `n:`,
 * handles `h:`, names of the API `l:`. `known` is false for a word in none of our lists; `everyday` words are common
 * words that have nothing to do with the service (idea `other`).
 */
export type Slot = { ideas: readonly string[]; text: string; known: boolean; everyday?: boolean }

export type Lexicon = {
  /** `used` are words that are not misspelled, because the community uses them. */
  slots(text: string, used?: ReadonlySet<string>): Slot[]
  /** Whether the word is in our lists as it is spelled. */
  knows(word: string): boolean
}

/** The own phrases and words come before the English ones, which all languages use. `names` are those of the API. */
type LexiconParts = { books: readonly PhraseBook[]; words: readonly WordCounts[]; names: ReadonlySet<string> }

export function makeLexicon({ books, words, names }: LexiconParts): Lexicon {
  const { locale, unspaced } = books[0]!
  const correct = makeSpelling(...words)
  const hasIdeas = (word: string) => books.some(book => ideasOf(book, word) !== undefined)
  const isSpelled = (word: string) => words.some(list => list.has(word))

  const phrasesIn = (tokens: readonly Token[]): ((from: number) => Phrase | null) => {
    const keys = books.map(book => tokens.map(token => keyOf(token, book.locale)))
    return from =>
      books
        .map(({ phrases }, i) => phraseAt(phrases, keys[i]!, from))
        .reduce((best, one) => ((one?.length ?? 0) > (best?.length ?? 0) ? one : best))
  }
  // Done before phrases are matched, so that "rol over" is found as "roll over".
  const corrected = ({ kind, text }: Token, used: ReadonlySet<string>): Token => {
    const word = kind !== 'word' || used.has(text) || hasIdeas(text) ? null : correct(text)
    return { kind, text: word ?? text }
  }
  const slotOf = ({ kind, text }: Token): Slot => {
    if (kind === 'number' || kind === 'handle') return { ideas: [`${kind[0]}:${text}`], text, known: true }
    return { ideas: [`w:${stemOf(locale)(text)}`], text, known: isSpelled(text) }
  }
  // No slot for a name whose words are a phrase. An unknown name gets one only if it cannot be ordinary text.
  const nameSlots = (name: string): Slot[] => {
    const tokens = tokensOf(name)
    if (!name.includes('_') && phrasesIn(tokens)(0)?.length === tokens.length) return []
    const known = names.has(name)
    return known || /[_/]/.test(name) ? [{ ideas: [`l:${name}`], text: name, known }] : []
  }
  const spacedSlots = (original: readonly Token[], used: ReadonlySet<string>): Slot[] => {
    const tokens = original.map(token => corrected(token, used))
    const phraseFrom = phrasesIn(tokens)
    const slots: Slot[] = []
    for (let i = 0; i < tokens.length; ) {
      const match = phraseFrom(i)
      const some = tokens.slice(i, i + (match?.length ?? 1))
      if (match === null) slots.push(slotOf(tokens[i]!))
      else if (isOther(match.meanings)) slots.push(...some.map(token => ({ ...slotOf(token), everyday: true })))
      else slots.push({ ideas: match.meanings, text: some.map(({ text }) => text).join(' '), known: true })
      i += some.length
    }
    return slots
  }
  const unspacedSlots = (tokens: readonly Token[]): Slot[] =>
    scanUnspaced(tokens, unspaced!, locale).map(slot =>
      isOther(slot.ideas) ? { ...slot, ideas: [`w:${slot.text}`], everyday: true } : slot,
    )
  return {
    knows: word => hasIdeas(word) || isSpelled(word),
    slots(text, used = new Set()) {
      const parts = unspaced === null ? [tokensOf(text)] : runsOf(tokensOf(text))
      const slots = parts.flatMap(part =>
        unspaced !== null && isUnspaced(part[0]!) ? unspacedSlots(part) : spacedSlots(part, used),
      )
      const meaningful = slots.map(cleanIdeas).filter(({ ideas }) => ideas.length > 0)
      return [...meaningful, ...wireNamesOf(text).flatMap(nameSlots)]
    },
  }
}

const isOther = (ideas: readonly string[]): boolean => ideas.length > 0 && ideas.every(idea => idea === 'other')

/** Removes `stop` and `other`; numerals become numbers. A word of an absent topic also gets its own text as idea. */
const cleanIdeas = (slot: Slot): Slot => {
  const ideas = slot.ideas
    .filter(idea => idea !== 'stop' && idea !== 'other')
    .map(idea => idea.replace(/^number\./, 'n:'))
  return { ...slot, ideas: ideas.some(idea => idea.startsWith('absent.')) ? [...ideas, `w:${slot.text}`] : ideas }
}

/** Separates the tokens of scripts without spaces from the others. */
function runsOf(tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = []
  for (const token of tokens) {
    const last = runs.at(-1)
    if (last !== undefined && isUnspaced(last[0]!) === isUnspaced(token)) last.push(token)
    else runs.push([token])
  }
  return runs
}

/** Japanese, Chinese and Korean: the longest phrase at each position, regardless of spaces, and the words between phrases. */
function scanUnspaced(tokens: readonly Token[], phrases: Meanings, locale: string): Slot[] {
  const { particles } = languageOf(locale).grammar
  const starts = new Set(tokens.map((_, i) => tokens.slice(0, i).reduce((sum, token) => sum + token.text.length, 0)))
  const segments = segmentsOf(tokens.map(token => token.text).join(''), phrases)
  return segments.flatMap(({ text, from, meanings }, i) => {
    if (meanings !== null) return [{ text, ideas: meanings, known: true }]
    const cuts = [...starts].map(at => at - from).filter(at => at > 0 && at < text.length)
    const isAfterWord = i > 0 && !starts.has(from)
    return [0, ...cuts].flatMap((at, k) => restSlots(text.slice(at, cuts[k]), isAfterWord && k === 0, particles))
  })
}

/** The words of the text between two phrases, without hiragana and Korean particles, which carry no meaning here. */
function restSlots(rest: string, isAfterWord: boolean, particles: RegExp | undefined): Slot[] {
  if (/^\p{sc=Hangul}+$/u.test(rest)) {
    const word = particles === undefined ? rest : rest.replace(particles, '')
    const isEnding = (isAfterWord && rest.length <= 4) || word === ''
    return isEnding ? [] : [{ ideas: pairIdeas(word), text: word, known: false }]
  }
  const words = rest.match(/\p{sc=Katakana}[\p{sc=Katakana}ー]*|[\p{sc=Han}々]+/gu) ?? []
  return words.map(word => ({ ideas: pairIdeas(word), text: word, known: word.length === 1 }))
}

/** An unknown word is represented by its pairs of characters, so that similar words have ideas in common. */
const pairIdeas = (word: string): string[] => pairsOf(word).map(pair => `w:${pair}`)
