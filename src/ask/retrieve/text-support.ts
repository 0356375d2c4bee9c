// How well short texts support a question: by the words that they contain themselves, and less by those of their headings.
// Rare words weigh more.
import { editDistance } from '../../util/nearest.ts'
import { parameters } from '../decide/parameters.ts'
import { impliedBy, type Term } from './page-terms.ts'
import type { TextIndex } from './text-index.ts'

export type UnitAt = { group: number; unit: number }
/** `support`: by the unit and its headings. `rank`: the higher the better. */
export type ScoredUnit = UnitAt & { support: number; rank: number }

/** `units`: those in groups that have a word of the question. `support`: that of several units together. */
type Scores = { units: ScoredUnit[]; support: (units: readonly UnitAt[]) => number }

/** There are no units if no word of the question says something. */
export function scoreTexts(index: TextIndex, query: string): Scores {
  const terms = questionTerms(index, query)
  if (!terms.some(({ weight }) => weight === 1)) return { units: [], support: () => 0 }
  const asked = terms.map(term => askedFor(term, index))
  const { headStrength, titleStrength } = parameters
  const { heads, titles, owns, labels } = index
  const inUnit = ({ strengths }: Asked, { group, unit }: UnitAt) =>
    Math.max(
      strengths[owns[unit]!]!,
      strengths[labels[unit]!]! * headStrength,
      strengths[heads[group]!]! * headStrength,
      strengths[titles[group]!]! * titleStrength,
    )
  const units: ScoredUnit[] = []
  const isAsked = askedTexts(index, asked)
  for (let group = 0; group < heads.length; group++)
    if (isAskedGroup(index, group, isAsked)) scoreUnits(index, group, asked, units)
  return { units, support: some => supportOf(asked, one => Math.max(...some.map(unit => inUnit(one, unit)))) }
}

/** `cost`: what it takes from the support if a text does not contain the term. */
type Asked = { strengths: Strengths; weight: number; cost: number }

/** Rare words weigh more. A word that is on no page costs most: then something else may be asked. Numbers are often those of the visitor. */
function askedFor(term: Term, index: TextIndex): Asked {
  const strengths = strengthsOf(term, index)
  const groups = index.heads.length
  let containing = 0
  for (let group = 0; group < groups; group++) if (isIn(strengths, index, group)) containing++
  const weight = term.weight * Math.log(1 + (groups + 10) / (containing + 0.5))
  return {
    strengths,
    weight,
    cost: weight * (containing > 0 || term.stem.startsWith('n:') ? parameters.elsewhereCost : parameters.missingCost),
  }
}

/** Distinct terms that say something; misspelled ones are replaced by the nearest word of the texts. */
function questionTerms(index: TextIndex, query: string): Term[] {
  const distinct = new Map<string, Term>()
  for (const term of index.termsOf(query)) {
    if (term.weight === 0) continue
    const isKnown = term.isCommon || term.weight < 1 || index.keys.find(term.stem) >= 0
    const stem = isKnown ? term.stem : (nearest(term.stem, index) ?? term.stem)
    if (!distinct.has(stem)) distinct.set(stem, { ...term, stem, concepts: term.concepts.map(impliedBy) })
  }
  return [...distinct.values()]
}

function nearest(stem: string, { keys }: TextIndex): string | null {
  if (stem.length < 5 || stem.startsWith('n:')) return null
  let best: string | null = null
  let fewest = 2
  for (let number = 0; number < keys.size(); number++) {
    if (keys.codeAt(number, 0) !== stem.charCodeAt(0)) continue
    const edits = editDistance(stem, keys.text(number), fewest)
    if (edits < fewest) [best, fewest] = [keys.text(number), edits]
  }
  return best
}

/** By the number of the text: 1 for the word itself, less for a synonym. */
type Strengths = Float32Array

function strengthsOf({ stem, concepts }: Term, { texts, keys, starts, textsByKey }: TextIndex): Strengths {
  const strengths = new Float32Array(texts)
  const raise = (key: string, strength: number) => {
    const number = keys.find(key)
    if (number < 0) return
    for (const text of textsByKey.subarray(starts[number]!, starts[number + 1]!))
      if (strengths[text]! < strength) strengths[text] = strength
  }
  for (const concept of concepts)
    raise(` ${concept}`, concept.startsWith('~') ? parameters.synonymStrength : parameters.ideaStrength)
  raise(stem, 1)
  return strengths
}

/** Whether the title, the heading or a unit of the group has the term. */
function isIn(strengths: Strengths, { titles, heads, owns, firstUnits }: TextIndex, group: number): boolean {
  if (strengths[titles[group]!]! > 0 || strengths[heads[group]!]! > 0) return true
  for (let unit = firstUnits[group]!; unit < firstUnits[group + 1]!; unit++)
    if (strengths[owns[unit]!]! > 0) return true
  return false
}

/** By the number of the text: 1 if it has a term. */
function askedTexts({ texts }: TextIndex, asked: readonly Asked[]): Strengths {
  const found = new Float32Array(texts)
  for (const { strengths } of asked) for (let text = 0; text < texts; text++) if (strengths[text]! > 0) found[text] = 1
  return found
}

function isAskedGroup(index: TextIndex, group: number, isAsked: Strengths): boolean {
  if (isIn(isAsked, index, group)) return true
  const { labels, firstUnits } = index
  for (let unit = firstUnits[group]!; unit < firstUnits[group + 1]!; unit++)
    if (isAsked[labels[unit]!]! > 0) return true
  return false
}

function scoreUnits(index: TextIndex, group: number, asked: readonly Asked[], found: ScoredUnit[]): void {
  const { heads, titles, owns, labels, firstUnits } = index
  const { headStrength, titleStrength, firstSentenceBonus, ownWordsBonus } = parameters
  const isQuestion = index.areQuestions[group] === 1
  const inHead = ({ strengths }: Asked) => strengths[heads[group]!]! * (isQuestion ? 1 : headStrength)
  const head = supportOf(asked, inHead)
  const first = firstUnits[group]!
  for (let unit = first; unit < firstUnits[group + 1]!; unit++) {
    const inUnit = (one: Asked) => {
      const own = Math.max(one.strengths[owns[unit]!]!, one.strengths[labels[unit]!]! * headStrength)
      return isQuestion && unit === first ? Math.max(own, inHead(one)) : own
    }
    const support = supportOf(asked, one =>
      Math.max(inUnit(one), inHead(one), one.strengths[titles[group]!]! * titleStrength),
    )
    const leads = unit === first ? firstSentenceBonus * head : 0
    found.push({ group, unit, support, rank: support + ownWordsBonus * supportOf(asked, inUnit) + leads })
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
