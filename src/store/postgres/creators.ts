// Lists and searches of creators.
import { creatorCountKey } from '../reads/creator-terms.ts'
import { type Dialect, readCreators } from '../reads/creators.ts'
import type { Store } from '../store.ts'
import type { Run } from './connections.ts'
import { sortKey } from './schema.ts'

const dialect: Dialect = {
  position: 'strpos',
  sortKey,
  texts: json => `SELECT json_array_elements_text(${json}::json) COLLATE "C" AS value`,
  creatorCount: `(SELECT number FROM meta WHERE key = '${creatorCountKey}')`,
}

export const creatorsReader =
  (run: Run): Store['creators'] =>
  async query => {
    const reading = readCreators(query, dialect)
    let step = reading.next()
    while (!step.done) step = reading.next(await run(step.value))
    return step.value
  }
