// How well the sentence of each fact supports a question, whatever its example questions are.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import { parameters } from '../decide/parameters.ts'
import type { Slot } from '../parse/lexicon.ts'
import type { Understanding } from '../parse/understand.ts'
import { saysHowMany } from './answer-types.ts'
import type { Fact } from './facts.ts'
import type { Match, Matcher } from './matching.ts'
import { makeTermsOf } from './page-terms.ts'
import { indexTexts, scoreTexts, type TextIndex } from './text-support.ts'

type WithTexts = (matcher: Matcher, query: string, language: string) => Matcher

/** Matches that are examined for a better one. */
const examined = 60

/** Adds the support of the sentences to the scores of a matcher. `understanding` must be ready for the language. */
export function makeFactTexts(facts: readonly Fact[], knowledge: Knowledge, understanding: Understanding): WithTexts {
  const byLanguage = new Map<string, TextIndex<string>>()
  const indexOf = (language: string): TextIndex<string> => {
    const found = byLanguage.get(language) ?? indexFacts(facts, knowledge, understanding, language)
    byLanguage.set(language, found)
    return found
  }
  return (matcher, query, language) => {
    const support = new Map(scoreTexts(indexOf(language), query).units.map(one => [one.group.place, one.support]))
    const withText = (match: Match, isHowMany: boolean): Match => {
      const { textBonus, textSupport, noNumberPenalty } = parameters
      const bonus = textBonus * Math.max(0, (support.get(match.fact.id) ?? 0) - textSupport)
      const penalty = isHowMany && !saysHowMany(match.fact.say.get('en') ?? '1') ? noNumberPenalty : 0
      return { ...match, score: Math.min(1, match.score + bonus) - penalty, rank: match.rank + bonus - penalty }
    }
    // The same question is looked up several times, with different limits.
    const found = new WeakMap<readonly Slot[], Match[]>()
    const findAll = (slots: readonly Slot[]): Match[] => {
      const isHowMany = slots.some(({ ideas }) => ideas.some(idea => /^frame\.how(?:many|much|long)$/.test(idea)))
      return matcher
        .find(slots, examined)
        .map(match => withText(match, isHowMany))
        .sort((one, other) => other.rank - one.rank)
    }
    return {
      ...matcher,
      find(slots, limit) {
        const all = found.get(slots) ?? findAll(slots)
        found.set(slots, all)
        return all.slice(0, limit)
      },
    }
  }
}

function indexFacts(
  facts: readonly Fact[],
  knowledge: Knowledge,
  understanding: Understanding,
  language: string,
): TextIndex<string> {
  const groups = facts.flatMap(({ id, page, anchor, say }) => {
    const text = say.get(language)
    if (text === undefined) return []
    const source = language === 'en' ? knowledge.page(page) : undefined
    const heading = source?.sections.find(section => section.anchor === anchor)?.title ?? ''
    return [{ place: id, title: source?.title ?? '', heading, units: [{ text, labels: '', isItem: false, block: 0 }] }]
  })
  return indexTexts(groups, makeTermsOf(understanding.book(language)))
}
