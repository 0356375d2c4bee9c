// Renames of creators and creations. Everything under the old name moves to the new one; the old name is kept, so that it
// still leads there (old-names.ts).
import type { CreationRecord, DeleteRecord, EntityRecord, RenameRecord } from '../../records/records.ts'
import type { ChangeSet } from '../change-set.ts'
import type { ImportCounts, Rejection } from '../store.ts'
import { deletionOf, keyOf } from '../tracking/tables.ts'

/** What a rename needs of a transaction. Parameters of statements are `$1`, `$2`, … */
export type RenameDatabase = {
  rows<R extends object>(sql: string, values: readonly string[]): Promise<R[]>
  put(records: EntityRecord[], line: number): Promise<void>
  /** All of one type. */
  remove(records: DeleteRecord[]): Promise<void>
}

const ownerOf = (rename: RenameRecord): string => (rename.of === 'creation' ? rename.handle : '')

export async function applyRename(
  db: RenameDatabase,
  rename: RenameRecord,
  line: number,
  changes: ChangeSet,
): Promise<keyof ImportCounts> {
  const { of, from, to } = rename
  const owner = ownerOf(rename)
  changes.haveRenames = true
  if (!(await isUsed(db, of, owner, from))) return addOldName(db, rename, line, changes)
  if (await isUsed(db, of, owner, to)) {
    changes.rejected.push({ line, reason: takenReason(rename) })
    return 'created' // rejected records are subtracted from these
  }
  // The new name may have been an old one.
  await db.rows('DELETE FROM renamed WHERE kind = $1 AND handle = $2 AND from_name = $3', [of, owner, to])
  await redirect(db, of, owner, from, to)
  if (of === 'creator')
    await db.rows("UPDATE renamed SET handle = $1 WHERE kind = 'creation' AND handle = $2", [to, from])
  for (const move of movesOf(rename)) await moveAll(db, move, line)
  await db.rows('INSERT INTO renamed VALUES ($1, $2, $3, $4)', [of, owner, from, to])
  return 'updated'
}

const takenReason = (rename: RenameRecord): string => {
  const { from, to } = rename
  const [what, name] = rename.of === 'creator' ? ['creator', to] : ['creation', `${rename.handle}/${to}`]
  return `${from} cannot be renamed to ${to}: there is another ${what} called ${name}. If it is the same one, put the rename before its record.`
}

/** Nothing has the old name any more: only notes where it leads. */
async function addOldName(
  db: RenameDatabase,
  rename: RenameRecord,
  line: number,
  { renames, rejected }: ChangeSet,
): Promise<keyof ImportCounts> {
  const { of, from } = rename
  const owner = ownerOf(rename)
  const target = (await targetOf(db, of, owner, rename.to)) ?? rename.to
  const before = await targetOf(db, of, owner, from)
  if (target === before || target === from) return 'unchanged'
  if (before !== undefined && !(await isUsed(db, of, owner, target))) {
    rejected.push({ line, reason: missingReason(of, owner, target) })
    return 'created'
  }
  await db.rows('DELETE FROM renamed WHERE kind = $1 AND handle = $2 AND from_name = $3', [of, owner, from])
  await db.rows('INSERT INTO renamed VALUES ($1, $2, $3, $4)', [of, owner, from, target])
  await redirect(db, of, owner, from, target)
  renames.set(`${of} ${owner} ${from}`, { rename, line })
  return before === undefined ? 'created' : 'updated'
}

/** Old names that lead to `from` lead to `to`. */
const redirect = (db: RenameDatabase, of: RenameRecord['of'], owner: string, from: string, to: string) =>
  db.rows('UPDATE renamed SET to_name = $1 WHERE kind = $2 AND handle = $3 AND to_name = $4', [to, of, owner, from])

async function isUsed(db: RenameDatabase, of: RenameRecord['of'], owner: string, name: string): Promise<boolean> {
  const found =
    of === 'creator'
      ? await db.rows('SELECT 1 AS one FROM creator WHERE handle = $1', [name])
      : await db.rows("SELECT 1 AS one FROM creation WHERE handle = $1 AND slug = $2 AND record <> ''", [owner, name])
  return found.length > 0
}

async function targetOf(db: RenameDatabase, of: RenameRecord['of'], owner: string, from: string) {
  const sql = 'SELECT to_name FROM renamed WHERE kind = $1 AND handle = $2 AND from_name = $3'
  const [row] = await db.rows<{ to_name: string }>(sql, [of, owner, from])
  return row?.to_name
}

/** Removes the new old names that lead nowhere, and returns them. */
export async function checkRenames(db: RenameDatabase, { renames }: ChangeSet): Promise<Rejection[]> {
  const rejected: Rejection[] = []
  for (const { rename, line } of renames.values()) {
    const { of, from } = rename
    const owner = ownerOf(rename)
    const target = await targetOf(db, of, owner, from)
    if (target === undefined || (await isUsed(db, of, owner, target))) continue
    await db.rows('DELETE FROM renamed WHERE kind = $1 AND handle = $2 AND from_name = $3', [of, owner, from])
    rejected.push({ line, reason: missingReason(of, owner, target) })
  }
  return rejected
}

const missingReason = (of: RenameRecord['of'], owner: string, name: string): string =>
  `${of === 'creator' ? `No creator is called ${name}` : `No creation is at ${owner}/${name}`}, neither in the import nor in the store.`

/** Records that contain the old name. `moves`: their identity changes, so the old ones are removed. */
type Move = { sql: string; values: string[]; change: (record: never) => EntityRecord; moves: boolean }

const chunkLength = 1000

async function moveAll(db: RenameDatabase, { sql, values, change, moves }: Move, line: number): Promise<void> {
  for (;;) {
    const rows = await db.rows<{ record: string }>(`${sql} LIMIT ${chunkLength}`, values)
    if (rows.length === 0) return
    const records = rows.map(({ record }) => JSON.parse(record) as EntityRecord)
    await db.put(records.map(record => change(record as never)), line) // biome-ignore format: one line reads better
    if (moves) await db.remove(records.map(record => deletionOf(record.type, keyOf(record))))
    if (rows.length < chunkLength) return
  }
}

const ofRemixes = 'SELECT record FROM creation WHERE parent >= $1 AND parent < $2'
const ofFollows = (end: string) =>
  `SELECT '{"type":"follow","follower":"' || follower || '","following":"' || following || '"}' AS record FROM follow WHERE ${end} = $1`

/** In this order: deleting a creation deletes its scores, deleting a creator everything else. */
function movesOf(rename: RenameRecord): Move[] {
  return rename.of === 'creator' ? movesOfCreator(rename) : movesOfCreation(rename)
}

function movesOfCreator({ from, to }: RenameRecord): Move[] {
  const renamed = (field: string) => (record: EntityRecord) => ({ ...record, [field]: to }) as EntityRecord
  const moved = (sql: string, field: string): Move => ({ sql, values: [from], change: renamed(field), moves: true })
  return [
    moved('SELECT record FROM score WHERE handle = $1', 'handle'),
    moved('SELECT record FROM score WHERE player = $1', 'player'),
    moved(ofFollows('follower'), 'follower'),
    moved(ofFollows('following'), 'following'),
    moved("SELECT record FROM creation WHERE handle = $1 AND record <> ''", 'handle'),
    {
      sql: ofRemixes,
      values: [`${from}/`, `${from}0`], // 0 follows / in ASCII
      change: (record: CreationRecord) => ({ ...record, remixOf: { handle: to, slug: record.remixOf!.slug } }),
      moves: false,
    },
    moved('SELECT record FROM creator WHERE handle = $1', 'handle'),
  ]
}

function movesOfCreation(rename: RenameRecord & { of: 'creation' }): Move[] {
  const { handle, from, to } = rename
  const renamed = (record: EntityRecord) => ({ ...record, slug: to }) as EntityRecord
  const moved = (sql: string): Move => ({ sql, values: [handle, from], change: renamed, moves: true })
  return [
    moved('SELECT record FROM score WHERE handle = $1 AND slug = $2'),
    moved("SELECT record FROM creation WHERE handle = $1 AND slug = $2 AND record <> ''"),
    {
      sql: 'SELECT record FROM creation WHERE parent = $1',
      values: [`${handle}/${from}`],
      change: (record: CreationRecord) => ({ ...record, remixOf: { handle, slug: to } }),
      moves: false,
    },
  ]
}
