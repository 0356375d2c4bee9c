// Removes records that were not put in a transaction: all of them (import), or only those that sync has imported.
import type { CheckedRecord, EntityRecord } from '../../records/records.ts'
import {
  columnNames,
  deletionOf,
  goneIndex,
  isStored,
  isTracked,
  keyExpressions,
  type RecordType,
  recordTypes,
  sameKey,
  sameTracked,
  seenIndex,
} from './tables.ts'

/** `synced`: only records that sync has imported. `force`: also if it is more than half of them. */
export type PruneOptions = { scope: 'all' | 'synced'; types: readonly RecordType[]; force: boolean }

/**
 * Records of one type that are missing in the input. `refused`: nothing of this type is removed, because it would be more
 * than half of it, or because the removal would also remove records of a type that is refused.
 */
export type Removal = {
  type: RecordType
  missing: number
  /** How many there were before. */
  of: number
  examples: string[]
  refused: false | 'more than half' | RecordType
}

export type Repeated = { type: RecordType; name: string; count: number }

export type Counts = Record<RecordType, number>

/** How the algorithm reaches a database. Statements have no parameters. */
export type TrackingDatabase = {
  run<R extends object>(sql: string): Promise<R[]>
  iterate<R extends object>(sql: string): AsyncIterable<R>
  put(checked: CheckedRecord, line: number): void | Promise<void>
}

const exampleCount = 3

export async function countRecords(db: Pick<TrackingDatabase, 'run'>, scope: PruneOptions['scope']): Promise<Counts> {
  const count = (type: RecordType) =>
    `(SELECT count(*) FROM ${scope === 'all' ? type : `synced WHERE type = '${type}'`}) AS ${type}`
  const [row] = await db.run<Counts>(`SELECT ${recordTypes.map(count).join(', ')}`)
  return row!
}

/** `before`: the number of records of each type before the transaction. */
export async function prune(db: TrackingDatabase, options: PruneOptions, before: Counts): Promise<Removal[]> {
  const { scope, types, force } = options
  await db.run(seenIndex)
  const removals: Removal[] = []
  for (const type of types) removals.push(await findMissing(db, type, scope, before[type]))
  await db.run(goneIndex)
  if (!force) await guard(db, removals, scope, before)
  const takesDependents = ({ type, missing, refused }: Removal) =>
    missing > 0 && !refused && (type === 'creator' || type === 'creation')
  if (removals.some(takesDependents)) await keepDependents(db)
  // Dependents first, so that each is counted.
  for (const type of recordTypes.toReversed()) await removeMissing(db, type)
  await restoreDependents(db)
  return removals
}

/** Refuses to remove more than half of a type, also together with the records that others refer to. */
async function guard(
  db: TrackingDatabase,
  removals: readonly Removal[],
  scope: PruneOptions['scope'],
  before: Counts,
): Promise<void> {
  const refuse = async (removal: Removal, why: Removal['refused']) => {
    removal.refused = why
    await db.run(`DELETE FROM gone WHERE type = '${removal.type}'`)
  }
  for (const removal of removals) if (removal.missing * 2 > removal.of) await refuse(removal, 'more than half')
  for (const type of ['creation', 'creator'] as const) {
    const removal = removals.find(one => one.type === type && one.missing > 0 && !one.refused)
    if (!removal) continue
    const dependent = await tooManyDependents(db, type, removals, scope, before)
    if (dependent) await refuse(removal, dependent)
  }
}

const dependents = { creation: ['score'], creator: ['creation', 'follow', 'score'] } as const

/** The type of dependents of which more than half would be removed, or whose removal is refused. */
async function tooManyDependents(
  db: TrackingDatabase,
  type: 'creation' | 'creator',
  removals: readonly Removal[],
  scope: PruneOptions['scope'],
  before: Counts,
): Promise<RecordType | undefined> {
  for (const dependent of dependents[type]) {
    if (removals.some(one => one.type === dependent && one.refused)) return dependent
    const owned = scope === 'synced' ? ` AND ${isTracked('synced', dependent, 'r')}` : ''
    const [row] = await db.run<{ count: number }>(`SELECT count(*) AS count FROM ${dependent} r
      WHERE ${isStored(dependent, 'r')} AND (${refersToGone[dependent]})${owned}`)
    if (row!.count * 2 > before[dependent]) return dependent
  }
  return undefined
}

const goneCreator = (handle: string) => `EXISTS (SELECT 1 FROM gone g WHERE g.type = 'creator' AND g.key1 = ${handle})`

/** What is removed together with a creator or a creation. */
const refersToGone = {
  creation: goneCreator('r.handle'),
  follow: `${goneCreator('r.follower')} OR ${goneCreator('r.following')}`,
  score: `EXISTS (SELECT 1 FROM gone g WHERE g.type = 'creation' AND g.key1 = r.handle AND g.key2 = r.slug)
    OR ${goneCreator('r.handle')} OR ${goneCreator('r.player')}`,
}

async function findMissing(
  db: TrackingDatabase,
  type: RecordType,
  scope: PruneOptions['scope'],
  of: number,
): Promise<Removal> {
  const candidates = {
    // Only the index is read: a row of a deleted creation does no harm here.
    all: `SELECT '${type}', ${keyExpressions(type, 'r')} FROM ${type} r WHERE NOT ${isTracked('seen', type, 'r')}`,
    synced: `SELECT ${columnNames} FROM synced k WHERE k.type = '${type}'
      AND NOT EXISTS (SELECT 1 FROM seen s WHERE ${sameTracked('s', 'k')})
      AND EXISTS (SELECT 1 FROM ${type} r WHERE ${sameKey(type, 'r', 'k')} AND ${isStored(type, 'r')})`,
  }
  await db.run(`INSERT INTO gone ${candidates[scope]}`)
  const [row] = await db.run<{ missing: number }>(`SELECT count(*) AS missing FROM gone WHERE type = '${type}'`)
  const examples = await db.run<KeyRow>(
    `SELECT key1, key2, key3 FROM gone WHERE type = '${type}' ORDER BY key1, key2, key3 LIMIT ${exampleCount}`,
  )
  return { type, missing: row!.missing, of, examples: examples.map(nameOf), refused: false }
}

const maxRepeated = 20

export async function repeated(db: Pick<TrackingDatabase, 'run'>, types: readonly RecordType[]): Promise<Repeated[]> {
  const found: Repeated[] = []
  for (const type of types) {
    const rows = await db.run<KeyRow & { count: number }>(`SELECT key1, key2, key3, count(*) AS count FROM seen
      WHERE type = '${type}' GROUP BY key1, key2, key3 HAVING count(*) > 1 LIMIT ${maxRepeated}`)
    found.push(...rows.map(row => ({ type, name: nameOf(row), count: row.count })))
  }
  return found
}

type KeyRow = { key1: string; key2: string; key3: string }
const nameOf = ({ key1, key2, key3 }: KeyRow) => [key1, key2, key3].filter(part => part !== '').join('/')

/**
 * Removing a creator or a creation also removes what refers to it, but records of the input must be rejected with their line
 * instead. So these are put again afterwards.
 */
async function keepDependents(db: TrackingDatabase): Promise<void> {
  const seen = (type: RecordType) => `seen k ON k.type = '${type}' AND ${sameKey(type, 'r', 'k')}`
  await db.run(`INSERT INTO kept SELECT 'creation', '', '', r.record, max(k.line) FROM creation r JOIN ${seen('creation')}
    WHERE r.record <> '' AND ${refersToGone.creation} GROUP BY r.record`)
  await db.run(`INSERT INTO kept SELECT 'follow', r.follower, r.following, NULL, max(k.line)
    FROM follow r JOIN ${seen('follow')} WHERE ${refersToGone.follow} GROUP BY r.follower, r.following`)
  await db.run(`INSERT INTO kept SELECT 'score', '', '', r.record, max(k.line) FROM score r JOIN ${seen('score')}
    WHERE ${refersToGone.score} GROUP BY r.record`)
}

async function removeMissing(db: TrackingDatabase, type: RecordType): Promise<void> {
  for await (const row of db.iterate<KeyRow>(`SELECT key1, key2, key3 FROM gone WHERE type = '${type}'`)) {
    const record = deletionOf(type, [row.key1, row.key2, row.key3])
    const pending = db.put({ record, undated: [] }, 0)
    if (pending) await pending
  }
}

type KeptRow = { key1: string; key2: string; record: string | null; line: number }

async function restoreDependents(db: TrackingDatabase): Promise<void> {
  for await (const row of db.iterate<KeptRow>('SELECT key1, key2, record, line FROM kept')) {
    const follow = { type: 'follow', follower: row.key1, following: row.key2 } as const
    const record = row.record === null ? follow : (JSON.parse(row.record) as EntityRecord)
    const pending = db.put({ record, undated: [] }, row.line)
    if (pending) await pending
  }
}
