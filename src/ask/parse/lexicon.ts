// Maps the words of a question to ideas: names of meanings, the same in all languages (knowledge/<locale>/words.txt).
import { isUnspaced, type Phrase, type PhraseBook } from './phrase-book.ts'
import type { Spelling } from './spelling.ts'
import { type Token, tokensOf, wireNamesOf } from './tokens.ts'
import { scanUnspaced } from './unspaced.ts'

/**
 * A part of a question and the ideas it may stand for. A word without an idea gets `w:` and its stem; numbers get `n:`,
 * handles `h:`, names of the API `l:`. `known` is false for a word in none of our lists; `everyday` words are common
 * words that have nothing to do with the service (idea `other`).
 */
export type Slot = { ideas: readonly string[]; text: string; known: boolean; everyday?: boolean }

export type Lexicon = {
  slots(text: string): Slot[]
  /** Whether the word is in our lists as it is spelled. */
  knows(word: string): boolean
}

type LexiconParts = {
  phrases: PhraseBook
  /** English phrases, which all languages use; own ones of the same length take precedence. Null for English. */
  borrowed: Pick<PhraseBook, 'ideasOf' | 'match'> | null
  /** Corrections of misspelled words. */
  spelling: Spelling
  /** Names of the API are the same in every language. */
  names: ReadonlySet<string>
}

export function makeLexicon({ phrases: own, borrowed, spelling, names }: LexiconParts): Lexicon {
  const { stem, unspaced } = own

  const matchAt = (tokens: readonly Token[], from: number): Phrase | null => {
    const native = own.match(tokens, from)
    const foreign = borrowed?.match(tokens, from) ?? null
    return foreign !== null && (native === null || foreign.length > native.length) ? foreign : native
  }
  // Done before phrases are matched, so that "rol over" is found as "roll over".
  const corrected = (token: Token): Token => {
    if (token.kind !== 'word' || own.ideasOf(token.text) !== null || borrowed?.ideasOf(token.text)) return token
    const word = spelling.correct(token.text)
    return word === null ? token : { kind: 'word', text: word }
  }
  const slotOf = (token: Token): Slot => {
    if (token.kind === 'number') return { ideas: [`n:${token.text}`], text: token.text, known: true }
    if (token.kind === 'handle') return { ideas: [`h:${token.text}`], text: token.text, known: true }
    return { ideas: [`w:${stem(token.text)}`], text: token.text, known: spelling.knows(token.text) }
  }

  // No slot for a name whose words are a phrase. An unknown name gets one only if it cannot be ordinary text.
  const nameSlots = (name: string): Slot[] => {
    const tokens = tokensOf(name)
    if (!name.includes('_') && matchAt(tokens, 0)?.length === tokens.length) return []
    const known = names.has(name)
    return known || /[_/]/.test(name) ? [{ ideas: [`l:${name}`], text: name, known }] : []
  }

  const asEveryday = (token: Token): Slot => ({ ...slotOf(token), everyday: true })
  const spacedSlots = (original: readonly Token[]): Slot[] => {
    const tokens = original.map(corrected)
    const slots: Slot[] = []
    for (let i = 0; i < tokens.length; ) {
      const match = matchAt(tokens, i)
      const text = tokens
        .slice(i, i + (match?.length ?? 1))
        .map(token => token.text)
        .join(' ')
      if (match === null) slots.push(slotOf(tokens[i]!))
      else if (isOther(match.ideas)) slots.push(...tokens.slice(i, i + match.length).map(asEveryday))
      else slots.push({ ideas: match.ideas, text, known: true })
      i += match?.length ?? 1
    }
    return slots
  }

  return {
    knows: word => own.ideasOf(word) !== null || Boolean(borrowed?.ideasOf(word)) || spelling.knows(word),
    slots(text) {
      const tokens = tokensOf(text)
      const slots =
        unspaced === null
          ? spacedSlots(tokens)
          : splitBySpacing(tokens).flatMap(part =>
              part.unspaced ? scanUnspaced(part.tokens, unspaced).map(asWord) : spacedSlots(part.tokens),
            )
      const meaningful = slots.map(cleanIdeas).filter(({ ideas }) => ideas.length > 0)
      return [...meaningful, ...wireNamesOf(text).flatMap(nameSlots)]
    },
  }
}

const isOther = (ideas: readonly string[]): boolean => ideas.every(idea => idea === 'other')

/** An everyday word gets its own text as idea. */
const asWord = (slot: Slot): Slot =>
  isOther(slot.ideas) ? { ...slot, ideas: [`w:${slot.text}`], everyday: true } : slot

/** Removes `stop` and `other`; numerals become numbers. A word of an absent topic also gets its own text as idea. */
const cleanIdeas = (slot: Slot): Slot => {
  const ideas = slot.ideas
    .filter(idea => idea !== 'stop' && idea !== 'other')
    .map(idea => idea.replace(/^number\./, 'n:'))
  return { ...slot, ideas: ideas.some(idea => idea.startsWith('absent.')) ? [...ideas, `w:${slot.text}`] : ideas }
}

/** Separates the tokens of scripts without spaces from the others. */
function splitBySpacing(tokens: readonly Token[]): { unspaced: boolean; tokens: Token[] }[] {
  const parts: { unspaced: boolean; tokens: Token[] }[] = []
  for (const token of tokens) {
    const unspaced = isUnspaced(token)
    const last = parts.at(-1)
    if (last?.unspaced === unspaced) last.tokens.push(token)
    else parts.push({ unspaced, tokens: [token] })
  }
  return parts
}
