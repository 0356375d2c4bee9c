// The words of questions about the community (knowledge/<locale>/community.txt), and a question cut into pieces by them.
import { join } from 'node:path'
import { type Folders, textsOf } from '../../knowledge/folders.ts'
import { languageOf, serviceLocales } from '../../languages/languages.ts'
import { counters, type Site } from '../../site/site.ts'
import { foldText, isUnspaced } from '../../store/search-text.ts'
import { lazily } from '../../util/lazily.ts'
import type { Lexicon, Slot } from './lexicon.ts'
import { addTo, type Meanings, maxPhraseTokens, type Phrase, phraseAt, segmentsOf } from './phrase-book.ts'
import { similarWord } from './spelling.ts'
import { stemOf } from './tokens.ts'
import { parseWords, textFor, withKindWords } from './words.ts'

/** A word or phrase of a question, at `from` to `to`. */
export type Piece = {
  /** Folded; of a misspelled word the correction. */
  text: string
  from: number
  to: number
  cues: readonly string[]
  /** Of the vocabulary of the service (see parse/lexicon.ts); none for a stop word. */
  ideas: readonly string[]
  isStop: boolean
  /** Whether it is a word of the service, or a common word. Others, and words of everyday topics, are what a search is about. */
  isCommon: boolean
  /** Whether it is in one of the lists of the service, as it is spelled. */
  isKnown: boolean
  isCorrected: boolean
}

/** Phrases as they are written, by their stems, and without spaces. Questions in other languages may have English words. */
type CueTable = {
  locale: string
  exact: Meanings
  stems: Meanings
  unspaced: Meanings
  english: CueTable | null
}

export type Cues = (locale: string) => CueTable

/** Letters of a stop word that may be meant as a tag or category. */
const minTopic = 4
/** Cues that other forms of their words do not mean: "counted" does not ask how many. */
const exactCues: ReadonlySet<string> = new Set([
  'count', 'status', 'it', 'and', 'in', 'by', 'only', 'about', 'more', 'most', 'least', 'need', 'list', 'total', 'thing', 'newest', 'following', 'bio', 'likes', 'plays', 'similar', 'to', 'compare', 'score',
]) // biome-ignore format: a list
const wordPattern = /@?[\p{L}\p{M}\p{N}]+/gu
const scriptRun =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々〆]+|\p{sc=Hangul}+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々〆\p{sc=Hangul}]+/gu

export async function loadCues(folders: Folders, { kinds, stats }: Pick<Site, 'kinds' | 'stats'>): Promise<Cues> {
  const tables = new Map<string, () => CueTable>()
  for (const locale of serviceLocales) {
    const words = withKindWords(parseWords(await textsOf(folders, join(locale, 'community.txt'))), kinds, locale)
    // The labels of the site for its counters, such as "Downloads".
    const labels = counters.map(counter => [counter, textFor(stats[counter].label ?? undefined, locale)] as const)
    const english = tables.get('en')
    tables.set(
      locale,
      lazily(() => makeTable(locale, [...words], labels, english?.() ?? null)),
    )
  }
  return locale => (tables.get(locale) ?? tables.get('en')!)()
}

type Listed = readonly [cue: string, phrases: readonly string[]]

/** Of the labels, all forms count. */
function makeTable(
  locale: string,
  words: readonly Listed[],
  labels: readonly Listed[],
  english: CueTable | null,
): CueTable {
  const stem = stemOf(locale)
  const exact = new Map<string, string[]>()
  const stems = new Map<string, string[]>()
  const unspaced = new Map<string, string[]>()
  for (const list of [...words, ...labels])
    for (const parts of list[1].map(phrase => foldText(phrase).match(wordPattern) ?? [])) {
      const [cue] = list
      addTo(exact, parts.join(' '), cue)
      if (!exactCues.has(cue) || labels.includes(list)) addTo(stems, parts.map(stem).join(' '), cue)
      addTo(unspaced, parts.join(''), cue)
    }
  return { locale, exact, stems, unspaced, english }
}

/** The longest phrase that begins with the word at `at`. Exact forms first, so that "following" and "followers" differ. */
function cuesAt({ locale, exact, stems, english }: CueTable, words: readonly string[], at: number): Phrase | null {
  const next = words.slice(at, at + maxPhraseTokens)
  const written = phraseAt(exact, next, 0)
  const inflected = phraseAt(stems, next.map(stemOf(locale)), 0)
  const found = (inflected?.length ?? 0) > (written?.length ?? 0) ? inflected : written
  // A word for a kind of the site means only that: its patterns may be called "instructions".
  const kinds = found?.meanings.filter(isKind) ?? []
  if (kinds.length > 0) return { ...found!, meanings: kinds }
  return found ?? (english && cuesAt(english, words, at))
}

/** Look-ups of words in the language of the question. `isTopic`: whether it is the name of a tag or category. */
type Vocabulary = Lexicon & { isTopic(word: string): boolean }

/** A word in Latin letters may be written together with Japanese ones. */
const wordsIn = (text: string) =>
  [...text.matchAll(wordPattern)].flatMap(({ 0: word, index }) =>
    [...word.matchAll(scriptRun)].map(({ 0: run, index: at }) => ({
      word: run,
      from: index + at,
      to: index + at + run.length,
    })),
  )

export function piecesOf(text: string, table: CueTable, vocabulary: Vocabulary): Piece[] {
  const parts = wordsIn(text)
  const words = parts.map(({ word }) => foldText(word))
  const hasRuns = languageOf(table.locale).writing.script !== undefined
  const pieces: Piece[] = []
  for (let i = 0; i < parts.length; ) {
    const { word, from } = parts[i]!
    const isRun = hasRuns && isUnspaced(word)
    const found = isRun ? null : cuesAt(table, words, i)
    const stops = isRun || (found?.length ?? 1) > 1 ? 0 : stopPhraseLength(words, i, table, vocabulary)
    const length = stops || (found?.length ?? 1)
    const range = { from, to: parts[i + length - 1]!.to }
    const phrase = words.slice(i, i + length).join(' ')
    if (isRun) pieces.push(...unspacedPieces(words[i]!, from, table, vocabulary))
    else if (stops > 0) pieces.push({ ...plain, text: phrase, ...range, isStop: true })
    else if (found !== null) pieces.push({ ...cue, text: phrase, ...range, cues: found.meanings })
    // A single letter that is no word of any language is a name: "R", "C".
    else if (/^[B-DF-HJ-NP-TV-XZ]$/.test(word)) pieces.push({ ...plain, text: phrase, ...range })
    else pieces.push({ ...wordPiece(phrase, table, vocabulary), ...range })
    i += length
  }
  return pieces
}

/** Cues that are also parts of phrases that mean nothing. */
const quietCues = /^(?:in|by|it|and|to|only|about|used|thing|list)$/

/** Words that mean nothing together, though not each of them alone: "these days". 0 if there are none here. */
function stopPhraseLength(words: readonly string[], at: number, table: CueTable, { slots, isTopic }: Vocabulary) {
  const isEmpty = (some: readonly string[]) => slots(some.join(' ')).length === 0
  const isStop = (length: number): boolean => {
    const some = words.slice(at, at + length)
    const cues = some.flatMap((_, i) => cuesAt(table, words, at + i)?.meanings ?? [])
    const isSilent = some.length === length && !some.some(isTopic) && cues.every(cue => quietCues.test(cue))
    return isSilent && isEmpty(some) && !some.every(word => isEmpty([word]))
  }
  return [3, 2].find(isStop) ?? 0
}

const plain: Omit<Piece, 'text' | 'from' | 'to'> = {
  cues: [],
  ideas: [],
  isStop: false,
  isCommon: false,
  isKnown: false,
  isCorrected: false,
}

const cue: typeof plain = { ...plain, isCommon: true }

type Found = Omit<Piece, 'from' | 'to'>

/** A word that is no cue. Its slot has the corrected spelling. */
function wordPiece(word: string, table: CueTable, { slots: slotsOf, knows, isTopic }: Vocabulary): Found {
  const isKnown = knows(word)
  if (/^@|^\d+$/.test(word) || (!isKnown && isTopic(word))) return { ...plain, text: word }
  const cueWord = isKnown ? undefined : similarWord(word, table.exact.keys())
  const slots = slotsOf(cueWord ?? word)
  const text = cueWord ?? slots[0]?.text ?? word
  const isCorrected = !isKnown && (slots.length === 0 || (slots.length === 1 && text !== word && !text.includes(' ')))
  const ideas = slots.flatMap(slot => slot.ideas)
  const cues = (isCorrected && cuesAt(table, [text], 0)?.meanings) || ideas.filter(isKind)
  // "Is" may be a tag, too.
  const isStop = slots.length === 0 && (word.length < minTopic || !isTopic(word))
  return {
    text: isCorrected ? text : word,
    cues,
    ideas,
    isStop,
    isCommon: isKnown && slots.every(isCommonSlot),
    isCorrected,
    isKnown,
  }
}

/** Cues, and between them the words that the vocabulary of the service leaves. */
function unspacedPieces(run: string, start: number, { unspaced }: CueTable, { slots }: Vocabulary): Piece[] {
  return segmentsOf(run, unspaced).flatMap(({ text, from, meanings }) => {
    if (meanings !== null) return [{ ...cue, text, from: start + from, to: start + from + text.length, cues: meanings }]
    let at = 0
    return slots(text).map(slot => {
      at = Math.max(at, text.indexOf(slot.text, at))
      const begin = start + from + at
      const { ideas, known: isKnown } = slot
      const cues = ideas.filter(isKind)
      return {
        ...plain,
        text: slot.text,
        from: begin,
        to: begin + slot.text.length,
        ideas,
        cues,
        isCommon: isCommonSlot(slot),
        isKnown,
      }
    })
  })
}

/** A word of an absent topic is something that people look for elsewhere. */
const isCommonSlot = ({ known, everyday = false, ideas }: Slot): boolean =>
  known && !everyday && !ideas.some(idea => idea.startsWith('absent.'))

const isKind = (name: string): boolean => name.startsWith('kind.')
