// The creations of the community as every peer would keep them: one table, with the indexes its reads need.
import { createReadStream, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { CreationRecord } from '../../src/records/records.ts'
import { communityFile, scratchFolder } from '../communities.ts'

export type Row = ReturnType<typeof rowOf>

function rowOf(record: CreationRecord, id: number) {
  const { handle, slug, kind, title, summary, description, category, tags, coverUrl, iconUrl, featured } = record
  const texts = { handle, slug, kind, title, summary, description, category: category ?? '' }
  const { views, plays, likes, remixes } = record.stats
  const counters = { views, plays, likes, remixes }
  return {
    id,
    ...texts,
    tags,
    cover_url: coverUrl,
    icon_url: iconUrl,
    featured,
    ...counters,
    published_at: record.publishedAt,
  }
}

export async function readRows(creations: number): Promise<Row[]> {
  const rows: Row[] = []
  for await (const line of createInterface({ input: createReadStream(await communityFile(creations)) })) {
    if (!line.startsWith('{"type":"creation"')) continue
    const record = JSON.parse(line) as CreationRecord
    if (record.visibility === 'public') rows.push(rowOf(record, rows.length + 1))
  }
  return rows
}

const columns = {
  id: 'integer PRIMARY KEY',
  handle: 'text NOT NULL',
  slug: 'text NOT NULL',
  kind: 'text NOT NULL',
  title: 'text NOT NULL',
  summary: 'text NOT NULL',
  description: 'text NOT NULL',
  category: 'text NOT NULL',
  tags: 'text NOT NULL',
  cover_url: 'text',
  icon_url: 'text',
  featured: 'boolean NOT NULL',
  views: 'integer NOT NULL',
  plays: 'integer NOT NULL',
  likes: 'integer NOT NULL',
  remixes: 'integer NOT NULL',
  published_at: 'text NOT NULL',
} satisfies Record<keyof Row, string>

const names = Object.keys(columns) as (keyof Row)[]
const tableSql = `CREATE TABLE creation (${names.map(name => `${name} ${columns[name]}`).join(', ')}, UNIQUE (handle, slug))`

/** What an expert would index: each order, alone and in a category. */
const indexSql = [
  'CREATE INDEX creation_category ON creation (category)',
  ...['published_at', 'views', 'likes'].flatMap(order => [
    `CREATE INDEX creation_${order} ON creation (${order} DESC, id)`,
    `CREATE INDEX creation_category_${order} ON creation (category, ${order} DESC, id)`,
  ]),
]

const valuesOf = (row: Row) =>
  names.map(name =>
    name === 'tags' ? JSON.stringify(row.tags) : typeof row[name] === 'boolean' ? Number(row[name]) : row[name],
  )

/** SQLite with a full-text index. */
export function sqliteFile(rows: readonly Row[]): string {
  const path = join(scratchFolder(), `plain-${rows.length}.db`)
  if (existsSync(path)) return path
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL; BEGIN')
  db.exec(tableSql)
  const insert = db.prepare(`INSERT INTO creation VALUES (${names.map(() => '?').join(', ')})`)
  for (const row of rows) insert.run(...(valuesOf(row) as (string | number | null)[]))
  for (const sql of indexSql) db.exec(sql)
  db.exec("CREATE VIRTUAL TABLE creation_text USING fts5 (title, summary, content='creation', content_rowid='id')")
  db.exec("INSERT INTO creation_text (creation_text) VALUES ('rebuild')")
  db.exec('COMMIT; ANALYZE')
  db.close()
  return path
}

export function jsonFile(rows: readonly Row[]): string {
  const path = join(scratchFolder(), `db-${rows.length}.json`)
  if (!existsSync(path)) writeFileSync(path, JSON.stringify({ creation: rows }))
  return path
}

/** PostgreSQL, with a full-text search as a function for those who need one. */
export async function fillPostgres(url: string, rows: readonly Row[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(tableSql)
  const kept = names.map(name => `${name} ${columns[name].split(' ')[0]}`).join(', ')
  for (let at = 0; at < rows.length; at += 5000) {
    const chunk = rows.slice(at, at + 5000).map(row => ({ ...row, tags: JSON.stringify(row.tags) }))
    await client.query(`INSERT INTO creation SELECT * FROM json_to_recordset($1) AS row (${kept})`, [
      JSON.stringify(chunk),
    ])
  }
  for (const sql of indexSql) await client.query(sql)
  const document = "to_tsvector('simple', title || ' ' || summary)"
  await client.query(`CREATE INDEX creation_text ON creation USING gin (${document})`)
  await client.query(`CREATE FUNCTION search_creations(words text) RETURNS SETOF creation LANGUAGE sql STABLE AS
    $$ SELECT * FROM creation WHERE ${document} @@ plainto_tsquery('simple', words) ORDER BY likes DESC, id LIMIT 24 $$`)
  await client.query('ANALYZE')
  await client.end()
}
