// Drafts of answers, with their sources and results.

import type { Addresses } from '../../addresses.ts'
import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Page, Section } from '../../knowledge/page.ts'
import { plainMarkdown } from '../../knowledge/plain-markdown.ts'
import type { Site } from '../../site/site.ts'
import { wordsOf } from '../../store/search-text.ts'
import { truncate } from '../../util/text.ts'
import type { Intent, Result } from '../answer/answer.ts'
import {
  type Draft,
  isOfPage,
  joinSentences,
  type LiveAnswer,
  maxScore,
  pageResult,
  quoteResult,
  type Source,
} from '../answer/draft.ts'
import type { Phraser } from '../answer/phraser.ts'
import { sanitize } from '../answer/sanitize.ts'
import type { Fact } from '../retrieve/facts.ts'
import type { LivePlan } from '../retrieve/live/plan.ts'
import type { Match } from '../retrieve/matching.ts'
import type { FoundPassage } from '../retrieve/pages.ts'
import { type Calculation, calculationText } from './compute.ts'
import { parameters } from './parameters.ts'
import type { Refusal } from './refusals.ts'

type DraftParts = {
  facts: readonly Fact[]
  knowledge: Knowledge
  site: string
  cited: CitedUrls
}

/** Drafts of each kind of answer. */
export function makeDrafts({ facts, knowledge, site, cited }: DraftParts) {
  const byId = new Map(facts.map(fact => [fact.id, fact]))
  const withRelated = (chosen: readonly Fact[]): Fact[] => {
    const related = chosen.slice(0, 1).flatMap(({ also }) => byId.get(also ?? '') ?? [])
    return [...new Set([...chosen, ...related])]
  }
  /** The page in the language of the answer, if there is one. Headings are translated, so a section may be found by position. */
  const sourceOf = (slug: string, anchor: string, { locale }: Phraser): Source => {
    const original = knowledge.page(slug) ?? knowledge.pages[0]!
    const page = knowledge.page(original.slug, locale)!
    const position = original.sections.findIndex(part => part.anchor === anchor)
    const isParallel = page.sections.length === original.sections.length
    const section =
      page.sections.find(part => part.anchor === anchor) ?? (isParallel ? page.sections[position] : undefined)
    return { ...cited(page, section), text: plainText(section?.text || page.summary) }
  }
  const draft = (intent: Intent, confidence: number, answer: LiveAnswer, phraser: Phraser): Draft => ({
    ...answer,
    answered: isAnswer(intent),
    confidence: Math.round((isAnswer(intent) ? clamp(confidence, 0.5, 1) : clamp(confidence, 0, 0.4)) * 100) / 100,
    // Suggestions are added to the finished draft.
    metadata: { locale: phraser.locale, intent, suggestions: [] },
  })
  /** Sentences that all cite one source. */
  const fromSource = (source: Source, texts: readonly string[]): LiveAnswer => ({
    sentences: texts.map(text => ({ text, citation: 1 })),
    sources: [source],
    results: [pageResult(source, site, maxScore)],
  })
  const resultsOf = (sources: readonly Source[], best: number) =>
    [...new Map(sources.map(source => [source.url, source])).values()].map((source, i) =>
      pageResult(source, site, best - i),
    )
  return {
    facts(found: readonly Match[], phraser: Phraser, confidence: number, intent: Intent): Draft {
      const all = withoutRepetition(withRelated(found.map(({ fact }) => fact)), phraser.locale)
      const sources = all.map(fact => sourceOf(fact.page, fact.anchor, phraser))
      const sentences = all.map((fact, i) => ({ text: saidIn(fact, phraser.locale), citation: i + 1 }))
      return draft(intent, confidence, { sentences, sources, results: resultsOf(sources, maxScore) }, phraser)
    },
    /** A fact and a calculation with its numbers. */
    computed({ fact, score }: Match, calculation: Calculation, phraser: Phraser): Draft {
      const texts = [saidIn(fact, phraser.locale), calculationText(calculation, phraser.number)]
      return draft('fact', score, fromSource(sourceOf(fact.page, fact.anchor, phraser), texts), phraser)
    },
    refusal({ phrase, page, anchor }: Refusal, phraser: Phraser): Draft {
      const own = byId.get(phrase)
      const source = own?.page ? sourceOf(own.page, own.anchor, phraser) : sourceOf(page, anchor, phraser)
      const text = own === undefined ? phraser.say(phrase, {}) : saidIn(own, phraser.locale)
      return draft('refusal', 0, fromSource(source, [text]), phraser)
    },
    live(answer: LiveAnswer | null, plan: LivePlan, phraser: Phraser): Draft {
      if (answer === null) return this.unknown([], phraser, plan)
      const { metadata, ...rest } = draft('community', plan.coverage, answer, phraser)
      const isComparison = plan.subject === 'compare' && answer.results.length > 1 && !answer.results.some(isOfPage)
      const isAbout = plan.subject === 'creation' && plan.aspects.every(aspect => aspect === 'about')
      return {
        ...rest,
        metadata: {
          ...metadata,
          ...(plan.sort === null ? {} : { sort: plan.sort }),
          ...(isComparison ? { comparison: true } : {}),
          ...(isAbout ? { about: true } : {}),
        },
      }
    },
    /** Quotes sentences of pages. */
    passage({ quotes, support }: FoundPassage, phraser: Phraser): Draft {
      const sources = quotes.map(({ page, section }) => ({ ...cited(page, section), text: plainText(section.text) }))
      const answer = {
        sentences: quotes.flatMap(({ sentences }, i) =>
          sentences.map((one, j) => ({ ...one, citation: i + 1, isFirst: i > 0 && j === 0 })),
        ),
        sources,
        results: resultsOf(sources, maxScore),
      }
      return draft('fact', support, answer, phraser)
    },
    /** Quotes that may help with a question that is not answered. */
    closest({ quotes, further }: FoundPassage): Result[] {
      const bySection = Map.groupBy([...quotes, ...further], ({ section }) => section)
      return [...bySection].map(([section, some], i) => {
        const source = { ...cited(some[0]!.page, section), text: '' }
        const sentences = some.flatMap(quote => quote.sentences.map(one => ({ ...one, citation: 1 })))
        return quoteResult({ ...source, text: joinSentences(sentences, [source]).answer }, site, maxScore - i)
      })
    },
    unknown(near: readonly Match[], phraser: Phraser, plan?: LivePlan): Draft {
      const text = missing(plan, phraser) ?? phraser.say('unknown', {})
      const related = near
        .filter(({ coverage }) => coverage >= 0.4)
        .map(({ fact }) => sourceOf(fact.page, fact.anchor, phraser))
      const answer = {
        ...fromSource(sourceOf('ask', 'when-it-does-not-know', phraser), [text]),
        results: resultsOf(related, 40),
      }
      return draft('unknown', near[0]?.score ?? 0, answer, phraser)
    },
  }
}

/** Facts that say nearly the same as one before, or as a part of it, are left out; of two that do, the longer one stays. */
function withoutRepetition(facts: readonly Fact[], locale: string): Fact[] {
  const kept: { fact: Fact; words: Set<string> }[] = []
  for (const fact of facts) {
    const words = new Set(wordsOf(saidIn(fact, locale)))
    const same = kept.findIndex(one => shared(one.words, words) >= parameters.sameSentence)
    if (same < 0) kept.push({ fact, words })
    else if (words.size > kept[same]!.words.size * 1.2) kept[same] = { fact, words }
  }
  return kept.map(({ fact }) => fact)
}

/** The part of the smaller set that is in the other one. */
const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter(word => other.has(word)).length / Math.max(1, Math.min(one.size, other.size))

/** A request that is refused is not answered. */
const isAnswer = (intent: Intent): boolean => intent !== 'unknown' && intent !== 'refusal'
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

const saidIn = ({ say }: Fact, locale: string): string =>
  say.get(locale) ?? say.get('en') ?? say.values().next().value ?? ''

function missing(plan: LivePlan | undefined, phraser: Phraser): string | null {
  const [, handle, slug] = /^@([^/]+)(?:\/(.+))?$/.exec(plan?.parts.missing ?? '') ?? []
  if (handle === undefined)
    return plan?.parts.missing ? phraser.say('nothing', { what: `“${sanitize(plan.parts.missing)}”` }) : null
  return slug === undefined
    ? phraser.say('no-creator', { handle: sanitize(handle, 63) })
    : phraser.say('no-app', { handle: sanitize(handle, 63), slug: sanitize(slug) })
}

const plainText = (markdown: string): string => truncate(plainMarkdown(markdown).replace(/\s+/g, ' '), 500, '…')

export type CitedUrls = (page: Page, section: Section | undefined) => Pick<Source, 'url' | 'title'>

type Parts = {
  site: Pick<Site, 'features'>
  addresses: Pick<Addresses, 'webUrl'>
  knowledge: Pick<Knowledge, 'ofSite'>
}

/** Without documentation pages, the OpenAPI document is cited for built-in ones, and the site itself for its own. */
export function citedUrls({ site: { features }, addresses: { webUrl }, knowledge }: Parts): CitedUrls {
  const urlOf = (page: Page, anchor: string): string => {
    if (features.docs || page.menu !== 'docs') return anchor === '' ? page.url : `${page.url}#${anchor}`
    if (!knowledge.ofSite(page.locale).includes(page)) return `${webUrl}/openapi.json`
    return features.pages ? `${webUrl}/` : `${webUrl}/llms.txt`
  }
  return (page, section) => ({ url: urlOf(page, section?.anchor ?? ''), title: section?.title ?? page.title })
}
