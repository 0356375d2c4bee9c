// Before a record is renamed: what sync has noted about it, and about records that refer to it, gets the new name.
import type { RenameRecord } from '../../records/records.ts'

type Rows = (sql: string, values: readonly string[]) => Promise<object[]>

/** Rows of `synced` with the old name in a column. Indexes of the records find them. $1 is the old, $2 the new name. */
const ofCreator: { column: 'key1' | 'key2' | 'key3'; where: string }[] = [
  { column: 'key1', where: "type = 'creator' AND key1 = $1" },
  { column: 'key1', where: "type = 'creation' AND key1 = $1" },
  { column: 'key1', where: "type = 'follow' AND key1 = $1" },
  { column: 'key1', where: "type = 'score' AND key1 = $1" },
  {
    column: 'key2',
    where: "type = 'follow' AND key2 = $1 AND key1 IN (SELECT follower FROM follow WHERE following = $1)",
  },
  {
    column: 'key3',
    where: "type = 'score' AND key3 = $1 AND (key1, key2) IN (SELECT handle, slug FROM score WHERE player = $1)",
  },
]

/** $3 is the handle. */
const ofCreation: typeof ofCreator = [
  { column: 'key2', where: "type = 'creation' AND key1 = $3 AND key2 = $1" },
  { column: 'key2', where: "type = 'score' AND key1 = $3 AND key2 = $1" },
]

export async function renameSynced(rows: Rows, rename: RenameRecord): Promise<void> {
  const { from, to } = rename
  if (rename.of === 'creation') return move(rows, ofCreation, [from, to, rename.handle])
  await move(rows, ofCreator, [from, to])
  await rows("UPDATE sync_id SET key1 = $2 WHERE type = 'creation' AND key1 = $1", [from, to])
}

async function move(rows: Rows, places: typeof ofCreator, values: readonly string[]): Promise<void> {
  for (const { column, where } of places) {
    const columns = ['key1', 'key2', 'key3'].map(name => (name === column ? '$2' : name)).join(', ')
    await rows(
      `INSERT INTO synced (type, key1, key2, key3) SELECT type, ${columns} FROM synced WHERE ${where} ON CONFLICT DO NOTHING`,
      values,
    )
    // $2 must be used, because PostgreSQL has to know its type.
    await rows(`DELETE FROM synced WHERE ${where} AND ${column} <> $2`, values)
  }
}
