// Finds sentences, list items and table rows on pages that answer a question.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Page, Section } from '../../knowledge/page.ts'
import { parameters } from '../decide/parameters.ts'
import type { Rerank } from '../model/rerank.ts'
import { type ScoredUnit, scoreTexts } from './text-support.ts'
import type { PageTexts } from './texts.ts'

/** What is quoted from a section. */
export type Quote = { page: Page; section: Section; sentences: string[] }
/** `support`: 0 to 1, how much of the question the quotes and their headings contain. `closest`: the same for the best sentence. */
export type FoundPassage = { quotes: Quote[]; support: number; closest: number }

type FindPassage = (pages: PageTexts, query: string, language: string) => Promise<FoundPassage | null>

export function makePassages(knowledge: Knowledge, rerank: Rerank): FindPassage {
  return async (pages, query, language) => {
    const { units, support: supportOf } = scoreTexts(pages.index, query)
    units.sort((one, other) => other.rank - one.rank)
    const scored = units.slice(0, maxExamined).map(one => ({ ...one, text: pages.texts[one.unit]!, score: one.rank }))
    const [best, ...others] = await rerank(query, scored.slice(0, maxCandidates))
    if (best === undefined) return null
    const second = others.find(
      ({ group, score }) => group !== best.group && score >= parameters.secondQuote * best.score,
    )
    const quoted = [best, ...(second === undefined ? [] : [second])].map((one, i) =>
      quotedWith(one, scored, pages, maxQuote[i]!),
    )
    const quotes = quoted.map(some => {
      const { slug, section } = pages.places[some[0]!.group]!
      const page = knowledge.page(slug, language)!
      return { page, section: page.sections[section]!, sentences: some.map(({ unit }) => pages.texts[unit]!) }
    })
    return { quotes, support: supportOf(quoted.flat()), closest: supportOf([best]) }
  }
}

/** Units that may be quoted, and those that the embeddings endpoint orders. */
const maxExamined = 40
const maxCandidates = 8

type Scored = ScoredUnit & { score: number }

/** Characters of the first and of the second quote. A section that is not longer is quoted as a whole. */
const maxQuote = [500, 300]

/** A unit, the line before its list, its paragraph, and what else in the group says something about the question. */
function quotedWith(best: Scored, scored: readonly Scored[], { index, texts, leads }: PageTexts, most: number) {
  const { group, unit, score } = best
  const chosen = new Set([unit])
  const lengthOf = (some: Iterable<number>) => [...some].reduce((sum, one) => sum + texts[one]!.length, 0)
  const add = (some: readonly number[]) => {
    for (const one of some) if (lengthOf(chosen) + texts[one]!.length <= most) chosen.add(one)
  }
  const { blocks, firstUnits } = index
  const all = [...texts.keys()].slice(firstUnits[group], firstUnits[group + 1])
  if (leads[unit]! >= 0) add([leads[unit]!])
  if (lengthOf(all) <= most) add(all)
  add(scored.filter(one => one.group === group && one.score >= parameters.contextRank * score).map(one => one.unit))
  add(all.filter(one => blocks[one] === blocks[unit]))
  return [...chosen].sort((one, other) => one - other).map(one => ({ group, unit: one }))
}
