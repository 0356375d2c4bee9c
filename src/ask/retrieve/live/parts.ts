// What a question says about the community: its cues, names, filters and words.
import { counters } from '../../../site/site.ts'
import { titleKey, wordsOf } from '../../../store/search-text.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Piece } from '../../parse/cues.ts'
import {
  type Named,
  type NamedCreation,
  type NamedCreator,
  type NamedTopic,
  overlaps,
  withoutOverlaps,
} from './names.ts'

export type Parts = {
  /** The question as it is written. */
  text: string
  cues: ReadonlySet<string>
  /** Where cues stand, for "remixes of X" and "X follows". */
  pieces: readonly Piece[]
  creations: readonly NamedCreation[]
  creators: readonly NamedCreator[]
  topics: readonly NamedTopic[]
  kinds: readonly string[]
  language: string | null
  /** Words that are neither cues nor names: they are searched for. */
  words: readonly Piece[]
  limit: number | null
  ordinal: number | null
  /** Asks how or why something is done, which facts answer. */
  isExplanation: boolean
  /** Contains "not" or the like, which filters cannot express. */
  isNegated: boolean
  /** Hardly any stop words: no sentence. */
  isShort: boolean
  /** Without words or signs that make a question. */
  isStatement: boolean
  /** Nothing but words to search for. */
  isPhrase: boolean
  /** Words of the question that say something. */
  size: number
  /** A name that the question gives explicitly and that does not exist: a handle, an address or a quoted title. */
  missing: string | null
}

export const hasCue = ({ cues }: Pick<Parts, 'cues'>, ...names: readonly string[]): boolean =>
  names.some(name => cues.has(name))

type Asked = {
  text: string
  locale: string
  pieces: readonly Piece[]
  named: readonly Named[]
  missing: string | null
  /** Of the whole question. */
  ideas: ReadonlySet<string>
  isNegated: boolean
  languageOf: (piece: Piece) => string | null
}

export function partsOf({ text, locale, pieces, named, missing, ideas, isNegated, languageOf }: Asked): Parts {
  const chosen = withoutOverlaps(named.filter(one => !isSearchWord(one, named, pieces, text, locale)))
  const rest = pieces.filter(piece => !chosen.some(one => overlaps(piece, one)))
  const language = rest.find(piece => languageOf(piece) !== null)
  const cues = new Set(rest.flatMap(piece => piece.cues))
  const isShort = pieces.filter(({ isStop }) => isStop).length <= parameters.phraseStops
  const ordinal = [...cues].find(cue => cue.startsWith('ordinal.'))
  const hasFrame = (names: RegExp) => [...ideas].some(idea => names.test(idea))
  const of = <Type extends Named['type']>(type: Type) =>
    chosen.filter((one): one is Extract<Named, { type: Type }> => one.type === type)
  return {
    text,
    cues,
    pieces,
    creations: [...new Map(of('creation').map(one => [one.card.url, one])).values()],
    creators: [...new Map(of('creator').map(one => [one.person.handle, one])).values()],
    topics: of('topic'),
    kinds: [...new Set(rest.flatMap(piece => piece.cues.filter(isKind).map(cue => cue.slice(5))))],
    language: language === undefined ? null : languageOf(language),
    words: rest.filter(piece => languageOf(piece) === null && isWord(piece)),
    limit: limitIn(pieces, chosen),
    ordinal: ordinal === undefined ? null : Number(ordinal.slice(8)),
    isExplanation: hasFrame(explanations) && !hasCue({ cues }, 'count', 'instructions'),
    size: rest.filter(piece => !piece.isStop).length + chosen.length,
    isShort,
    isStatement:
      !isQuestion.test(text) &&
      // "Permitted values for prefer.mode" is about the API.
      !hasFrame(/^l:/) &&
      // Only in English are all words known that make a question.
      (locale === 'en' || /^[\x20-\x7e]*$/.test(text) || hasCue({ cues }, 'need', 'to')) &&
      !hasFrame(questionFrames),
    isPhrase: isShort && !hasFrame(/^frame\./) && rest.every(({ cues }) => cues.every(cue => /^(?:by|in)$/.test(cue))),
    isNegated,
    missing,
  }
}

const explanations = /^frame\.(?:how|why|meaning|can|where|howlong|howmuch)$/
const questionFrames = /^frame\.(?:how|why|meaning|can|howlong|howmuch|who|howmany|howoften)$/
/** In other languages than English, by the sign alone. */
const isQuestion =
  /[?？؟]|^\W*(?:who|what|which|when|where|why|how|whose|whos|whats|wheres|hows|is|are|was|were|do|does|did|can|could|will|would|should|has|have|may)\b/i
const isKind = (cue: string): boolean => cue.startsWith('kind.')

const personCues = ['by', 'who', 'creator', 'made', 'follow', 'followers', 'following', 'joined', 'bio']
const itemCues = ['similar', 'version', 'license', 'made', 'published', 'score', ...counters]

export const pieceBefore = ({ from }: { from: number }, pieces: readonly Piece[]): Piece | undefined =>
  pieces.findLast(({ to }) => to <= from)

const isSeveralWords = (text: string): boolean => /\p{L} \p{L}/u.test(text)

/** "Any chess?" is about chess, not about the creation with this title, and so is "the most liked chess". */
function isSearchWord(one: Named, named: readonly Named[], pieces: readonly Piece[], text: string, locale: string) {
  const cues = new Set(pieces.flatMap(piece => piece.cues))
  const has = (...names: string[]) => hasCue({ cues }, ...names)
  const isSingle = pieces.some(piece => piece.from <= one.from && piece.to >= one.to)
  const isTopic = named.some(({ type, from, to }) => type === 'topic' && one.from === from && one.to === to)
  // "Postcss plugins" are not those of a creator who is called so, and "how many about angular" counts the tag.
  // "ESLint plugins by Yosuke Ota" are not by the creator "eslint".
  const isBy = (some: Named) => pieceBefore(some, pieces)?.cues.includes('by') ?? false
  const isOther = named.some(other => other.type === 'creator' && !overlaps(other, one) && isBy(other))
  if (one.type === 'creator' && isOther && !isBy(one) && !has('compare', 'more', 'and')) return true
  if (one.type === 'creator')
    return cues.size === 0
      ? isSingle && named.length > 1 && /^\p{Ll}/u.test(text.slice(one.from))
      : isTopic && has('count', 'about', 'need', 'most', 'list', 'popular', 'newest') && !has(...personCues)
  if (one.type !== 'creation' || /["“«]$/.test(text.slice(0, one.from))) return false
  // "Tell me about madge, is it a library?"
  const before = pieceBefore(one, pieces)
  if (has('it') && before?.cues.includes('about')) return false
  const isCapital = locale !== 'de' && /^\p{Lu}[\p{L}\p{N}]/u.test(text.slice(one.from))
  // "Most popular text editor"
  const isOrdered = before?.cues.some(cue => /^(?:popular|newest|trending)$/.test(cue)) ?? false
  const isPhrase =
    isOrdered && isSeveralWords(text.slice(one.from, one.to)) && !has(...itemCues, 'about', 'when', 'who')
  if ((has('most', 'liked', 'remixed') || isPhrase) && !has('more', 'compare', 'score')) return !isCapital
  const isOfKind = has('creation', 'thing') || [...cues].some(isKind)
  // "Which QR code packages are there?" is not about the creation "qrcode".
  const written = text.slice(one.from, one.to)
  const isRespelled =
    titleKey(written) === titleKey(one.card.title) && wordsOf(written).join() !== wordsOf(one.card.title).join()
  const hasStops = pieces.some(piece => piece.isStop && overlaps(piece, one))
  if (isRespelled && (hasStops || (isOfKind && has('need', 'list')))) return true
  // "What else has the author of X made?"
  if (has('else') && has('creator', 'made', 'published')) return false
  if (has('similar') || ((has(...itemCues) || (has('who', 'when') && !isOfKind)) && isQuestion.test(text))) return false
  // "Jest vs mocha" compares the creations, "more jest or mocha packages" the tags.
  const compared = new Set(named.flatMap(({ type, from }) => (type === 'creation' ? [from] : [])))
  // "Denemo or Frescobaldi for sheet music?"
  const isCommonWord = compared.size > 2 && isSingle && pieces.some(piece => piece.isKnown && overlaps(piece, one))
  if (has('compare', 'more') && (compared.size > 1 || has('it')) && !isOfKind)
    return one.to - one.from === 1 || (isCommonWord && !/^\p{Lu}/u.test(text.slice(one.from)))
  if (isTopic && has('more', 'compare', 'list', 'need')) return true
  if (has('more', 'compare') || isCapital) return false
  const isAmongWords = pieces.some(piece => isWord(piece) && !overlaps(piece, one))
  return isSingle && (has('need', 'creation', 'thing', 'count') || (has('total') && has('to')) || isAmongWords)
}

/** Has a meaning for the service. */
export const isOfService = ({ ideas }: Piece): boolean => ideas.some(idea => !/^(w:|n:|h:|frame\.|kind\.)/.test(idea))

const isNumber = ({ text, cues }: Piece): boolean => /^\d+$/.test(text) || cues.some(cue => cue.startsWith('number.'))

/** Ideas that do not restrict a query of the community. */
const neutralIdeas = /^(?:community|public|product|people)$/

const isWord = (piece: Piece): boolean =>
  piece.cues.length === 0 &&
  !piece.isStop &&
  !isNumber(piece) &&
  !piece.ideas.some(idea => neutralIdeas.test(idea)) &&
  !(piece.ideas.length > 0 && piece.ideas.every(idea => idea.startsWith('frame.')))

/** Cues that say how something is asked for, not what. */
const askingCues = /^(?:it|and|only|else|in|by|to|need|thing|list|creation|used|about|kind|most|total)$/

/** The words of a question that say what it is about. */
export const contentOf = ({ pieces }: Parts): Parts['words'] =>
  pieces.filter(
    ({ isStop, cues, text, ideas }) =>
      !isStop &&
      !/^\d$/.test(text) &&
      !(ideas.length > 0 && ideas.every(idea => idea.startsWith('frame.'))) &&
      !cues.some(cue => askingCues.test(cue)),
  )

const listed = /^(?:creation|creator|thing|tag|category|liked|popular|remixed|newest|trending|featured|it|kind\..*)$/

/** A number before what is listed ("three games", "5 most liked"), or after "top". */
function limitIn(pieces: readonly Piece[], named: readonly Named[]): number | null {
  const found = pieces.find((piece, i) => {
    if (!isNumber(piece) || named.some(one => one.type !== 'topic' && overlaps(piece, one))) return false
    const [before, after] = [pieces[i - 1], pieces[i + 1]]
    // "A game for two people"
    if (before?.cues.includes('to')) return false
    const isTopic = named.some(({ type, from }) => type === 'topic' && from === after?.from)
    return (
      isTopic ||
      after?.cues.some(cue => listed.test(cue)) ||
      before?.cues.some(cue => /^(?:most|newest|ordinal\..*)$/.test(cue))
    )
  })
  if (found === undefined) return null
  const number = Number(found.cues.find(cue => cue.startsWith('number.'))?.slice(7) ?? found.text)
  return Math.min(parameters.maxListed, Math.max(1, number))
}

/** "Packages for CSV files" are not about the package "csv". */
export const isWordLike = ({ creations, creators, text }: Parts): boolean =>
  creators.length === 0 &&
  creations.every(({ from, to, card }) => {
    const isTitle = /^\p{Lu}/u.test(card.title) && text.slice(from, to) === card.title
    return !isTitle && !/[“"«「@]$/u.test(text.slice(0, from))
  })

export const withNameAsWords = ({ creations, words, pieces, ...rest }: Parts): Parts => {
  const isOfName = (piece: Piece) => creations.some(one => overlaps(piece, one))
  return { ...rest, pieces, creations: [], words: pieces.filter(piece => words.includes(piece) || isOfName(piece)) }
}

/** "All games that teach typing?" begins with what is looked for. */
export const isNounPhrase = ({ pieces }: Parts): boolean =>
  pieces.find(({ isStop }) => !isStop)?.cues.some(cue => /^(?:thing|creation|kind\..*)$/.test(cue)) ?? false
