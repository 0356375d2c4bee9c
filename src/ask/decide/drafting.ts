// From a question to a draft of its answer: refusals first, then named creators and creations, then the better of facts and
// live results, else the answer that it is unknown.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import { serviceLocales as languages } from '../../languages/languages.ts'
import type { Context } from '../../operations/define.ts'
import type { Question } from '../answer/answer.ts'
import type { Draft } from '../answer/draft.ts'
import { type LiveAnswer, makePhraser } from '../answer/live-text.ts'
import type { Phrases } from '../answer/phrases.ts'
import { clausesOf, partsOf } from '../parse/clauses.ts'
import { isElliptical, mergeFollowUp } from '../parse/follow-up.ts'
import { serviceLocaleOf } from '../parse/language.ts'
import type { Slot } from '../parse/lexicon.ts'
import type { Understanding } from '../parse/understand.ts'
import type { Fact } from '../retrieve/facts.ts'
import { makeLive } from '../retrieve/live.ts'
import { guessPlans, type LivePlan, planLive } from '../retrieve/live-plan.ts'
import type { Match, Matching } from '../retrieve/matching.ts'
import { passes } from './accept-match.ts'
import { makeDrafts } from './drafts.ts'
import { refusalFor } from './refusals.ts'

type DraftingParts = {
  facts: readonly Fact[]
  understanding: Understanding
  phrases: Phrases
  knowledge: Knowledge
  context: Context
  site: string
}

export type Drafting = (question: Question) => Promise<Draft>

const noTopics = new Map<string, Record<string, string>>()
const welcomeFacts = ['product.what', 'product.site', 'ask.what']
/** Facts within this distance of the best score are answered too. */
const nearlyAsGood = 0.05
const maxFacts = 3
/** Margin within which an absent topic wins over a fact. */
const asLikelyAbsent = 0
/** Margin by which live results must beat facts. */
const liveAhead = 0.04
/** A fact with this agreement wins over creations with similar titles. */
const surelyFact = 0.9
/** A part of a question counts as a question if it finds a fact with this agreement. */
const surelyPart = 0.65
/** The weight of one idea that is not common. */
const enoughSaid = 1.2
/** More pieces than this are a story with a question in it. */
const longStory = 6

export function makeDrafting(parts: DraftingParts): Drafting {
  const { facts, understanding, phrases, context, site } = parts
  const live = makeLive(context)
  const phrasers = new Map(languages.map(language => [language as string, makePhraser(language, site, phrases)]))
  const drafts = makeDrafts(parts)

  return async ({ query, locale: asked, previous }) => {
    const written = understanding.detect(query)
    const locale = (asked === null ? undefined : serviceLocaleOf(asked)) ?? (query === '' ? 'en' : written)
    const phraser = phrasers.get(locale)!
    if (query.trim() === '') return drafts.facts(welcome(facts), phraser, 1, 'welcome')
    for (const language of [written, locale, ...previous.slice(-1).map(understanding.detect)])
      await understanding.ready(language)
    const { slots, language } = bestInterpretation(understanding, query, written, locale)
    const matching = await understanding.matching(language)
    const refusal = refusalFor(query, slots, written)
    if (refusal !== null) return drafts.refusal(refusal, phraser)
    const readings = readingsOf(slots, previous, understanding, matching)
    if (slots.every(isFrame) && previous.length === 0)
      return drafts.facts(welcome(facts).slice(0, 2), phraser, 0.6, 'fact')
    // Facts are answered even while the store is unavailable.
    const topics = await live.topics(phraser.locale).catch(() => noTopics)
    for (const reading of readings) {
      const plan = planLive(query, reading.slots, matching.weight, topics)
      const guesses = guessPlans(query, reading.slots, matching.weight)
      const named = guesses.length > 0 ? await firstOf(guesses, guess => live.answer(guess, phraser)) : null
      if (plan?.direct && plan.coverage >= 0.6 && named === null)
        return drafts.live(await live.answer(plan, phraser), plan, phraser)
      const found = factsFor(query, reading, reading.slots === slots ? language : null, understanding, matching)
      if (named !== null && (found[0]?.score ?? 0) < surelyFact) return drafts.live(named.answer, named.plan, phraser)
      if (plan !== null && prefersLive(plan, found, matching.find(reading.slots, 1)[0])) {
        const answer = await live.answer(plan, phraser)
        if (answer !== null) return drafts.live(answer, plan, phraser)
      }
      if (found.length > 0) return drafts.facts(found, phraser, found[0]!.score, 'fact')
    }
    return drafts.unknown(matching.find(slots, 3), phraser)
  }
}

const welcome = (facts: readonly Fact[]): Match[] =>
  welcomeFacts
    .flatMap(id => facts.filter(fact => fact.id === id))
    .map(fact => ({ fact, score: 1, coverage: 1, missed: [], typical: 1 }))

/** A question may be in another language than its answer: the reading with the fewest unknown words. */
function bestInterpretation({ slots }: Understanding, query: string, written: string, locale: string) {
  const readings = [...new Set([written, locale])].map(language => ({ language, slots: slots(language, query) }))
  const strange = ({ slots: some }: { slots: Slot[] }) =>
    some.filter(({ known }) => !known).length / Math.max(1, some.length)
  return readings.reduce((best, reading) => (strange(reading) < strange(best) ? reading : best))
}

/** `fresh` are the slots of the question itself, when it continues a previous one. */
type Interpretation = { slots: Slot[]; fresh: Slot[] }

/** The question alone, and as a continuation of the previous one; the more likely first. */
function readingsOf(
  slots: Slot[],
  previous: readonly string[],
  understanding: Understanding,
  matching: Matching,
): Interpretation[] {
  const alone = { slots, fresh: [] }
  const before = previous.at(-1)
  if (before === undefined) return [alone]
  const merged = {
    slots: mergeFollowUp(understanding.slots(understanding.detect(before), before), slots),
    fresh: slots,
  }
  const score = (reading: Interpretation) => bestMatches(reading, matching)[0]?.score ?? 0
  // A single idea agrees perfectly with many facts, which means nothing.
  const goesOn = isElliptical(slots, 1) || (isElliptical(slots, 2) && score(merged) >= score(alone) - 0.05)
  return goesOn ? [merged, alone] : [alone, merged]
}

const isFrame = ({ ideas }: Slot): boolean => ideas.every(idea => idea.startsWith('frame.'))

/** What is new in a question must be part of its answer. */
function bestMatches({ slots, fresh }: Interpretation, matching: Matching): Match[] {
  if (fresh.length === 0) return matching.find(slots, maxFacts)
  const found = matching.find(slots, 60)
  return found.filter(({ missed }) => fresh.every(slot => isFrame(slot) || !missed.includes(slot))).slice(0, maxFacts)
}

/** The facts that answer: the best and what is as good, or the best of each part of a double question. */
function factsFor(
  query: string,
  reading: Interpretation,
  locale: string | null,
  understanding: Understanding,
  matching: Matching,
): Match[] {
  const accepted = (one: Interpretation): Match[] => {
    const found = bestMatches(one, matching)
    const best = found[0]
    if (best === undefined || !passes(best, one.slots, matching.weight)) return []
    if (found.some(({ fact, score }) => fact.absent && score >= best.score - asLikelyAbsent)) return []
    const near = ({ fact, score }: Match) => !fact.absent && score >= best.score - nearlyAsGood
    return found.filter(match => near(match) && passes(match, one.slots, matching.weight))
  }
  const whole = accepted(reading)
  if (locale === null) return whole
  const says = (slots: readonly Slot[]) =>
    slots.reduce((sum, slot) => sum + (isFrame(slot) ? 0 : matching.weight(slot)), 0)
  const clauses = clausesOf(query, locale).map(clause => understanding.slots(locale, clause))
  const parts = clauses.filter(slots => says(slots) >= enoughSaid).map(slots => accepted({ slots, fresh: [] })[0])
  const answered = parts.filter(part => part !== undefined && part.score >= surelyPart) as Match[]
  const distinct = [...new Map(answered.map(match => [match.fact.id, match])).values()]
  const sure = distinct.reduce((sum, { score }) => sum + score, 0) / distinct.length
  if (distinct.length >= 2 && sure > (whole[0]?.score ?? 0) - 0.1) return distinct.slice(0, maxFacts)
  return whole.length > 0 ? whole : fromOnePart(query, reading, locale, understanding, accepted)
}

/** The question in a long text: the part with the best fact, unless the text contains an absent topic. */
function fromOnePart(
  query: string,
  { slots }: Interpretation,
  locale: string,
  understanding: Understanding,
  accepted: (reading: Interpretation) => Match[],
): Match[] {
  if (slots.length < longStory || slots.some(hasAbsent)) return []
  const parts = partsOf(query).map(part => understanding.slots(locale, part))
  const found = parts.filter(some => !isElliptical(some, 1)).map(some => accepted({ slots: some, fresh: [] }))
  const best = found.filter(matches => (matches[0]?.score ?? 0) >= surelyPart)
  return best.sort((one, other) => other[0]!.score - one[0]!.score)[0] ?? []
}

const hasAbsent = ({ ideas }: Slot): boolean => ideas.some(idea => idea.startsWith('absent.'))

function prefersLive(plan: LivePlan, found: readonly Match[], best: Match | undefined): boolean {
  if (plan.coverage < 0.75) return false
  if (!plan.plain && best?.fact.absent && best.score > Math.max(surelyPart, plan.coverage - 0.2)) return false
  const [accepted] = found
  if (accepted === undefined || plan.plain) return true
  return plan.coverage > Math.min(accepted.coverage, accepted.score) + liveAhead && accepted.score < surelyFact
}

async function firstOf(plans: readonly LivePlan[], look: (plan: LivePlan) => Promise<LiveAnswer | null>) {
  for (const plan of plans) {
    const answer = await look(plan)
    if (answer !== null) return { plan, answer }
  }
  return null
}
