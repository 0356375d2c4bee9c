// What is derived from creators: the words they are found by, their sort columns, and how many there are.
import type { CreatorRecord } from '../../../records/records.ts'
import { creatorCountKey, creatorKeys, creatorWordRows, vocabularyChanges } from '../../reads/creator-terms.ts'
import { copyRow } from './copy.ts'
import { columns, pieces, type WriteConnection } from './write-connection.ts'

/** After creators have changed. `handles` may contain deleted ones. */
export async function updateCreators(connection: WriteConnection, handles: ReadonlySet<string>): Promise<void> {
  if (handles.size === 0) return
  const { run } = connection
  for (const piece of pieces([...handles])) {
    const text = 'DELETE FROM creator_word WHERE handle = ANY($1) RETURNING word'
    const before = await run<{ word: string }>({ text, values: [piece] })
    const after = await addWords(connection, await recordsOf(connection, piece))
    await editVocabulary(
      connection,
      before.map(({ word }) => word),
      after,
    )
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
  await connection.run({ text: 'DELETE FROM creator_vocabulary' })
  await updateCreators(connection, handles)
}

async function recordsOf({ run }: WriteConnection, handles: readonly string[]): Promise<CreatorRecord[]> {
  const text = 'SELECT record FROM creator WHERE handle = ANY($1)'
  const rows = await run<{ record: string }>({ text, values: [handles] })
  return rows.map(({ record }) => JSON.parse(record) as CreatorRecord)
}

/** Returns the words. */
async function addWords({ copy }: WriteConnection, records: readonly CreatorRecord[]): Promise<string[]> {
  const rows = records.flatMap(creatorWordRows)
  // In the order of the primary key, which takes less time.
  await copy('creator_word', rows.map(copyRow).sort())
  return rows.map(([word]) => word)
}

async function editVocabulary(
  { run }: WriteConnection,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const changes = vocabularyChanges(before, after)
  const text = `INSERT INTO creator_vocabulary SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])
    ON CONFLICT (word) DO UPDATE SET size = creator_vocabulary.size + excluded.size`
  await run({ text, values: columns(changes, ['word', 'reversed', 'change']) })
  const unused = changes.filter(({ change }) => change < 0).map(({ word }) => word)
  await run({ text: 'DELETE FROM creator_vocabulary WHERE word = ANY($1) AND size = 0', values: [unused] })
}
