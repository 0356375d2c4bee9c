// Maps the words of a question to ideas, which are language-independent.
import { languageOf } from '../../languages/languages.ts'
import { isUnspaced, type Phrase, type PhraseBook } from './phrase-book.ts'
import type { Spelling } from './spelling.ts'
import { type Token, tokensOf, wireNamesOf } from './tokens.ts'
import { scanUnspaced } from './unspaced.ts'

/**
 * A part of a question and the ideas it may stand for. A word without an idea gets one of its own, `w:` and its
 * stem; numbers have `n:`, handles `h:`, names of the API `l:`. `known` is false for a word in none of our lists;
 * `everyday` words are common words outside our subject.
 */
export type Slot = { ideas: readonly string[]; text: string; known: boolean; everyday?: boolean }

export type Lexicon = {
  slots(text: string): Slot[]
}

type LexiconParts = {
  phrases: PhraseBook
  /** English technical terms are used in every language; the language's own meaning takes precedence. */
  borrowed: Pick<PhraseBook, 'ideasOf' | 'match'> | null
  /** Corrections of misspelled words. */
  spelling: Spelling
  /** Names of the API are the same in every language. */
  names: ReadonlySet<string>
}

export function makeLexicon({ phrases: own, borrowed, spelling, names }: LexiconParts): Lexicon {
  const { locale, stem, unspaced } = own

  const matchAt = (tokens: readonly Token[], from: number): Phrase | null => {
    const native = own.match(tokens, from)
    const foreign = borrowed?.match(tokens, from) ?? null
    return foreign !== null && (native === null || foreign.length > native.length) ? foreign : native
  }
  const { linkingLetters } = languageOf(locale).grammar
  const partsOf = (word: string) => (linkingLetters === undefined ? null : compound(word, linkingLetters, own.ideasOf))
  // Before matching phrases: "rol over" is one.
  const repaired = (token: Token): Token => {
    if (token.kind !== 'word' || own.ideasOf(token.text) !== null || borrowed?.ideasOf(token.text)) return token
    const word = partsOf(token.text) === null ? spelling.repair(token.text) : null
    return word === null ? token : { kind: 'word', text: word }
  }
  const single = (token: Token): Slot => {
    if (token.kind === 'number') return { ideas: [`n:${token.text}`], text: token.text, known: true }
    if (token.kind === 'handle') return { ideas: [`h:${token.text}`], text: token.text, known: true }
    const ideas = spelling.knows(token.text) ? null : partsOf(token.text)
    return ideas === null
      ? { ideas: [`w:${stem(token.text)}`], text: token.text, known: spelling.knows(token.text) }
      : { ideas, text: token.text, known: true }
  }

  // A name that the lexicon explains needs no slot; an unknown one does when it looks like nothing else.
  const named = (name: string): Slot[] => {
    const tokens = tokensOf(name)
    if (!name.includes('_') && matchAt(tokens, 0)?.length === tokens.length) return []
    const known = names.has(name)
    return known || /[_/]/.test(name) ? [{ ideas: [`l:${name}`], text: name, known }] : []
  }

  const asEveryday = (token: Token): Slot => ({ ...single(token), everyday: true })
  const spaced = (written: readonly Token[]): Slot[] => {
    const tokens = written.map(repaired)
    const slots: Slot[] = []
    for (let i = 0; i < tokens.length; ) {
      const match = matchAt(tokens, i)
      const text = tokens
        .slice(i, i + (match?.length ?? 1))
        .map(token => token.text)
        .join(' ')
      if (match === null) slots.push(single(tokens[i]!))
      else if (isOther(match.ideas)) slots.push(...tokens.slice(i, i + match.length).map(asEveryday))
      else slots.push({ ideas: match.ideas, text, known: true })
      i += match?.length ?? 1
    }
    return slots
  }

  return {
    slots(text) {
      const tokens = tokensOf(text)
      const slots =
        unspaced === null
          ? spaced(tokens)
          : runsApart(tokens).flatMap(part =>
              part.unspaced ? scanUnspaced(part.tokens, unspaced).map(asWord) : spaced(part.tokens),
            )
      const telling = slots.map(withoutStop).filter(({ ideas }) => ideas.length > 0)
      return [...telling, ...wireNamesOf(text).flatMap(named)]
    },
  }
}

const isOther = (ideas: readonly string[]): boolean => ideas.every(idea => idea === 'other')

/** An everyday word without an idea stands for itself. */
const asWord = (slot: Slot): Slot =>
  isOther(slot.ideas) ? { ...slot, ideas: [`w:${slot.text}`], everyday: true } : slot

/** An absent topic is matched only by its own words. */
const withoutStop = (slot: Slot): Slot => {
  const ideas = slot.ideas
    .filter(idea => idea !== 'stop' && idea !== 'other')
    .map(idea => idea.replace(/^number\./, 'n:'))
  return { ...slot, ideas: ideas.some(idea => idea.startsWith('absent.')) ? [...ideas, `w:${slot.text}`] : ideas }
}

/** Abopreis: a compound of two known words. */
function compound(
  word: string,
  linkingLetters: readonly string[],
  ideasOf: (word: string) => string[] | null,
): string[] | null {
  for (let cut = word.length - 4; cut >= 3; cut--) {
    const last = ideasOf(word.slice(cut))
    if (last === null || last.includes('stop')) continue
    for (const link of linkingLetters) {
      if (!word.slice(0, cut).endsWith(link)) continue
      const first = ideasOf(word.slice(0, cut - link.length))
      if (first !== null && !first.includes('stop') && !isOther([...first, ...last]))
        return [...new Set([...first, ...last])]
    }
  }
  return null
}

function runsApart(tokens: readonly Token[]): { unspaced: boolean; tokens: Token[] }[] {
  const parts: { unspaced: boolean; tokens: Token[] }[] = []
  for (const token of tokens) {
    const unspaced = isUnspaced(token)
    const last = parts.at(-1)
    if (last?.unspaced === unspaced) last.tokens.push(token)
    else parts.push({ unspaced, tokens: [token] })
  }
  return parts
}
