// Lists and searches of creators.
import type { Dialect, Reading } from '../reads/creator-lookups.ts'
import { creatorCountKey } from '../reads/creator-terms.ts'
import { readCreators } from '../reads/creators.ts'
import { correctSearch } from '../search/resolve.ts'
import { keptResolutions } from '../search/search.ts'
import type { Store } from '../store.ts'
import type { Run } from './connections.ts'
import { sortKey } from './schema.ts'

const dialect: Dialect = {
  position: 'strpos',
  sortKey,
  creatorCount: `(SELECT number FROM meta WHERE key = '${creatorCountKey}')`,
}

/** Runs the statements of a read one after the other. */
export async function runStatements<T>(run: Run, reading: Reading<T>): Promise<T> {
  let step = reading.next()
  while (!step.done) step = reading.next(await run(step.value))
  return step.value
}

export function creatorsReader(run: Run, version: () => number): Store['creators'] {
  const resolutions = keptResolutions(correctSearch)
  return query => runStatements(run, readCreators(query, dialect, resolutions(`${version()} ${query.q}`)))
}
