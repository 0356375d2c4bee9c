// From a question, and the questions before it, to a plan for the live community.
import { languageOf, serviceLocales } from '../../../languages/languages.ts'
import type { Context } from '../../../operations/define.ts'
import { getCommunityFeed } from '../../../operations/index.ts'
import { counterOfSort, counters, type Site } from '../../../site/site.ts'
import { nameIn } from '../../../site/text.ts'
import { foldText, titleKey, wordsOf } from '../../../store/search-text.ts'
import { lazilyByKey } from '../../../util/lazily.ts'
import { languageName } from '../../answer/phraser.ts'
import { type Cues, type Piece, piecesOf } from '../../parse/cues.ts'
import type { Understanding } from '../../parse/understand.ts'
import { type FeedPage, makeRead, type Read, type Reading } from './community.ts'
import { sortOf } from './filters.ts'
import { firstOf } from './lists.ts'
import { creatorOf, findNamed, loadTopics, type Named } from './names.ts'
import { hasCue, type Parts, partsOf } from './parts.ts'
import { type LivePlan, planOf } from './plan.ts'

type Tools = { context: Context; understanding: Understanding; cues: Cues; site: Site }
type Planned = { parts: Parts; plan: LivePlan | null }
type LivePlans = (query: string, locale: string, previous: readonly string[]) => Promise<Planned>

/** Earlier questions that are read again. */
const maxPrevious = 2

export function makeLivePlans({ context, understanding, cues, site }: Tools): LivePlans {
  const read = makeRead(context)
  const siteName = new Set(wordsOf(nameIn(site)))
  const topicsFor = lazilyByKey(
    locale => loadTopics(locale, context),
    () => context.store.version(),
  )

  const partsFor = async (text: string, locale: string): Promise<Parts> => {
    const language = await understanding.language(locale)
    const topics = await topicsFor(locale)
    const isTopic = (word: string) => topics.has(titleKey(word))
    const corrected = piecesOf(text, cues(locale), { ...language, isTopic }).map(piece =>
      siteName.has(piece.text) && !isTopic(piece.text) ? { ...piece, isStop: true } : piece,
    )
    const pieces = await withoutWrongCorrections(corrected, text, read)
    const found = await findNamed({ text, locale, pieces, topics }, context)
    const ideas = new Set(language.slots(text).flatMap(slot => slot.ideas))
    const isNegated = hasNegation(text, pieces.filter(isOutside(found.named)), locale)
    const languageOf = (piece: Piece) => languageIn(piece, pieces, [locale, 'en'], context.store.locales())
    return partsOf({ text, locale, pieces, ideas, isNegated, languageOf, ...found })
  }

  /** "Is eslint a library or a command?" asks what it is. */
  const planOfKind = async (query: string, locale: string): Promise<LivePlan | null> => {
    const name = languageOf(locale).grammar.classification?.exec(query)?.groups?.name
    const parts = name === undefined ? null : await partsFor(name, locale)
    const isName = parts !== null && parts.creations.length === 1 && parts.words.length === 0
    return isName ? planOf(parts) : null
  }

  const planFor: LivePlans = async (query, locale, previous) => {
    const parts = await partsFor(query, locale)
    const alone = planOf(parts)
    const isOpen = parts.missing === null && (alone === null || alone.subject === 'missing')
    const ofKind = isOpen ? await planOfKind(query, locale) : null
    if (ofKind !== null) return { parts, plan: ofKind }
    const before = previous.at(-1)
    if (before === undefined || !mayContinue(parts, alone)) return { parts, plan: alone }
    const earlierOnes = previous.slice(0, -1).slice(1 - maxPrevious)
    const { plan: earlier } = await planFor(before, understanding.detect(before), earlierOnes)
    const isRefinement = hasCue(parts, 'only', 'to', 'in', 'and', 'it')
    if (earlier === null || (earlier.certainty === 'search' && !isRefinement)) return { parts, plan: alone }
    return { parts, plan: (await continued(parts, earlier, { read, locale })) ?? alone }
  }
  return planFor
}

/** Words of a name mean nothing else. */
const isOutside = (named: readonly Named[]) => (piece: Piece) =>
  !named.some(({ from, to }) => piece.from >= from && piece.to <= to)

function hasNegation(text: string, pieces: readonly Piece[], locale: string): boolean {
  const { grammar, writing } = languageOf(locale)
  const negations = grammar.negations.split(' ')
  if (!writing.unspaced) return pieces.some(({ text, cues }) => cues.length === 0 && negations.includes(text))
  const between = pieces.reduce((rest, { cues, text: cue }) => (cues.length > 0 ? rest.replace(cue, ' ') : rest), text)
  return negations.some(word => between.includes(word))
}

/** Words of a question that are looked up. */
const maxChecked = 40

/** A word that the community uses is not misspelled. */
const withoutWrongCorrections = (pieces: readonly Piece[], text: string, read: Read): Promise<Piece[]> =>
  Promise.all(
    pieces.map(async (piece, i) => {
      if (!piece.isCorrected || i >= maxChecked) return piece
      const original = text.slice(piece.from, piece.to)
      const word = foldText(original)
      const isUsed = async (query: object) =>
        (await read<FeedPage>(getCommunityFeed, { q: original, isStrict: true, limit: 0, ...query }))?.match === 'all'
      if (await isUsed({})) {
        // Not only as the beginning of another one: the community uses "role", but "rol" is misspelled.
        const isCorrected = !(await isUsed({ forms: { [word]: { isRight: true, others: [] } } }))
        return { ...piece, text: word, cues: [], ideas: [`w:${original}`], isStop: false, isCorrected }
      }
      return piece.cues.length > 0 || piece.isStop ? piece : { ...piece, text: word }
    }),
  )

/** "In Spanish", "Spanish games": in the language of the question or in English. */
function languageIn(
  piece: Piece,
  pieces: readonly Piece[],
  names: string[],
  locales: ReadonlySet<string>,
): string | null {
  const at = pieces.indexOf(piece)
  const [before, after] = [pieces[at - 1], pieces[at + 1]]
  const isMarked = before?.cues.includes('in') || after?.cues.some(cue => /^(?:in$|creation$|kind\.)/.test(cue))
  if (!isMarked) return null
  const isNamed = (tag: string) => names.some(locale => languageName(tag, locale).toLowerCase() === piece.text)
  return [...new Set([...serviceLocales, ...locales])].find(isNamed) ?? null
}

function mayContinue({ cues, words, topics, size }: Parts, alone: LivePlan | null): boolean {
  // "Something for React?"
  if (cues.has('only') || cues.has('and') || (cues.has('to') && size <= words.length + topics.length + 2)) return true
  return words.length === 0 && (cues.has('it') || alone === null || size <= 2)
}

const refining = /^(?:it|and|only|in|list|need|about|by|category|tag|creation|thing|creator|who|kind|else|to|kind\..*)$/

/** Null if the question does not continue the earlier one. */
async function continued(parts: Parts, earlier: LivePlan, reading: Reading): Promise<LivePlan | null> {
  const { cues, creations, creators, topics, kinds, words, ordinal } = parts
  const isNew = creations.length + creators.length > 0
  if (earlier.subject === 'compare' && hasCue(parts, ...counters) && !isNew)
    return planOf({ ...earlier.parts, cues: new Set([...cues, 'compare']) })
  // "Compare it with X"
  if (hasCue(parts, 'compare') && cues.has('it') && creations.length === 1 && earlier.parts.creations.length === 1)
    return planOf({ ...parts, creations: [...earlier.parts.creations, ...creations] })
  const isFiltered = isNew || topics.length + kinds.length + words.length > 0 || parts.language !== null
  if (isFiltered && [...cues].every(cue => refining.test(cue))) return planOf(replaced(earlier.parts, parts))
  if (isNew) return null
  const isList = ['creations', 'creators', 'tags', 'categories'].includes(earlier.subject)
  const isRefined =
    sortOf(parts) !== null ||
    ordinal !== null ||
    parts.limit !== null ||
    hasCue(parts, 'most', 'featured', 'oldest', 'least')
  // "What does the second one do?"
  if (isList && ordinal !== null && hasCue(parts, 'about', 'made', 'when', ...counters))
    return aboutResult({ ...parts, ordinal: null }, { ...earlier, parts: { ...earlier.parts, ordinal } }, reading)
  if (isList && isRefined && !cues.has('similar')) return planOf(replaced(earlier.parts, parts))
  return aboutResult(parts, earlier, reading)
}

const ordering = ['liked', 'remixed', 'popular', 'newest', 'trending', 'most', 'count', ...counters]

/** The earlier question with the names, filters and order of the new one. */
function replaced(earlier: Parts, parts: Parts): Parts {
  const or = <T>(mine: readonly T[], theirs: readonly T[]) => (mine.length > 0 ? mine : theirs)
  const isAdded = parts.cues.has('only') || (parts.cues.has('to') && !parts.cues.has('and'))
  const isSorted = sortOf(parts) !== null || parts.cues.has('most')
  const isReplaced = (cue: string) =>
    (isSorted && ordering.includes(cue)) ||
    cue.startsWith('ordinal.') ||
    (parts.kinds.length > 0 && cue.startsWith('kind.'))
  const kept = [...earlier.cues].filter(cue => !isReplaced(cue))
  return {
    ...earlier,
    text: `${earlier.text} ${parts.text}`,
    cues: new Set([...kept, ...parts.cues].filter(cue => cue !== 'it')),
    creations: or(parts.creations, earlier.creations),
    creators: or(parts.creators, earlier.creators),
    topics: isAdded ? [...earlier.topics, ...parts.topics] : or(parts.topics, earlier.topics),
    kinds: or(parts.kinds, earlier.kinds),
    words: parts.cues.has('and') ? or(parts.words, earlier.words) : [...earlier.words, ...parts.words],
    pieces: [...earlier.pieces, ...parts.pieces],
    language: parts.language ?? earlier.language,
    limit: parts.limit ?? earlier.limit,
    ordinal: parts.ordinal,
  }
}

/** Cues of a question about a creation, a creator, a tag or a category. */
const asking = [
  ...counters, 'followers', 'following', 'follow', 'joined', 'bio', 'made', 'published', 'score', 'instructions', 'about',
  'when', 'similar', 'creation', 'category', 'tag', 'license', 'version', 'links', 'language', 'remix-of', 'who',
] // biome-ignore format: a list

/** A question about what the earlier answer puts first. */
async function aboutResult(parts: Parts, earlier: LivePlan, reading: Reading): Promise<LivePlan | null> {
  const has = (...names: string[]) => hasCue(parts, ...names)
  const found = has('count', ...asking) ? await firstOf(earlier, reading) : null
  if (found === null) return null
  // "How many times?" after "which is played most?"
  const counter = counterOfSort[earlier.sort ?? '']
  const isBareCount = counter !== undefined && !has(...asking)
  const asked = { ...parts, cues: isBareCount ? new Set([...parts.cues, counter]) : parts.cues }
  if (found.type === 'topic') return planOf({ ...asked, topics: [found] })
  if (found.type === 'creator') return planOf({ ...asked, creators: [found] })
  const isOfCreator = has('else') || (has('count') && has('creation', 'thing')) || (has('creation') && !has('made'))
  return planOf({ ...asked, ...(isOfCreator ? { creators: [creatorOf(found)] } : { creations: [found] }) })
}
