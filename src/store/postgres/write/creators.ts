// What is derived from creators: the words they are found by, their sort columns, and how many there are.
import type { CreatorRecord } from '../../../records/records.ts'
import { creatorCountKey, creatorKeys, creatorWordRows } from '../../reads/creator-terms.ts'
import { copyRow } from './copy.ts'
import { columns, pieces, type WriteConnection } from './write-connection.ts'

/** After creators have changed. `handles` may contain deleted ones. */
export async function updateCreators(connection: WriteConnection, handles: ReadonlySet<string>): Promise<void> {
  if (handles.size === 0) return
  const { run } = connection
  for (const piece of pieces([...handles])) {
    await run({ text: 'DELETE FROM creator_word WHERE handle = ANY($1)', values: [piece] })
    await addWords(connection, await recordsOf(connection, piece))
  }
  await run({
    text: `INSERT INTO meta (key, number) SELECT '${creatorCountKey}', count(*) FROM creator
      ON CONFLICT (key) DO UPDATE SET number = excluded.number`,
  })
}

/** Derives the words and sort columns of all creators again. */
export async function recomputeCreators(connection: WriteConnection, handles: ReadonlySet<string>): Promise<void> {
  const text = `UPDATE creator SET joined = t.joined, terms = t.terms
    FROM unnest($1::text[], $2::bigint[], $3::text[]) t(handle, joined, terms)
    WHERE creator.handle = t.handle AND (creator.joined, creator.terms) IS DISTINCT FROM (t.joined, t.terms)`
  for (const piece of pieces([...handles])) {
    const keys = (await recordsOf(connection, piece)).map(record => ({ handle: record.handle, ...creatorKeys(record) }))
    await connection.run({ text, values: columns(keys, ['handle', 'joined', 'terms']) })
  }
  await connection.run({ text: 'DELETE FROM creator_word' })
  await updateCreators(connection, handles)
}

async function recordsOf({ run }: WriteConnection, handles: readonly string[]): Promise<CreatorRecord[]> {
  const text = 'SELECT record FROM creator WHERE handle = ANY($1)'
  const rows = await run<{ record: string }>({ text, values: [handles] })
  return rows.map(({ record }) => JSON.parse(record) as CreatorRecord)
}

async function addWords({ copy }: WriteConnection, records: readonly CreatorRecord[]): Promise<void> {
  // In the order of the primary key, which takes less time.
  await copy('creator_word', records.flatMap(creatorWordRows).map(copyRow).sort())
}
