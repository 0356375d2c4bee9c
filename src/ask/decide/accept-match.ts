// Does the best match answer the question? Not one threshold: what is covered, how well it agrees, what nobody told us
// about, topics that are known to be absent, and numbers that are not ours all have a say.
import type { Slot } from '../parse/lexicon.ts'
import type { Match } from '../retrieve/matching.ts'

export const gates = {
  score: 0.44,
  coverage: 0.45,
  /** Of the weight of the question that the fact does not speak of. */
  strange: 0.4,
}

const isAbsent = ({ ideas }: Slot): boolean =>
  ideas.some(idea => idea.startsWith('absent.')) && ideas.every(idea => /^absent\.|^w:/.test(idea))
const numberOf = ({ ideas }: Slot): string | undefined => ideas.find(idea => idea.startsWith('n:'))?.slice(2)

export function passes(match: Match, slots: readonly Slot[], weight: (slot: Slot) => number): boolean {
  const { score, coverage, missed } = match
  if (score < gates.score || coverage < gates.coverage) return false
  if (missed.some(slot => isAbsent(slot) || isForeignNumber(slot, match))) return false
  const total = slots.reduce((sum, slot) => sum + weight(slot), 0)
  const strange = missed.filter(slot => isStrange(slot)).reduce((sum, slot) => sum + weight(slot), 0)
  return strange / total <= gates.strange
}

/** Neither a word we know nor a name on the wire. */
const isStrange = ({ ideas, known }: Slot): boolean => !known || ideas.every(idea => /^[lh]:/.test(idea))

/** A plan of 2,000 credits is none of ours, whatever else agrees. */
function isForeignNumber(slot: Slot, { fact }: Match): boolean {
  const number = numberOf(slot)
  if (number === undefined || !/^(?:plans|credits|buy|topup)\b/.test(fact.id)) return false
  const said = (fact.say.get('en') ?? '').replaceAll(/(\d),(?=\d{3})/g, '$1')
  return !said.match(/\d+(?:\.\d+)?/g)?.includes(number)
}
