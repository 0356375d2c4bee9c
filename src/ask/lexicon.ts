// From the words of a question to ideas, which are the same in every language.
import { foldText } from '../store/search-text.ts'
import { makeSpelling, type Spelling } from './spelling.ts'
import { type Stem, stemOf } from './stems.ts'
import { type Token, tokensOf, wireNamesOf } from './tokens.ts'
import type { Turn } from './turns.ts'
import { scanUnspaced } from './unspaced.ts'
import type { Words } from './words.ts'

/**
 * A piece of a question: the ideas it may stand for. A word that stands for none has one of its own, `w:` and its stem;
 * numbers have `n:`, handles `h:`, names on the wire `l:`. `known` is false for a word that nobody told us about;
 * `everyday` words are none of ours.
 */
export type Slot = { ideas: readonly string[]; text: string; known: boolean; everyday?: boolean }

export type Lexicon = {
  locale: string
  slots(text: string): Slot[]
  /** Words besides the lexicon's own that may be meant by a misspelled one. */
  learn(text: string): void
  /** Which share of the words it knows, as ideas or as stop words. */
  familiarity(text: string): number
  /** What other languages borrow. */
  lent: Lent | null
}

/** The spelling is that of the words of the lists alone; a lexicon learns more. */
type Lent = Pick<Phrases, 'ideasOf' | 'match'> & { spelling: Spelling }

const unspacedLocales: ReadonlySet<string> = new Set(['ja', 'ko', 'zh'])
/** Languages that write several words as one. */
const compounding: ReadonlySet<string> = new Set(['de'])
const longestPhrase = 6

export type LexiconParts = {
  locale: string
  words: Words
  /** English words for technical things are used in every language; where both know a word, the language's own counts. */
  borrowed: Lent | null
  /** Names on the wire are the same in every language, and shared. */
  names: ReadonlySet<string>
}

export async function makeLexicon(parts: LexiconParts, turn: Turn): Promise<Lexicon> {
  const { locale, words, borrowed, names } = parts
  const { vocabulary, ...own } = await makePhrases(locale, words, turn)
  const spelling = await spellingOf(vocabulary, turn, borrowed?.spelling)
  const lent = borrowed === null ? { ...own, spelling: await spellingOf(vocabulary, turn) } : null
  const { entries, longest } = await unspacedEntries(locale, words, turn)
  const { stem } = own

  const matchAt = (tokens: readonly Token[], from: number): { length: number; ideas: string[] } | null => {
    const native = own.match(tokens, from)
    const foreign = borrowed?.match(tokens, from) ?? null
    return foreign !== null && (native === null || foreign.length > native.length) ? foreign : native
  }
  const partsOf = (word: string) => (compounding.has(locale) ? compound(word, own.ideasOf) : null)
  // Before phrases are looked for: "rol over" is one.
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

  // A name that the lexicon has words for needs no slot of its own; one that nobody told us about does when it looks like
  // nothing else.
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
    locale,
    slots(text) {
      const tokens = tokensOf(text)
      const slots = unspacedLocales.has(locale)
        ? runsApart(tokens).flatMap(part =>
            part.unspaced ? scanUnspaced(part.tokens, entries, longest).map(asWord) : spaced(part.tokens),
          )
        : spaced(tokens)
      const telling = slots.map(withoutStop).filter(({ ideas }) => ideas.length > 0)
      return [...telling, ...wireNamesOf(text).flatMap(named)]
    },
    learn: text => {
      for (const token of tokensOf(text)) if (token.kind === 'word') spelling.learn(token.text)
    },
    familiarity(text) {
      const tokens = tokensOf(text).filter(({ kind }) => kind === 'word')
      return tokens.filter((_, i) => own.match(tokens, i) !== null).length / Math.max(1, tokens.length)
    },
    lent,
  }
}

const isOther = (ideas: readonly string[]): boolean => ideas.every(idea => idea === 'other')

/** An everyday word that stands for none of our ideas is only itself. */
const asWord = (slot: Slot): Slot =>
  isOther(slot.ideas) ? { ...slot, ideas: [`w:${slot.text}`], everyday: true } : slot

/** An absent topic is met again only by its own words. */
const withoutStop = (slot: Slot): Slot => {
  const ideas = slot.ideas
    .filter(idea => idea !== 'stop' && idea !== 'other')
    .map(idea => idea.replace(/^number\./, 'n:'))
  return { ...slot, ideas: ideas.some(idea => idea.startsWith('absent.')) ? [...ideas, `w:${slot.text}`] : ideas }
}

/** Most phrases stand for one idea: these share a list. */
function addIdea(ideas: Map<string, string[]>, key: string, idea: string, alone: Map<string, string[]>): void {
  const before = ideas.get(key)
  const single = alone.get(idea) ?? [idea]
  alone.set(idea, single)
  if (before === undefined) ideas.set(key, single)
  else if (!before.includes(idea)) ideas.set(key, [...before, idea])
}

async function spellingOf(vocabulary: ReadonlySet<string>, turn: Turn, also?: Spelling): Promise<Spelling> {
  const spelling = makeSpelling(also)
  for (const word of vocabulary) {
    spelling.learn(word)
    await turn()
  }
  return spelling
}

type Phrases = Awaited<ReturnType<typeof makePhrases>>

/** Phrases by the stems of their words, all in one map: a tree of maps took ten times the memory. */
async function makePhrases(locale: string, words: Words, turn: Turn) {
  const stem: Stem = stemOf(locale)
  const ideasOfPhrase = new Map<string, string[]>()
  const vocabulary = new Set<string>()
  const alone = new Map<string, string[]>()
  const scanned = unspacedLocales.has(locale)
  for (const [idea, phrases] of words) {
    for (const phrase of phrases) {
      const tokens = tokensOf(phrase).slice(0, longestPhrase)
      for (const { kind, text } of tokens) if (kind === 'word') vocabulary.add(text)
      const key = tokens.map(({ kind, text }) => keyOf(kind, text, stem)).join(' ')
      // Phrases of unspaced scripts are found by scanning.
      if (tokens.length > 0 && !(scanned && tokens.every(isUnspacedToken))) addIdea(ideasOfPhrase, key, idea, alone)
      await turn()
    }
  }
  return {
    vocabulary,
    stem,
    ideasOf: (word: string): string[] | null => ideasOfPhrase.get(keyOf('word', word, stem)) ?? null,
    match(tokens: readonly Token[], from: number): { length: number; ideas: string[] } | null {
      let key = ''
      let best: { length: number; ideas: string[] } | null = null
      for (let i = from; i < tokens.length && i < from + longestPhrase; i++) {
        const { kind, text } = tokens[i]!
        key = key === '' ? keyOf(kind, text, stem) : `${key} ${keyOf(kind, text, stem)}`
        const ideas = ideasOfPhrase.get(key)
        if (ideas !== undefined) best = { length: i - from + 1, ideas }
      }
      return best
    },
  }
}

const keyOf = (kind: Token['kind'], text: string, stem: Stem): string =>
  kind === 'word' ? stem(text) : `${kind} ${text}`

const linkingLetters = ['', 's', 'es', 'n', 'en', 'e']

/** Abopreis: a compound of two words that are known. */
function compound(word: string, ideasOf: (word: string) => string[] | null): string[] | null {
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

async function unspacedEntries(locale: string, words: Words, turn: Turn) {
  const entries = new Map<string, string[]>()
  const alone = new Map<string, string[]>()
  let longest = 0
  if (!unspacedLocales.has(locale)) return { entries, longest }
  for (const [idea, phrases] of words) {
    for (const phrase of phrases) {
      const key = foldText(phrase).replaceAll(/\s+/g, '')
      addIdea(entries, key, idea, alone)
      longest = Math.max(longest, key.length)
      await turn()
    }
  }
  return { entries, longest }
}

const isUnspacedToken = ({ kind, text }: Token): boolean => kind === 'run' || /^\p{sc=Hangul}/u.test(text)

function runsApart(tokens: readonly Token[]): { unspaced: boolean; tokens: Token[] }[] {
  const parts: { unspaced: boolean; tokens: Token[] }[] = []
  for (const token of tokens) {
    const unspaced = isUnspacedToken(token)
    const last = parts.at(-1)
    if (last?.unspaced === unspaced) last.tokens.push(token)
    else parts.push({ unspaced, tokens: [token] })
  }
  return parts
}
