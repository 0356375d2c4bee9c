// Finds sentences, list items and table rows on pages that answer a question.
import type { Page, Section } from '../../knowledge/page.ts'
import { parameters } from '../decide/parameters.ts'
import type { Rerank } from '../model/rerank.ts'
import type { Understanding } from '../parse/understand.ts'
import { answerTypeOf, containsType } from './answer-types.ts'
import { makeTermsOf } from './page-terms.ts'
import { groupsOf } from './page-units.ts'
import { indexTexts, type ScoredUnit, scoreTexts, type TextIndex } from './text-support.ts'

/** `support`: 0 to 1, the share of the question that the passage and its headings contain. `fits`: it has the type of answer that was asked for. */
export type FoundPassage = { page: Page; section: Section; sentences: string[]; support: number; fits: boolean }

export type FindPassage = (query: string, ideas: readonly string[], language: string) => Promise<FoundPassage | null>

/** `understanding` must be ready for the language of the question. */
export function makePassages(
  pagesOf: (language: string) => readonly Page[],
  understanding: Understanding,
  rerank: Rerank,
): FindPassage {
  const byLanguage = new Map<string, TextIndex<Place>>()
  const indexOf = (language: string): TextIndex<Place> => {
    const found = byLanguage.get(language) ?? indexPages(pagesOf(language), understanding, language)
    byLanguage.set(language, found)
    return found
  }
  return async (query, ideas, language) => {
    const scored = scoreTexts(indexOf(language), query)
    const type = answerTypeOf(query, ideas)
    const candidates = scored.flatMap(one => {
      const { text } = one.group.units[one.at]!
      const fits = type === null || containsType(text, type, language)
      const rank = one.rank + (type === null ? 0 : fits ? parameters.answerTypeBonus : -parameters.answerTypeBonus / 2)
      const isStrict = type === 'number' || type === 'time' || type === 'money'
      const support = fits || !isStrict ? one.support : one.support * parameters.otherTypeFactor
      return rank > 0 && support >= parameters.pageSupport ? [{ ...one, support, fits, text, score: rank }] : []
    })
    candidates.sort((one, other) => other.score - one.score)
    const [best] = await rerank(query, candidates.slice(0, maxCandidates))
    return best === undefined ? null : passageOf(best, scored)
  }
}

/** Units that the embeddings endpoint orders. */
const maxCandidates = 8

type Place = { page: Page; section: Section }
type Scored = ScoredUnit<Place>

const indexPages = (pages: readonly Page[], understanding: Understanding, language: string): TextIndex<Place> =>
  indexTexts(
    pages.flatMap(groupsOf).map(({ page, section, heading, units }) => ({
      place: { page, section },
      title: `${page.title} ${page.keywords}`,
      heading,
      units,
    })),
    makeTermsOf(understanding.book(language)),
  )

const maxQuoted = 3
/** Characters. The next sentence is quoted as well. */
const shortSentence = 60

/** The best unit; under a heading that contains the question, those after it; else units of the group that are as good. */
function passageOf(best: Scored & { fits: boolean }, scored: readonly Scored[]): FoundPassage {
  const { group, at, support, head, own, fits } = best
  const { units } = group
  const chosen = new Set([at])
  const beginsWithReference = /^(?:It|They|This|These|Those|He|She|There|After that|For those)\b/.test(units[at]!.text)
  if (beginsWithReference && at > 0) chosen.add(at - 1)
  if (group.isQuestion && at === 0 && units.length > 1) chosen.add(1)
  const isContext = (one: Scored) =>
    one.group === group && one.at !== at && one.rank >= parameters.contextRank * best.rank
  for (const one of scored.filter(isContext).sort((a, b) => b.rank - a.rank))
    if (chosen.size < maxQuoted) chosen.add(one.at)
  const isShort = !units[at]!.isItem && units[at]!.text.length < shortSentence
  const follows = head > own || isShort
  if (follows && chosen.size === 1 && at + 1 < units.length) chosen.add(at + 1)
  const sentences = [...chosen].sort((one, other) => one - other).map(i => units[i]!.text)
  return { ...group.place, sentences, support, fits }
}
