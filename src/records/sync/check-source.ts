// Checks the queries of a mapping against the source: one report with all problems.
import { type Problem, problemText } from '../../site/problem.ts'
import { columnProblems } from './columns.ts'
import type { Mapping } from './mapping.ts'
import { withoutPasswords } from './sources/open.ts'
import { failureKind, type Source } from './sources/source.ts'

/** Fails when the source is unavailable. */
export async function sourceProblems(mapping: Mapping, source: Source): Promise<Problem[]> {
  const { queries, problemAt } = mapping
  try {
    const described = await source.describe(queries.map(({ sql }) => sql))
    return described.flatMap((columns, i) => {
      const query = queries[i]!
      if (Array.isArray(columns)) {
        return columnProblems(query, columns).map(text => problemAt([query.type, 'query'], `${query.type}: ${text}`))
      }
      const text = `${query.type}: the database rejects the query: ${safe(columns.problem, mapping)}`
      return [problemAt([query.type, 'query'], text)]
    })
  } catch (error) {
    if (failureKind(error) !== 'rejected') throw error
    return [problemAt(['source'], safe((error as Error).message, mapping))]
  }
}

const safe = (message: string, { source, secrets }: Mapping) => withoutPasswords(message, source, secrets)

export const problemReport = (problems: readonly Problem[]): string => problems.map(problemText).join('\n')
