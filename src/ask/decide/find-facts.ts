// Finds the facts that answer a question, by itself and as a continuation of the previous one.
import { languageOf } from '../../languages/languages.ts'
import type { Slot } from '../parse/lexicon.ts'
import type { Match, Matcher } from '../retrieve/matching.ts'
import { parameters } from './parameters.ts'

const maxFacts = 3

/** `own` are the slots of the question itself when `slots` continue those of the previous one, else empty. */
export type Interpretation = { slots: readonly Slot[]; own: readonly Slot[] }

/** The question alone, and as a continuation of the previous one (`before`); the more likely first. */
export function interpretationsOf(slots: readonly Slot[], before: readonly Slot[] | null): Interpretation[] {
  const alone = { slots, own: [] }
  if (before === null) return [alone]
  const groups = new Set(slots.flatMap(({ ideas }) => ideas.flatMap(groupOf)))
  const kept = before.filter(({ ideas }) => !ideas.flatMap(groupOf).some(group => groups.has(group)))
  const merged = { slots: [...kept, ...slots], own: slots }
  const subjects = new Set(slots.filter(slot => !isFrame(slot)).map(({ ideas }) => ideas.join()))
  return subjects.size <= parameters.ellipticalSlots ? [merged, alone] : [alone, merged]
}

/** "And the biggest one?" replaces the smallest, or a number; `size.big` and `size.small` are a group. */
const groupOf = (idea: string): string[] =>
  idea.startsWith('w:') ? [] : [idea.startsWith('n:') ? 'size' : idea.split(/[.:]/, 1)[0]!]

export const isFrame = ({ ideas }: Slot): boolean => ideas.every(idea => idea.startsWith('frame.'))

/** The facts that answer: the best and what is as good, unless nothing answers the topic. */
export function factsFor({ slots, own }: Interpretation, { find, weight }: Matcher): Match[] {
  // A fact must cover the question itself, not only the previous one.
  const isOfQuestion = ({ missed }: Match) => own.every(slot => isFrame(slot) || !missed.includes(slot))
  const found = find(slots, own.length === 0 ? maxFacts : maxExamined)
    .filter(isOfQuestion)
    .slice(0, maxFacts)
  const accepted = found.filter(match => isAcceptable(match, slots, weight))
  const [best] = found
  const rival = found.find(({ fact }) => !fact.absent)
  if (best === undefined || !accepted.includes(best)) return []
  const isOpen = ({ fact, score }: Match) =>
    fact.absent && score >= (rival?.score ?? 0) && (fact.ofSite || !rival?.fact.ofSite || !accepted.includes(rival))
  if (found.some(isOpen)) return []
  return accepted.filter(({ fact, score }) => !fact.absent && score >= best.score - parameters.factScoreGap)
}

/** The best facts of the parts of a double question; none if it is not one. */
export function factsForClauses(
  query: string,
  locale: string,
  slots: (text: string) => Slot[],
  matcher: Matcher,
): Match[] {
  const clauses = clausesOf(query, locale)
  if (clauses.length < 2) return []
  const found = new Map<string, Match>()
  for (const own of clauses.map(slots)) {
    const [match] = factsFor({ slots: own, own: [] }, matcher)
    if ((match?.score ?? 0) >= parameters.clauseScore) found.set(match!.fact.id, match!)
    // A part about something else is what the question is about.
    else if (own.some(({ known, everyday }) => !known || everyday)) return []
  }
  const matches = [...found.values()]
  // Of three sentences about something else, one may have the words of a built-in fact.
  const isLikely = clauses.length === 2 || matches.length === clauses.length || matches.some(({ fact }) => fact.ofSite)
  return matches.length >= 2 && isLikely ? matches.slice(0, maxFacts) : []
}

/** Not \b, which treats accented letters as word boundaries: "mãe" would be split before its "e". */
const wholeWord = (words: string): string => `(?<![\\p{L}\\p{M}\\p{N}])(?:${words})(?![\\p{L}\\p{M}\\p{N}])`

/** Split at sentence ends and conjunctions. Not at commas: many languages put one within a question. */
function clausesOf(text: string, locale: string): string[] {
  const { conjunctions, clauseSeparators } = languageOf(locale).grammar
  const separators = [conjunctions && wholeWord(conjunctions), clauseSeparators?.source, '[?!;。？！；؟।]+|\\.\\s']
  return text.split(new RegExp(separators.filter(Boolean).join('|'), 'giu')).filter(part => part.trim().length > 4)
}

/** Matches of which those that cover a follow-up are used. */
const maxExamined = 60

/** By score, coverage, unknown words and absent topics. */
function isAcceptable(match: Match, slots: readonly Slot[], weight: (slot: Slot) => number): boolean {
  const { score, coverage, missed } = match
  if (score < parameters.factScore || coverage < parameters.factCoverage) return false
  if (missed.some(slot => isAbsent(slot) || isOtherNumber(slot, match))) return false
  const weightOf = (some: readonly Slot[]) => some.reduce((sum, slot) => sum + weight(slot), 0)
  return weightOf(missed.filter(isUnknown)) <= parameters.factUnknown * weightOf(slots)
}

const isAbsent = ({ ideas }: Slot): boolean =>
  ideas.some(idea => idea.startsWith('absent.')) && ideas.every(idea => /^absent\.|^w:/.test(idea))

/** An unknown word, a name of the API, or a handle. */
const isUnknown = ({ ideas, known }: Slot): boolean => !known || ideas.every(idea => /^[lh]:/.test(idea))

/** A number that a fact of the site pack does not mention: a plan of 2,000 credits, if there is none. */
function isOtherNumber({ ideas }: Slot, { fact: { say, ofSite } }: Match): boolean {
  const number = ideas.find(idea => idea.startsWith('n:'))?.slice(2)
  const said = [...say.values()]
    .join(' ')
    .replaceAll(/(\d),(?=\d{3})/g, '$1')
    .match(/\d+(?:\.\d+)?/g)
  return ofSite && number !== undefined && said !== null && !said.includes(number)
}
