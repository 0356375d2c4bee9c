// Stores of both kinds with an index of another version, and all that is derived in them, for comparison.
import { backup, DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { derivedVersion, derivedVersionKey } from '../../src/store/derived-version.ts'
import { derivedNames as postgresDerived } from '../../src/store/postgres/schema.ts'
import { derivedNames as sqliteDerived } from '../../src/store/sqlite/schema.ts'

export type IndexedKind = {
  /** Sets the version that the index claims to have; null is a store of 0.1.0. */
  setVersion(place: string, version: number | null): Promise<void>
  version(place: string): Promise<number | null>
  /** Makes it a store of another version: derived rows are missing or wrong, a table is missing, there is no version. */
  damage(place: string): Promise<void>
  /** Every derived row of every table, as text. */
  dump(place: string): Promise<Record<string, string[]>>
  /** Keeps every writer out until the returned function is called. */
  holdLock(place: string): Promise<() => Promise<void>>
}

const setText = (version: number | null) =>
  version === null
    ? `DELETE FROM meta WHERE key = '${derivedVersionKey}'`
    : `INSERT INTO meta VALUES ('${derivedVersionKey}', ${version})`

/** The combinations of a kind with other filters, which the first stores did not have, among other things. */
const damages = [
  "DELETE FROM list WHERE name LIKE 'ck % %'",
  'DELETE FROM tag_word',
  'DELETE FROM label_locale',
  "UPDATE card SET text = '{}'",
  'UPDATE creator SET apps = 7, followers = followers + 1, following = 0, views = 1',
  'UPDATE follow SET follower_weight = 9, following_weight = 9',
  'DROP TABLE posting',
  setText(null),
]

const withFile = <T>(path: string, work: (db: DatabaseSync) => T): T => {
  const db = new DatabaseSync(path, { timeout: 10_000 })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

export const sqliteKind: IndexedKind = {
  setVersion: async (path, version) =>
    withFile(path, db => db.exec(`BEGIN IMMEDIATE; ${setText(null)}; ${setText(version)}; COMMIT`)),
  version: async path =>
    withFile(path, db => {
      const row = db.prepare('SELECT value FROM meta WHERE key = ?').get(derivedVersionKey)
      return (row?.value as number | undefined) ?? null
    }),
  damage: async path => withFile(path, db => db.exec(`BEGIN IMMEDIATE; ${damages.join(';')}; COMMIT`)),
  dump: async path =>
    withFile(path, db => {
      const rowsOf = (table: string) =>
        db
          .prepare(`SELECT * FROM ${table}`)
          .all()
          .map(row =>
            JSON.stringify(row, (_, value) =>
              ArrayBuffer.isView(value) ? Buffer.from(value as Uint8Array).toString('hex') : value,
            ),
          )
          .sort()
      return Object.fromEntries([...sqliteDerived, 'creator', 'follow'].map(table => [table, rowsOf(table)]))
    }),
  holdLock: async path => {
    const db = new DatabaseSync(path, { timeout: 10_000 })
    db.exec('BEGIN IMMEDIATE')
    return async () => {
      db.exec('ROLLBACK')
      db.close()
    }
  },
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const postgresKind: IndexedKind = {
  setVersion: async (url, version) => {
    await withClient(url, client => client.query(`BEGIN; ${setText(null)}; ${setText(version)}; COMMIT`))
  },
  version: url =>
    withClient(url, async client => {
      const { rows } = await client.query<{ number: string }>('SELECT number FROM meta WHERE key = $1', [
        derivedVersionKey,
      ])
      return rows[0] === undefined ? null : Number(rows[0].number)
    }),
  damage: async url => {
    await withClient(url, client => client.query(`BEGIN; ${damages.join(';')}; COMMIT`))
  },
  dump: url =>
    withClient(url, async client => {
      const tables = [...postgresDerived, 'tag_word', 'label_locale', 'creator', 'follow']
      const dumped: Record<string, string[]> = {}
      for (const table of tables) {
        const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${table} t ORDER BY 1`)
        dumped[table] = rows.map(({ text }) => text)
      }
      return dumped
    }),
  holdLock: async url => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("BEGIN; SELECT number FROM meta WHERE key = 'data_version' FOR UPDATE")
    return () => client.end()
  },
}

export const newerVersion = derivedVersion + 1

/** Copies a database page by page over another one that is in use, as restoring does, and changes nothing in it. */
export async function copyOver(from: string, path: string): Promise<void> {
  const db = new DatabaseSync(from)
  try {
    db.exec('PRAGMA journal_mode = DELETE')
    await backup(db, path)
  } finally {
    db.close()
  }
}
