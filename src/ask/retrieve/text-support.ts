// How well short texts support a question: by the words that they contain themselves, and less by those of their headings and
// neighbours. Rare words weigh more.
import { parameters } from '../decide/parameters.ts'
import { editsBetween } from '../parse/spelling.ts'
import type { Term, TermsOf } from './page-terms.ts'
import type { UnitText } from './page-units.ts'

/** Texts under one heading. `place` identifies them. */
export type TextGroup<Place> = { place: Place; title: string; heading: string; units: readonly UnitText[] }

/** Lists, which take a fraction of the memory of sets, and are short. */
type Words = { stems: readonly string[]; concepts: readonly string[] }
type Unit = UnitText & { own: Words; label: Words }
type IndexedGroup<Place> = { place: Place; title: Words; head: Words; isQuestion: boolean; units: Unit[] }
/** Numbers of the groups that contain a stem or a concept, ascending. */
type Postings = Readonly<Record<'stems' | 'concepts', ReadonlyMap<string, readonly number[]>>>
export type TextIndex<Place> = {
  termsOf: TermsOf
  groups: IndexedGroup<Place>[]
  inTexts: Postings
  inLabels: Postings
  vocabulary: ReadonlySet<string>
}

export function indexTexts<Place>(texts: readonly TextGroup<Place>[], termsOf: TermsOf): TextIndex<Place> {
  // Titles and headings are those of many texts, and mostly there is no label or concept: equal ones share their words.
  const known = new Map<string, Words>()
  const wordsIn = (text: string): Words =>
    known.getOrInsertComputed(text, () => {
      const terms = termsOf(text)
      const concepts = [...new Set(terms.flatMap(term => term.concepts))]
      return { stems: [...new Set(terms.map(({ stem }) => stem))], concepts: concepts.length === 0 ? none : concepts }
    })
  const groups = texts.map(({ place, title, heading, units }) => ({
    place,
    title: wordsIn(title),
    head: wordsIn(heading),
    isQuestion: /[?？؟]\s*$/.test(heading),
    units: units.map(unit => ({ ...unit, own: wordsIn(unit.text), label: wordsIn(unit.labels) })),
  }))
  const inTexts = postingsOf(groups, ({ title, head, units }) => [title, head, ...units.map(({ own }) => own)])
  const inLabels = postingsOf(groups, ({ units }) => units.map(({ label }) => label))
  return {
    termsOf,
    groups,
    inTexts,
    inLabels,
    vocabulary: new Set([...inTexts.stems.keys(), ...inLabels.stems.keys()]),
  }
}

const none: readonly string[] = []

function postingsOf<Group>(groups: readonly Group[], wordsOf: (group: Group) => readonly Words[]): Postings {
  const postings = { stems: new Map<string, number[]>(), concepts: new Map<string, number[]>() }
  for (const [number, group] of groups.entries())
    for (const words of wordsOf(group))
      for (const kind of ['stems', 'concepts'] as const)
        for (const name of words[kind]) {
          const numbers = postings[kind].getOrInsertComputed(name, () => [])
          if (numbers.at(-1) !== number) numbers.push(number)
        }
  return postings
}

const groupsWith = ({ stems, concepts }: Postings, term: Term): Set<number> =>
  new Set([...(stems.get(term.stem) ?? []), ...term.concepts.flatMap(concept => concepts.get(concept) ?? [])])

/** Every text in a group that has a word of the question, unless no word of the question says something. */
export function scoreTexts<Place>(
  { termsOf, groups, inTexts, inLabels, vocabulary }: TextIndex<Place>,
  query: string,
): ScoredUnit<Place>[] {
  const terms = questionTerms(termsOf(query), vocabulary)
  if (!terms.some(({ weight }) => weight === 1)) return []
  const found = terms.map(term => groupsWith(inTexts, term))
  const weights = terms.map(({ weight }, i) => weight * rarity(found[i]!.size, groups.length))
  const candidates = new Set([...found, ...terms.map(term => groupsWith(inLabels, term))].flatMap(some => [...some]))
  return [...candidates].sort((a, b) => a - b).flatMap(number => scoreUnits(groups[number]!, terms, weights))
}

/** Distinct terms that say something; misspelled ones are replaced by the nearest word of the pages. */
function questionTerms(terms: readonly Term[], vocabulary: ReadonlySet<string>): Term[] {
  const distinct = new Map<string, Term>()
  for (const term of terms) {
    if (term.weight === 0) continue
    const isKnown = vocabulary.has(term.stem) || term.isCommon || term.weight < 1
    const stem = isKnown ? term.stem : (nearest(term.stem, vocabulary) ?? term.stem)
    if (!distinct.has(stem)) distinct.set(stem, { ...term, stem })
  }
  return [...distinct.values()]
}

function nearest(stem: string, vocabulary: ReadonlySet<string>): string | null {
  if (stem.length < 5 || stem.startsWith('n:')) return null
  const most = stem.length >= parameters.longWordLength ? 2 : 1
  let best: string | null = null
  let fewest = most + 1
  for (const word of vocabulary) {
    if (Math.abs(word.length - stem.length) > most || word[0] !== stem[0]) continue
    const edits = editsBetween(stem, word, fewest)
    if (edits < fewest) [best, fewest] = [word, edits]
  }
  return best
}

/** 1 for the word itself, less for a synonym. */
const strength = ({ stem, concepts }: Term, words: Words): number => {
  if (words.stems.includes(stem)) return 1
  const shared = concepts.filter(concept => words.concepts.includes(concept))
  if (shared.length === 0) return 0
  return shared.some(concept => concept.startsWith('~')) ? parameters.synonymStrength : parameters.ideaStrength
}

/** Rare words weigh more; words that no page contains weigh most, because then something else is asked. */
const rarity = (containing: number, all: number): number =>
  Math.log(1 + (all + 10) / (containing + 0.5)) * (containing === 0 ? parameters.missingWordFactor : 1)

/** `own`: the share of the question that the unit itself contains; `head`: that of its heading. */
export type ScoredUnit<Place> = {
  group: IndexedGroup<Place>
  at: number
  support: number
  own: number
  head: number
  rank: number
}

function scoreUnits<Place>(
  group: IndexedGroup<Place>,
  terms: readonly Term[],
  weights: readonly number[],
): ScoredUnit<Place>[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const { headStrength, titleStrength, neighbourStrength } = parameters
  const share = (strengths: readonly number[]) => strengths.reduce((sum, one, i) => sum + one * weights[i]!, 0) / total
  const inHead = terms.map(term => strength(term, group.head) * (group.isQuestion ? 1 : headStrength))
  const inTitle = terms.map(term => strength(term, group.title) * titleStrength)
  const owns = group.units.map(({ own, label }, at) =>
    terms.map((term, t) =>
      Math.max(
        strength(term, own),
        strength(term, label) * headStrength,
        group.isQuestion && at === 0 ? inHead[t]! : 0,
      ),
    ),
  )
  const head = share(inHead)
  return group.units.map((_, at) => {
    const near = terms.map((_, t) => Math.max(owns[at - 1]?.[t] ?? 0, owns[at + 1]?.[t] ?? 0) * neighbourStrength)
    const support = share(terms.map((_, t) => Math.max(owns[at]![t]!, inHead[t]!, inTitle[t]!, near[t]!)))
    const own = share(owns[at]!)
    const leads = at === 0 ? parameters.firstSentenceBonus * head : 0
    return { group, at, support, own, head, rank: support + parameters.ownWordsBonus * own + leads }
  })
}
