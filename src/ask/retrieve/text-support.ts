// How well short texts support a question: by the words that they contain themselves, and less by those of their headings and
// neighbours. Rare words weigh more.

import { editDistance } from '../../util/nearest.ts'
import { parameters } from '../decide/parameters.ts'
import { impliedBy, type Term, type TermsOf } from './page-terms.ts'
import type { UnitText } from './page-units.ts'

/** Texts under one heading. `place` identifies them. */
export type TextGroup<Place> = { place: Place; title: string; heading: string; units: readonly UnitText[] }

/** Texts have numbers; equal ones, such as titles of many groups, have the same. */
type Unit = UnitText & { own: number; label: number }
type IndexedGroup<Place> = { place: Place; title: number; head: number; isQuestion: boolean; units: Unit[] }
/** `inTexts`: the numbers of the texts with a stem or a concept (after a space). */
export type TextIndex<Place> = {
  termsOf: TermsOf
  groups: IndexedGroup<Place>[]
  texts: number
  inTexts: ReadonlyMap<string, readonly number[]>
}

export function indexTexts<Place>(texts: readonly TextGroup<Place>[], termsOf: TermsOf): TextIndex<Place> {
  const numbers = new Map<string, number>()
  const inTexts = new Map<string, number[]>()
  const numberOf = (text: string): number =>
    numbers.getOrInsertComputed(text, () => {
      const terms = termsOf(text)
      const keys = terms.flatMap(({ stem, concepts }) => [stem, ...concepts.map(concept => ` ${concept}`)])
      for (const key of new Set(keys)) inTexts.getOrInsertComputed(key, () => []).push(numbers.size)
      return numbers.size
    })
  const groups = texts.map(({ place, title, heading, units }) => ({
    place,
    title: numberOf(title),
    head: numberOf(heading),
    isQuestion: /[?？؟]\s*$/.test(heading),
    units: units.map(unit => ({ ...unit, own: numberOf(unit.text), label: numberOf(unit.labels) })),
  }))
  return { termsOf, groups, texts: numbers.size, inTexts }
}

/** `units`: those in groups that have a word of the question. `support`: that of several units together. */
type Scores<Place> = { units: ScoredUnit<Place>[]; support: (units: readonly UnitAt<Place>[]) => number }

/** There are no units if no word of the question says something. */
export function scoreTexts<Place>(index: TextIndex<Place>, query: string): Scores<Place> {
  const terms = questionTerms(index, query)
  if (!terms.some(({ weight }) => weight === 1)) return { units: [], support: () => 0 }
  const asked = terms.map(term => askedFor(term, index))
  const { headStrength, titleStrength } = parameters
  const inUnit = ({ strengths }: Asked, { group: { head, title, units }, at }: UnitAt<Place>) =>
    Math.max(
      strengths[units[at]!.own]!,
      strengths[units[at]!.label]! * headStrength,
      strengths[head]! * headStrength,
      strengths[title]! * titleStrength,
    )
  return {
    units: index.groups.flatMap(group => scoreUnits(group, asked)),
    support: units =>
      supportOf(
        asked.map(one => Math.max(...units.map(unit => inUnit(one, unit)))),
        asked,
      ),
  }
}

/** `cost`: what it takes from the support if a text does not contain the term. */
type Asked = { strengths: Strengths; weight: number; cost: number }

/** Rare words weigh more. A word that is on no page costs most: then something else may be asked. Numbers are often those of the visitor. */
function askedFor<Place>(term: Term, index: TextIndex<Place>): Asked {
  const { groups } = index
  const strengths = strengthsOf(term, index)
  const containing = groups.filter(group => isIn(strengths, group)).length
  const weight = term.weight * Math.log(1 + (groups.length + 10) / (containing + 0.5))
  return {
    strengths,
    weight,
    cost: weight * (containing > 0 || term.stem.startsWith('n:') ? parameters.elsewhereCost : parameters.missingCost),
  }
}

/** Distinct terms that say something; misspelled ones are replaced by the nearest word of the texts. */
function questionTerms<Place>({ termsOf, inTexts }: TextIndex<Place>, query: string): Term[] {
  const distinct = new Map<string, Term>()
  for (const term of termsOf(query)) {
    if (term.weight === 0) continue
    const isKnown = inTexts.has(term.stem) || term.isCommon || term.weight < 1
    const stem = isKnown ? term.stem : (nearest(term.stem, inTexts) ?? term.stem)
    if (!distinct.has(stem)) distinct.set(stem, { ...term, stem, concepts: term.concepts.map(impliedBy) })
  }
  return [...distinct.values()]
}

function nearest(stem: string, inTexts: ReadonlyMap<string, unknown>): string | null {
  if (stem.length < 5 || stem.startsWith('n:')) return null
  let best: string | null = null
  let fewest = 2
  for (const word of inTexts.keys()) {
    if (Math.abs(word.length - stem.length) > 1 || word[0] !== stem[0]) continue
    const edits = editDistance(stem, word, fewest)
    if (edits < fewest) [best, fewest] = [word, edits]
  }
  return best
}

/** By the number of the text: 1 for the word itself, less for a synonym. */
type Strengths = Float32Array

function strengthsOf<Place>({ stem, concepts }: Term, { texts, inTexts }: TextIndex<Place>): Strengths {
  const strengths = new Float32Array(texts)
  for (const concept of concepts) {
    const strength = concept.startsWith('~') ? parameters.synonymStrength : parameters.ideaStrength
    for (const text of inTexts.get(` ${concept}`) ?? []) strengths[text] = Math.max(strengths[text]!, strength)
  }
  for (const text of inTexts.get(stem) ?? []) strengths[text] = 1
  return strengths
}

const isIn = <Place>(strengths: Strengths, { title, head, units }: IndexedGroup<Place>): boolean =>
  strengths[title]! > 0 || strengths[head]! > 0 || units.some(({ own }) => strengths[own]! > 0)

export type UnitAt<Place> = { group: IndexedGroup<Place>; at: number }
/** `support`: by the unit, its headings and its neighbours. `rank`: the higher the better. */
export type ScoredUnit<Place> = UnitAt<Place> & { support: number; rank: number }

function scoreUnits<Place>(group: IndexedGroup<Place>, asked: readonly Asked[]): ScoredUnit<Place>[] {
  const { headStrength, titleStrength, neighbourStrength, groupStrength } = parameters
  const most = (values: readonly number[][]) =>
    asked.map((_, t) => values.reduce((max, one) => Math.max(max, one[t]!), 0))
  const { units, isQuestion } = group
  const inHead = asked.map(({ strengths }) => strengths[group.head]! * (isQuestion ? 1 : headStrength))
  const inTitle = asked.map(({ strengths }) => strengths[group.title]! * titleStrength)
  const owns = units.map(({ own, label }, at) =>
    asked.map(({ strengths }, t) =>
      Math.max(strengths[own]!, strengths[label]! * headStrength, isQuestion && at === 0 ? inHead[t]! : 0),
    ),
  )
  const inGroup = most(owns).map(one => one * groupStrength)
  if (most([inHead, inTitle, inGroup]).every(one => one === 0)) return []
  const head = supportOf(inHead, asked)
  return units.map(({ block }, at) => {
    const near = owns.filter((_, i) => Math.abs(i - at) === 1 || units[i]!.block === block)
    const inNear = most(near).map(one => one * neighbourStrength)
    const support = supportOf(most([owns[at]!, inHead, inTitle, inNear, inGroup]), asked)
    const own = supportOf(owns[at]!, asked)
    const leads = at === 0 ? parameters.firstSentenceBonus * head : 0
    return { group, at, support, rank: support + parameters.ownWordsBonus * own + leads }
  })
}

/** 0 to 1: what is covered, in relation to what is covered and what is not. */
function supportOf(strengths: readonly number[], asked: readonly Asked[]): number {
  const covered = asked.reduce((sum, { weight }, t) => sum + weight * strengths[t]!, 0)
  const lacking = asked.reduce((sum, { cost }, t) => sum + cost * (1 - strengths[t]!), 0)
  return covered === 0 ? 0 : covered / (covered + lacking)
}
