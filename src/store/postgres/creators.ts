// Lists and searches of creators.
import { creatorCountKey } from '../reads/creator-terms.ts'
import { type CreatorStatement, type Dialect, readCreators } from '../reads/creators.ts'
import type { Store } from '../store.ts'
import type { Run } from './connections.ts'
import { sortKey } from './schema.ts'

const dialect: Dialect = {
  position: 'strpos',
  sortKey,
  texts: json => `SELECT json_array_elements_text(${json}::json) COLLATE "C" AS value`,
  creatorCount: `(SELECT number FROM meta WHERE key = '${creatorCountKey}')`,
}

/** Runs the statements of a read one after the other. */
export async function runStatements<T>(run: Run, reading: Generator<CreatorStatement, T, object[]>): Promise<T> {
  let step = reading.next()
  while (!step.done) step = reading.next(await run(step.value))
  return step.value
}

export const creatorsReader =
  (run: Run): Store['creators'] =>
  query =>
    runStatements(run, readCreators(query, dialect))
