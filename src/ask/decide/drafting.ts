// From a question to a draft of its answer: refusals first, then named creators and creations, then the better of facts and
// live results, else the answer that the service does not know.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import { serviceLocales as languages } from '../../languages/languages.ts'
import type { Context } from '../../operations/define.ts'
import type { Site } from '../../site/site.ts'
import { nameIn } from '../../site/text.ts'
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
import type { Match, Matcher } from '../retrieve/matching.ts'
import { makePassages } from '../retrieve/pages.ts'
import { isAcceptable } from './accept-match.ts'
import { citedUrls } from './cited-urls.ts'
import { makeDrafts } from './drafts.ts'
import { parameters } from './parameters.ts'
import { refusalFor } from './refusals.ts'

type DraftingParts = {
  facts: readonly Fact[]
  understanding: Understanding
  phrases: Phrases
  knowledge: Knowledge
  context: Context
  site: Site
}

export type Drafting = (question: Question) => Promise<Draft>

const noTopics = new Map<string, Record<string, string>>()
const welcomeFacts = ['product.what', 'product.site', 'ask.what']
const maxFacts = 3

export function makeDrafting(parts: DraftingParts): Drafting {
  const { facts, understanding, phrases, context, site } = parts
  const live = makeLive(context)
  const phrasers = new Map(languages.map(language => [language as string, makePhraser(language, site, phrases)]))
  const drafts = makeDrafts({
    ...parts,
    site: nameIn(site),
    cited: citedUrls({ ...parts, addresses: context.addresses }),
  })
  const findPassage = makePassages(language => parts.knowledge.ofSite(language), understanding)

  return async ({ query, locale: requestedLocale, previous }) => {
    const detected = understanding.detect(query)
    const locale =
      (requestedLocale === null ? undefined : serviceLocaleOf(requestedLocale)) ?? (query === '' ? 'en' : detected)
    const phraser = phrasers.get(locale)!
    if (query.trim() === '') return drafts.facts(welcome(facts), phraser, 1, 'welcome')
    for (const language of [detected, locale, ...previous.slice(-1).map(understanding.detect)])
      await understanding.ready(language)
    const { slots, language } = parse(understanding, query, detected, locale)
    const matcher = await understanding.matcher(language)
    const refusal = refusalFor(query, slots, detected)
    if (refusal !== null) return drafts.refusal(refusal, phraser)
    // A page in another language than that of the answer is not quoted.
    const passage =
      language === locale
        ? findPassage(
            query,
            slots.flatMap(({ ideas }) => ideas),
            language,
          )
        : null
    const interpretations = interpretationsOf(slots, previous, understanding, matcher)
    if (slots.every(isFrame) && previous.length === 0)
      return drafts.facts(welcome(facts).slice(0, 2), phraser, 0.6, 'fact')
    // Facts are answered even while the store is unavailable.
    const topics = await live.topics(phraser.locale).catch(() => noTopics)
    for (const interpretation of interpretations) {
      const plan = planLive(query, interpretation.slots, matcher.weight, topics, context.kinds)
      const guesses = guessPlans(query, interpretation.slots, matcher.weight)
      const named = guesses.length > 0 ? await firstOf(guesses, guess => live.answer(guess, phraser)) : null
      if (plan?.direct && plan.coverage >= 0.6 && named === null)
        return drafts.live(await live.answer(plan, phraser), plan, phraser)
      const found = factsFor(
        query,
        interpretation,
        interpretation.slots === slots ? language : null,
        understanding,
        matcher,
      )
      if (named !== null && (found[0]?.score ?? 0) < parameters.certainFactScore)
        return drafts.live(named.answer, named.plan, phraser)
      if (plan !== null && prefersLive(plan, found, matcher.find(interpretation.slots, 1)[0])) {
        const answer = await live.answer(plan, phraser)
        if (answer !== null) return drafts.live(answer, plan, phraser)
      }
      const isOfSite = found[0]?.fact.ofSite ?? false
      if (
        passage !== null &&
        found.length > 0 &&
        !isOfSite &&
        passage.support > found[0]!.score - parameters.pageMargin
      )
        return drafts.passage(passage, phraser)
      if (found.length > 0) return drafts.facts(found, phraser, found[0]!.score, 'fact')
    }
    const near = matcher.find(slots, 3)
    const isOpen = near[0]?.fact.absent && near[0].fact.ofSite && near[0].score >= parameters.certainPartScore
    return passage === null || isOpen ? drafts.unknown(near, phraser) : drafts.passage(passage, phraser)
  }
}

const welcome = (facts: readonly Fact[]): Match[] =>
  welcomeFacts
    .flatMap(id => facts.filter(fact => fact.id === id))
    .map(fact => ({ fact, score: 1, coverage: 1, missed: [], typicality: 1 }))

/** The detected language may be wrong, and `locale` is that of the answer: takes the one with fewer unknown words. */
function parse(understanding: Understanding, query: string, detected: string, locale: string) {
  const parsed = [...new Set([detected, locale])].map(language => ({
    language,
    slots: understanding.slots(language, query),
  }))
  const unknownShare = ({ slots }: { slots: Slot[] }) =>
    slots.filter(({ known }) => !known).length / Math.max(1, slots.length)
  return parsed.reduce((best, one) => (unknownShare(one) < unknownShare(best) ? one : best))
}

/** `own` are the slots of the question itself when `slots` continue those of the previous one, else empty. */
type Interpretation = { slots: Slot[]; own: Slot[] }

/** The question alone, and as a continuation of the previous one; the more likely first. */
function interpretationsOf(
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

const isFrame = ({ ideas }: Slot): boolean => ideas.every(idea => idea.startsWith('frame.'))

/** A fact must cover the question itself, not only the previous one. */
function bestMatches({ slots, own }: Interpretation, matcher: Matcher): Match[] {
  if (own.length === 0) return matcher.find(slots, maxFacts)
  const found = matcher.find(slots, 60)
  return found.filter(({ missed }) => own.every(slot => isFrame(slot) || !missed.includes(slot))).slice(0, maxFacts)
}

/** The facts that answer: the best and what is as good, or the best of each part of a double question. */
function factsFor(
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
  const clauses = clausesOf(query, locale).map(clause => understanding.slots(locale, clause))
  const parts = clauses
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

function prefersLive(plan: LivePlan, found: readonly Match[], best: Match | undefined): boolean {
  if (plan.coverage < 0.75) return false
  if (!plan.unambiguous && best?.fact.absent && best.score > Math.max(parameters.certainPartScore, plan.coverage - 0.2))
    return false
  const [accepted] = found
  if (accepted === undefined || plan.unambiguous) return true
  return (
    plan.coverage > Math.min(accepted.coverage, accepted.score) + parameters.liveMargin &&
    accepted.score < parameters.certainFactScore
  )
}

async function firstOf(plans: readonly LivePlan[], look: (plan: LivePlan) => Promise<LiveAnswer | null>) {
  for (const plan of plans) {
    const answer = await look(plan)
    if (answer !== null) return { plan, answer }
  }
  return null
}
