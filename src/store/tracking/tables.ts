// Which records an import or a sync has put, and which of the stored ones are missing. Everything is kept in tables, so
// that memory does not grow with the number of records. The SQL is the same for both databases.
import { identities } from '../../records/check-record.ts'
import type { DeleteRecord, EntityRecord } from '../../records/records.ts'

export type RecordType = EntityRecord['type']

/** Records come after those that they refer to. */
export const recordTypes = ['category', 'tag', 'creator', 'creation', 'follow', 'score'] as const

const keyColumns = ['key1', 'key2', 'key3'] as const
export type Key = readonly [string, string, string]

/** The identity of a record in the columns of the tables below; unused ones are empty. */
export function keyOf(record: EntityRecord | DeleteRecord): Key {
  const type = record.type === 'delete' ? record.of : record.type
  const values = identities[type].map(name => (record as unknown as Record<string, string>)[name]!)
  return [values[0]!, values[1] ?? '', values[2] ?? '']
}

export function deletionOf(type: RecordType, key: Key): DeleteRecord {
  const fields = identities[type].map((name, i) => [name, key[i]])
  return { type: 'delete', of: type, ...Object.fromEntries(fields) } as DeleteRecord
}

/**
 * `synced`: records that sync has imported. `sync_waiting`: what records refer to that were rejected because it is missing
 * (a creator when `slug` is empty, else a creation). `sync_state`: the position and other facts, as JSON.
 */
export const syncTables = (text: string, options = '') => `
  CREATE TABLE synced (
    type ${text} NOT NULL, key1 ${text} NOT NULL, key2 ${text} NOT NULL, key3 ${text} NOT NULL,
    PRIMARY KEY (type, key1, key2, key3)
  )${options};
  CREATE TABLE sync_waiting (
    type ${text} NOT NULL, handle ${text} NOT NULL, slug ${text} NOT NULL, PRIMARY KEY (type, handle, slug)
  );
  CREATE TABLE sync_state (name ${text} PRIMARY KEY, value text NOT NULL);
`

/** The names of records with a stable id in the source of sync, by which it recognizes a renamed record. */
export const syncIdTable = (text: string) => `
  CREATE TABLE sync_id (
    type ${text} NOT NULL, id ${text} NOT NULL, key1 ${text} NOT NULL, key2 ${text} NOT NULL, PRIMARY KEY (type, id)
  );
  CREATE INDEX sync_id_by_key ON sync_id (type, key1, key2);
`

/** For one transaction: the records that were put, and those that are missing among them. */
export const temporaryTables = (text: string, options = '') => `
  CREATE TEMP TABLE seen (
    type ${text} NOT NULL, key1 ${text} NOT NULL, key2 ${text} NOT NULL, key3 ${text} NOT NULL, line bigint NOT NULL
  )${options};
  CREATE TEMP TABLE gone (
    type ${text} NOT NULL, key1 ${text} NOT NULL, key2 ${text} NOT NULL, key3 ${text} NOT NULL
  )${options};
  CREATE TEMP TABLE kept (
    type ${text} NOT NULL, key1 ${text} NOT NULL, key2 ${text} NOT NULL, record text, line bigint NOT NULL
  )${options};
`

/** Created when `seen` is filled. */
export const seenIndex = 'CREATE INDEX seen_by_key ON seen (type, key1, key2, key3)'
export const goneIndex = 'CREATE INDEX gone_by_key ON gone (type, key1, key2, key3)'

/** The condition that a row of a record table has the key of a row of one of these tables. */
export const sameKey = (type: RecordType, record: string, tracked: string): string =>
  identities[type].map((name, i) => `${record}.${name} = ${tracked}.${keyColumns[i]}`).join(' AND ')

/** Rows of deleted creations stay until the lists are updated (SQLite). */
export const isStored = (type: RecordType, record: string): string =>
  type === 'creation' ? `${record}.record <> ''` : 'true'

export const isTracked = (table: 'seen' | 'synced' | 'gone', type: RecordType, record: string): string =>
  `EXISTS (SELECT 1 FROM ${table} k WHERE k.type = '${type}' AND ${sameKey(type, record, 'k')})`

/** The key of a row as three columns. */
export const keyExpressions = (type: RecordType, record: string): string =>
  keyColumns.map((_, i) => (identities[type][i] ? `${record}.${identities[type][i]}` : "''")).join(', ')

export const columnNames = `type, ${keyColumns.join(', ')}`
export const sameTracked = (one: string, other: string): string =>
  ['type', ...keyColumns].map(name => `${one}.${name} = ${other}.${name}`).join(' AND ')
