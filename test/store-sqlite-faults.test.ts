// What happens to a SQLite store around its own processes: several at once, killed ones, full disks, newer versions.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openStore, openWritableStore } from '../src/store/sqlite/open.ts'
import { answersOf } from './community-answers.ts'
import { randomOf } from './community-generator.ts'
import { applyImport, type Community, emptyCommunity, exportOf } from './community-model.ts'
import { firstLargeRound, roundOf } from './store-sqlite-rounds.ts'
import { expectFeed } from './store-suite/comparison.ts'
import { addresses, bringIn, linesOf } from './store-suite/harness.ts'
import { creator } from './store-suite/sample.ts'
import { type Finished, type Running, scratchFolder, start } from './vitrine-process.ts'

const folder = scratchFolder()
let files = 0
const newPath = () => join(folder, `store-${files++}.db`)

const child = fileURLToPath(new URL('./store-sqlite-child.ts', import.meta.url))
const run = (...args: string[]): Running => start(args, {}, [process.execPath, child])

function expectIntact(path: string): void {
  const db = new DatabaseSync(path)
  assert.deepEqual(
    db
      .prepare('PRAGMA integrity_check')
      .all()
      .map(row => ({ ...row })),
    [{ integrity_check: 'ok' }],
  )
  db.close()
}

/** Which of the two states the store is in, wholly: its records and what readers are told of them. */
async function stateOf(path: string, before: Community, after: Community): Promise<Community> {
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
async function fill(path: string, round: number): Promise<Community> {
  const writable = await openWritableStore(path)
  const { committed } = await bringIn(writable, roundOf(round))
  await writable.close()
  assert.ok(committed)
  return applyImport(emptyCommunity, linesOf(roundOf(round)), 'fail').community
}

const finishedWell = ({ code, stderr }: Finished) => assert.equal(code, 0, stderr)

describe('a SQLite store', () => {
  test('is opened by two processes at the same moment when it is new', async () => {
    const path = newPath()
    const openers = [run('open', path), run('open', path)]
    await Promise.all(openers.map(opener => told(opener, 1)))
    for (let round = 1; round <= 12; round++) {
      for (const { child } of openers) child.stdin.write(`${round}\n`)
      await Promise.all(openers.map(opener => told(opener, round + 1)))
    }
    for (const { child } of openers) child.stdin.end()
    const [one, two] = await Promise.all(openers.map(({ finished }) => finished))
    finishedWell(one!)
    finishedWell(two!)
    assert.match(one!.stdout, /12 [0-9A-F]{64}\n$/)
    assert.equal(one!.stdout, two!.stdout, 'both must read the same secrets')
  })

  test('waits for another process that writes', async () => {
    const path = newPath()
    const rounds = await Promise.all([1, 2].map(round => run('import', path, String(round)).finished))
    rounds.forEach(finishedWell)
    const [one, two] = [1, 2].map(round => linesOf(roundOf(round)))
    const oneTwo = applyImport(applyImport(emptyCommunity, one!, 'fail').community, two!, 'fail').community
    const twoOne = applyImport(applyImport(emptyCommunity, two!, 'fail').community, one!, 'fail').community
    await stateOf(path, oneTwo, twoOne)
    expectIntact(path)
  })

  test('is as before or as after when a process is killed while it imports', async () => {
    const seed = 51
    const random = randomOf(seed)
    const path = newPath()
    let state = await fill(path, 0)
    const ends = { before: 0, after: 0 }
    for (let round = 1; round <= 9; round++) {
      const importing = run('import', path, String(round))
      // Some while records come, most while lists are written, some about the moment of the commit.
      const moment = random.pick([2, 3, 4, 4, 5, 5])
      await told(importing, round >= firstLargeRound ? moment + 20 : moment)
      await new Promise(resolve => setTimeout(resolve, random.below(12)))
      importing.child.kill('SIGKILL')
      await importing.finished
      expectIntact(path)
      const next = applyImport(state, linesOf(roundOf(round)), 'fail').community
      const found = await stateOf(path, state, next)
      ends[found === next ? 'after' : 'before']++
      state = found
    }
    assert.ok(ends.before > 0, `seed ${seed}: no process was killed in time`)
  })

  test('survives a commit for which there is no room, and goes on when there is', async () => {
    const path = newPath()
    const before = await fill(path, 1)
    const round = firstLargeRound
    // Files may grow to 1 MiB at most; the round needs more. Ignored, the signal becomes an error of the write.
    const shell = ['/bin/sh', '-c', `trap '' XFSZ; ulimit -f 1024; exec "$0" "$@"`]
    const cramped = await start(['import', path, String(round)], {}, [...shell, process.execPath, child]).finished
    assert.notEqual(cramped.code, 0)
    assert.doesNotMatch(cramped.stdout, /done/)
    expectIntact(path)
    const after = applyImport(before, linesOf(roundOf(round)), 'fail').community
    assert.equal(await stateOf(path, before, after), before)
    await fill(path, round)
    assert.equal(await stateOf(path, before, after), after)
  })

  test('of a newer version is refused and left alone', async () => {
    const path = newPath()
    const writable = await openWritableStore(path)
    await bringIn(writable, [creator('ann')])
    await writable.close()
    const db = new DatabaseSync(path)
    db.exec('PRAGMA user_version = 9999')
    db.close()
    await assert.rejects(openStore(path, { addresses }), { error: 'upstream_unavailable', message: /newer/ })
    await assert.rejects(openWritableStore(path), { error: 'upstream_unavailable', message: /newer/ })
    const later = new DatabaseSync(path)
    assert.equal(later.prepare('PRAGMA user_version').get()?.user_version, 9999)
    assert.equal(later.prepare('SELECT count(*) AS n FROM creator').get()?.n, 1)
    later.close()
  })

  test('is made in folders that are not there yet', async () => {
    const path = join(folder, 'deep', 'down', 'store.db')
    await fill(path, 1)
    assert.ok(existsSync(path))
  })
})

/** Waits until the process has told that many lines, or has ended. */
async function told({ child, finished, stdout }: Running, howMany: number): Promise<void> {
  const enough = Promise.withResolvers<void>()
  const look = () => {
    if (stdout().split('\n').length > howMany) enough.resolve()
  }
  child.stdout.on('data', look)
  look()
  await Promise.race([enough.promise, finished])
  child.stdout.off('data', look)
}
