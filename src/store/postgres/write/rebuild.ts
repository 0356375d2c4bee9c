// Writing everything that is derived anew: into tables of its own, which take the place of the old ones at the end. So
// rows are copied without indexes in the way, and readers have the old tables until then.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PublicCreation } from '../../derive-creation.ts'
import { gatherPostings } from '../lists/gather-postings.ts'
import { derivedIndexes, derivedNames, derivedTables } from '../schema.ts'
import { copyRow } from './copy.ts'
import { addPlaces, addRows, copyDerived, noRows, rememberedKeys } from './derived-rows.ts'
import type { Writing } from './write.ts'

const prefix = 'next_'
/** These rows are there for everyone who sees the table at all, so nobody has to check. */
const frozen = 'WITH (FREEZE)'

export type Rebuild = {
  /** In the order of their numbers. */
  add(creations: readonly PublicCreation<string>[]): Promise<void>
  finish(progress: (share: number) => void): Promise<void>
  /** Until it is published. */
  shownTable: string
  publish(): Promise<void>
}

export async function startRebuild(writing: Writing): Promise<Rebuild> {
  const { run, copy } = writing
  await run({ text: derivedTables(prefix) })
  const postings = gatherPostings()
  const keyOf = rememberedKeys()
  return {
    async add(creations) {
      const rows = noRows()
      for (const shown of creations) {
        addRows(rows, shown)
        addPlaces(rows, shown, keyOf)
        rows.posting.push(...postings.add(shown.n, shown.lists))
      }
      await copyDerived(copy, rows, prefix, frozen)
    },
    async finish(progress) {
      for (const rows of postings.finish()) await copy(`${prefix}posting`, rows, frozen)
      await copySizes(writing, postings.sizes())
      const statements = derivedIndexes(prefix)
      for (const [i, text] of statements.entries()) {
        await run({ text })
        progress((i + 1) / statements.length)
      }
      await run({ text: `ANALYZE ${derivedNames.map(name => prefix + name).join()}` })
    },
    shownTable: `${prefix}shown`,
    publish: () => swapTables(writing),
  }
}

async function copySizes({ copy }: Writing, sizes: Iterable<[name: string, size: number]>): Promise<void> {
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

/** Once short waits have not helped, one long enough for the server to stop its own housekeeping for us. */
const patience = (attempt: number) => (attempt < 20 ? 50 : 1500)
const mostAttempts = 40
const inTheWay = ['55P03', '40P01']

/**
 * Dropping a table waits for its readers, and whoever comes later waits behind us. So we wait for a moment only, let
 * everyone through, and try again.
 */
async function swapTables({ run }: Writing): Promise<void> {
  // Another version of this software may not have made all of them.
  const text = 'SELECT relname AS name FROM pg_class WHERE relname = ANY($1) AND pg_table_is_visible(oid)'
  const old = (await run<{ name: string }>({ text, values: [derivedNames] })).map(({ name }) => name)
  const rename = derivedNames.map(
    name => `DROP TABLE IF EXISTS ${name}; ALTER TABLE ${prefix}${name} RENAME TO ${name}`,
  )
  for (let attempt = 1; ; attempt++) {
    await run({ text: 'SAVEPOINT swap' })
    try {
      await run({ text: `SET LOCAL lock_timeout = ${patience(attempt)}` })
      if (old.length > 0) await run({ text: `LOCK TABLE ${old.join()} IN ACCESS EXCLUSIVE MODE` })
      await run({ text: rename.join(';') })
      return
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && inTheWay.includes(error.code ?? '')
      if (!isBusy || attempt === mostAttempts) throw error
      await run({ text: 'ROLLBACK TO SAVEPOINT swap' })
      await sleep(20)
    }
  }
}
