// Finds sentences, list items and table rows on pages that answer a question.
import type { Page, Section } from '../../knowledge/page.ts'
import { parameters } from '../decide/parameters.ts'
import type { Rerank } from '../model/rerank.ts'
import type { Understanding } from '../parse/understand.ts'
import { answerTypesOf, containedTypes, requiredTypes } from './answer-types.ts'
import { makeTermsOf } from './page-terms.ts'
import { groupsOf } from './page-units.ts'
import { indexTexts, type ScoredUnit, scoreTexts, type TextIndex, type UnitAt } from './text-support.ts'

/** What is quoted from a section. */
export type Quote = { page: Page; section: Section; sentences: string[] }
/**
 * `support`: 0 to 1, how much of the question the quotes and their headings contain. `closest`: the same for the best sentence.
 * `fits`: they have the type of answer that was asked for.
 */
export type FoundPassage = { quotes: Quote[]; support: number; closest: number; fits: boolean }

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
    const types = answerTypesOf(query, ideas)
    const { units, support: supportOf } = scoreTexts(indexOf(language), query)
    units.sort((one, other) => other.rank - one.rank)
    const scored = units.slice(0, maxTyped).map(one => {
      const { text } = one.group.units[one.at]!
      return { ...one, text, score: one.rank + parameters.answerTypeBonus * containedTypes(text, types, language) }
    })
    scored.sort((one, other) => other.score - one.score)
    const [best, ...others] = await rerank(query, scored.slice(0, maxCandidates))
    if (best === undefined) return null
    const second = others.find(
      ({ group, score }) => group !== best.group && score >= parameters.secondQuote * best.score,
    )
    const quoted = [best, ...(second === undefined ? [] : [second])].map((one, i) =>
      quotedWith(one, scored, maxQuote[i]!),
    )
    const quotes = quoted.map(some => ({
      ...some[0]!.group.place,
      sentences: some.map(({ group, at }) => group.units[at]!.text),
    }))
    const said = quotes.flatMap(({ sentences }) => sentences).join(' ')
    const fits = containedTypes(said, requiredTypes(types, ideas), language) === 1
    const support = supportOf(quoted.flat()) * (fits ? 1 : parameters.otherTypeFactor)
    return { quotes, support, closest: supportOf([best]), fits }
  }
}

/** Units that are examined for the type of answer, and that the embeddings endpoint orders. */
const maxTyped = 40
const maxCandidates = 8

type Place = { page: Page; section: Section }
type Scored = ScoredUnit<Place> & { score: number }

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

/** Characters of the first and of the second quote. A section that is not longer is quoted as a whole. */
const maxQuote = [500, 300]

/** A unit, the line before its list, its paragraph, and what else in the group says something about the question. */
function quotedWith({ group, at, score }: Scored, scored: readonly Scored[], most: number): UnitAt<Place>[] {
  const { units } = group
  const chosen = new Set([at])
  const lengthOf = (some: Iterable<number>) => [...some].reduce((sum, i) => sum + units[i]!.text.length, 0)
  const add = (some: readonly number[]) => {
    for (const i of some) if (lengthOf(chosen) + units[i]!.text.length <= most) chosen.add(i)
  }
  const { block, lead } = units[at]!
  const all = [...units.keys()]
  if (lead !== undefined) add([lead])
  if (lengthOf(all) <= most) add(all)
  add(scored.filter(one => one.group === group && one.score >= parameters.contextRank * score).map(one => one.at))
  add(all.filter(i => units[i]!.block === block))
  return [...chosen].sort((one, other) => one - other).map(i => ({ group, at: i }))
}
