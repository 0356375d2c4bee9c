// Finds sentences, list items and table rows on pages that answer a question.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Page, Section } from '../../knowledge/page.ts'
import { parameters } from '../decide/parameters.ts'
import type { Rerank } from '../model/rerank.ts'
import type { TermSource } from './page-terms.ts'
import type { PageGroup } from './page-units.ts'
import { type ScoredUnit, scoreTexts, type TextIndex } from './text-index.ts'

/** What is quoted from a section. */
export type Quote = { page: Page; section: Section; sentences: string[] }
/** `support`: 0 to 1, how much of the question the quotes and their headings contain. `closest`: the same for the best sentence. */
export type FoundPassage = { quotes: Quote[]; support: number; closest: number }

type FindPassage = (index: TextIndex<PageGroup>, source: TermSource, query: string) => Promise<FoundPassage | null>

export function makePassages(knowledge: Knowledge, rerank: Rerank): FindPassage {
  return async (index, source, query) => {
    const { units, support: supportOf } = scoreTexts(index, source, query)
    const scored = units
      .sort((one, other) => other.rank - one.rank)
      .slice(0, maxExamined)
      .map(one => ({ ...one, text: one.unit.text, score: one.rank }))
    const [best, ...others] = await rerank(query, scored.slice(0, maxCandidates))
    if (best === undefined) return null
    const second = others.find(
      ({ group, score }) => group !== best.group && score >= parameters.secondQuote * best.score,
    )
    const quoted = [best, ...(second === undefined ? [] : [second])].map((one, i) => ({
      group: one.group,
      units: quotedWith(one, scored, maxQuote[i]!),
    }))
    const quotes = quoted.map(({ group, units }) => {
      const page = knowledge.page(group.slug, source.book.locale)!
      return { page, section: page.sections[group.section]!, sentences: units.map(({ text }) => text) }
    })
    const all = quoted.flatMap(({ group, units }) => units.map(unit => ({ group, unit })))
    return { quotes, support: supportOf(all), closest: supportOf([best]) }
  }
}

/** Units that may be quoted, and those that the embeddings endpoint orders. */
const maxExamined = 40
const maxCandidates = 8

/** Characters of the first and of the second quote. A section that is not longer is quoted as a whole. */
const maxQuote = [500, 300]

type Scored = ScoredUnit<PageGroup>

/** A unit, the line before its list, its paragraph, and what else in the group says something about the question. */
function quotedWith({ group, unit, rank }: Scored, scored: readonly Scored[], most: number) {
  const { units } = group
  const chosen = new Set([unit])
  const lengthOf = (some: Iterable<{ text: string }>) => [...some].reduce((sum, { text }) => sum + text.length, 0)
  const add = (some: readonly (typeof unit)[]) => {
    for (const one of some) if (lengthOf(chosen) + one.text.length <= most) chosen.add(one)
  }
  if (unit.lead !== undefined) add([units[unit.lead]!])
  if (lengthOf(units) <= most) add(units)
  add(scored.filter(one => one.group === group && one.rank >= parameters.contextRank * rank).map(one => one.unit))
  add(units.filter(({ block }) => block === unit.block))
  return units.filter(one => chosen.has(one))
}
