// Scores rankings by the judgements.
import { depth, type Judgements, type Query, type Rankings } from './queries.ts'

/** `ndcg` is undefined without judgements. `unjudged` counts results among the first ten that have no grade. */
export type Score = { queries: number; ndcg: number | undefined; unjudged: number }

export function scoreOf(queries: readonly Query[], { lists }: Rankings, judgements: Judgements): Score {
  const scores = queries.flatMap(({ id }) => ndcgOf(lists[id] ?? [], judgements[id] ?? {}))
  const unjudged = queries.flatMap(({ id }) => (lists[id] ?? []).filter(one => judgements[id]?.[one] === undefined))
  return { queries: queries.length, ndcg: scores.length === 0 ? undefined : mean(scores), unjudged: unjudged.length }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Without any relevant document, no ranking can be better than another: such a query has no score. */
function ndcgOf(list: readonly string[], grades: Record<string, number>): number[] {
  const ideal = gainOf(Object.values(grades).sort((a, b) => b - a))
  return ideal === 0 ? [] : [gainOf(list.map(one => grades[one] ?? 0)) / ideal]
}

const gainOf = (grades: readonly number[]): number =>
  grades.slice(0, depth).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0)

/** The share of queries with an intended creation or creator for which it is the first result. */
export function firstIsTarget(queries: readonly Query[], { lists }: Rankings): string {
  const aimed = queries.filter(({ type, target }) => target !== undefined && (type === 'name' || type === 'creator'))
  const hits = aimed.filter(({ id, target }) => {
    const first = lists[id]?.[0]
    return first === target || first?.split('/')[0] === target
  })
  return `${hits.length} of ${aimed.length}`
}

/** The share of queries of a type that find the same, in the same order, as their correct text. */
export function sameAsCorrect(queries: readonly Query[], type: Query['type'], { lists, correct }: Rankings): string {
  const all = queries.filter(query => query.type === type)
  const same = all.filter(({ id }) => lists[id]!.length > 0 && lists[id]!.join() === correct[id]?.join())
  return `${same.length} of ${all.length}`
}
