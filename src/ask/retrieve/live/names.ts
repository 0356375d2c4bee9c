// What a question names in the community: creations, creators, tags and categories, read from the store.
import { getAppShare, getCommunityFeed, getCreatorProfile, getCreators } from '../../../operations/index.ts'
import { foldText, titleKey, wordsOf } from '../../../store/search-text.ts'
import type { Card } from '../../answer/draft.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Piece } from '../../parse/cues.ts'
import type { FeedPage, Person, Read } from './community.ts'
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

const softCues: ReadonlySet<string> = new Set([
  'by',
  'in',
  'and',
  'it',
  'only',
  'made',
  'used',
  'about',
  'total',
  'more',
  'newest',
])
/** A piece that may be in the middle of a name, but is not one by itself. */
const isSoft = ({ isStop, cues }: Piece): boolean => isStop || (cues.length > 0 && cues.every(cue => softCues.has(cue)))
const isOpen = (piece: Piece): boolean => isSoft(piece) || piece.cues.length === 0

/** Everything that has the words of a question in common. */
export type Question = { text: string; locale: string; pieces: readonly Piece[]; topics: Topics }

const creationAddress = /(?<![\p{L}\p{N}])@?([a-z0-9-]{1,63})\/([a-z0-9-]{1,80})(?![\p{L}\p{N}/])/iu
const quoted = /[“”„"«»「『‹]\s*([^“”„"«»「」『』‹›]{2,80}?)\s*[“”"«»」』›]/gu
const handlePattern = /(?<![\p{L}\p{N}])@([a-z0-9-]{1,63})/giu

export async function findNamed(question: Question, read: Read): Promise<{ named: Named[]; missing: string | null }> {
  const { text } = question
  const address = creationAddress.exec(text)
  const card =
    address && (await read<Card>(getAppShare, { handle: address[1]!, slug: address[2]!, locale: question.locale }))
  if (address && card)
    return { named: [creationAt(card, address.index, address.index + address[0].length)], missing: null }
  const inAddress = (at: number) => address !== null && at >= address.index && at < address.index + address[0].length
  const handles = [...text.matchAll(handlePattern)].filter(({ index }) => !inAddress(index)).slice(0, 2)
  const profiles = await Promise.all(
    handles.map(({ 1: handle }) => read<Profile>(getCreatorProfile, { handle, locale: question.locale })),
  )
  const people = handles.flatMap(({ index, 0: found }, i) => {
    const profile = profiles[i]
    return profile ? [creatorAt(personOf(profile), index, index + found.length)] : []
  })
  const missing = address?.[0].startsWith('@') ? address[0] : handles.find((_, i) => profiles[i] === null)?.[0]
  const spans = spansOf(question)
  const runs = [...new Map(runsOf(question).map(run => [`${run.from} ${run.to}`, run])).values()]
  const found = (await Promise.all(runs.map(run => lookUp(run, spans, question, read)))).flat()
  const named = withoutOverlaps([...people, ...found, ...topicsIn(question)])
  return { named, missing: missing ?? null }
}

type Profile = { profile: Omit<Person, 'appCount' | 'followerCount'>; stats: { apps: number; followers: number } }
const personOf = ({ profile, stats }: Profile): Person => ({
  ...profile,
  appCount: stats.apps,
  followerCount: stats.followers,
})
const creationAt = (card: Card, from: number, to: number): NamedCreation => ({
  type: 'creation',
  card,
  others: [],
  from,
  to,
  isStrong: true,
})
const creatorAt = (person: Person, from: number, to: number): NamedCreator => ({
  type: 'creator',
  person,
  others: [],
  from,
  to,
  isStrong: true,
})

/** A part of the question to search for. */
type Run = { from: number; to: number; pieces: readonly Piece[]; isQuoted: boolean }

/** Quoted texts, and what stands between the cues. */
function runsOf({ text, pieces }: Question): Run[] {
  const quotes = [...text.matchAll(quoted)].map(({ 1: title, 0: all, index }) => {
    const from = index + all.indexOf(title!)
    return {
      from,
      to: from + title!.length,
      pieces: pieces.filter(piece => piece.from >= from && piece.to <= from + title!.length),
      isQuoted: true,
    }
  })
  const runs: Piece[][] = [[]]
  for (const [i, piece] of pieces.entries()) {
    const gap = i === 0 ? '' : text.slice(pieces[i - 1]!.to, piece.from)
    if (/[.,;:!?()"“”„«»]/.test(gap) || !(isOpen(piece) || isCapitalised(text, piece, i))) runs.push([])
    if (isOpen(piece) || isCapitalised(text, piece, i)) runs.at(-1)!.push(piece)
  }
  // A title among other words: "the icon of Reading Streak".
  const titles = runs.map(run =>
    run.filter((piece, i) => isCapitalised(text, piece, i + 1) || (isSoft(piece) && i > 0)),
  )
  runs.push(
    ...titles
      .map(run => trimmed(run, text))
      .filter(title => title.length > 1 && !runs.some(run => run.length === title.length)),
  )
  const others = runs
    .map(run => trimmed(run, text))
    .filter(run => run.length > 0 && !quotes.some(quote => overlaps(quote, spanOf(run))))
  return [...quotes, ...others.map(run => ({ ...spanOf(run), pieces: run, isQuoted: false }))].slice(
    0,
    parameters.maxNameRuns,
  )
}

const isCapitalised = (text: string, { from }: Piece, i: number): boolean => i > 0 && /^\p{Lu}/u.test(text.slice(from))
const spanOf = (pieces: readonly Piece[]) => ({ from: pieces[0]!.from, to: pieces.at(-1)!.to })
const overlaps = (one: { from: number; to: number }, other: { from: number; to: number }): boolean =>
  one.from < other.to && other.from < one.to

function trimmed(run: readonly Piece[], text: string): Piece[] {
  const isInner = (piece: Piece) => !isSoft(piece) || isCapitalised(text, piece, 1)
  const first = run.findIndex(isInner)
  return first < 0 ? [] : run.slice(first, run.findLastIndex(isInner) + 1)
}

/** Where each text of consecutive words stands in the question. */
type Spans = ReadonlyMap<string, { from: number; to: number; first: number; last: number }>

function spansOf({ text, pieces }: Question): Spans {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
  }))
  const bounds = words.length > 1 || pieces.length <= 1 ? words : pieces
  const spans = new Map<string, { from: number; to: number; first: number; last: number }>()
  for (const [first, { from }] of bounds.entries())
    for (const [offset, { to }] of bounds.slice(first, first + parameters.maxNameWords).entries()) {
      const key = titleKey(text.slice(from, to))
      if (!spans.has(key)) spans.set(key, { from, to, first, last: first + offset })
    }
  return spans
}

/** Creations with this title and creators with this name; if the words are not found together, in their parts. */
async function lookUp(run: Run, spans: Spans, question: Question, read: Read): Promise<Named[]> {
  const capitalised = run.pieces.filter(piece => isCapitalised(question.text, piece, question.pieces.indexOf(piece)))
  if (!run.isQuoted && capitalised.length < 2 && !run.pieces.some(isForeign)) return []
  const q = question.text.slice(run.from, run.to).slice(0, 200)
  const [feed, people] = await Promise.all([
    read<FeedPage>(getCommunityFeed, { q, locale: question.locale, limit: 24 }),
    read<{ items: Person[]; match: FeedPage['match'] }>(getCreators, { q, limit: 12 }),
  ])
  const found = [...titlesIn(feed, run, spans, question), ...peopleIn(people?.items ?? [], run, spans, question)]
  const strong = found.filter(({ isStrong }) => isStrong)
  if (run.isQuoted || (strong.length === 0 && feed?.match === 'all')) return found
  const isSmaller = ({ from, to }: Run) => to - from < run.to - run.from
  const parts = partsOf(run).filter(part => isSmaller(part) && !strong.some(one => overlaps(one, part)))
  return [...found, ...(await Promise.all(parts.map(part => lookUp(part, spans, question, read)))).flat()]
}

/** A run without the stop words and connecting words in it. */
function partsOf({ pieces }: Run): Run[] {
  const parts: Piece[][] = [[]]
  for (const piece of pieces) {
    if (isSoft(piece)) parts.push([])
    else parts.at(-1)!.push(piece)
  }
  return parts
    .filter(part => part.length > 0)
    .slice(0, parameters.maxNameRuns)
    .map(part => ({ ...spanOf(part), pieces: part, isQuoted: false }))
}

function titlesIn(feed: FeedPage | null, run: Run, spans: Spans, question: Question): NamedCreation[] {
  const byPlays = (feed?.items ?? []).toSorted((one, other) => other.stats.plays - one.stats.plays)
  const byKey = Map.groupBy(byPlays, ({ title }) => titleKey(title))
  const corrected = feed?.match === 'corrected' ? titleKey(feed.searched ?? '') : null
  return [...byKey].flatMap(([key, [card, ...others]]) => {
    const span =
      spans.get(key) ??
      (key === corrected ? { from: run.from, to: run.to } : unspacedSpan(question.text, card!.title)) ??
      slugSpan(card!, spans)
    return span
      ? [
          {
            type: 'creation',
            card: card!,
            others,
            from: span.from,
            to: span.to,
            isStrong: run.isQuoted || isStrongName(span, question),
          } satisfies NamedCreation,
        ]
      : []
  })
}

const slugSpan = ({ slug }: Card, spans: Spans) => (slug.includes('-') ? spans.get(titleKey(slug)) : undefined)

/** In scripts without spaces, words cannot be compared. */
function unspacedSpan(text: string, title: string): { from: number; to: number } | undefined {
  if (!/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(title) || title.length < 2) return undefined
  const from = foldText(text).indexOf(foldText(title))
  return from < 0 ? undefined : { from, to: from + title.length }
}

/** By handle or display name; else by a part of the display name, which is weak. */
function peopleIn(people: readonly Person[], run: Run, spans: Spans, question: Question): NamedCreator[] {
  const keysOf = ({ handle, displayName }: Person) => [titleKey(handle), titleKey(displayName)]
  const spanFor = (person: Person) =>
    keysOf(person).flatMap(key => spans.get(key) ?? [])[0] ?? unspacedSpan(question.text, person.displayName)
  const full = people.filter(person => spanFor(person) !== undefined)
  if (full.length > 0) {
    const { from, to } = spanFor(full[0]!)!
    return [
      {
        type: 'creator',
        person: full[0]!,
        others: full.slice(1),
        from,
        to,
        isStrong: isStrongName({ from, to }, question),
      },
    ]
  }
  const words = run.pieces.filter(piece => !isSoft(piece)).map(({ text }) => text)
  const partly = people.filter(({ displayName }) => words.every(word => wordsOf(displayName).includes(word)))
  return partly.length === 0
    ? []
    : [{ type: 'creator', person: partly[0]!, others: partly.slice(1), from: run.from, to: run.to, isStrong: false }]
}

/** A word that the service does not use itself. */
const isForeign = ({ ideas, cues, isStop }: Piece): boolean =>
  cues.length === 0 && !isStop && ideas.every(idea => /^(w|n|h):/.test(idea))

/** Words of the service, such as "rate limits", mean what they say: a creation of that name does not change answers. */
function isStrongName(span: { from: number; to: number }, { pieces, text }: Question): boolean {
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
function withoutOverlaps(all: readonly Named[]): Named[] {
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
