// Writes everything that is derived into new tables, which replace the old ones at the end: rows are copied before the
// indexes are created, and readers have the old tables until then.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { memoize } from '../../../util/memoize.ts'
import type { PublicCreation } from '../../derive-creation.ts'
import { gatherPostings } from '../lists/gather-postings.ts'
import { listKey } from '../lists/list-keys.ts'
import { derivedIndexes, derivedNames, derivedTables } from '../schema.ts'
import { copyRow } from './copy.ts'
import { addPlaces, addRows, copyDerived, noRows } from './derived-rows.ts'
import type { WriteConnection } from './write-connection.ts'

const prefix = 'next_'
/**
 * These tables are invisible before the commit, so FREEZE is allowed, and readers need not check the visibility of
 * each row.
 */
const frozen = 'WITH (FREEZE)'

type Rebuild = {
  /** In the order of their numbers. */
  add(creations: readonly PublicCreation<string>[]): Promise<void>
  finish(progress: (share: number) => void): Promise<void>
  /** Until it is published. */
  shownTable: string
  publish(): Promise<void>
}

export async function startRebuild(connection: WriteConnection): Promise<Rebuild> {
  const { run, copy } = connection
  await run({ text: derivedTables(prefix) })
  const postings = gatherPostings()
  // Many creations share a list, and hashing its name takes longer than a look-up.
  const keyOf = memoize(listKey)
  return {
    async add(creations) {
      const rows = noRows()
      for (const creation of creations) {
        addRows(rows, creation)
        addPlaces(rows, creation, keyOf)
        rows.posting.push(...postings.add(creation.creationNo, creation.lists))
      }
      await copyDerived(copy, rows, prefix, frozen)
    },
    async finish(progress) {
      for (const rows of postings.finish()) await copy(`${prefix}posting`, rows, frozen)
      await copySizes(connection, postings.sizes())
      const statements = derivedIndexes(prefix)
      for (const [i, text] of statements.entries()) {
        await run({ text })
        progress((i + 1) / statements.length)
      }
      await run({ text: `ANALYZE ${derivedNames.map(name => prefix + name).join()}` })
    },
    shownTable: `${prefix}shown`,
    publish: () => swapTables(connection),
  }
}

async function copySizes({ copy }: WriteConnection, sizes: Iterable<[name: string, size: number]>): Promise<void> {
  let rows: string[] = []
  const flush = async () => {
    await copy(`${prefix}list`, rows, frozen)
    rows = []
  }
  for (const entry of sizes) {
    rows.push(copyRow(entry))
    if (rows.length >= 50_000) await flush()
  }
  await flush()
}

/** After 20 short attempts a longer one, so that the server cancels a blocking autovacuum. */
const lockTimeoutMs = (attempt: number) => (attempt < 20 ? 50 : 1500)
const maxAttempts = 40
const inTheWay = ['55P03', '40P01']

/**
 * Dropping a table waits for its readers, and later readers queue behind the lock request. So each attempt waits briefly,
 * lets the readers through, and tries again.
 */
async function swapTables({ run }: WriteConnection): Promise<void> {
  // Another version of this software may not have made all of them.
  const text = 'SELECT relname AS name FROM pg_class WHERE relname = ANY($1) AND pg_table_is_visible(oid)'
  const old = (await run<{ name: string }>({ text, values: [derivedNames] })).map(({ name }) => name)
  const rename = derivedNames.map(
    name => `DROP TABLE IF EXISTS ${name}; ALTER TABLE ${prefix}${name} RENAME TO ${name}`,
  )
  for (let attempt = 1; ; attempt++) {
    await run({ text: 'SAVEPOINT swap' })
    try {
      await run({ text: `SET LOCAL lock_timeout = ${lockTimeoutMs(attempt)}` })
      if (old.length > 0) await run({ text: `LOCK TABLE ${old.join()} IN ACCESS EXCLUSIVE MODE` })
      await run({ text: rename.join(';') })
      return
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && inTheWay.includes(error.code ?? '')
      if (!isBusy || attempt === maxAttempts) throw error
      await run({ text: 'ROLLBACK TO SAVEPOINT swap' })
      await sleep(20)
    }
  }
}
