// The words of questions about the community (knowledge/<locale>/community.txt), and a question cut into pieces by them.
import { join } from 'node:path'
import { type Folders, textsOf } from '../../knowledge/folders.ts'
import { languageOf, serviceLocales } from '../../languages/languages.ts'
import { counters, isDefaultKind, type Site, type SiteKind } from '../../site/site.ts'
import { foldText, isUnspaced } from '../../store/search-text.ts'
import { lazily } from '../../util/lazily.ts'
import { editDistance } from '../../util/nearest.ts'
import type { Slot } from './lexicon.ts'
import { stemOf } from './tokens.ts'
import { parseWords, textFor } from './words.ts'

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

type Found = { cues: readonly string[]; length: number }

export type CueTable = {
  locale: string
  /** The longest phrase that begins with the word at `at`. */
  find(words: readonly string[], at: number): Found | null
  /** The longest phrase at this character, in a text without spaces. */
  findIn(text: string, at: number): Found | null
  /** The word of a cue that this misspelled word is meant to be. */
  correct(word: string): string | null
}

type Phrases = readonly [cue: string, phrases: readonly string[]]

export type Cues = (locale: string) => CueTable

const maxWords = 5
/** Letters of a stop word that may be meant as a tag or category. */
const minTopic = 4
/** Letters of a cue word whose spelling is corrected. */
const minCorrected = 5
/** Cues that other forms of their words do not mean: "counted" does not ask how many. */
const exactCues: ReadonlySet<string> = new Set([
  'count', 'status', 'it', 'and', 'in', 'by', 'only', 'about', 'more', 'most', 'least', 'need', 'list', 'total', 'thing', 'newest', 'following', 'bio', 'likes', 'plays', 'similar', 'to', 'compare', 'score',
]) // biome-ignore format: a list
const wordPattern = /@?[\p{L}\p{M}\p{N}]+/gu
const scriptRun =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々〆]+|\p{sc=Hangul}+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々〆\p{sc=Hangul}]+/gu
const wordsIn = (text: string): string[] => foldText(text).match(wordPattern) ?? []

export async function loadCues(folders: Folders, { kinds, stats }: Pick<Site, 'kinds' | 'stats'>): Promise<Cues> {
  const tables = new Map<string, () => CueTable>()
  for (const locale of serviceLocales) {
    const words = [...parseWords(await textsOf(folders, join(locale, 'community.txt')))].filter(
      ([cue]) =>
        !cue.startsWith('kind.') || kinds.some(({ key, label }) => cue === `kind.${key}` && label === undefined),
    )
    const english = tables.get('en')
    tables.set(
      locale,
      lazily(() =>
        makeTable(
          locale,
          words,
          [...kindPhrases(kinds, locale), ...counterPhrases(stats, locale)],
          english?.() ?? null,
        ),
      ),
    )
  }
  return locale => (tables.get(locale) ?? tables.get('en')!)()
}

const kindPhrases = (kinds: readonly SiteKind[], locale: string): [string, string[]][] =>
  kinds
    // "app" also means any creation, unless the site has its own word for it.
    .filter(({ key, label }) => key !== 'app' || label !== undefined)
    .map(({ key, label, plural }) => {
      const { words } = languageOf(locale)
      const builtIn = isDefaultKind(key) && label === undefined ? [words[key], words[`${key}s`]] : []
      return [`kind.${key}`, [...builtIn, ...textFor(label, locale), ...textFor(plural, locale)]]
    })

/** The labels of the site for its counters, such as "Downloads". */
const counterPhrases = (stats: Site['stats'], locale: string): [string, string[]][] =>
  counters.map(counter => [counter, textFor(stats[counter].label ?? undefined, locale)])

/** Exact forms first, so that "following" and "followers" differ; then stems. */
function makeTable(
  locale: string,
  builtIn: readonly Phrases[],
  ofSite: readonly Phrases[],
  english: CueTable | null,
): CueTable {
  const stem = stemOf(locale)
  const exact = new Map<string, string[]>()
  const stems = new Map<string, string[]>()
  const compact = new Map<string, string[]>()
  // A word for a kind of the site means only that: its patterns may be called "instructions".
  const add = (table: Map<string, string[]>, key: string, cue: string) => {
    const others = table.get(key) ?? []
    table.set(key, [...new Set([...(isKind(cue) ? others.filter(isKind) : others), cue])])
  }
  for (const list of [...builtIn, ...ofSite])
    for (const words of list[1].map(wordsIn)) {
      const [cue] = list
      add(exact, words.join(' '), cue)
      if (!exactCues.has(cue) || ofSite.includes(list)) add(stems, words.map(stem).join(' '), cue)
      add(compact, words.join(''), cue)
    }
  const single = [...exact.keys()].filter(key => key.length >= minCorrected && !key.includes(' '))
  const longest = Math.max(0, ...[...compact.keys()].map(key => key.length))
  return {
    locale,
    correct(word) {
      if (word.length < minCorrected) return null
      return single.find(key => key[0] === word[0] && editDistance(word, key, 2) < 2) ?? null
    },
    find(words, at) {
      for (let length = Math.min(maxWords, words.length - at); length > 0; length--) {
        const phrase = words.slice(at, at + length)
        const cues = exact.get(phrase.join(' ')) ?? stems.get(phrase.map(stem).join(' '))
        if (cues !== undefined) return { cues, length }
      }
      return english?.find(words, at) ?? null
    },
    findIn(text, at) {
      for (let length = Math.min(longest, text.length - at); length > 0; length--) {
        const cues = compact.get(text.slice(at, at + length))
        if (cues !== undefined) return { cues, length }
      }
      return null
    },
  }
}

/** Look-ups of words in the language of the question: ideas of the service, known spellings, tags and categories. */
export type Vocabulary = {
  slotsOf(text: string): readonly Slot[]
  /** Whether the service knows the word as it is spelled. */
  knows(word: string): boolean
  /** Whether it is the name of a tag or category. */
  isTopic(word: string): boolean
}

export function piecesOf(text: string, table: CueTable, vocabulary: Vocabulary): Piece[] {
  const parts = [...text.matchAll(wordPattern)].flatMap(({ 0: word, index }) => splitScripts(word, index))
  const words = parts.map(({ word }) => foldText(word))
  const pieces: Piece[] = []
  for (let i = 0; i < parts.length; ) {
    const { word, from, isUnspaced } = parts[i]!
    if (isUnspaced && languageOf(table.locale).writing.script !== undefined) {
      pieces.push(...unspacedPieces(word, from, table, vocabulary))
      i++
      continue
    }
    const found = table.find(words, i)
    const stops = found === null || found.length === 1 ? stopPhraseLength(words, i, table, vocabulary) : 0
    if (stops > 0) {
      const end = parts[i + stops - 1]!
      pieces.push({ ...plain(words.slice(i, i + stops).join(' '), from, end.from + end.word.length), isStop: true })
      i += stops
      continue
    }
    const last = parts[i + (found?.length ?? 1) - 1]!
    const to = last.from + last.word.length
    if (found !== null)
      pieces.push({ ...plain(words.slice(i, i + found.length).join(' '), from, to), cues: found.cues })
    else pieces.push(wordPiece(words[i]!, from, to, table, vocabulary))
    i += found?.length ?? 1
  }
  return pieces
}

/** Cues that are also parts of phrases that mean nothing. */
const quietCues = /^(?:in|by|it|and|to|only|about|used|thing|list)$/

/** Words that mean nothing together, though not each of them alone: "these days". 0 if there are none here. */
function stopPhraseLength(words: readonly string[], at: number, table: CueTable, { slotsOf, isTopic }: Vocabulary) {
  const isEmpty = (some: readonly string[]) => slotsOf(some.join(' ')).length === 0
  const isStop = (length: number): boolean => {
    const some = words.slice(at, at + length)
    const cues = some.flatMap((_, i) => table.find(words, at + i)?.cues ?? [])
    const isSilent = some.length === length && !some.some(isTopic) && cues.every(cue => quietCues.test(cue))
    return isSilent && isEmpty(some) && !some.every(word => isEmpty([word]))
  }
  return [3, 2].find(isStop) ?? 0
}

const plain = (text: string, from: number, to: number): Piece => ({
  text,
  from,
  to,
  cues: [],
  ideas: [],
  isStop: false,
  isCommon: false,
  isKnown: false,
  isCorrected: false,
})

/** A word in Latin letters may be written together with Japanese ones. */
const splitScripts = (word: string, index: number) =>
  [...word.matchAll(scriptRun)].map(({ 0: run, index: at }) => ({
    word: run,
    from: index + at,
    isUnspaced: isUnspaced(run),
  }))

/** A word that is no cue. Its slot has the corrected spelling. */
function wordPiece(word: string, from: number, to: number, table: CueTable, vocabulary: Vocabulary): Piece {
  const { slotsOf, knows, isTopic } = vocabulary
  const isKnown = knows(word)
  if (/^@|^\d+$/.test(word) || (!isKnown && isTopic(word))) return plain(word, from, to)
  const cueWord = isKnown ? null : table.correct(word)
  const slots = slotsOf(cueWord ?? word)
  const text = cueWord ?? slots[0]?.text ?? word
  const isCorrected = !isKnown && (slots.length === 0 || (slots.length === 1 && text !== word && !text.includes(' ')))
  const ideas = slots.flatMap(slot => slot.ideas)
  const cues = (isCorrected && table.find([text], 0)?.cues) || kindsOf(ideas)
  // "Is" may be a tag, too.
  const isStop = slots.length === 0 && (word.length < minTopic || !isTopic(word))
  const isCommon = isKnown && slots.every(isCommonSlot)
  return { text: isCorrected ? text : word, from, to, cues, ideas, isStop, isCommon, isCorrected, isKnown }
}

/** Cues, and between them the words that the vocabulary of the service leaves. */
function unspacedPieces(run: string, from: number, table: CueTable, { slotsOf }: Vocabulary): Piece[] {
  const folded = foldText(run)
  const pieces: Piece[] = []
  let start = 0
  const addRest = (to: number) => {
    const rest = folded.slice(start, to)
    let at = 0
    for (const slot of rest === '' ? [] : slotsOf(rest)) {
      const { text, ideas } = slot
      at = Math.max(at, rest.indexOf(text, at))
      pieces.push({
        ...plain(text, from + start + at, from + start + at + text.length),
        ideas,
        cues: kindsOf(ideas),
        isCommon: isCommonSlot(slot),
        isKnown: slot.known,
      })
    }
  }
  for (let at = 0; at < folded.length; ) {
    const found = table.findIn(folded, at)
    if (found === null) at++
    else {
      addRest(at)
      start = at + found.length
      pieces.push({ ...plain(folded.slice(at, start), from + at, from + start), cues: found.cues })
      at = start
    }
  }
  addRest(folded.length)
  return pieces
}

/** A word of an absent topic is something that people look for elsewhere. */
const isCommonSlot = ({ known, everyday = false, ideas }: Slot): boolean =>
  known && !everyday && !ideas.some(idea => idea.startsWith('absent.'))

const isKind = (name: string): boolean => name.startsWith('kind.')
const kindsOf = (ideas: readonly string[]): string[] => ideas.filter(isKind)
