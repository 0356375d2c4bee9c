// Index of short texts under headings, by their terms, and how well they support a question: by the words that they contain
// themselves, and less by those of their headings. Rare words weigh more.
import { getOrCreate } from '../../util/memoize.ts'
import { parameters } from '../decide/parameters.ts'
import { similarWord } from '../parse/spelling.ts'
import { impliedBy, type Term, type TermSource, termsOf, weakWeight } from './page-terms.ts'

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
  units: readonly IndexedUnit<Group>[]
}

export function textIndex<Group extends GivenGroup>(groups: readonly Group[], source: TermSource): TextIndex<Group> {
  const numbers = new Map<string, number>()
  const textsByTerm = new Map<string, number[]>()
  const numberOf = (text: string): number =>
    getOrCreate(numbers, text, () => {
      const terms = termsOf(text, source).flatMap(({ stem, concepts }) => [stem, ...concepts.map(one => ` ${one}`)])
      for (const term of new Set(terms)) getOrCreate(textsByTerm, term, () => []).push(numbers.size)
      return numbers.size
    })
  const indexed = groups.map(group => ({
    ...group,
    titled: numberOf(group.title),
    headed: numberOf(group.heading),
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

/** All units with their support, and the support of several together. Without a word that says something, nothing is supported. */
export function scoreTexts<Group extends GivenGroup>(
  index: TextIndex<Group>,
  source: TermSource,
  { query, siteName }: { query: string; siteName: string },
) {
  const names = new Set(termsOf(siteName, source).map(({ stem }) => stem))
  // All pages are about what the site is called after.
  const given = termsOf(query, source).map(term =>
    names.has(term.stem) ? { ...term, weight: Math.min(term.weight, weakWeight) } : term,
  )
  const terms = questionTerms(index, given)
  const asked = terms.map(term => askedFor(term, index))
  const supporting = terms.some(({ weight }) => weight === 1) ? asked : []
  return {
    units: index.groups.flatMap(group => scoreUnits(group, supporting)),
    support: (some: readonly Pick<ScoredUnit<Group>, 'group' | 'unit'>[]): number =>
      supportOf(supporting, ({ strengths }) =>
        Math.max(...some.map(one => strengthIn(strengths, one.group, one.unit))),
      ),
  }
}

/** By the number of the text: 1 for the word itself, less for a synonym. */
type Strengths = Float32Array
/** `cost`: what it takes from the support if a text does not contain the term. */
type Asked = { strengths: Strengths; weight: number; cost: number }

type Numbered = Pick<IndexedGroup<GivenGroup>, 'titled' | 'headed' | 'units'>

/** Rare words weigh more. A word that is on no page costs most: then something else may be asked. Numbers are often those of the visitor. */
function askedFor(term: Term, index: TextIndex): Asked {
  const strengths = strengthsOf(term, index)
  const isIn = ({ titled, headed, units }: Numbered) =>
    [titled, headed, ...units.map(({ own }) => own)].some(text => strengths[text]! > 0)
  const containing = index.groups.filter(isIn).length
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
    const stem = isKnown ? term.stem : (similarWord(term.stem, textsByTerm.keys()) ?? term.stem)
    if (!distinct.has(stem)) distinct.set(stem, { ...term, stem, concepts: term.concepts.map(impliedBy) })
  }
  return [...distinct.values()]
}

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
): ScoredUnit<Group>[] {
  const { firstSentenceBonus, ownWordsBonus, titleBonus } = parameters
  const head = supportOf(asked, ({ strengths }) => strengths[group.headed]!)
  const titled = titleBonus * supportOf(asked, ({ strengths }) => strengths[group.titled]!)
  return group.units.map((unit, i) => {
    const inUnit = ({ strengths }: Asked) => Math.max(strengths[unit.own]!, strengths[unit.about]!)
    const support = supportOf(asked, ({ strengths }) => strengthIn(strengths, group, unit))
    const own = ownWordsBonus * supportOf(asked, inUnit)
    const leads = i === 0 ? firstSentenceBonus * head : 0
    return { group, unit, support, rank: support + own + leads + titled }
  })
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
