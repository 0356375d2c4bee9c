// Forward migrations. When several instances start together, an advisory lock admits one at a time.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { fail } from '../../errors.ts'
import {
  creatorVocabularyIndex,
  creatorVocabularyTable,
  creatorWordIndex,
  creatorWordTable,
} from '../reads/creator-terms.ts'
import { renameTable } from '../renaming/old-names.ts'
import { healthTable } from '../tracking/health.ts'
import { syncIdTable, syncTables } from '../tracking/tables.ts'
import { vectorTable } from '../tracking/vectors.ts'
import { endWithin, failingAsStore, longConnection } from './connections.ts'
import { queryWithin } from './query.ts'
import { anyRecord, communityTables, creatorColumns, setDerivedVersion } from './schema.ts'
import { beginWith } from './settings.ts'
import { stateTables } from './state/schema.ts'

/** The third and fourth are replaced by a rebuild of the index. */
const migrations: readonly string[] = [
  communityTables,
  stateTables,
  '',
  '',
  "DELETE FROM meta WHERE key = 'combines_kinds'",
  syncTables('text COLLATE "C"'),
  renameTable('text COLLATE "C"'),
  syncIdTable('text COLLATE "C"'),
  creatorColumns + creatorWordTable('text COLLATE "C"') + creatorWordIndex,
  healthTable,
  creatorVocabularyTable('text COLLATE "C"') + creatorVocabularyIndex,
  vectorTable,
]

/** Any number that no other program uses for advisory locks in the same database. */
const lockNumber = 7_305_226_117

/** A migration may have to wait for another instance that migrates, or for readers. */
const settings = { lock_timeout: '60s' }

/** Reading the version is quick; a server that takes longer hangs. */
const lookMs = 5000

export async function migrate(url: string): Promise<void> {
  const client = await longConnection(url)
  try {
    await failingAsStore(async () => {
      // In a transaction, so that an unsuitable pooler is noticed immediately.
      await queryWithin(lookMs, client, 'BEGIN')
      const version = await versionOf(client)
      await queryWithin(lookMs, client, 'COMMIT')
      if (version === migrations.length) return
      await client.query(beginWith(settings))
      await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumber])
      await apply(client)
      await client.query('COMMIT')
    })
  } finally {
    await endWithin(client.end())
  }
}

async function apply(client: pg.Client): Promise<void> {
  await expectUnicode(client)
  // Another process may have migrated while this one waited for the lock.
  const version = await versionOf(client)
  if (version === 0) await client.query('CREATE TABLE vitrine_schema (version integer NOT NULL)')
  for (const migration of migrations.slice(version)) await client.query(migration)
  if (version === migrations.length) return
  await client.query('DELETE FROM vitrine_schema')
  await client.query('INSERT INTO vitrine_schema VALUES ($1)', [migrations.length])
  const makeSecret = "INSERT INTO meta (key, bytes) VALUES ('cursor_secret', $1) ON CONFLICT (key) DO NOTHING"
  await client.query(makeSecret, [randomBytes(32)])
  const { rows } = await client.query<{ found: boolean }>(anyRecord)
  if (!rows[0]!.found) await client.query(setDerivedVersion)
}

// Not to_regclass: it may use a catalog snapshot from before the lock.
const isThere = `SELECT EXISTS (
  SELECT 1 FROM pg_class WHERE relname = 'vitrine_schema' AND pg_table_is_visible(oid)) AS found`

async function versionOf(client: pg.Client): Promise<number> {
  const { rows } = await queryWithin(lookMs, client, isThere)
  if (!(rows[0] as { found: boolean }).found) return 0
  const found = await queryWithin(lookMs, client, 'SELECT version FROM vitrine_schema')
  const { version } = found.rows[0] as { version: number }
  if (version <= migrations.length) return version
  throw unusable('The database was made by a newer Vitrine; upgrade this one.')
}

async function expectUnicode(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SHOW server_encoding')
  const { server_encoding: encoding } = rows[0] as { server_encoding: string }
  if (encoding !== 'UTF8') throw unusable(`The database has encoding ${encoding}; it must be UTF8.`)
}

/** The code of the cause distinguishes it from temporary failures. */
const unusable = (message: string) =>
  fail('upstream_unavailable', message, { cause: Object.assign(new Error(message), { code: 'UNUSABLE' }) })
