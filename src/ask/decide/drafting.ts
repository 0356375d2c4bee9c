// From a question to a draft of its answer: refusals first, then named creators and creations, then the better of facts and
// live results, else the answer that the service does not know.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import { serviceLocales as languages } from '../../languages/languages.ts'
import type { Context } from '../../operations/define.ts'
import type { Site } from '../../site/site.ts'
import { nameIn } from '../../site/text.ts'
import { foldText } from '../../store/search-text.ts'
import type { Question } from '../answer/answer.ts'
import type { Draft } from '../answer/draft.ts'
import type { Health } from '../answer/list-text.ts'
import { makePhraser, type Phraser, type Phrases } from '../answer/phraser.ts'
import { rerankedMatcher } from '../model/rerank.ts'
import type { Embeddings } from '../model/use-embeddings.ts'
import type { Cues } from '../parse/cues.ts'
import { serviceLocaleOf } from '../parse/language.ts'
import type { Slot } from '../parse/lexicon.ts'
import type { Understanding } from '../parse/understand.ts'
import type { Fact } from '../retrieve/facts.ts'
import { makeLive } from '../retrieve/live/answers.ts'
import type { LivePlan } from '../retrieve/live/plan.ts'
import { makeLivePlans } from '../retrieve/live/questions.ts'
import type { Match } from '../retrieve/matching.ts'
import { type FoundPassage, makePassages } from '../retrieve/pages.ts'
import { choose, isEveryday, isLastResort, isLiveOnly, isSearchable, lastResort } from './choose.ts'
import { computedFrom } from './compute.ts'
import { citedUrls, makeDrafts } from './drafts.ts'
import { factsFor, factsForClauses, interpretationsOf, isFrame } from './find-facts.ts'
import { parameters } from './parameters.ts'
import { type Refusal, refusalFor } from './refusals.ts'

type DraftingParts = {
  facts: readonly Fact[]
  understanding: Understanding
  phrases: Phrases
  knowledge: Knowledge
  context: Context
  site: Site
  cues: Cues
  health: Health
  embeddings: Embeddings
}

export type Drafting = (question: Question) => Promise<Draft>

const welcomeFacts = ['product.what', 'product.site', 'ask.what']

export function makeDrafting(parts: DraftingParts): Drafting {
  const { facts, understanding, phrases, context, site } = parts
  const { rerank } = parts.embeddings
  const planLive = makeLivePlans(parts)
  const live = makeLive(parts)
  const phrasers = new Map<string, Phraser>(
    languages.map(language => [language, makePhraser(language, site, phrases, context.addresses)]),
  )
  const drafts = makeDrafts({
    ...parts,
    site: nameIn(site),
    cited: citedUrls({ ...parts, addresses: context.addresses }),
  })
  const passageIn = makePassages(parts.knowledge, nameIn(site), rerank)
  const hasSiteFacts = facts.some(({ ofSite }) => ofSite)
  // Where facts were written, pages only add to them.
  const isSupported = ({ support, closest }: FoundPassage): boolean =>
    hasSiteFacts ? closest >= parameters.addedPageSupport : support >= parameters.pageSupport

  const draftFor: Drafting = async ({ query, locale: requestedLocale, accepted, previous }) => {
    const [requested, readable] = [requestedLocale, accepted].map(tag => (tag ? serviceLocaleOf(tag) : undefined))
    const preferred = requested ?? readable ?? 'en'
    const earlier = previous.at(-1)
    const before = earlier === undefined ? null : understanding.detect(earlier, preferred)
    const detected = understanding.detect(query, before ?? preferred)
    const locale = requested ?? (query === '' ? preferred : detected)
    const phraser = phrasers.get(locale)!
    if (query.trim() === '') return drafts.facts(welcome(facts), phraser, 1, 'welcome')
    if (isMeaningless(query) && previous.length === 0) return drafts.unknown([], phraser)
    const language = await understanding.language(detected)
    const { pages, terms } = language
    const slotsOf = (text: string) => language.slots(text)
    const refusal = refusalFor(query, slotsOf(query), detected, slotsOf)
    // Secrets are not searched for.
    if (refusal?.isCertain && !refusal.isAction) return drafts.refusal(refusal, phraser)
    // The store answers while passages are looked for.
    const parsing = planLive(query, detected, previous)
    const planning = parsing.then(({ plan }) => plan)
    planning.catch(() => {})
    const relatedTo = async (plan: LivePlan | null) => live.related((await parsing).parts, plan, phraser)
    /** What a request names or describes is shown below the refusal: it may look for something that does it. */
    const refused = async (one: Refusal, about: LivePlan | null): Promise<Draft> => {
      const draft = drafts.refusal(one, phraser)
      const isNamed = about !== null && about.parts.creations.length + about.parts.creators.length > 0
      const least = one.isCertain ? parameters.partialShare : parameters.soughtShare
      const isShown = isNamed || (about?.found?.support ?? 0) >= least
      return isShown ? { ...draft, results: [...draft.results, ...(await relatedTo(about))] } : draft
    }
    if (refusal?.isCertain) {
      const found = planning.then(one => (one?.isSought ? live.find(one, phraser.locale) : one))
      return refused(refusal, await found.catch(() => null))
    }
    // A page in another language than that of the answer is not quoted.
    const found = detected === locale ? await passageIn(pages, terms, query) : null
    const passage = found !== null && isSupported(found) ? found : null
    /** Built-in facts, which are about the service, are rarely meant by visitors of a site with pages about something else. */
    const isAboutPages = pages.groups.length > 0 && !hasSiteFacts
    const isAnswered = passage !== null && (isAboutPages || passage.support >= parameters.requestSupport)
    const slots = language.slots(query, wordsUsed(await parsing.then(({ parts }) => parts).catch(() => null)))
    const matcher = await rerankedMatcher(language.matcher, rerank, { query, slots, locale })
    const earlierSlots = before === null ? null : (await understanding.language(before)).slots(earlier!)
    const interpretations = interpretationsOf(slots, earlierSlots)
    const asked = interpretations[0]!.slots
    const text = asked === slots ? query : `${earlier} ${query}`
    const computed = computedFrom(text, detected, asked, matcher)
    if (computed !== null) return drafts.computed(computed.match, computed.calculation, phraser)
    let failure: unknown = null
    const [likely] = matcher.find(asked, 1)
    const isCertain = (likely?.score ?? 0) >= parameters.certainFactScore
    const planned = async () => {
      const found = await planning
      if (
        found === null ||
        isLastResort(found) ||
        (isCertain && !found.parts.isStatement && found.certainty !== 'certain' && found.sort === null)
      )
        return found
      return live.find(found, phraser.locale)
    }
    const plan = await planned().catch(error => {
      failure = error
      return null
    })
    const isAboutService = ({ fact, score, missed }: Match): boolean => {
      if (fact.ofSite) return true
      if (isAboutPages) return score >= parameters.serviceFactScore
      if (!hasSiteFacts && plan?.parts.isStatement && score < parameters.certainFactScore) return false
      return hasSiteFacts || missed.every(slot => slot.known && !isEveryday(slot, plan))
    }
    const liveDraft = async (one: LivePlan | null) => {
      const draft = one && drafts.live(await live.answer(one, phraser), one, phraser)
      return draft?.answered && isShortSearch(one!) ? withFurther(draft, await relatedTo(one)) : draft
    }
    /** "Scrape HTML pages" may be about the pages of this service, or look for a creation. */
    const isAlsoMeant = ({ fact }: Match): boolean =>
      !fact.ofSite &&
      plan !== null &&
      plan.isSought &&
      plan.parts.isStatement &&
      (plan.found?.support ?? 0) >= parameters.partialShare
    // "Remove noise from a recording" may look for something that does it.
    if (refusal !== null && !isAnswered) {
      const isFound = (plan?.found?.support ?? 0) >= parameters.requestedShare
      const draft = isFound ? await liveDraft(plan) : null
      if (draft?.answered) return draft
      return refused(refusal, plan)
    }
    // While the store is unavailable, words that the fact does not have may be the name of a creation.
    if (failure !== null && !isCertain && !isAnswered && !likely?.missed.every(isFrame)) throw failure
    if (slots.every(isFrame) && previous.length === 0 && plan?.certainty !== 'certain')
      return drafts.facts(welcome(facts).slice(0, 2), phraser, 0.6, 'fact')
    for (const interpretation of interpretations) {
      const clauses = interpretation.slots === slots ? factsForClauses(query, detected, slotsOf, matcher) : []
      const accepted = clauses.length > 0 ? clauses : factsFor(interpretation, matcher)
      const found = accepted.filter(isAboutService)
      const best = matcher.find(interpretation.slots, 1)[0]
      for (const choice of choose({ facts: found, best, passage, live: plan, isFollowUp: previous.length > 0 })) {
        if (choice === 'passage') return drafts.passage(passage!, phraser)
        if (choice === 'facts') {
          const draft = drafts.facts(found, phraser, found[0]!.score, 'fact')
          return isAlsoMeant(found[0]!) ? { ...draft, results: [...draft.results, ...(await relatedTo(plan))] } : draft
        }
        const draft = await liveDraft(plan)
        if (draft?.answered) return draft
        if (draft && isLiveOnly(plan!, found)) return withRelated(draft, await relatedTo(plan))
      }
    }
    if (failure !== null) throw failure
    const near = matcher.find(slots, 3)
    const isOpen = hasSiteFacts && slots.some(({ ideas }) => ideas.some(idea => idea.startsWith('absent.')))
    // "Can I bring my dog?" asks for no creation.
    const isPermission = ['frame.can', 'frame.self'].every(idea => slots.some(({ ideas }) => ideas.includes(idea)))
    const isSought = plan !== null && isLastResort(plan) && !isCertain && !isPermission && isSearchable(near[0])
    const searched = isSought ? await live.find(plan, phraser.locale) : plan
    const last = lastResort({ best: near[0], passage: isOpen ? null : passage, live: searched })
    if (last === 'passage') return drafts.passage(passage!, phraser)
    const draft = last === 'live' ? await liveDraft(searched) : null
    if (draft?.answered) return draft
    const isNear = found !== null && !isOpen && found.support >= parameters.nearPageSupport
    const closest = [...(isNear ? drafts.closest(found) : []), ...(await relatedTo(plan))]
    return withRelated(withSearch(drafts.unknown(near, phraser), query, slots), closest)
  }

  /** "What is jest? My colleague mentioned it": if the whole is not answered, what a sentence asks about the community. */
  return async question => {
    const whole = await draftFor(question)
    if (whole.answered || whole.metadata.intent !== 'unknown') return whole
    const sentences = question.query.split(sentenceEnd).filter(text => text.trim() !== '')
    if (sentences.length < 2) return whole
    for (const [i, query] of sentences.slice(0, maxSentences).entries()) {
      const previous = [...question.previous, ...sentences.slice(0, i)]
      const { plan } = await planLive(query, understanding.detect(query), previous)
      if (plan === null || !isAboutSomething(plan, query)) continue
      const draft = await draftFor({ ...question, query, previous })
      const isAnswer = draft.metadata.intent === 'community' && draft.confidence >= parameters.sentenceConfidence
      if (draft.answered && isAnswer) return draft
    }
    return whole
  }
}

/** "My brother cannot use his hands" asks for nothing, "any package for that?" for everything. */
const isAboutSomething = ({ parts: { creations, creators, topics, words } }: LivePlan, sentence: string): boolean =>
  creations.length + creators.length > 0 || (topics.length + words.length > 0 && /[?？؟]/.test(sentence))

/** Not after an initial: "Beatrice R." */
const sentenceEnd = /(?<=\p{Ll}\.|[!?;؟।])\s+|(?<=[。？！；])/u
const maxSentences = 3

const withRelated = (draft: Draft, related: Draft['results']): Draft => ({
  ...draft,
  results: [...related, ...draft.results],
})

/** A search that found all words, but hardly anything. */
const isShortSearch = ({ subject, isSought, isCount, sort, found }: LivePlan): boolean =>
  subject === 'creations' &&
  isSought &&
  !isCount &&
  sort === null &&
  found?.page.match === 'all' &&
  found.page.items.length < parameters.fewFound

const withFurther = (draft: Draft, further: Draft['results']): Draft => {
  const known = new Set(draft.results.map(({ url }) => url))
  return { ...draft, results: [...draft.results, ...further.filter(({ url }) => !known.has(url))] }
}

/** Words of the question as they are written, unless they are misspelled. */
const wordsUsed = (parts: LivePlan['parts'] | null): ReadonlySet<string> =>
  new Set(parts?.pieces.flatMap(({ text, cues, isCorrected }) => (isCorrected || cues.length > 0 ? [] : [text])))

/** The words of the question that say what it is about, as they are written. */
function withSearch(draft: Draft, query: string, slots: readonly Slot[]): Draft {
  const written = foldText(query)
  const search = slots.flatMap(slot => (isFrame(slot) || !written.includes(slot.text) ? [] : [slot.text])).join(' ')
  return search === '' ? draft : { ...draft, metadata: { ...draft.metadata, search } }
}

/** Single letters, signs and emoji, and numbers that are no status code. */
const isMeaningless = (query: string): boolean =>
  !/[\p{L}\p{M}]{2}|\p{Lo}/u.test(query) && !/^\D*[1-5]\d\d\D*$/.test(query)

const welcome = (facts: readonly Fact[]): Match[] =>
  welcomeFacts
    .flatMap(id => facts.filter(fact => fact.id === id))
    .map(fact => ({ fact, score: 1, coverage: 1, missed: [] }))
