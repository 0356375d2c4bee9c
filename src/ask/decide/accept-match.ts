// Decides whether a match answers the question: by score, coverage, unknown words, absent topics and numbers that do not occur
// in the fact.
import type { Slot } from '../parse/lexicon.ts'
import { saysHowMany } from '../retrieve/answer-types.ts'
import type { Match } from '../retrieve/matching.ts'
import { parameters } from './parameters.ts'

const isAbsent = ({ ideas }: Slot): boolean =>
  ideas.some(idea => idea.startsWith('absent.')) && ideas.every(idea => /^absent\.|^w:/.test(idea))
const numberOf = ({ ideas }: Slot): string | undefined => ideas.find(idea => idea.startsWith('n:'))?.slice(2)

export function isAcceptable(match: Match, slots: readonly Slot[], weight: (slot: Slot) => number): boolean {
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
