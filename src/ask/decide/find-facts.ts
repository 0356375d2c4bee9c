// Finds the facts that answer a question, by itself and as a continuation of the previous one.
import { clausesOf, partsOf } from '../parse/clauses.ts'
import { isElliptical, mergeFollowUp } from '../parse/follow-up.ts'
import type { Slot } from '../parse/lexicon.ts'
import type { Understanding } from '../parse/understand.ts'
import { saysHowMany } from '../retrieve/how-many.ts'
import type { Match, Matcher } from '../retrieve/matching.ts'
import { parameters } from './parameters.ts'

const maxFacts = 3

/** `own` are the slots of the question itself when `slots` continue those of the previous one, else empty. */
export type Interpretation = { slots: Slot[]; own: Slot[] }

/** The question alone, and as a continuation of the previous one; the more likely first. */
export function interpretationsOf(
  slots: Slot[],
  previous: readonly string[],
  understanding: Understanding,
  matcher: Matcher,
): Interpretation[] {
  const alone = { slots, own: [] }
  const before = previous.at(-1)
  if (before === undefined) return [alone]
  const merged = { slots: mergeFollowUp(understanding.slots(understanding.detect(before), before), slots), own: slots }
  const score = (interpretation: Interpretation) => bestMatches(interpretation, matcher)[0]?.score ?? 0
  // A single idea agrees perfectly with many facts, which means nothing.
  const isContinued = isElliptical(slots, 1) || (isElliptical(slots, 2) && score(merged) >= score(alone) - 0.05)
  return isContinued ? [merged, alone] : [alone, merged]
}

export const isFrame = ({ ideas }: Slot): boolean => ideas.every(idea => idea.startsWith('frame.'))

/** A fact must cover the question itself, not only the previous one. */
function bestMatches({ slots, own }: Interpretation, matcher: Matcher): Match[] {
  if (own.length === 0) return matcher.find(slots, maxFacts)
  const found = matcher.find(slots, 60)
  return found.filter(({ missed }) => own.every(slot => isFrame(slot) || !missed.includes(slot))).slice(0, maxFacts)
}

/** The facts that answer: the best and what is as good, or the best of each part of a double question. */
export function factsFor(
  query: string,
  interpretation: Interpretation,
  locale: string | null,
  understanding: Understanding,
  matcher: Matcher,
): Match[] {
  const accepted = (one: Interpretation): Match[] => {
    const found = bestMatches(one, matcher)
    const best = found[0]
    if (best === undefined || !isAcceptable(best, one.slots, matcher.weight)) return []
    const rival = found.find(({ fact }) => !fact.absent)
    const yields = ({ fact }: Match) =>
      !fact.ofSite && rival?.fact.ofSite && isAcceptable(rival, one.slots, matcher.weight)
    if (found.some(match => match.fact.absent && match.score >= (rival?.score ?? 0) && !yields(match))) return []
    const near = ({ fact, score }: Match) => !fact.absent && score >= best.score - parameters.factScoreGap
    return found.filter(match => near(match) && isAcceptable(match, one.slots, matcher.weight))
  }
  const whole = accepted(interpretation)
  if (locale === null) return whole
  const weightOf = (slots: readonly Slot[]) =>
    slots.reduce((sum, slot) => sum + (isFrame(slot) ? 0 : matcher.weight(slot)), 0)
  const clauses = clausesOf(query, locale)
  const parts = (clauses.length < 2 ? [] : clauses)
    .map(clause => understanding.slots(locale, clause))
    .filter(slots => weightOf(slots) >= parameters.clauseWeight)
    .map(slots => accepted({ slots, own: [] })[0])
  const answered = parts.filter(part => part !== undefined && part.score >= parameters.certainPartScore) as Match[]
  const distinct = [...new Map(answered.map(match => [match.fact.id, match])).values()]
  const meanScore = distinct.reduce((sum, { score }) => sum + score, 0) / distinct.length
  if (distinct.length >= 2 && meanScore > (whole[0]?.score ?? 0) - 0.1) return distinct.slice(0, maxFacts)
  return whole.length > 0 ? whole : fromOnePart(query, interpretation, locale, understanding, accepted)
}

/** The question in a long text: the part with the best fact, unless the text contains an absent topic. */
function fromOnePart(
  query: string,
  { slots }: Interpretation,
  locale: string,
  understanding: Understanding,
  accepted: (interpretation: Interpretation) => Match[],
): Match[] {
  if (slots.length < parameters.storySlots || slots.some(hasAbsent)) return []
  const parts = partsOf(query).map(part => understanding.slots(locale, part))
  const found = parts.filter(some => !isElliptical(some, 1)).map(some => accepted({ slots: some, own: [] }))
  const best = found.filter(matches => (matches[0]?.score ?? 0) >= parameters.certainPartScore)
  return best.sort((one, other) => other[0]!.score - one[0]!.score)[0] ?? []
}

const hasAbsent = ({ ideas }: Slot): boolean => ideas.some(idea => idea.startsWith('absent.'))

const isAbsent = ({ ideas }: Slot): boolean =>
  ideas.some(idea => idea.startsWith('absent.')) && ideas.every(idea => /^absent\.|^w:/.test(idea))
const numberOf = ({ ideas }: Slot): string | undefined => ideas.find(idea => idea.startsWith('n:'))?.slice(2)

/** By score, coverage, unknown words, absent topics, and numbers that do not occur in the fact. */
function isAcceptable(match: Match, slots: readonly Slot[], weight: (slot: Slot) => number): boolean {
  const { score, coverage, missed } = match
  if (score < parameters.factScore || coverage < parameters.factCoverage) return false
  if (missed.some(slot => isAbsent(slot) || isForeignNumber(slot, match))) return false
  if (asksForNumber(slots) && !hasNumber(match)) return false
  const total = slots.reduce((sum, slot) => sum + weight(slot), 0)
  const unknown = missed.filter(isUnknown).reduce((sum, slot) => sum + weight(slot), 0)
  return unknown / total <= parameters.factUnknown
}

const asksForNumber = (slots: readonly Slot[]): boolean =>
  slots.some(
    ({ ideas }) =>
      ideas.includes('absent.numbers') ||
      (ideas.some(idea => /^frame\.how(?:many|long)$/.test(idea)) && ideas.every(idea => idea.startsWith('frame.'))),
  )

/** English, which every fact has, or the language of the site. */
const hasNumber = ({ fact: { say, absent } }: Match): boolean =>
  absent || saysHowMany(say.get('en') ?? say.values().next().value ?? '')

/** An unknown word, a name of the API, or a handle. */
const isUnknown = ({ ideas, known }: Slot): boolean => !known || ideas.every(idea => /^[lh]:/.test(idea))

/** A number that a fact of the site pack does not mention: a plan of 2,000 credits, if there is none. */
function isForeignNumber(slot: Slot, { fact }: Match): boolean {
  const number = numberOf(slot)
  if (number === undefined || !fact.ofSite) return false
  const said = [...fact.say.values()].join(' ').replaceAll(/(\d),(?=\d{3})/g, '$1')
  const numbers = said.match(/\d+(?:\.\d+)?/g)
  return numbers !== null && !numbers.includes(number)
}
