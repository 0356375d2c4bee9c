// One write transaction: records go into their tables as they come, then `commit` brings everything that is derived
// from them (cards, lists, totals) up to date. Until it ends, readers see the old data.
import type { DatabaseSync } from 'node:sqlite'
import { fail } from '../../errors.ts'
import { creationDigest, tieBreaker } from '../identity.ts'
import type {
  CheckedRecord,
  CreationRecord,
  CreatorRecord,
  DeleteRecord,
  FollowRecord,
  KeptRecord,
  ScoreRecord,
  TagRecord,
} from '../records.ts'
import { wordsOf } from '../search-text.ts'
import type { ImportCounts, StoreWriter } from '../store.ts'
import { derive } from './derive.ts'
import { checkReferences } from './references.ts'
import { emptyTouched, type Touched } from './touched.ts'

export type Change = 'created' | 'updated' | 'unchanged' | 'deleted'

export function writerOf(db: DatabaseSync, now: () => number): StoreWriter {
  beginWriting(db)
  const touched = emptyTouched()
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
      counts[put(tables, record, undated, line)]++
    },
    commit: async ({ rejections, progress }) => {
      try {
        const rejected = checkReferences(db, touched, tables)
        if (rejected.length > 0 && rejections === 'fail') {
          end('ROLLBACK')
          return { committed: false, counts, rejected }
        }
        counts.created -= rejected.length
        const changed = counts.created + counts.updated + counts.deleted > 0
        if (changed) {
          await derive(db, touched, progress ?? (() => {}))
          const version = 'MAX(value + 1, ?)'
          db.prepare(`UPDATE meta SET value = ${version} WHERE key = 'data_version'`).run(now())
        }
        // What was rejected has left traces that only `derive` clears.
        end(changed ? 'COMMIT' : 'ROLLBACK')
        if (changed) db.exec('PRAGMA wal_checkpoint(PASSIVE)')
        return { committed: true, counts, rejected }
      } catch (error) {
        end('ROLLBACK')
        throw error
      }
    },
    rollback: () => end('ROLLBACK'),
  }
}

const busy = 5

function beginWriting(db: DatabaseSync): void {
  try {
    db.exec('BEGIN IMMEDIATE')
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw fail('conflict', 'Another import is running; try again when it has ended.', { cause: error })
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

function recordTables(db: DatabaseSync, touched: Touched) {
  const removals = removalsFrom(db, touched)
  const oldCategory = db.prepare('SELECT record FROM category WHERE slug = ?')
  const putCategory = db.prepare('INSERT OR REPLACE INTO category VALUES (?, ?)')
  const oldTag = db.prepare('SELECT record FROM tag WHERE key = ?')
  const putTag = db.prepare('INSERT OR REPLACE INTO tag VALUES (?, ?)')
  const putTagWord = db.prepare('INSERT OR IGNORE INTO tag_word VALUES (?, ?, ?)')
  const oldCreator = db.prepare('SELECT record FROM creator WHERE handle = ?')
  const putCreator = db.prepare(
    'INSERT INTO creator (handle, record) VALUES (?, ?) ON CONFLICT (handle) DO UPDATE SET record = excluded.record',
  )
  const oldCreation = db.prepare('SELECT n, record FROM creation WHERE handle = ? AND slug = ?')
  const taken = db.prepare('SELECT 1 FROM creation WHERE n = ?')
  const newCreation = db.prepare('INSERT INTO creation (n, handle, slug, parent, record) VALUES (?, ?, ?, ?, ?)')
  const setCreation = db.prepare('UPDATE creation SET parent = ?, record = ? WHERE n = ?')
  const newFollow = db.prepare('INSERT OR IGNORE INTO follow (follower, following) VALUES (?, ?)')
  const oldScore = db.prepare('SELECT record FROM score WHERE handle = ? AND slug = ? AND player = ?')
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
      for (const [locale, label] of Object.entries(record.labels)) {
        for (const word of wordsOf(label)) putTagWord.run(locale, word, record.key)
      }
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
      const old = oldCreation.get(handle, slug) as { n: number; record: string } | undefined
      const oldText = old?.record || undefined // '' when deleted by an earlier line
      const record = keepDates(given, undated, oldText)
      const text = JSON.stringify(record)
      const change = compare(oldText, text)
      if (change === 'unchanged') return change
      const parent = record.remixOf && `${record.remixOf.handle}/${record.remixOf.slug}`
      const n = old?.n ?? freeNumber(handle, slug)
      if (old) setCreation.run(parent, text, n)
      else newCreation.run(n, handle, slug, parent, text)
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
      const old = textOf(oldScore.get(handle, slug, player))
      const record = keepDates(given, undated, old)
      const text = JSON.stringify(record)
      const change = compare(old, text)
      if (change === 'unchanged') return change
      putScore.run(handle, slug, player, record.score, Date.parse(record.achievedAt), text)
      touched.scores.set(`${handle}/${slug} ${player}`, { handle, slug, player, line })
      return change
    },
  }
}

/** Deleting takes along what cannot stand without it: a creator's creations, follows and scores, an app's scores. */
function removalsFrom(db: DatabaseSync, touched: Touched) {
  const run = (sql: string) => {
    const statement = db.prepare(sql)
    return (...values: string[]) => Number(statement.run(...values).changes) > 0
  }
  const forgetTagWords = run('DELETE FROM tag_word WHERE tag = ?')
  const dropCategory = run('DELETE FROM category WHERE slug = ?')
  const dropTag = run('DELETE FROM tag WHERE key = ?')
  const dropCreator = run('DELETE FROM creator WHERE handle = ?')
  const dropFollow = run('DELETE FROM follow WHERE follower = ? AND following = ?')
  const dropScore = run('DELETE FROM score WHERE handle = ? AND slug = ? AND player = ?')
  const dropScoresOfApp = run('DELETE FROM score WHERE handle = ? AND slug = ?')
  const dropScoresOfPlayer = run('DELETE FROM score WHERE player = ?')
  const numberOf = db.prepare("SELECT n FROM creation WHERE handle = ? AND slug = ? AND record <> ''")
  // The row goes when its lists have been cleared (derive); until then it is a creation without a record.
  const emptyCreation = db.prepare("UPDATE creation SET record = '', parent = NULL WHERE n = ?")
  const slugsOf = db.prepare("SELECT slug FROM creation WHERE handle = ? AND record <> ''")
  const followsOf = db.prepare(
    'SELECT follower, following FROM follow WHERE follower = ?1 UNION SELECT follower, following FROM follow WHERE following = ?1',
  )

  const follow = (follower: string, following: string) => {
    if (!dropFollow(follower, following)) return false
    touched.addFollow(follower, following, -1)
    return true
  }
  const creationAlone = (handle: string, slug: string) => {
    const row = numberOf.get(handle, slug) as { n: number } | undefined
    if (!row) return false
    emptyCreation.run(row.n)
    touched.creations.set(row.n, 0)
    return true
  }
  const creation = (handle: string, slug: string) => {
    if (!creationAlone(handle, slug)) return false
    dropScoresOfApp(handle, slug)
    return true
  }
  const creator = (handle: string) => {
    if (!dropCreator(handle)) return false
    for (const { slug } of slugsOf.all(handle) as { slug: string }[]) creation(handle, slug)
    for (const pair of followsOf.all(handle) as FollowRecord[]) follow(pair.follower, pair.following)
    dropScoresOfPlayer(handle)
    // Whoever comes back under this handle starts from nothing.
    touched.follows.delete(handle)
    touched.creators.add(handle)
    return true
  }
  const category = (slug: string) => {
    touched.labels = true
    return dropCategory(slug)
  }
  const tag = (key: string) => {
    forgetTagWords(key)
    touched.tags.add(key)
    touched.labels = true
    return dropTag(key)
  }
  const remove = (record: DeleteRecord): Change => {
    const done = (() => {
      switch (record.of) {
        case 'category':
          return category(record.slug)
        case 'tag':
          return tag(record.key)
        case 'creator':
          return creator(record.handle)
        case 'creation':
          return creation(record.handle, record.slug)
        case 'follow':
          return follow(record.follower, record.following)
        case 'score':
          return dropScore(record.handle, record.slug, record.player)
      }
    })()
    return done ? 'deleted' : 'unchanged'
  }
  return { remove, forgetTagWords, removeCreation: creationAlone, removeFollow: follow, removeScore: dropScore }
}
