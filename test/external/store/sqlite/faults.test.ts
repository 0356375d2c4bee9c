// What happens to a SQLite store around its own processes: several at once, full disks, newer versions.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { openStore, openWritableStore } from '../../../../src/store/sqlite/open.ts'
import { expectIntact, stateOf, storeProcess, told } from '../../../store/sqlite/kills.ts'
import { roundOf } from '../../../store/sqlite/rounds.ts'
import { addresses, bringIn, linesOf } from '../../../store/suite/harness.ts'
import { creator } from '../../../store/suite/sample.ts'
import { applyImport, emptyCommunity } from '../../../support/model/community.ts'
import { type Finished, scratchFolder } from '../../../support/vitrine-process.ts'

const folder = scratchFolder()
let files = 0
const newPath = () => join(folder, `store-${files++}.db`)

const finishedWell = ({ code, stderr }: Finished) => assert.equal(code, 0, stderr)

describe('a SQLite store', () => {
  test('is opened by three processes at the same moment when it is new', async () => {
    const path = newPath()
    const openers = [1, 2, 3].map(() => storeProcess('open', path))
    await Promise.all(openers.map(opener => told(opener, 1)))
    for (let round = 1; round <= 60; round++) {
      for (const { child } of openers) child.stdin.write(`${round}\n`)
      await Promise.all(openers.map(opener => told(opener, round + 1)))
    }
    for (const { child } of openers) child.stdin.end()
    const ended = await Promise.all(openers.map(({ finished }) => finished))
    ended.forEach(finishedWell)
    const [one, ...others] = ended.map(({ stdout }) => stdout)
    assert.match(one!, /60 [0-9A-F]{64}\n$/)
    for (const other of others) assert.equal(other, one, 'all must read the same secrets')
  })

  test('waits for another process that writes', async () => {
    const path = newPath()
    const rounds = await Promise.all([1, 2].map(round => storeProcess('import', path, String(round)).finished))
    rounds.forEach(finishedWell)
    const [one, two] = [1, 2].map(round => linesOf(roundOf(round)))
    const oneTwo = applyImport(applyImport(emptyCommunity, one!, 'fail').community, two!, 'fail').community
    const twoOne = applyImport(applyImport(emptyCommunity, two!, 'fail').community, one!, 'fail').community
    await stateOf(path, oneTwo, twoOne)
    expectIntact(path)
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
})
