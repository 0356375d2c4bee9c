// Derives everything again from the records, in one transaction: into new tables (rebuild.ts), and in place for
// derived columns of record tables.

import type { TagRecord } from '../../../records/records.ts'
import { tagWordRows } from '../../lists.ts'
import type { ReindexOptions } from '../../store.ts'
import { endWithin, failingAsStore, type Run } from '../connections.ts'
import { setDerivedVersion } from '../schema.ts'
import { copyRow } from './copy.ts'
import { recomputeCreators } from './creators.ts'
import { deriveAll, listLabelLocales } from './derive.ts'
import { recountFollows, updateCreatorTotals } from './totals.ts'
import {
  beginTransaction,
  connectToWrite,
  indexStateIn,
  raiseDataVersion,
  type WriteConnection,
} from './write-connection.ts'

export async function reindex(
  url: string,
  { when, now, progress = () => {} }: ReindexOptions,
): Promise<{ creations: number } | null> {
  const connection = await connectToWrite(url)
  const { run } = connection
  const isNeeded = async () => when === 'always' || (await indexStateIn(run)) === 'older'
  try {
    return await failingAsStore(async () => {
      if (!(await isNeeded())) return null
      await beginTransaction(connection)
      // Another process may have done it while this one waited for the lock.
      if (!(await isNeeded())) return null
      const creations = await countOf(run, 'creation')
      const { shownTable, publish } = await deriveAll(connection, creations, progress)
      await writeTagWords(connection)
      await listLabelLocales(run)
      const handles = await allHandles(run)
      await updateCreatorTotals(run, handles, shownTable)
      await recomputeCreators(connection, handles)
      await recountFollows(run)
      await run({ text: setDerivedVersion })
      await raiseDataVersion(connection, now())
      await publish()
      await run({ text: 'COMMIT' })
      return { creations }
    })
  } finally {
    // Ends the transaction too, when it was not committed.
    await endWithin(connection.client.end())
  }
}

async function countOf(run: Run, table: string): Promise<number> {
  const [row] = await run<{ count: number }>({ text: `SELECT count(*) AS count FROM ${table}` })
  return row!.count
}

async function allHandles(run: Run): Promise<Set<string>> {
  const rows = await run<{ handle: string }>({ text: 'SELECT handle FROM creator' })
  return new Set(rows.map(({ handle }) => handle))
}

const tagsAtOnce = 5000

async function writeTagWords({ run, copy }: WriteConnection): Promise<void> {
  await run({ text: 'DELETE FROM tag_word' })
  const text = 'SELECT key, record FROM tag WHERE key > $1 ORDER BY key LIMIT $2'
  for (let last = ''; ; ) {
    const tags = await run<{ key: string; record: string }>({ text, values: [last, tagsAtOnce] })
    const words = tags.flatMap(({ record }) => tagWordRows(JSON.parse(record) as TagRecord))
    await copy('tag_word', words.map(copyRow))
    if (tags.length < tagsAtOnce) return
    last = tags.at(-1)!.key
  }
}
