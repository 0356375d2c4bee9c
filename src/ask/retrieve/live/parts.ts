// What a question says about the community: its cues, names, filters and words.
import { counters } from '../../../site/site.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Piece } from '../../parse/cues.ts'
import { type Named, type NamedCreation, type NamedCreator, type NamedTopic, withoutOverlaps } from './names.ts'

export const personAspects = ['followers', 'following', 'joined', 'bio'] as const

/** What a question says about the community. */
export type Parts = {
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

/** Of several sentences, only the one that asks for something has words to search for. */
function askingWords(words: readonly Piece[], pieces: readonly Piece[], text: string): readonly Piece[] {
  const sentences = [...text.matchAll(/[^.!?。！？؟।]+/gu)].map(({ 0: sentence, index }) => ({
    from: index,
    to: index + sentence.length,
  }))
  const within = (some: readonly Piece[], { from, to }: { from: number; to: number }) =>
    some.filter(piece => piece.from >= from && piece.to <= to)
  const asking = sentences.findLast(span =>
    within(pieces, span).some(({ cues }) => cues.includes('need') || cues.includes('list')),
  )
  const last = asking ?? (sentences.length > 1 && /[?？؟]\s*$/.test(text) ? sentences.at(-1) : undefined)
  return sentences.length < 2 || last === undefined || within(words, last).length === 0 ? words : within(words, last)
}

export function partsOf(
  text: string,
  pieces: readonly Piece[],
  named: readonly Named[],
  ideas: ReadonlySet<string>,
  languages: (piece: Piece) => string | null,
  locale: string,
): Parts {
  const all = new Set(pieces.flatMap(({ cues }) => cues))
  const aboutCues = isQuestion(text) ? ['made', 'published', 'score'] : []
  const isAbout = [...aboutCues, 'similar', 'version', 'license', ...counters].some(cue => all.has(cue))
  const isCompared = all.has('more') || all.has('compare')
  const isTopic = ({ from, to }: Named) => named.some(one => one.type === 'topic' && one.from === from && one.to === to)
  const inName = (piece: Piece, { from, to }: Named) => piece.from < to && from < piece.to
  // "Any chess?" is about chess, not about the creation with this title.
  const isSearchWord = (one: Named) => {
    if (one.type !== 'creation' || isAbout) return false
    if (isTopic(one) && (isCompared || all.has('list') || all.has('need'))) return true
    if (isCompared || (locale !== 'de' && /^\p{Lu}/u.test(text.slice(one.from)))) return false
    const isSingle = pieces.some(piece => piece.from <= one.from && piece.to >= one.to)
    return (
      isSingle &&
      (['need', 'creation', 'thing', 'count'].some(cue => all.has(cue)) ||
        pieces.some(piece => isWord(piece) && !inName(piece, one)))
    )
  }
  // "Rate limits" may be a tag, too.
  const listing = ['creation', 'thing', 'tag', 'category', 'count', 'and', 'only']
  const isListed = (one: Named) =>
    pieces.some(
      piece => !inName(piece, one) && piece.cues.some(cue => listing.includes(cue) || cue.startsWith('kind.')),
    )
  const isOfServiceOnly = (one: Named) =>
    pieces
      .filter(piece => inName(piece, one))
      .every(({ ideas, cues, isStop }) => isStop || cues.length > 0 || ideas.some(isServiceIdea))
  const strong = withoutOverlaps(
    named.filter(
      one => one.isStrong && !isSearchWord(one) && !(one.type === 'topic' && !isListed(one) && isOfServiceOnly(one)),
    ),
  )
  const readParts = (some: readonly Named[]) => {
    const parts = partsWith(text, pieces, some, ideas, languages, locale)
    return { ...parts, words: askingWords(parts.words, pieces, text) }
  }
  const first = readParts(strong)
  const isLong = (one: Named) => pieces.filter(piece => inName(piece, one)).length > 1
  const weak = named.filter(one => !one.isStrong && isWanted(one, first) && (isLong(one) || !isOfServiceOnly(one)))
  return weak.length === 0 ? first : readParts(withoutOverlaps([...strong, ...weak.slice(0, 2)]))
}

const isServiceIdea = (idea: string): boolean => !/^(w:|n:|h:|frame\.|kind\.)/.test(idea)
/** Has a meaning for the service. */
export const isOfService = ({ ideas }: Piece): boolean => ideas.some(isServiceIdea)

/** A weak name counts if the question asks something that only a creator or creation has. */
function isWanted(one: Named, { cues, creations, creators, pieces, isStatement }: Parts): boolean {
  const has = (names: readonly string[]) => names.some(name => cues.has(name))
  const before = pieces.findLast(({ to }) => to <= one.from)
  if (one.type === 'creator')
    return (
      creators.length === 0 &&
      (has([...personAspects, 'follow']) ||
        (has(['who']) && !has(['made', 'most'])) ||
        (before?.cues.includes('by') ?? false) ||
        (has(['made', 'creation']) && creations.length === 0) ||
        has(['more', 'compare']))
    )
  if (has(['more', 'compare']) && creations.length === 1) return true
  if (isStatement && pieces.some(({ cues }) => cues.includes('to') || cues.includes('need'))) return false
  return (
    creations.length + creators.length === 0 &&
    has([...counters, 'made', 'score', 'instructions', 'license', 'version', 'links', 'similar']) &&
    !has(['most', 'need', 'count', 'creation'])
  )
}

const explanations = [
  'frame.how',
  'frame.why',
  'frame.meaning',
  'frame.can',
  'frame.where',
  'frame.howlong',
  'frame.howmuch',
]
const questionFrames = [...explanations, 'frame.who', 'frame.when', 'frame.howmany', 'frame.howoften']
const isNumber = ({ text, cues }: Piece): boolean => /^\d+$/.test(text) || cues.some(cue => cue.startsWith('number.'))
const numberOf = ({ text, cues }: Piece): number =>
  Number(cues.find(cue => cue.startsWith('number.'))?.slice(7) ?? text)

/** In other languages than English, by the sign alone. */
const isQuestion = (text: string): boolean =>
  /[?？؟]|^\W*(?:who|what|which|when|where|why|how|whose|is|are|was|were|do|does|did|can|could|will|would|should|has|have|may)\b/i.test(
    text,
  )

function partsWith(
  text: string,
  pieces: readonly Piece[],
  named: readonly Named[],
  ideas: ReadonlySet<string>,
  languages: (piece: Piece) => string | null,
  locale: string,
): Parts {
  const rest = pieces.filter(piece => !named.some(({ from, to }) => piece.from < to && from < piece.to))
  const language = rest.find(piece => languages(piece) !== null) ?? null
  const cues = new Set(rest.flatMap(piece => piece.cues))
  const words = rest.filter(piece => piece !== language && isWord(piece))
  const isShort = pieces.filter(({ isStop }) => isStop).length <= parameters.phraseStops
  const ordinal = [...cues].find(cue => cue.startsWith('ordinal.'))
  const of = <Type extends Named['type']>(type: Type) =>
    named.filter((one): one is Extract<Named, { type: Type }> => one.type === type)
  return {
    cues,
    pieces,
    creations: of('creation'),
    creators: [...new Map(of('creator').map(one => [one.person.handle, one])).values()],
    topics: of('topic'),
    kinds: [...new Set(rest.flatMap(kindsOf))],
    language: language && languages(language),
    words,
    limit: limitIn(pieces, named),
    ordinal: ordinal === undefined ? null : Number(ordinal.slice(8)),
    isExplanation: explanations.some(idea => ideas.has(idea)) && !cues.has('count') && !cues.has('instructions'),
    size: rest.filter(piece => !piece.isStop).length + named.length,
    isShort,
    isStatement:
      !isQuestion(text) &&
      // Only in English are all words known that make a question.
      (locale === 'en' || /^[\x20-\x7e]*$/.test(text) || cues.has('need') || cues.has('to')) &&
      !questionFrames.some(idea => ideas.has(idea) && !(idea === 'frame.where' || idea === 'frame.when')),
    isPhrase:
      isShort &&
      ![...ideas].some(idea => idea.startsWith('frame.')) &&
      rest.every(({ cues }) => cues.length === 0 || cues.includes('by') || cues.includes('in')),
    isNegated: false,
    missing: null,
  }
}

const kindsOf = ({ cues }: Piece): string[] => cues.filter(cue => cue.startsWith('kind.')).map(cue => cue.slice(5))
/** Ideas that do not restrict a query of the community. */
const neutralIdeas: ReadonlySet<string> = new Set(['community', 'public', 'product', 'people'])
export const isWord = ({ cues, ideas, isStop, ...piece }: Piece): boolean =>
  cues.length === 0 &&
  !isStop &&
  !isNumber({ cues, ideas, isStop, ...piece }) &&
  !ideas.some(idea => neutralIdeas.has(idea)) &&
  !(ideas.length > 0 && ideas.every(idea => idea.startsWith('frame.')))

/** The first word after "to": what is done is less important than what it is done to. */
export function isVerb(piece: Piece, pieces: readonly Piece[]): boolean {
  const before = pieces[pieces.indexOf(piece) - 1]
  if (before === undefined) return false
  return before.cues.includes('to') && (before.text !== 'for' || piece.text.endsWith('ing'))
}

const listed = [
  'creation',
  'creator',
  'thing',
  'tag',
  'category',
  'liked',
  'popular',
  'remixed',
  'newest',
  'trending',
  'featured',
  'it',
]

/** A number before what is listed ("three games", "5 most liked"), or after "top". */
function limitIn(pieces: readonly Piece[], named: readonly Named[]): number | null {
  const at = pieces.findIndex((piece, i) => {
    if (!isNumber(piece) || named.some(one => one.type !== 'topic' && piece.from < one.to && one.from < piece.to))
      return false
    const isListed = (next: Piece | undefined) =>
      next !== undefined &&
      (next.cues.some(cue => listed.includes(cue) || cue.startsWith('kind.')) ||
        named.some(({ type, from }) => type === 'topic' && from === next.from))
    const before = pieces[i - 1]?.cues ?? []
    return (
      isListed(pieces[i + 1]) ||
      before.includes('most') ||
      before.some(cue => cue.startsWith('ordinal.') || cue === 'newest')
    )
  })
  return at < 0 ? null : Math.min(parameters.maxListed, Math.max(1, numberOf(pieces[at]!)))
}
