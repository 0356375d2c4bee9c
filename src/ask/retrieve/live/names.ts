// What a question names in the community: creations, creators, tags and categories, read from the store.
import { getAppShare, getCommunityFeed, getCreatorProfile, getCreators } from '../../../operations/index.ts'
import { isUnspaced, titleKey, wordsOf } from '../../../store/search-text.ts'
import type { Card } from '../../answer/draft.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Piece } from '../../parse/cues.ts'
import type { ExactNames, FeedPage, Person, Read } from './community.ts'
import { type Topic, type Topics, topicsIn } from './topics.ts'

type Span = {
  from: number
  to: number
  /** Whether the words can hardly mean anything else: several words, quoted, or a word that the service does not know. */
  isStrong: boolean
}
export type NamedCreation = Span & { type: 'creation'; card: Card; others: readonly Card[] }
export type NamedCreator = Span & { type: 'creator'; person: Person; others: readonly Person[] }
export type NamedTopic = Span & Topic & { type: 'topic' }
export type Named = NamedCreation | NamedCreator | NamedTopic

/** Everything that has the words of a question in common. */
export type Question = { text: string; locale: string; pieces: readonly Piece[]; topics: Topics }

type Reads = { read: Read; exactNames: ExactNames }

const creationAddress = /(?<![\p{L}\p{N}])@?([a-z0-9-]{1,63})\/([a-z0-9-]{1,80})(?![\p{L}\p{N}/])/iu
const quoted = /[“”„"«»「『‹]\s*([^“”„"«»「」『』‹›]{2,80}?)\s*[“”"«»」』›]/gu
const handlePattern = /(?<![\p{L}\p{N}])@([a-z0-9-]{1,63})/giu

/** Names may overlap. */
export async function findNamed(
  question: Question,
  { read, exactNames }: Reads,
): Promise<{ named: Named[]; missing: string | null }> {
  const { text } = question
  const address = creationAddress.exec(text)
  const card =
    address && (await read<Card>(getAppShare, { handle: address[1]!, slug: address[2]!, locale: question.locale }))
  if (address && card) return { named: namedCreation([card], rangeOf(address), true), missing: null }
  const inAddress = (at: number) => address !== null && at >= address.index && at < address.index + address[0].length
  const handles = [...text.matchAll(handlePattern)].filter(({ index }) => !inAddress(index)).slice(0, 2)
  const profiles = await Promise.all(
    handles.map(({ 1: handle }) => read<Profile>(getCreatorProfile, { handle, locale: question.locale })),
  )
  const people = handles.flatMap((found, i) =>
    namedCreator(profiles[i] ? [personOf(profiles[i])] : [], rangeOf(found), true),
  )
  const missing = address?.[0].startsWith('@') ? address[0] : handles.find((_, i) => profiles[i] === null)?.[0]
  const exact = await exactlyNamed(question, exactNames)
  const isFound = people.length > 0 || exact.some(({ isStrong }) => isStrong)
  const similar = isFound ? [] : await similarlyNamed(question, read)
  return { named: [...people, ...exact, ...similar, ...topicsIn(question)], missing: missing ?? null }
}

type Profile = { profile: Omit<Person, 'appCount' | 'followerCount'>; stats: { apps: number; followers: number } }
const personOf = ({ profile, stats }: Profile): Person => ({
  ...profile,
  appCount: stats.apps,
  followerCount: stats.followers,
})
/** Part of the text. */
type Range = { from: number; to: number }

const namedCreation = ([card, ...others]: readonly Card[], range: Range, isStrong: boolean): NamedCreation[] =>
  card === undefined ? [] : [{ type: 'creation', card, others, ...range, isStrong }]
const namedCreator = ([person, ...others]: readonly Person[], range: Range, isStrong: boolean): NamedCreator[] =>
  person === undefined ? [] : [{ type: 'creator', person, others, ...range, isStrong }]

const rangeOf = ({ index, 0: found }: RegExpExecArray): Range => ({ from: index, to: index + found.length })

const spacedWord = /[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々]]+/gv

/** Keys of all texts that may be a name, with their place. */
function rangesOf({ text, pieces }: Question): Map<string, Range> {
  const words = [...text.matchAll(spacedWord)].map(({ 0: word, index }) => ({ from: index, to: index + word.length }))
  const ranges = new Map<string, Range>()
  const add = (from: number, to: number) => {
    const key = titleKey(text.slice(from, to))
    if (key !== '' && ranges.size < parameters.maxNames && !ranges.has(key)) ranges.set(key, { from, to })
  }
  for (const { from, to } of quotationsIn(text)) add(from, to)
  for (const [first, { from }] of words.entries())
    for (const { to } of words.slice(first, first + parameters.maxNameWords)) add(from, to)
  // Without spaces between words, a name may end anywhere.
  for (const { from } of pieces.filter(piece => isUnspaced(piece.text)))
    for (let to = from + 2; to <= Math.min(text.length, from + parameters.maxNameLetters); to++) add(from, to)
  return ranges
}

async function exactlyNamed(question: Question, exactNames: ExactNames): Promise<Named[]> {
  const names = new Map<string, Range & { isStrong: boolean }>()
  for (const [key, range] of rangesOf(question)) {
    const isStrong = isQuoted(range, question) || isStrongName(range, question)
    if (isStrong || isCandidate(range, question)) names.set(key, { ...range, isStrong })
  }
  if (names.size === 0) return []
  const found = await exactNames([...names.keys()], question.locale)
  return found.flatMap(({ key, cards, people }): Named[] => {
    const { isStrong, ...range } = names.get(key)!
    const byPlays = cards.toSorted((one, other) => other.stats.plays - one.stats.plays)
    return [...namedCreation(byPlays, range, isStrong), ...namedCreator(people, range, isStrong)]
  })
}

const isQuoted = ({ from, to }: Range, { text }: Question): boolean =>
  quotationsIn(text).some(quotation => from === quotation.from && to === quotation.to)

/** Without the quotation marks. */
const quotationsIn = (text: string): Range[] =>
  [...text.matchAll(quoted)].map(({ 1: title, 0: all, index }) => {
    const from = index + all.indexOf(title!)
    return { from, to: from + title!.length }
  })

const isFrame = ({ ideas }: Piece): boolean => ideas.length > 0 && ideas.every(idea => idea.startsWith('frame.'))

/** Not only words that make a question. */
const isCandidate = (range: Range, { pieces }: Question): boolean =>
  pieces.some(piece => overlaps(range, piece) && !piece.isStop && piece.cues.length === 0 && !isFrame(piece))

/** With other spelling, or with a part of the name of a creator: what the unknown words find. */
async function similarlyNamed({ text, pieces, locale }: Question, read: Read): Promise<Named[]> {
  const [quotation] = text.matchAll(quoted)
  const isUnknown = (piece: Piece) => isForeign(piece) && !piece.isKnown
  const first = pieces.findIndex(isUnknown)
  const run = quotation !== undefined || first < 0 ? [] : pieces.slice(first, pieces.findLastIndex(isUnknown) + 1)
  const [start, end] = [run[0], run.at(-1)]
  const range = quotation ? rangeOf(quotation) : start && end ? { from: start.from, to: end.to } : null
  if (range === null) return []
  const q = (quotation?.[1] ?? text.slice(range.from, range.to)).slice(0, 200)
  const [feed, people] = await Promise.all([
    read<FeedPage>(getCommunityFeed, { q, locale, limit: 5 }),
    read<{ items: Person[]; match: FeedPage['match'] }>(getCreators, { q, limit: 5 }),
  ])
  const searched = titleKey(feed?.searched ?? '')
  const titled = feed?.match === 'corrected' ? feed.items.filter(({ title }) => titleKey(title) === searched) : []
  const words = wordsOf(q)
  const called = (people?.items ?? []).filter(
    ({ displayName }) =>
      (people?.match === 'corrected' && run.every(({ isKnown }) => !isKnown)) ||
      words.every(word => wordsOf(displayName).includes(word)),
  )
  return [...namedCreation(titled, range, true), ...namedCreator(called, range, false)]
}

const overlaps = (one: Range, other: Range): boolean => one.from < other.to && other.from < one.to

/** A word that the service does not use itself. */
const isForeign = ({ ideas, cues, isStop }: Piece): boolean =>
  cues.length === 0 && !isStop && ideas.every(idea => /^(w|n|h):/.test(idea))

/** Words of the service, such as "rate limits", mean what they say: a creation of that name does not change answers. */
function isStrongName(span: Range, { pieces, text }: Question): boolean {
  const inside = pieces.filter(piece => overlaps(span, piece))
  const foreign = inside.filter(isForeign)
  const isWholeQuestion = pieces.every(piece => inside.includes(piece) || piece.isStop)
  const capitals = text.slice(span.from, span.to).match(/(?<![\p{L}\p{M}])\p{Lu}/gu) ?? []
  if (foreign.length === 0) return !isWholeQuestion && capitals.length > 1
  return (
    inside.length > 1 || isWholeQuestion || !inside[0]!.isKnown || (capitals.length > 0 && span.from > pieces[0]!.from)
  )
}

const rankOf = ({ type, isStrong }: Named): number => (type === 'topic' ? 1 : isStrong ? 2 : 0)

/** Of two that overlap, the longer one; of the same length, a strong name before a topic before a weak name. */
export function withoutOverlaps(all: readonly Named[]): Named[] {
  const chosen: Named[] = []
  const sorted = [...all].sort(
    (one, other) =>
      Number(other.isStrong) - Number(one.isStrong) ||
      other.to - other.from - (one.to - one.from) ||
      rankOf(other) - rankOf(one),
  )
  for (const one of sorted) {
    const same = chosen.find(other => overlaps(one, other))
    if (same === undefined) chosen.push(one)
  }
  return chosen.sort((one, other) => one.from - other.from)
}
