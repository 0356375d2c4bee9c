// What a question names in the community: creations, creators, tags and categories, read from the store.
import type { Context } from '../../../operations/define.ts'
import { getAppShare, getCommunityFeed } from '../../../operations/index.ts'
import { negotiate } from '../../../operations/locale.ts'
import { foldText, isUnspaced, titleKey, wordsOf } from '../../../store/search-text.ts'
import type { Card, Person } from '../../answer/draft.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Piece } from '../../parse/cues.ts'
import { stemOf } from '../../parse/tokens.ts'
import { exactNames, type FeedPage, type Label, makeRead, peopleCalled, personBy, type Query } from './community.ts'

/** Part of the text. */
type Range = { from: number; to: number }
export type NamedCreation = Range & { type: 'creation'; card: Card; others: readonly Card[] }
export type NamedCreator = Range & { type: 'creator'; person: Person; others: readonly Person[] }
export type NamedTopic = Range & Topic & { type: 'topic'; pieces: readonly Piece[] }
export type Named = NamedCreation | NamedCreator | NamedTopic

/** Everything that has the words of a question in common. */
export type Question = { text: string; locale: string; pieces: readonly Piece[]; topics: Topics }

const creationAddress = /(?<![\p{L}\p{N}])@?([a-z0-9-]{1,63})\/([a-z0-9-]{1,80})(?![\p{L}\p{N}/])/iu
const quoted = /[“”„"«»「『‹]\s*([^“”„"«»「」『』‹›]{1,80}?)\s*[“”"«»」』›]/gu
const handlePattern = /(?<![\p{L}\p{N}])@([a-z0-9-]{1,63})(?![a-z0-9-]*\/)/giu

/** Names may overlap. `missing`: a handle or an address that does not exist. */
export async function findNamed(
  question: Question,
  context: Context,
): Promise<{ named: Named[]; missing: string | null }> {
  const { text, locale } = question
  const read = makeRead(context)
  const address = creationAddress.exec(text)
  const card = address && (await read<Card>(getAppShare, { handle: address[1]!, slug: address[2]!, locale }))
  if (address && card) return { named: namedCreation([card], rangeOf(address)), missing: null }
  const handles = [...text.matchAll(handlePattern)].slice(0, 2)
  const [exact, ...known] = await Promise.all([
    exactlyNamed(question, context),
    ...handles.map(({ 1: handle }) => personBy(context, handle!)),
  ])
  const people = handles.flatMap((found, i) => namedCreator(known[i] ? [known[i]] : [], rangeOf(found)))
  const missing = address?.[0].startsWith('@') ? address[0] : handles.find((_, i) => known[i] === null)?.[0]
  const similar = people.length + exact.length > 0 ? [] : await similarlyNamed(question, context)
  // A title may look like an address: "@faker-js/faker".
  const isTitle = ({ type, from, to }: Named): boolean =>
    type === 'creation' && address !== null && from <= address.index + 1 && to >= rangeOf(address).to
  return {
    named: [...people, ...exact, ...similar, ...topicsIn(question)],
    missing: missing === undefined || exact.some(isTitle) ? null : missing,
  }
}

const namedCreation = ([card, ...others]: readonly Card[], range: Range): NamedCreation[] =>
  card === undefined ? [] : [{ type: 'creation', card, others, ...range }]
const namedCreator = ([person, ...others]: readonly Person[], range: Range): NamedCreator[] =>
  person === undefined ? [] : [{ type: 'creator', person, others, ...range }]

/** The creator of a creation, as if it was named. */
export const creatorOf = ({ card: { creator }, ...span }: NamedCreation): NamedCreator => ({
  ...span,
  type: 'creator',
  person: { ...creator, bio: '', imageUrl: '', appCount: 0, followerCount: 0 },
  others: [],
})

const rangeOf = ({ index, 0: found }: RegExpExecArray): Range => ({ from: index, to: index + found.length })

const spacedWord = /[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々]]+/gv

/** Texts that may be a name, by their keys. */
function rangesOf(question: Question): Map<string, Range> {
  const { text, pieces } = question
  const ranges = new Map<string, Range>()
  const add = (from: number, to: number, isQuoted = false) => {
    const key = titleKey(text.slice(from, to))
    const isNew = key !== '' && ranges.size < parameters.maxNames && !ranges.has(key)
    if (isNew && (isQuoted || isName({ from, to }, question))) ranges.set(key, { from, to })
  }
  for (const { 1: title, 0: all, index } of text.matchAll(quoted)) {
    const from = index + all.indexOf(title!)
    add(from, from + title!.length, true)
  }
  const words = [...text.matchAll(spacedWord)].map(rangeOf)
  for (const [first, { from }] of words.entries())
    for (const { to } of words.slice(first, first + parameters.maxNameWords)) add(from, to)
  // Without spaces between words, a name may end anywhere.
  for (const { from } of pieces.filter(piece => isUnspaced(piece.text)))
    for (let to = from + 2; to <= Math.min(text.length, from + parameters.maxNameLetters); to++) add(from, to)
  return ranges
}

async function exactlyNamed(question: Question, context: Context): Promise<Named[]> {
  const ranges = rangesOf(question)
  if (ranges.size === 0) return []
  const found = await exactNames(context, [...ranges.keys()], question.locale)
  return found.flatMap(({ key, cards, people }): Named[] => {
    const byPlays = cards.toSorted((one, other) => other.stats.plays - one.stats.plays)
    const byCreations = people.toSorted((one, other) => other.appCount - one.appCount)
    return [...namedCreation(byPlays, ranges.get(key)!), ...namedCreator(byCreations, ranges.get(key)!)]
  })
}

/** With other spelling, or with a part of the name of a creator: what the unknown words find. */
async function similarlyNamed({ text, pieces, locale }: Question, context: Context): Promise<Named[]> {
  const [quotation] = text.matchAll(quoted)
  const isNumber = (piece: Piece) => /^\d+$/.test(piece.text)
  const foreign = pieces.filter(piece => isForeign(piece) && !piece.isKnown)
  const unknown = foreign.every(isNumber) ? [] : foreign
  const [start, end] = [unknown[0], unknown.at(-1)]
  const range = quotation ? rangeOf(quotation) : start && end ? { from: start.from, to: end.to } : null
  // "LEGO models on screen" are not those of the LEGO team.
  const others = pieces.filter(piece => isPlain(piece) && !isNumber(piece) && range !== null && !overlaps(range, piece))
  if (range === null || (!quotation && others.length > 1)) return []
  const q = (quotation?.[1] ?? text.slice(range.from, range.to)).slice(0, 200)
  const read = makeRead(context)
  const feed = (query: Query, limit: number) => read<FeedPage>(getCommunityFeed, { ...query, locale, limit })
  const found = await feed({ q }, 0)
  // "Federico Cerato" for Ceratto
  const isFullName = wordsOf(q).length > 1
  const name = isFullName && found?.match === 'corrected' ? (found.searched ?? q) : q
  const people = await peopleCalled(context, name, maxPeople)
  const searched = titleKey(found?.searched ?? '')
  const similar = found?.match === 'corrected' || found?.match === 'all' ? await feed({ q }, 5) : null
  const has = (text: string) => wordsOf(name).every(word => wordsOf(text).includes(word))
  // Of several with the words in their titles, none is meant.
  const titled =
    similar?.items.filter(({ title }) => titleKey(title) === searched || (similar.total === 1 && has(title))) ?? []
  // "The most liked astronomy package" is not one by the astronomy team.
  const words = pieces.filter(piece => !piece.isStop)
  const isOfPerson = (piece: Piece | undefined) => piece?.cues.some(cue => personCues.test(cue)) ?? false
  const isPersonal = words.some((piece, i) => overlaps(range, piece) && [words[i - 1], words[i + 1]].some(isOfPerson))
  const isPerson = found?.match !== 'all' || /^\p{Lu}/u.test(q) || isPersonal
  const called = isPerson ? people.filter(({ displayName }) => has(displayName)) : []
  return [...namedCreation(titled, range), ...namedCreator(called, range)]
}

const maxPeople = 5

const personCues = /^(?:by|who|creator|made|follow|followers|following|joined|bio)$/

export const overlaps = (one: Range, other: Range): boolean => one.from < other.to && other.from < one.to

const isPlain = ({ cues, isStop }: Piece): boolean => cues.length === 0 && !isStop

/** A word that the service does not use itself. */
const isForeign = ({ ideas, cues, isStop }: Piece): boolean =>
  cues.length === 0 && !isStop && ideas.every(idea => /^(?:[wnh]:|absent\.)/.test(idea))

/**
 * Whether the words can hardly mean anything else. Words of the service, such as "rate limits", mean what they say: a
 * creation of that name does not change answers.
 */
function isName(range: Range, { pieces, text }: Question): boolean {
  const inside = pieces.filter(piece => overlaps(range, piece))
  const isWholeQuestion = pieces.every(piece => inside.includes(piece) || piece.isStop)
  const capitals = text.slice(range.from, range.to).match(/(?<![\p{L}\p{M}])\p{Lu}/gu) ?? []
  // "What does patch-package do?"
  if (/^\S*[\p{L}\p{N}][-_.][\p{L}\p{N}]\S*$/u.test(text.slice(range.from, range.to))) return true
  const hasCue = (cues: RegExp) => pieces.some(piece => piece.cues.some(cue => cues.test(cue)))
  // "The game Between"
  const before = pieces[pieces.indexOf(inside[0]!) - 1]
  const isTitle = capitals.length > 0 && (before?.cues.some(cue => listCues.test(cue)) ?? false)
  // A single stop letter ("I") is not a name unless it is the whole question.
  if (!isWholeQuestion && inside.length > 0 && inside.every(piece => piece.isStop && piece.text.length === 1))
    return false
  if (!inside.some(isForeign))
    return (
      !isWholeQuestion &&
      (capitals.length > 1 || isTitle || (hasCue(nameCues) && !hasCue(listCues) && inside.every(isPlain)))
    )
  // "When will React 20 be released?"
  if (hasCue(/^when$/) && /^ \p{N}/u.test(text.slice(range.to))) return false
  return (
    inside.length > 1 ||
    isWholeQuestion ||
    !inside[0]!.isKnown ||
    (capitals.length > 0 && range.from > pieces[0]!.from) ||
    hasCue(nameCues) ||
    (hasCue(itemCues) && !hasCue(listCues))
  )
}

/** What only something with a name has, or is done with. */
const nameCues = /^(?:version|license|compare)$/
/** What may be asked about something with a name. */
const itemCues = /^(?:more|about|who|when|similar|links)$/
/** "Games about chess" are not about the creation Chess. */
const listCues = /^(?:kind\..*|creation|thing)$/

/** Of two that overlap, the longer one; of the same length, a name before a topic. */
export function withoutOverlaps(all: readonly Named[]): Named[] {
  const chosen: Named[] = []
  const lengthOf = ({ from, to, type }: Named) => to - from - (type === 'topic' ? 0.5 : 0)
  for (const one of all.toSorted((one, other) => lengthOf(other) - lengthOf(one)))
    if (!chosen.some(other => overlaps(one, other))) chosen.push(one)
  return chosen.sort((one, other) => one.from - other.from)
}

/** A word may be both a category and a tag. */
export type Topic = Record<'category' | 'tag', Pick<Label, 'key' | 'label'> | null>

/** Tags and categories by the key and the stems of their names. */
export type Topics = ReadonlyMap<string, Topic>

export async function loadTopics(locale: string, context: Context): Promise<Topics> {
  const topics = new Map<string, Topic>()
  const known = await labelsByName(locale, context)
  for (const type of ['tag', 'category'] as const) {
    for (const label of known[type])
      for (const name of titleKey(label.key) === titleKey(label.label) ? [label.label] : [label.key, label.label])
        for (const key of [titleKey(name), stemKey(name, locale)]) {
          const before = topics.get(key) ?? { category: null, tag: null }
          topics.set(key, { ...before, [type]: before[type] ?? label })
        }
  }
  return topics
}

/** Of tags that are used less, those of several words: a single word is rather a word of a search. */
async function labelsByName(locale: string, { store }: Context) {
  const query = { locales: negotiate(locale, store.locales()), limit: parameters.maxLabels }
  const [tags, categories] = await store.admit(() => Promise.all([store.popularTags(query), store.categories(query)]))
  const isSpecial = ({ label }: { label: string }, i: number) =>
    i < parameters.singleWordTags || wordsOf(label).length > 1
  return { tag: tags.items.filter(isSpecial), category: categories.items }
}

/** Different from all keys of names. */
const stemKey = (name: string, locale: string): string => {
  const words = foldText(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return `~${titleKey(words.flatMap(word => (word === 'and' ? [] : [stemOf(locale)(word)])).join(' '))}`
}

/** The longest names of tags and categories, also in another form of their words. */
function topicsIn({ text, pieces, topics, locale }: Question): NamedTopic[] {
  const found: NamedTopic[] = []
  const kindWords = pieces.filter(isKindWord)
  // "The tag command", but not "commands tagged typescript"
  const isMeant =
    pieces.some(({ cues }) => cues.includes('tag') || cues.includes('category')) &&
    !pieces.some(piece => !kindWords.includes(piece) && topicAt([piece], text, topics, locale))
  for (let i = 0; i < pieces.length; ) {
    let length = Math.min(parameters.maxTopicWords, pieces.length - i)
    const named = (some: readonly Piece[]) =>
      some.length === 1 && isKindWord(some[0]!) && !isMeant ? undefined : topicAt(some, text, topics, locale)
    let topic = named(pieces.slice(i, i + length))
    while (topic === undefined && length > 1) topic = named(pieces.slice(i, i + --length))
    const some = pieces.slice(i, i + length)
    if (topic !== undefined)
      found.push({ type: 'topic', ...topic, pieces: some, from: some[0]!.from, to: some.at(-1)!.to })
    i += length
  }
  return found
}

/** A word for a kind of creation means the kind, unless the question is about tags or categories. */
const isKindWord = ({ cues }: Piece): boolean => cues.some(cue => cue.startsWith('kind.'))

function topicAt(some: readonly Piece[], text: string, topics: Topics, locale: string): Topic | undefined {
  const [first, last] = [some[0]!, some.at(-1)!]
  const isSingle = some.length === 1
  if ([first, last].some(({ cues }) => cues.includes('and'))) return undefined
  if (isSingle && first.cues.some(cue => !cue.startsWith('kind.'))) return undefined
  const name = text.slice(first.from, last.to)
  // "In one go" is not about the category Go; "downloaded" is not the tag "downloading".
  const isWord = isSingle && first.isKnown && first.cues.length === 0
  if (isWord && first.ideas.length === 0 && !/^\p{Lu}/u.test(name)) return undefined
  const isExact = first.isStop || last.isStop || (isSingle && first.ideas.some(idea => !/^(w:|kind\.)/.test(idea)))
  return topics.get(titleKey(name)) ?? (isExact ? undefined : topics.get(stemKey(name, locale)))
}
