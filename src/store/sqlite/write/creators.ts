// What is derived from creators: the words they are found by, their sort columns, and how many there are.
import type { DatabaseSync } from 'node:sqlite'
import type { CreatorRecord } from '../../../records/records.ts'
import {
  creatorCountKey,
  creatorKeys,
  creatorVocabularyIndex,
  creatorVocabularyTable,
  creatorWordIndex,
  creatorWordRows,
  creatorWordTable,
  reversedWord,
  vocabularyChanges,
} from '../../reads/creator-terms.ts'
import { withoutRowid } from '../schema.ts'

/** Above this share of all creators, writing all words again in their order is faster. */
const rebuildShare = 0.2
const rebuildAtLeast = 1000

/** After creators have changed. `handles` may contain deleted ones. */
export function updateCreators(db: DatabaseSync, handles: ReadonlySet<string>): void {
  if (handles.size === 0) return
  const { count } = db.prepare('SELECT count(*) AS count FROM creator').get() as { count: number }
  db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(creatorCountKey, count)
  if (handles.size >= rebuildAtLeast && handles.size > count * rebuildShare) writeAllWords(db)
  else editWords(db, handles)
}

const recordOf = (row: object): CreatorRecord => JSON.parse((row as { record: string }).record) as CreatorRecord

function editWords(db: DatabaseSync, handles: ReadonlySet<string>): void {
  const read = db.prepare('SELECT record FROM creator WHERE handle = ?')
  const forget = db.prepare('DELETE FROM creator_word WHERE handle = ? RETURNING word')
  const add = db.prepare('INSERT INTO creator_word VALUES (?, ?)')
  const before: string[] = []
  const after: string[] = []
  for (const handle of handles) {
    for (const { word } of forget.all(handle) as { word: string }[]) before.push(word)
    const row = read.get(handle)
    for (const words of row ? creatorWordRows(recordOf(row)) : []) {
      add.run(...words)
      after.push(words[0])
    }
  }
  editVocabulary(db, vocabularyChanges(before, after))
}

function editVocabulary(db: DatabaseSync, changes: ReturnType<typeof vocabularyChanges>): void {
  const put = db.prepare(`INSERT INTO creator_vocabulary VALUES (?, ?, ?)
    ON CONFLICT (word) DO UPDATE SET size = size + excluded.size`)
  const forget = db.prepare('DELETE FROM creator_vocabulary WHERE word = ? AND size = 0')
  for (const { word, reversed, change } of changes) {
    put.run(word, reversed, change)
    if (change < 0) forget.run(word)
  }
}

/** Inserting in the order of the table takes a fraction of the time. */
function writeAllWords(db: DatabaseSync): void {
  db.exec(`DROP TABLE creator_word; DROP TABLE creator_vocabulary;
    CREATE TEMP TABLE new_creator_word (word TEXT, handle TEXT)`)
  const add = db.prepare('INSERT INTO new_creator_word VALUES (?, ?)')
  for (const row of db.prepare('SELECT record FROM creator').iterate()) {
    for (const words of creatorWordRows(recordOf(row))) add.run(...words)
  }
  db.function('reversed_word', { deterministic: true }, word => reversedWord(word as string))
  db.exec(`${creatorWordTable('TEXT', withoutRowid)}${creatorVocabularyTable('TEXT', withoutRowid)}
    INSERT INTO creator_word SELECT word, handle FROM new_creator_word ORDER BY word, handle;
    ${creatorWordIndex}
    INSERT INTO creator_vocabulary SELECT word, reversed_word(word) AS reversed, count(*) FROM creator_word
      GROUP BY word HAVING reversed IS NOT NULL;
    ${creatorVocabularyIndex}
    DROP TABLE new_creator_word`)
}

/** Derives the sort columns of all creators again. */
export function recomputeCreatorKeys(db: DatabaseSync): void {
  const keysOf = (record: unknown) => creatorKeys(JSON.parse(record as string) as CreatorRecord)
  db.function('joined_of', { deterministic: true }, record => keysOf(record).joined)
  db.function('terms_of', { deterministic: true }, record => keysOf(record).terms)
  db.exec('UPDATE creator SET joined = joined_of(record), terms = terms_of(record)')
}
