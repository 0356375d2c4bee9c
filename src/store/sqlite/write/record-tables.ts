// Writes imported records into their tables and notes what changed.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type {
  CheckedRecord,
  CreationRecord,
  CreatorRecord,
  DeleteRecord,
  EntityRecord,
  FollowRecord,
  ScoreRecord,
  TagRecord,
} from '../../../records/records.ts'
import { type ChangeSet, compareRecords, keepDates, parentOf } from '../../change-set.ts'
import { creationDigest, tieBreaker } from '../../identity.ts'
import { tagWordRows } from '../../lists.ts'
import { creatorKeys } from '../../reads/creator-terms.ts'
import { type Change, removalsFrom } from './remove.ts'

export function putRecord(
  tables: RecordTables,
  record: EntityRecord | DeleteRecord,
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

export function recordTables(db: DatabaseSync, changes: ChangeSet) {
  const removals = removalsFrom(db, changes)
  const oldCategory = db.prepare('SELECT record FROM category WHERE slug = ?')
  const putCategory = db.prepare('INSERT OR REPLACE INTO category VALUES (?, ?)')
  const oldTag = db.prepare('SELECT record FROM tag WHERE key = ?')
  const putTag = db.prepare('INSERT OR REPLACE INTO tag VALUES (?, ?)')
  const putTagWord = db.prepare('INSERT INTO tag_word VALUES (?, ?, ?)')
  const oldCreator = db.prepare('SELECT record FROM creator WHERE handle = ?')
  const putCreator = db.prepare(
    `INSERT INTO creator (handle, record, joined, terms) VALUES (?, ?, ?, ?) ON CONFLICT (handle)
     DO UPDATE SET record = excluded.record, joined = excluded.joined, terms = excluded.terms`,
  )
  const oldCreation = db.prepare('SELECT n, record FROM creation WHERE handle = ? AND slug = ?')
  const inUse = db.prepare('SELECT 1 FROM creation WHERE n = ?')
  const newCreation = db.prepare(
    'INSERT OR IGNORE INTO creation (n, handle, slug, parent, record) VALUES (?, ?, ?, ?, ?)',
  )
  const setCreation = db.prepare('UPDATE creation SET parent = ?, record = ? WHERE n = ?')
  const newFollow = db.prepare('INSERT OR IGNORE INTO follow (follower, following) VALUES (?, ?)')
  const oldScore = db.prepare('SELECT record FROM score WHERE handle = ? AND slug = ? AND player = ?')
  const newScore = db.prepare('INSERT OR IGNORE INTO score VALUES (?, ?, ?, ?, ?, ?)')
  const putScore = db.prepare('INSERT OR REPLACE INTO score VALUES (?, ?, ?, ?, ?, ?)')

  const textOf = (row: unknown) => (row as { record: string } | undefined)?.record

  const freeNumber = (handle: string, slug: string) => {
    const digest = creationDigest(handle, slug)
    for (let attempt = 0; ; attempt++) {
      const creationNo = tieBreaker(digest, attempt)
      if (inUse.get(creationNo) === undefined) return creationNo
    }
  }

  return {
    ...removals,
    category(record: EntityRecord & { type: 'category' }): Change {
      const text = JSON.stringify(record)
      const change = compareRecords(textOf(oldCategory.get(record.slug)), text)
      if (change === 'unchanged') return change
      putCategory.run(record.slug, text)
      changes.haveLabelsChanged = true
      return change
    },
    tag(record: TagRecord): Change {
      const text = JSON.stringify(record)
      const change = compareRecords(textOf(oldTag.get(record.key)), text)
      if (change === 'unchanged') return change
      removals.forgetTagWords(record.key)
      changes.tags.add(record.key)
      putTag.run(record.key, text)
      changes.haveLabelsChanged = true
      for (const row of tagWordRows(record)) putTagWord.run(...row)
      return change
    },
    creator(input: CreatorRecord, undated: CheckedRecord['undated']): Change {
      const old = textOf(oldCreator.get(input.handle))
      const record = keepDates(input, undated, old)
      const text = JSON.stringify(record)
      const change = compareRecords(old, text)
      if (change === 'unchanged') return change
      const { joined, terms } = creatorKeys(record)
      putCreator.run(record.handle, text, joined, terms)
      if (change === 'created') removals.forgetOldName('creator', '', record.handle)
      changes.creators.add(record.handle)
      return change
    },
    creation(input: CreationRecord, undated: CheckedRecord['undated'], line: number): Change {
      const { handle, slug } = input
      changes.owners.add(handle)
      // Most are new, so inserting first saves a look-up.
      const first = tieBreaker(creationDigest(handle, slug), 0)
      if (newCreation.run(first, handle, slug, parentOf(input), JSON.stringify(input)).changes === 1) {
        changes.creations.set(first, line)
        removals.forgetOldName('creation', handle, slug)
        return 'created'
      }
      const old = oldCreation.get(handle, slug) as { n: number; record: string } | undefined
      const oldText = old?.record || undefined // '' when deleted by an earlier line
      const record = keepDates(input, undated, oldText)
      const text = JSON.stringify(record)
      const change = compareRecords(oldText, text)
      if (change === 'unchanged') return change
      const creationNo = old?.n ?? freeNumber(handle, slug)
      if (old) setCreation.run(parentOf(record), text, creationNo)
      else newCreation.run(creationNo, handle, slug, parentOf(record), text)
      changes.creations.set(creationNo, line)
      if (change === 'created') removals.forgetOldName('creation', handle, slug)
      return change
    },
    follow({ follower, following }: FollowRecord, line: number): Change {
      if (Number(newFollow.run(follower, following).changes) === 0) return 'unchanged'
      changes.changeFollowCounts(follower, following, 1)
      changes.newFollows.set(`${follower} ${following}`, { follower, following, line })
      return 'created'
    },
    score(input: ScoreRecord, undated: CheckedRecord['undated'], line: number): Change {
      const { handle, slug, player } = input
      const noteScore = () => changes.changedScores.set(`${handle}/${slug} ${player}`, { handle, slug, player, line })
      const run = (statement: StatementSync, record: ScoreRecord, text: string) =>
        statement.run(handle, slug, player, record.score, Date.parse(record.achievedAt), text).changes === 1
      if (run(newScore, input, JSON.stringify(input))) {
        noteScore()
        return 'created'
      }
      const old = textOf(oldScore.get(handle, slug, player))
      const record = keepDates(input, undated, old)
      const text = JSON.stringify(record)
      const change = compareRecords(old, text)
      if (change === 'unchanged') return change
      run(putScore, record, text)
      noteScore()
      return change
    },
  }
}
