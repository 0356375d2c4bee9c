// Index of short texts under headings, by their terms, and how well they support a question: by the words that they contain
// themselves, and less by those of their headings. Rare words weigh more.
import { editDistance } from '../../util/nearest.ts'
import { parameters } from '../decide/parameters.ts'
import { impliedBy, type Term, type TermSource, termsOf } from './page-terms.ts'

/** `labels`: what a unit is about, besides its own words. */
type GivenUnit = { text: string; labels: string }
/** Texts under one heading. */
type GivenGroup = { title: string; heading: string; units: readonly GivenUnit[] }

/** Texts are numbers. Equal ones, such as titles of many groups, have the same number. Plain data, which is cached in a file. */
export type TextIndex<Group extends GivenGroup = GivenGroup> = {
  /** The texts with a stem, or with a concept after a space. */
  textsByTerm: ReadonlyMap<string, readonly number[]>
  texts: number
  groups: readonly IndexedGroup<Group>[]
}
type IndexedUnit<Group extends GivenGroup> = Group['units'][number] & { own: number; about: number }
type IndexedGroup<Group extends GivenGroup> = Omit<Group, 'units'> & {
  titled: number
  headed: number
  isQuestion: boolean
  units: readonly IndexedUnit<Group>[]
}

export function textIndex<Group extends GivenGroup>(groups: readonly Group[], source: TermSource): TextIndex<Group> {
  const numbers = new Map<string, number>()
  const textsByTerm = new Map<string, number[]>()
  const numberOf = (text: string): number =>
    numbers.getOrInsertComputed(text, () => {
      const terms = termsOf(text, source).flatMap(({ stem, concepts }) => [stem, ...concepts.map(one => ` ${one}`)])
      for (const term of new Set(terms)) textsByTerm.getOrInsertComputed(term, () => []).push(numbers.size)
      return numbers.size
    })
  const indexed = groups.map(group => ({
    ...group,
    titled: numberOf(group.title),
    headed: numberOf(group.heading),
    isQuestion: /[?？؟]\s*$/.test(group.heading),
    units: group.units.map(unit => ({ ...unit, own: numberOf(unit.text), about: numberOf(unit.labels) })),
  }))
  return { textsByTerm, groups: indexed, texts: numbers.size }
}

/** `support`: 0 to 1, by the unit and its headings. `rank`: the higher the better. */
export type ScoredUnit<Group extends GivenGroup> = {
  group: IndexedGroup<Group>
  unit: IndexedUnit<Group>
  support: number
  rank: number
}
/** `units`: those in groups that have a word of the question. `support`: that of several units of groups together. */
type Scores<Group extends GivenGroup> = {
  units: ScoredUnit<Group>[]
  support: (some: readonly Pick<ScoredUnit<Group>, 'group' | 'unit'>[]) => number
}

/** There are no units if no word of the question says something. */
export function scoreTexts<Group extends GivenGroup>(
  index: TextIndex<Group>,
  source: TermSource,
  query: string,
): Scores<Group> {
  const terms = questionTerms(index, termsOf(query, source))
  if (!terms.some(({ weight }) => weight === 1)) return { units: [], support: () => 0 }
  const asked = terms.map(term => askedFor(term, index))
  const units: ScoredUnit<Group>[] = []
  for (const group of index.groups)
    if (asked.some(({ strengths }) => isIn(strengths, group, true))) scoreUnits(group, asked, units)
  const support: Scores<Group>['support'] = some =>
    supportOf(asked, ({ strengths }) => Math.max(...some.map(one => strengthIn(strengths, one.group, one.unit))))
  return { units, support }
}

/** By the number of the text: 1 for the word itself, less for a synonym. */
type Strengths = Float32Array
/** `cost`: what it takes from the support if a text does not contain the term. */
type Asked = { strengths: Strengths; weight: number; cost: number }

type Numbered = Pick<IndexedGroup<GivenGroup>, 'titled' | 'headed' | 'units'>

/** Whether the title, the heading or a unit of the group has the term, or the labels of a unit. */
const isIn = (strengths: Strengths, { titled, headed, units }: Numbered, withLabels: boolean): boolean =>
  strengths[titled]! > 0 ||
  strengths[headed]! > 0 ||
  units.some(({ own, about }) => strengths[own]! > 0 || (withLabels && strengths[about]! > 0))

/** Rare words weigh more. A word that is on no page costs most: then something else may be asked. Numbers are often those of the visitor. */
function askedFor(term: Term, index: TextIndex): Asked {
  const strengths = strengthsOf(term, index)
  const containing = index.groups.filter(group => isIn(strengths, group, false)).length
  const weight = term.weight * Math.log(1 + (index.groups.length + 10) / (containing + 0.5))
  const { elsewhereCost, missingCost } = parameters
  return {
    strengths,
    weight,
    cost: weight * (containing > 0 || term.stem.startsWith('n:') ? elsewhereCost : missingCost),
  }
}

/** Distinct terms that say something; misspelled ones are replaced by the nearest word of the texts. */
function questionTerms({ textsByTerm }: TextIndex, terms: readonly Term[]): Term[] {
  const distinct = new Map<string, Term>()
  for (const term of terms) {
    if (term.weight === 0) continue
    const isKnown = term.isCommon || term.weight < 1 || textsByTerm.has(term.stem)
    const stem = isKnown ? term.stem : (nearest(term.stem, textsByTerm.keys()) ?? term.stem)
    if (!distinct.has(stem)) distinct.set(stem, { ...term, stem, concepts: term.concepts.map(impliedBy) })
  }
  return [...distinct.values()]
}

const nearest = (stem: string, known: IteratorObject<string>): string | undefined =>
  stem.length < 5 ? undefined : known.find(one => one[0] === stem[0] && editDistance(stem, one, 2) < 2)

function strengthsOf({ stem, concepts }: Term, { texts, textsByTerm }: TextIndex): Strengths {
  const strengths = new Float32Array(texts)
  const raise = (term: string, strength: number) => {
    for (const text of textsByTerm.get(term) ?? []) if (strengths[text]! < strength) strengths[text] = strength
  }
  for (const concept of concepts)
    raise(` ${concept}`, concept.startsWith('~') ? parameters.synonymStrength : parameters.ideaStrength)
  raise(stem, 1)
  return strengths
}

function strengthIn(
  strengths: Strengths,
  { headed, titled }: Numbered,
  { own, about }: { own: number; about: number },
) {
  return Math.max(strengths[own]!, strengths[about]!, strengths[headed]!, strengths[titled]! * parameters.titleStrength)
}

function scoreUnits<Group extends GivenGroup>(
  group: IndexedGroup<Group>,
  asked: readonly Asked[],
  found: ScoredUnit<Group>[],
): void {
  const { firstSentenceBonus, ownWordsBonus, titleBonus } = parameters
  const head = supportOf(asked, ({ strengths }) => strengths[group.headed]!)
  const titled = titleBonus * supportOf(asked, ({ strengths }) => strengths[group.titled]!)
  for (const [i, unit] of group.units.entries()) {
    const inUnit = ({ strengths }: Asked) => {
      const own = Math.max(strengths[unit.own]!, strengths[unit.about]!)
      return group.isQuestion && i === 0 ? Math.max(own, strengths[group.headed]!) : own
    }
    const support = supportOf(asked, ({ strengths }) => strengthIn(strengths, group, unit))
    const own = ownWordsBonus * supportOf(asked, inUnit)
    const leads = i === 0 ? firstSentenceBonus * head : 0
    found.push({ group, unit, support, rank: support + own + leads + titled })
  }
}

/** 0 to 1: what is covered, in relation to what is covered and what is not. */
function supportOf(asked: readonly Asked[], strengthOf: (term: Asked) => number): number {
  let covered = 0
  let lacking = 0
  for (const one of asked) {
    const strength = strengthOf(one)
    covered += one.weight * strength
    lacking += one.cost * (1 - strength)
  }
  return covered === 0 ? 0 : covered / (covered + lacking)
}
