// Every record, in the fixed order of an export, from one snapshot.
import type pg from 'pg'
import type { FollowRecord, StoredRecord } from '../../records/records.ts'
import { type RenameRow, renameRecord, renamesInOrder } from '../renaming/old-names.ts'
import { endWithin, failingAsStore, longConnection } from './connections.ts'
import { beginWith } from './settings.ts'

const rowsAtOnce = 1000
const settings = { idle_in_transaction_session_timeout: '1h' }

const inOrder = [
  'SELECT record FROM category ORDER BY slug',
  'SELECT record FROM tag ORDER BY key',
  'SELECT record FROM creator ORDER BY handle',
  'SELECT record FROM creation ORDER BY handle, slug',
  'SELECT follower, following FROM follow ORDER BY follower, following',
  'SELECT record FROM score ORDER BY handle, slug, player',
]

type Row = { record: string } | RenameRow | Omit<FollowRecord, 'type'>

export async function* recordsOf(url: string): AsyncGenerator<StoredRecord> {
  const client = await longConnection(url)
  try {
    const run = (text: string) => failingAsStore(() => client.query(text))
    await run(beginWith(settings, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'))
    for (const text of [renamesInOrder, ...inOrder]) yield* rowsOf(run, text)
    await run('COMMIT')
  } finally {
    await endWithin(client.end())
  }
}

async function* rowsOf(run: (text: string) => Promise<pg.QueryResult>, text: string): AsyncGenerator<StoredRecord> {
  await run(`DECLARE records CURSOR FOR ${text}`)
  for (;;) {
    const { rows } = await run(`FETCH ${rowsAtOnce} FROM records`)
    for (const row of rows as Row[]) yield recordIn(row)
    if (rows.length < rowsAtOnce) break
  }
  await run('CLOSE records')
}

function recordIn(row: Row): StoredRecord {
  if ('record' in row) return JSON.parse(row.record) as StoredRecord
  if ('kind' in row) return renameRecord(row)
  return { type: 'follow', follower: row.follower, following: row.following }
}
