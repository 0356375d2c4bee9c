import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { checkRecord } from '../../src/records/check-record.ts'
import { orphanBuffer } from '../../src/records/transfer/orphans.ts'
import {
  at,
  community,
  counts,
  creation,
  creator,
  follow,
  lines,
  none,
  scratchStore,
} from '../support/scratch-store.ts'
import { scratchFolder, start, until } from '../support/vitrine-process.ts'

const folder = scratchFolder()

describe('records that wait', () => {
  const waiting = (line: number, record: object) => {
    const outcome = checkRecord(record, { now: Date.now })
    if ('reason' in outcome) assert.fail(outcome.reason)
    return { line, checked: outcome.checked, reason: 'it points at nothing' }
  }
  const linesOf = (records: readonly { line: number }[]) => records.map(({ line }) => line)

  test('are bounded: the one that waited longest is given up', () => {
    const orphans = orphanBuffer(2)
    assert.equal(orphans.add(waiting(1, follow('a', 'x'))), undefined)
    assert.equal(orphans.add(waiting(2, follow('b', 'x'))), undefined)
    assert.equal(orphans.add(waiting(3, follow('c', 'x')))?.line, 1)
    assert.deepEqual(linesOf(orphans.takeReferringTo([waiting(4, creator('x'))])), [2, 3])
    assert.deepEqual(orphans.remaining(), [])
  })
})

describe('importing a stream', { concurrency: 2 }, () => {
  test('commits as it goes, and sums up when it ends', async () => {
    const store = scratchStore(folder)
    await store.load(lines(community))
    const running = start(['import', '-'], store.env)
    running.child.stdin.write(lines([creator('first')]))
    await until('the first record is in the store', () => store.holds('"first"'))
    running.child.stdin.write(`${lines([creator('second')])}{"type":"creator","han`)
    await until('the second record is in the store', () => store.holds('"second"'))
    running.child.stdin.end('dle":"third","displayName":"3"}')
    const result = await running.finished
    assert.equal(result.code, 0)
    assert.deepEqual(counts(result.stdout), { ...none, read: 3, created: 3 })
    assert.ok(await store.holds('"third"'))
  })

  test('is stopped by SIGTERM and SIGINT, with what was whole committed', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const store = scratchStore(folder)
      const running = start(['import', '-'], store.env)
      running.child.stdin.write(lines([creator('first')]))
      await until('the first record is in the store', () => store.holds('"first"'))
      running.child.stdin.write(`${lines([creator('second')])}{"type":"creator","han`)
      await until('the second record is in the store', () => store.holds('"second"'))
      running.child.kill(signal)
      const result = await running.finished
      assert.equal(result.code, 0)
      assert.deepEqual(counts(result.stdout), { ...none, read: 2, created: 2 })
    }
  })

  test('a bad line stops it, with what came before committed', async () => {
    const store = scratchStore(folder)
    const running = start(['import', '-'], store.env)
    running.child.stdin.write(`${lines([creator('before')])}{"type":"creator"}\n${lines([creator('behind')])}`)
    const result = await running.finished
    assert.equal(result.code, 1)
    assert.match(result.stderr, /^line 2: handle is required$/m)
    assert.deepEqual(counts(result.stdout), { ...none, read: 2, created: 1, rejected: 1 })
    assert.deepEqual((await store.export()).match(/"handle":"\w+"/g), ['"handle":"before"'])
  })

  test('with --skip-invalid a bad line is told at once and the stream goes on', async () => {
    const store = scratchStore(folder)
    const running = start(['import', '-', '--skip-invalid'], store.env)
    running.child.stdin.write('nonsense\n')
    await until('the bad line is told', () => /^line 1: the line is not JSON/m.test(running.stderr()))
    running.child.stdin.end(lines([creator('ann')]))
    const result = await running.finished
    assert.equal(result.code, 0)
    assert.deepEqual(counts(result.stdout), { ...none, read: 2, created: 1, rejected: 1 })
  })

  test('what points at something that comes later waits for it', async () => {
    const store = scratchStore(folder)
    const running = start(['import', '-'], store.env)
    const score = { type: 'score', handle: 'mira', slug: 'water-log', player: 'ann', score: 3, achievedAt: at }
    running.child.stdin.write(lines([creator('marker'), score, follow('ann', 'mira')]))
    await until('the first batch is in the store', () => store.holds('"marker"'))
    running.child.stdin.write(lines([creation('mira', 'water-log'), creator('ann')]))
    await until('the second batch is in the store', () => store.holds('"ann"'))
    running.child.stdin.end(lines([creator('mira')]))
    const result = await running.finished
    assert.equal(result.stderr, '')
    assert.equal(result.code, 0)
    assert.deepEqual(counts(result.stdout), { ...none, read: 6, created: 6 })
    assert.match(await store.export(), /"type":"follow".*\n.*"type":"score"/)
  })

  test('what waits never overwrites what came later', async () => {
    const store = scratchStore(folder)
    const running = start(['import', '-'], store.env)
    running.child.stdin.write(lines([creator('marker'), creation('mira', 'app', { title: 'Old' })]))
    await until('the first batch is in the store', () => store.holds('"marker"'))
    running.child.stdin.end(lines([creation('mira', 'app', { title: 'New' }), creator('mira')]))
    const result = await running.finished
    assert.deepEqual(counts(result.stdout), { ...none, read: 4, created: 3, unchanged: 1 })
    assert.match(await store.export(), /"title":"New"/)
  })

  test('what waited in vain is told when the stream ends', async () => {
    const store = scratchStore(folder)
    const records = lines([creator('ann'), follow('ann', 'ghost')])
    const strict = await store.stream(records)
    assert.equal(strict.code, 1)
    assert.match(strict.stderr, /^line 2: .*ghost/m)
    assert.deepEqual(counts(strict.stdout), { ...none, read: 2, created: 1, rejected: 1 })
    const lenient = await store.stream(records, '--skip-invalid')
    assert.equal(lenient.code, 0)
    assert.deepEqual(counts(lenient.stdout), { ...none, read: 2, unchanged: 1, rejected: 1 })
  })

  test('a write that fails is rolled back and reported, and the stream goes on', async () => {
    const store = scratchStore(folder)
    await store.load(lines([creator('there')]))
    const db = new DatabaseSync(store.path)
    db.exec(`CREATE TRIGGER refusing BEFORE INSERT ON creator WHEN new.handle = 'poison'
      BEGIN SELECT RAISE(ABORT, 'poison is refused'); END`)
    db.close()
    const running = start(['import', '-', '--skip-invalid'], store.env)
    running.child.stdin.write(lines([creator('ahead'), creator('poison')]))
    await until('the failure is reported', () => /^line 2: /m.test(running.stderr()))
    // Nothing is locked: another import gets its turn while the stream lasts.
    assert.equal((await store.load(lines([creator('other')]))).complete, true)
    running.child.stdin.write(lines([creator('behind')]))
    await until('what comes later is in the store', () => store.holds('"behind"'))
    running.child.stdin.end()
    const result = await running.finished
    assert.equal(result.code, 1)
    for (const line of [1, 2]) {
      assert.match(result.stderr, new RegExp(`^line ${line}: not written, import it again .*poison is refused`, 'm'))
    }
    assert.deepEqual(counts(result.stdout), { ...none, read: 3, created: 1, rejected: 2 })
    assert.deepEqual((await store.export()).match(/"handle":"\w+"/g)?.sort(), [
      '"handle":"behind"',
      '"handle":"other"',
      '"handle":"there"',
    ])
  })

  test('more than a batch at once', async () => {
    const [one, other] = [scratchStore(folder), scratchStore(folder)]
    const records = lines([creator('mira'), ...Array.from({ length: 2_500 }, (_, i) => creation('mira', `app-${i}`))])
    const result = await one.stream(records)
    assert.deepEqual(counts(result.stdout), { ...none, read: 2_501, created: 2_501 })
    await other.load(records)
    assert.equal(await one.export(), await other.export())
  })
})
