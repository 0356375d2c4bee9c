// The same small application on each database that sync reads from.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

export type Application = {
  /** The source of a mapping. */
  source: string
  run(sql: string): Promise<void>
  close(): Promise<void>
}

/** Columns of types that the databases name differently. */
export const sqliteTypes = {
  time: "TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f', 'now'))",
  json: 'TEXT',
  flag: 'INTEGER',
  text: 'TEXT',
}
export const postgresTypes = {
  time: 'timestamptz NOT NULL DEFAULT clock_timestamp()',
  json: 'jsonb',
  flag: 'boolean',
  text: 'text',
}
export const mysqlTypes = {
  time: 'TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6)',
  json: 'JSON',
  flag: 'BOOLEAN',
  text: 'VARCHAR(255)',
}
type Types = typeof sqliteTypes

export const tables = ({ time, json, flag, text }: Types): string[] => [
  `CREATE TABLE account (id INTEGER PRIMARY KEY, handle ${text} NOT NULL, name ${text}, bio ${text}, links ${json},
    hidden ${flag} NOT NULL, joined ${time}, updated ${time})`,
  `CREATE TABLE listing (id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, slug ${text} NOT NULL, title ${text},
    tags ${json}, featured ${flag}, visibility ${text} NOT NULL, views BIGINT NOT NULL, updated ${time})`,
  `CREATE TABLE following (a INTEGER NOT NULL, b INTEGER NOT NULL, PRIMARY KEY (a, b))`,
  `CREATE TABLE result (listing_id INTEGER NOT NULL, account_id INTEGER NOT NULL, points DECIMAL(20, 2) NOT NULL, at ${time},
    PRIMARY KEY (listing_id, account_id))`,
]

/** `quoted` puts a name into the quotes of the database. */
export const queries = (quoted: (name: string) => string) => {
  const as = (name: string) => `AS ${quoted(name)}`
  return {
    category: { query: `SELECT 'tools' AS slug, '{"en":"Tools"}' AS labels` },
    creator: {
      query: [
        `SELECT handle, name ${as('displayName')}, bio, links, joined ${as('joinedAt')}, updated`,
        'FROM account WHERE NOT hidden -- the others are private',
      ],
      changed: 'updated',
    },
    creation: {
      query: `SELECT a.handle, l.slug, l.title, l.tags, l.featured, l.visibility, l.views ${as('stats.views')},
        'tools' AS category, l.updated ${as('updatedAt')}, l.updated ${as('publishedAt')}
        FROM listing l JOIN account a ON a.id = l.account_id`,
      changed: 'updatedAt',
    },
    follow: {
      query: `SELECT a.handle AS follower, b.handle AS following FROM following f
        JOIN account a ON a.id = f.a JOIN account b ON b.id = f.b WHERE NOT a.hidden AND NOT b.hidden`,
    },
    score: {
      query: `SELECT o.handle, l.slug, p.handle AS player, r.points AS score, r.at ${as('achievedAt')} FROM result r
        JOIN listing l ON l.id = r.listing_id JOIN account o ON o.id = l.account_id JOIN account p ON p.id = r.account_id`,
    },
  }
}

export function sqliteApplication(folder: string, name = 'app.db'): Application {
  const file = join(folder, name)
  const db = new DatabaseSync(file, { timeout: 10_000 })
  db.exec('PRAGMA journal_mode = WAL')
  return { source: `sqlite:${file}`, run: async sql => db.exec(sql), close: async () => db.close() }
}

export async function postgresApplication(url: string): Promise<Application> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return { source: url, run: async sql => void (await client.query(sql)), close: () => client.end() }
}
