// Lists and searches of creators.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Dialect, Reading } from '../reads/creator-lookups.ts'
import { creatorCountKey } from '../reads/creator-terms.ts'
import { readCreators } from '../reads/creators.ts'
import { correctSearch } from '../search/resolve.ts'
import { keptResolutions } from '../search/search.ts'
import type { CreatorQuery, CreatorSlice } from '../store.ts'
import { sortKey } from './schema.ts'

const dialect: Dialect = {
  position: 'instr',
  sortKey,
  creatorCount: `(SELECT value FROM meta WHERE key = '${creatorCountKey}')`,
}

/** Runs the statements of a read. Those with a name are prepared once; those of searches differ by their number of words. */
export function statementRunner(db: DatabaseSync): <T>(reading: Reading<T>) => T {
  const prepared = new Map<string, StatementSync>()
  const statementOf = (name: string | undefined, text: string): StatementSync => {
    const known = name === undefined ? undefined : prepared.get(name)
    const statement = known ?? db.prepare(text.replaceAll('$', '?'))
    if (name !== undefined) prepared.set(name, statement)
    return statement
  }
  return reading => {
    let step = reading.next()
    while (!step.done) {
      const { name, text, values } = step.value
      step = reading.next(statementOf(name, text).all(...values) as object[])
    }
    return step.value
  }
}

export function creatorsReader(db: DatabaseSync, version: () => number): (query: CreatorQuery) => CreatorSlice {
  const run = statementRunner(db)
  const resolutions = keptResolutions(correctSearch)
  return query => run(readCreators(query, dialect, resolutions(`${version()} ${query.q}`)))
}
