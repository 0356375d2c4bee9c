// Finds sentences, list items and table rows on pages that answer a question.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Page, Section } from '../../knowledge/page.ts'
import { parameters } from '../decide/parameters.ts'
import type { Rerank } from '../model/rerank.ts'
import type { TermSource } from './page-terms.ts'
import type { PageGroup } from './page-units.ts'
import { type ScoredUnit, scoreTexts, type TextIndex } from './text-index.ts'

/** What is quoted from a section: sentences, and items and rows, which are lines of their own. */
export type Quote = { page: Page; section: Section; sentences: { text: string; isLine: boolean }[] }
/**
 * `support`: 0 to 1, how much of the question the quotes and their headings contain. `closest`: the same for the best
 * sentence. `further`: quotes of other sections, best first.
 */
export type FoundPassage = { quotes: Quote[]; further: Quote[]; support: number; closest: number }

export function makePassages(knowledge: Knowledge, siteName: string, rerank: Rerank) {
  return async (index: TextIndex<PageGroup>, source: TermSource, query: string): Promise<FoundPassage | null> => {
    const { units, support: supportOf } = scoreTexts(index, source, { query, siteName })
    const candidates = units
      .map(one => ({
        ...one,
        text: `${one.group.heading || one.group.title.trim()}: ${one.unit.text}`,
        score: one.rank,
      }))
      .sort((one, other) => other.score - one.score)
    const scored = (await rerank(query, candidates)).filter(({ score }) => score > 0)
    const bestOfGroups = [...Map.groupBy(scored, ({ group }) => group).values()].map(([first]) => first!)
    const [best] = bestOfGroups
    if (best === undefined) return null
    const answers = bestOfGroups.filter(({ score }) => score >= parameters.furtherQuote * best.score).length
    const found = bestOfGroups.slice(0, maxQuote.length).map((one, i) => {
      const { slug, section } = one.group
      const page = knowledge.page(slug, source.book.locale)!
      const units = quotedWith(one, scored, maxQuote[i]!)
      const quote = {
        page,
        section: page.sections[section]!,
        sentences: units.map(({ text, isLine }) => ({ text, isLine })),
      }
      return { quote, units: units.map(unit => ({ group: one.group, unit })) }
    })
    const answering = found.slice(0, Math.min(answers, maxAnswering))
    const [quotes, further] = [answering, found.slice(answering.length)].map(some => some.map(({ quote }) => quote))
    const { closeness } = best
    const withCloseness = (support: number) =>
      closeness === undefined ? support : (support + Math.min(1, closeness * parameters.closenessSupport)) / 2
    const support = withCloseness(supportOf(answering.flatMap(({ units }) => units)))
    return { quotes: quotes!, further: further!, support, closest: withCloseness(supportOf([best])) }
  }
}

/** Quotes that are the answer; the others are only close to it. */
const maxAnswering = 3

/** Characters of each quote. A section that is not longer is quoted as a whole. */
const maxQuote = [500, 300, 300, 300, 300]

type Scored = ScoredUnit<PageGroup> & { score: number; closeness?: number }

/** A unit, the line before its list, its paragraph, and what else in the group says something about the question. */
function quotedWith({ group, unit, score }: Scored, scored: readonly Scored[], most: number) {
  const { units } = group
  const chosen = new Set([unit])
  const lengthOf = (some: Iterable<{ text: string }>) => [...some].reduce((sum, { text }) => sum + text.length, 0)
  const add = (some: readonly (typeof unit)[]) => {
    for (const one of some) if (lengthOf(chosen) + one.text.length <= most) chosen.add(one)
  }
  if (unit.lead !== undefined) add([units[unit.lead]!])
  if (lengthOf(units) <= most) add(units)
  add(scored.filter(one => one.group === group && one.score >= parameters.contextRank * score).map(one => one.unit))
  add(units.filter(({ block }) => block === unit.block))
  // The line before a list says nothing without its items.
  const isAlone = (lead: number) => !units.some(one => one.lead === lead && chosen.has(one))
  return units.filter((one, i) => chosen.has(one) && (one === unit || !one.text.endsWith(':') || !isAlone(i)))
}
