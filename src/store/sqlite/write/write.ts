// One write transaction: records go into their tables as they come, then `commit` brings everything that is derived
// from them (cards, lists, totals) up to date. Until it ends, readers see the old data.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { fail } from '../../../errors.ts'
import type {
  CheckedRecord,
  CreationRecord,
  CreatorRecord,
  FollowRecord,
  KeptRecord,
  ScoreRecord,
  TagRecord,
} from '../../../records/records.ts'
import { emptyTouched, type Touched } from '../../change-set.ts'
import { expectCurrentIndex } from '../../derived-version.ts'
import { creationDigest, tieBreaker } from '../../identity.ts'
import { tagWordRows } from '../../lists.ts'
import type { ImportCounts, StoreWriter } from '../../store.ts'
import { unseal } from '../records.ts'
import { indexStateIn } from '../schema.ts'
import { isBusy } from '../write-ahead.ts'
import { derive } from './derive.ts'
import { checkReferences } from './references.ts'
import { type Change, removalsFrom } from './remove.ts'
import { suspendIndexes } from './suspend-indexes.ts'
import { updateFollows } from './totals.ts'

export function writerOf(db: DatabaseSync, now: () => number): StoreWriter {
  beginWriting(db)
  try {
    expectCurrentIndex(indexStateIn(db))
    unseal(db)
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
  const indexes = suspendIndexes(db)
  const touched = emptyTouched(indexes.wereEmpty)
  const counts: ImportCounts = { created: 0, updated: 0, deleted: 0, unchanged: 0 }
  const tables = recordTables(db, touched)
  let open = true
  const end = (how: 'COMMIT' | 'ROLLBACK') => {
    if (!open) return
    // A commit that fails (a full disk) leaves its transaction open or has undone it; either way it must end.
    if (how === 'COMMIT' || db.isTransaction) db.exec(how)
    open = false
  }
  return {
    put: ({ record, undated }, line) => {
      if (!open) throw fail('internal_error', 'This import has ended.')
      if (record.type === 'delete') indexes.resume() // what is deleted is found by them
      counts[put(tables, record, undated, line)]++
    },
    commit: async ({ rejections, progress }) => {
      try {
        const rejected = checkReferences(db, touched, tables)
        counts.created -= rejected.length
        if (rejections === 'check' || (rejected.length > 0 && rejections === 'fail')) {
          end('ROLLBACK')
          return { committed: false, counts, rejected }
        }
        const changed = counts.created + counts.updated + counts.deleted > 0
        if (changed) {
          updateFollows(db, touched)
          indexes.resume()
          await derive(db, touched, progress ?? (() => {}))
          raiseDataVersion(db, now())
        }
        // What was rejected has left traces that only `derive` clears.
        end(changed ? 'COMMIT' : 'ROLLBACK')
        if (changed) checkpoint(db)
        // Readers in this process look once in a turn of the event loop whether the data is still the same.
        await new Promise(resolve => setImmediate(resolve))
        return { committed: true, counts, rejected }
      } catch (error) {
        end('ROLLBACK')
        throw error
      }
    },
    rollback: () => end('ROLLBACK'),
  }
}

export function raiseDataVersion(db: DatabaseSync, now: number): void {
  db.prepare("UPDATE meta SET value = MAX(value + 1, ?) WHERE key = 'data_version'").run(now)
}

/** Moves what was committed from the log into the database. When there is no room for it now, the commit still stands. */
export function checkpoint(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // The next one does it.
  }
}

export function beginWriting(db: DatabaseSync): void {
  try {
    db.exec('BEGIN IMMEDIATE')
  } catch (error) {
    if (!isBusy(error)) throw error
    throw fail('conflict', 'Another import or reindex is running; try again when it has ended.', { cause: error })
  }
}

function put(
  tables: RecordTables,
  record: CheckedRecord['record'],
  undated: CheckedRecord['undated'],
  line: number,
): Change {
  switch (record.type) {
    case 'category':
      return tables.category(record)
    case 'tag':
      return tables.tag(record)
    case 'creator':
      return tables.creator(record, undated)
    case 'creation':
      return tables.creation(record, undated, line)
    case 'follow':
      return tables.follow(record, line)
    case 'score':
      return tables.score(record, undated, line)
    case 'delete':
      return tables.remove(record)
  }
}

export type RecordTables = ReturnType<typeof recordTables>

/** A date that the new record leaves out stays what it was. */
function keepDates<R extends KeptRecord>(record: R, undated: CheckedRecord['undated'], old: string | undefined): R {
  if (old === undefined || undated.length === 0) return record
  const before = JSON.parse(old) as Record<string, string>
  return { ...record, ...Object.fromEntries(undated.map(field => [field, before[field]])) }
}

const parentOf = ({ remixOf }: CreationRecord): string | null => remixOf && `${remixOf.handle}/${remixOf.slug}`

function recordTables(db: DatabaseSync, touched: Touched) {
  const removals = removalsFrom(db, touched)
  const oldCategory = db.prepare('SELECT record FROM category WHERE slug = ?')
  const putCategory = db.prepare('INSERT OR REPLACE INTO category VALUES (?, ?)')
  const oldTag = db.prepare('SELECT record FROM tag WHERE key = ?')
  const putTag = db.prepare('INSERT OR REPLACE INTO tag VALUES (?, ?)')
  const putTagWord = db.prepare('INSERT INTO tag_word VALUES (?, ?, ?)')
  const oldCreator = db.prepare('SELECT record FROM creator WHERE handle = ?')
  const putCreator = db.prepare(
    'INSERT INTO creator (handle, record) VALUES (?, ?) ON CONFLICT (handle) DO UPDATE SET record = excluded.record',
  )
  const oldCreation = db.prepare('SELECT n, record FROM creation WHERE handle = ? AND slug = ?')
  const taken = db.prepare('SELECT 1 FROM creation WHERE n = ?')
  const newCreation = db.prepare(
    'INSERT OR IGNORE INTO creation (n, handle, slug, parent, record) VALUES (?, ?, ?, ?, ?)',
  )
  const setCreation = db.prepare('UPDATE creation SET parent = ?, record = ? WHERE n = ?')
  const newFollow = db.prepare('INSERT OR IGNORE INTO follow (follower, following) VALUES (?, ?)')
  const oldScore = db.prepare('SELECT record FROM score WHERE handle = ? AND slug = ? AND player = ?')
  const newScore = db.prepare('INSERT OR IGNORE INTO score VALUES (?, ?, ?, ?, ?, ?)')
  const putScore = db.prepare('INSERT OR REPLACE INTO score VALUES (?, ?, ?, ?, ?, ?)')

  const compare = (old: string | undefined, text: string): Change =>
    old === undefined ? 'created' : old === text ? 'unchanged' : 'updated'
  const textOf = (row: unknown) => (row as { record: string } | undefined)?.record

  const freeNumber = (handle: string, slug: string) => {
    const digest = creationDigest(handle, slug)
    for (let attempt = 0; ; attempt++) {
      const n = (tieBreaker(digest, attempt) + Math.floor(attempt / 8)) >>> 0
      if (taken.get(n) === undefined) return n
    }
  }

  return {
    ...removals,
    category(record: KeptRecord & { type: 'category' }): Change {
      const text = JSON.stringify(record)
      const change = compare(textOf(oldCategory.get(record.slug)), text)
      if (change === 'unchanged') return change
      putCategory.run(record.slug, text)
      touched.labels = true
      return change
    },
    tag(record: TagRecord): Change {
      const text = JSON.stringify(record)
      const change = compare(textOf(oldTag.get(record.key)), text)
      if (change === 'unchanged') return change
      removals.forgetTagWords(record.key)
      touched.tags.add(record.key)
      putTag.run(record.key, text)
      touched.labels = true
      for (const row of tagWordRows(record)) putTagWord.run(...row)
      return change
    },
    creator(given: CreatorRecord, undated: CheckedRecord['undated']): Change {
      const old = textOf(oldCreator.get(given.handle))
      const record = keepDates(given, undated, old)
      const text = JSON.stringify(record)
      const change = compare(old, text)
      if (change === 'unchanged') return change
      putCreator.run(record.handle, text)
      touched.creators.add(record.handle)
      return change
    },
    creation(given: CreationRecord, undated: CheckedRecord['undated'], line: number): Change {
      const { handle, slug } = given
      touched.owners.add(handle)
      // Most are new: trying that first saves looking.
      const first = tieBreaker(creationDigest(handle, slug), 0)
      if (newCreation.run(first, handle, slug, parentOf(given), JSON.stringify(given)).changes === 1) {
        touched.creations.set(first, line)
        return 'created'
      }
      const old = oldCreation.get(handle, slug) as { n: number; record: string } | undefined
      const oldText = old?.record || undefined // '' when deleted by an earlier line
      const record = keepDates(given, undated, oldText)
      const text = JSON.stringify(record)
      const change = compare(oldText, text)
      if (change === 'unchanged') return change
      const n = old?.n ?? freeNumber(handle, slug)
      if (old) setCreation.run(parentOf(record), text, n)
      else newCreation.run(n, handle, slug, parentOf(record), text)
      touched.creations.set(n, line)
      return change
    },
    follow({ follower, following }: FollowRecord, line: number): Change {
      if (Number(newFollow.run(follower, following).changes) === 0) return 'unchanged'
      touched.addFollow(follower, following, 1)
      touched.newFollows.set(`${follower} ${following}`, { follower, following, line })
      return 'created'
    },
    score(given: ScoreRecord, undated: CheckedRecord['undated'], line: number): Change {
      const { handle, slug, player } = given
      const brought = () => touched.scores.set(`${handle}/${slug} ${player}`, { handle, slug, player, line })
      const run = (statement: StatementSync, record: ScoreRecord, text: string) =>
        statement.run(handle, slug, player, record.score, Date.parse(record.achievedAt), text).changes === 1
      if (run(newScore, given, JSON.stringify(given))) {
        brought()
        return 'created'
      }
      const old = textOf(oldScore.get(handle, slug, player))
      const record = keepDates(given, undated, old)
      const text = JSON.stringify(record)
      const change = compare(old, text)
      if (change === 'unchanged') return change
      run(putScore, record, text)
      brought()
      return change
    },
  }
}
