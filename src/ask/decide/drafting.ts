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
import { serviceLocaleOf } from '../parse/language.ts'
import type { Slot } from '../parse/lexicon.ts'
import type { Understanding } from '../parse/understand.ts'
import type { Fact } from '../retrieve/facts.ts'
import { makeLive } from '../retrieve/live.ts'
import { guessPlans, type LivePlan, planLive } from '../retrieve/live-plan.ts'
import type { Match } from '../retrieve/matching.ts'
import { makePassages } from '../retrieve/pages.ts'
import { choose, lastResort } from './choose.ts'
import { citedUrls } from './cited-urls.ts'
import { makeDrafts } from './drafts.ts'
import { factsFor, interpretationsOf, isFrame } from './find-facts.ts'
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

export function makeDrafting(parts: DraftingParts): Drafting {
  const { facts, understanding, phrases, context, site } = parts
  const live = makeLive(context)
  const phrasers = new Map(languages.map(language => [language as string, makePhraser(language, site, phrases)]))
  const drafts = makeDrafts({
    ...parts,
    site: nameIn(site),
    cited: citedUrls({ ...parts, addresses: context.addresses }),
  })
  const { knowledge } = parts
  const ofSite = makePassages(language => knowledge.ofSite(language), understanding)
  const sitePages = new Set(knowledge.ofSite('en'))
  const ofDocs = makePassages(
    language => (language === 'en' ? knowledge.pages.filter(page => !sitePages.has(page)) : []),
    understanding,
  )

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
    const refusal = refusalFor(query, slots, detected, part => understanding.slots(language, part))
    if (refusal !== null) return drafts.refusal(refusal, phraser)
    // A page in another language than that of the answer is not quoted.
    const ideas = slots.flatMap(slot => slot.ideas)
    const passage = language === locale ? ofSite(query, ideas, language) : null
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
      const best = matcher.find(interpretation.slots, 1)[0]
      for (const choice of choose({ facts: found, best, passage, live: plan, isNamed: named !== null })) {
        if (choice === 'named') return drafts.live(named!.answer, named!.plan, phraser)
        if (choice === 'passage') return drafts.passage(passage!, phraser)
        if (choice === 'facts') return drafts.facts(found, phraser, found[0]!.score, 'fact')
        const answer = await live.answer(plan!, phraser)
        if (answer !== null) return drafts.live(answer, plan!, phraser)
      }
    }
    const near = matcher.find(slots, 3)
    const docs = language === locale && previous.length === 0 ? ofDocs(query, ideas, language) : null
    const last = lastResort(near[0], passage, docs)
    return last === null ? drafts.unknown(near, phraser) : drafts.passage(last, phraser)
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

async function firstOf(plans: readonly LivePlan[], look: (plan: LivePlan) => Promise<LiveAnswer | null>) {
  for (const plan of plans) {
    const answer = await look(plan)
    if (answer !== null) return { plan, answer }
  }
  return null
}
