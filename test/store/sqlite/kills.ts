// Processes that import into a SQLite store are killed at any moment: what is there afterwards is the old or the new.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { openStore, openWritableStore } from '../../../src/store/sqlite/open.ts'
import { answersOf } from '../../support/model/answers.ts'
import { applyImport, type Community, emptyCommunity, exportOf } from '../../support/model/community.ts'
import { randomOf } from '../../support/model/generator.ts'
import { type Running, start } from '../../support/vitrine-process.ts'
import { expectFeed } from '../suite/comparison.ts'
import { addresses, bringIn, linesOf } from '../suite/harness.ts'
import { firstLargeRound, roundOf } from './rounds.ts'

export const storeProgram = [process.execPath, fileURLToPath(new URL('./child.ts', import.meta.url))]

/** A process that works on the store; see store-sqlite-child.ts. */
export const storeProcess = (...args: string[]): Running => start(args, {}, storeProgram)

export function expectIntact(path: string): void {
  const db = new DatabaseSync(path)
  const rows = db.prepare('PRAGMA integrity_check').all()
  db.close()
  assert.deepEqual(
    rows.map(row => ({ ...row })),
    [{ integrity_check: 'ok' }],
  )
}

/** Which of the two states the store is in, wholly: its records and what readers are told of them. */
export async function stateOf(path: string, before: Community, after: Community): Promise<Community> {
  const store = await openStore(path, { addresses })
  try {
    const records = await Array.fromAsync(store.records())
    const found = [after, before].find(state => JSON.stringify(exportOf(state)) === JSON.stringify(records))
    assert.ok(found, 'the store holds neither the old records nor the new ones')
    const answers = answersOf(found, addresses)
    const query = { locales: ['en'], limit: 400 }
    await expectFeed(store, answers, { ...query, sort: 'popular', tag: 'tag-1' })
    await expectFeed(store, answers, { ...query, sort: 'trending', featuredOnly: true })
    await expectFeed(store, answers, { ...query, sort: 'relevance', q: 'app 3' })
    assert.deepEqual(await store.creator('ann'), answers.creator('ann'))
    return found
  } finally {
    await store.close()
  }
}

/** Imports a round here, without a process of its own. */
export async function fill(path: string, round: number): Promise<Community> {
  const writable = await openWritableStore(path)
  const { committed } = await bringIn(writable, roundOf(round))
  await writable.close()
  assert.ok(committed)
  return applyImport(emptyCommunity, linesOf(roundOf(round)), 'fail').community
}

type KilledImports = { kills: number; before: number; after: number; troubles: string[] }

/** Rounds come again after the ninth: each changes what the one before it wrote. */
export async function killImports(
  path: string,
  { kills, seed }: { kills: number; seed: number },
): Promise<KilledImports> {
  const random = randomOf(seed)
  const result: KilledImports = { kills, before: 0, after: 0, troubles: [] }
  let state = await fill(path, 0)
  for (let kill = 0; kill < kills; kill++) {
    const round = 1 + (kill % 9)
    const importing = storeProcess('import', path, String(round))
    // Some while records come, most while lists are written, some about the moment of the commit.
    const moment = random.pick([2, 3, 4, 4, 5, 5])
    await told(importing, round >= firstLargeRound ? moment + 20 : moment)
    await new Promise(resolve => setTimeout(resolve, random.below(12)))
    importing.child.kill('SIGKILL')
    await importing.finished
    try {
      expectIntact(path)
      const next = applyImport(state, linesOf(roundOf(round)), 'fail').community
      const found = await stateOf(path, state, next)
      result[found === next ? 'after' : 'before']++
      state = found
    } catch (error) {
      result.troubles.push(`seed ${seed}, kill ${kill}: ${(error as Error).message}`)
      break
    }
  }
  return result
}

/** Waits until the process has told that many lines, or has ended. */
export async function told({ child, finished, stdout }: Running, howMany: number): Promise<void> {
  const enough = Promise.withResolvers<void>()
  const look = () => {
    if (stdout().split('\n').length > howMany) enough.resolve()
  }
  child.stdout.on('data', look)
  look()
  await Promise.race([enough.promise, finished])
  child.stdout.off('data', look)
}
