// Adds the support of the sentences of facts to the scores of a matcher, whatever their example questions are.
import { parameters } from '../decide/parameters.ts'
import type { Slot } from '../parse/lexicon.ts'
import type { Fact } from './facts.ts'
import { saysHowMany } from './how-many.ts'
import type { Match, Matcher } from './matching.ts'
import type { TermSource } from './page-terms.ts'
import { scoreTexts } from './text-index.ts'
import type { Texts } from './texts.ts'

/** Matches that are examined for a better one. */
const examined = 60

export function withTexts(
  matcher: Matcher,
  facts: readonly Fact[],
  texts: Texts,
  terms: TermSource,
  query: string,
): Matcher {
  const { units } = scoreTexts(texts.facts, terms, query)
  const supported = units.filter(({ support }) => support > parameters.textSupport)
  const supportOf = new Map(supported.map(({ group, support }) => [facts[group.fact], support]))
  const withText = (match: Match, isHowMany: boolean): Match => {
    const { textBonus, textSupport, noNumberPenalty } = parameters
    const bonus = textBonus * ((supportOf.get(match.fact) ?? textSupport) - textSupport)
    const penalty = isHowMany && !saysHowMany(match.fact.say.get('en') ?? '1') ? noNumberPenalty : 0
    return { ...match, score: match.score + bonus - penalty }
  }
  // The same question is looked up several times, with different limits.
  const found = new WeakMap<readonly Slot[], Match[]>()
  const findAll = (slots: readonly Slot[]): Match[] => {
    const isHowMany = slots.some(({ ideas }) => ideas.some(idea => /^frame\.how(?:many|much|long)$/.test(idea)))
    return matcher
      .find(slots, examined)
      .map(match => withText(match, isHowMany))
      .sort((one, other) => other.score - one.score)
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
