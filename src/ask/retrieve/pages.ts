// Finds sentences, list items and table rows on pages that answer a question. A unit supports a question by the words that it
// contains itself, and less by those of its headings and its neighbours. Rare words weigh more.
import type { Page, Section } from '../../knowledge/page.ts'
import { parameters } from '../decide/parameters.ts'
import { editsBetween } from '../parse/spelling.ts'
import type { Understanding } from '../parse/understand.ts'
import { answerTypeOf, containsType } from './answer-types.ts'
import { makeTermsOf, type Term, type TermsOf } from './page-terms.ts'
import { type Group, groupsOf, type UnitText } from './page-units.ts'

/** `support`: 0 to 1, the share of the question that the passage and its headings contain. */
export type FoundPassage = { page: Page; section: Section; sentences: string[]; support: number }

export type FindPassage = (query: string, ideas: readonly string[], language: string) => FoundPassage | null

type Words = { stems: ReadonlySet<string>; concepts: ReadonlySet<string> }
type Unit = UnitText & { own: Words; label: Words }
type IndexedGroup = Omit<Group, 'units'> & { title: Words; head: Words; isQuestion: boolean; units: Unit[] }
type PageIndex = { termsOf: TermsOf; groups: IndexedGroup[]; vocabulary: ReadonlySet<string> }

/** `understanding` must be ready for the language of the question. */
export function makePassages(
  pagesOf: (language: string) => readonly Page[],
  understanding: Understanding,
): FindPassage {
  const byLanguage = new Map<string, PageIndex>()
  const indexOf = (language: string): PageIndex => {
    const found = byLanguage.get(language) ?? indexPages(pagesOf(language), makeTermsOf(understanding.book(language)))
    byLanguage.set(language, found)
    return found
  }
  return (query, ideas, language) => {
    const { termsOf, groups, vocabulary } = indexOf(language)
    const terms = questionTerms(termsOf(query), vocabulary)
    if (groups.length === 0 || !terms.some(({ weight }) => weight === 1)) return null
    const type = answerTypeOf(query, ideas)
    const weights = weightsOf(terms, groups)
    const scored = groups.flatMap(group => scoreUnits(group, terms, weights))
    const fits = (text: string): number => (type === null ? 0 : containsType(text, type, language) ? 1 : -0.5)
    let best: ScoredUnit | null = null
    let bestRank = 0
    for (const one of scored) {
      const rank = one.rank + parameters.answerTypeBonus * fits(one.group.units[one.at]!.text)
      if (rank > bestRank) [best, bestRank] = [one, rank]
    }
    return best === null || best.support < parameters.pageSupport ? null : passageOf(best, scored)
  }
}

function indexPages(pages: readonly Page[], termsOf: TermsOf): PageIndex {
  const wordsIn = (text: string): Words => {
    const terms = termsOf(text)
    return {
      stems: new Set(terms.map(({ stem }) => stem)),
      concepts: new Set(terms.flatMap(({ concepts }) => concepts)),
    }
  }
  const groups = pages.flatMap(groupsOf).map(({ units, ...group }) => ({
    ...group,
    title: wordsIn(`${group.page.title} ${group.page.keywords}`),
    head: wordsIn(group.heading),
    isQuestion: /[?？؟]\s*$/.test(group.heading),
    units: units.map(unit => ({ ...unit, own: wordsIn(unit.text), label: wordsIn(unit.labels) })),
  }))
  const all = groups.flatMap(({ title, head, units }) => [
    title,
    head,
    ...units.flatMap(({ own, label }) => [own, label]),
  ])
  return { termsOf, groups, vocabulary: new Set(all.flatMap(({ stems }) => [...stems])) }
}

/** Distinct terms that say something; misspelled ones are replaced by the nearest word of the pages. */
function questionTerms(terms: readonly Term[], vocabulary: ReadonlySet<string>): Term[] {
  const distinct = new Map<string, Term>()
  for (const term of terms) {
    if (term.weight === 0) continue
    const isKnown = vocabulary.has(term.stem) || term.isCommon || term.weight < 1
    const stem = isKnown ? term.stem : (nearest(term.stem, vocabulary) ?? term.stem)
    if (!distinct.has(stem)) distinct.set(stem, { ...term, stem })
  }
  return [...distinct.values()]
}

function nearest(stem: string, vocabulary: ReadonlySet<string>): string | null {
  if (stem.length < 5 || stem.startsWith('n:')) return null
  const most = stem.length >= parameters.longWordLength ? 2 : 1
  let best: string | null = null
  let fewest = most + 1
  for (const word of vocabulary) {
    if (Math.abs(word.length - stem.length) > most || word[0] !== stem[0]) continue
    const edits = editsBetween(stem, word, fewest)
    if (edits < fewest) [best, fewest] = [word, edits]
  }
  return best
}

/** 1 for the word itself, less for a synonym. */
const strength = ({ stem, concepts }: Term, words: Words): number => {
  if (words.stems.has(stem)) return 1
  const shared = concepts.filter(concept => words.concepts.has(concept))
  if (shared.length === 0) return 0
  return shared.some(concept => concept.startsWith('~')) ? parameters.synonymStrength : parameters.ideaStrength
}

/** Rare words weigh more; words that no page contains weigh most, because then something else is asked. */
function weightsOf(terms: readonly Term[], groups: readonly IndexedGroup[]): number[] {
  return terms.map(term => {
    const containing = groups.filter(({ title, head, units }) =>
      [title, head, ...units.map(({ own }) => own)].some(words => strength(term, words) > 0),
    ).length
    return term.weight * Math.log(1 + (groups.length + 10) / (containing + 0.5))
  })
}

type ScoredUnit = { group: IndexedGroup; at: number; support: number; own: number; head: number; rank: number }

function scoreUnits(group: IndexedGroup, terms: readonly Term[], weights: readonly number[]): ScoredUnit[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const { headStrength, titleStrength, neighbourStrength } = parameters
  const share = (strengths: readonly number[]) => strengths.reduce((sum, one, i) => sum + one * weights[i]!, 0) / total
  const inHead = terms.map(term => strength(term, group.head) * (group.isQuestion ? 1 : headStrength))
  const inTitle = terms.map(term => strength(term, group.title) * titleStrength)
  const owns = group.units.map(({ own, label }, at) =>
    terms.map((term, t) =>
      Math.max(
        strength(term, own),
        strength(term, label) * headStrength,
        group.isQuestion && at === 0 ? inHead[t]! : 0,
      ),
    ),
  )
  const head = share(inHead)
  return group.units.map((_, at) => {
    const near = terms.map((_, t) => Math.max(owns[at - 1]?.[t] ?? 0, owns[at + 1]?.[t] ?? 0) * neighbourStrength)
    const support = share(terms.map((_, t) => Math.max(owns[at]![t]!, inHead[t]!, inTitle[t]!, near[t]!)))
    const own = share(owns[at]!)
    const leads = at === 0 ? parameters.firstSentenceBonus * head : 0
    return { group, at, support, own, head, rank: support + parameters.ownWordsBonus * own + leads }
  })
}

const maxQuoted = 3

/** The best unit; under a heading that contains the question, those after it; else units of the group that are as good. */
function passageOf(best: ScoredUnit, scored: readonly ScoredUnit[]): FoundPassage {
  const { group, at, support, head, own } = best
  const { page, section, units } = group
  const chosen = new Set([at])
  const beginsWithReference = /^(?:It|They|This|These|Those|He|She|There|After that|For those)\b/.test(units[at]!.text)
  if (beginsWithReference && at > 0) chosen.add(at - 1)
  const others = scored.filter(one => one.group === group && one.at !== at && one.rank >= 0.85 * best.rank)
  for (const one of others.sort((a, b) => b.rank - a.rank)) if (chosen.size < maxQuoted) chosen.add(one.at)
  const follows = head > own || (group.isQuestion && at === 0) || (!units[at]!.isItem && units[at]!.text.length < 60)
  for (let next = at + 1; follows && next < units.length && chosen.size < 2; next++) chosen.add(next)
  const sentences = [...chosen].sort((one, other) => one - other).map(i => units[i]!.text)
  return { page, section, sentences, support }
}
