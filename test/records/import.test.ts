import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { recordLimits } from '../../src/records/limits.ts'
import { openInput } from '../../src/records/transfer/input.ts'
import { community, counts, creation, creator, lines, none, nothing, scratchStore } from '../support/scratch-store.ts'
import { scratchFolder, start, vitrine } from '../support/vitrine-process.ts'

const folder = scratchFolder()

describe('importing a file', () => {
  test('applies its records and sums up in one line of JSON', async () => {
    const store = scratchStore(folder)
    const result = await store.import(lines(community))
    assert.equal(result.code, 0)
    assert.equal(result.stderr, '')
    assert.equal(result.stdout.trim().split('\n').length, 1)
    assert.deepEqual(counts(result.stdout), { ...none, read: 8, created: 8 })
  })

  test('tolerates a byte order mark, CRLF, blank lines, a missing last line feed and any order', async () => {
    const [one, other] = [scratchStore(folder), scratchStore(folder)]
    await one.load(lines(community))
    const untidy = `\ufeff${lines(community.toReversed()).replaceAll('\n', '\r\n\r\n  \r\n').trimEnd()}`
    assert.deepEqual((await other.load(untidy)).counts, { ...none, read: 8, created: 8 })
    assert.equal(await other.export(), await one.export())
  })

  test('a bad line is reported with its number and reason, and nothing of the file is applied', async () => {
    const store = scratchStore(folder)
    await store.load(lines(community))
    const before = await store.export()
    const bad = `${lines([creator('new')])}\n{"type":"creator","handle":"x"}\n${lines([creator('newer')])}not json\n`
    const result = await store.import(bad)
    assert.equal(result.code, 1)
    assert.match(result.stderr, /^line 3: displayName is required$/m)
    assert.match(result.stderr, /^line 5: the line is not JSON/m)
    assert.match(result.stderr, /Nothing was imported/)
    assert.deepEqual(counts(result.stdout), { ...none, read: 4, rejected: 2 })
    assert.equal(await store.export(), before)
  })

  test('stops looking after twenty problems', async () => {
    const store = scratchStore(folder)
    const { complete, reported } = await store.load('{}\n'.repeat(50))
    assert.deepEqual([complete, reported.length], [false, 20])
    assert.equal(await store.export(), nothing)
  })

  test('bad lines can be skipped, and the others are applied', async () => {
    const store = scratchStore(folder)
    const latin1 = Buffer.concat([
      Buffer.from(lines([creator('ann')])),
      Buffer.from('{"type":"tag","key":"\xe9"}\n', 'latin1'),
    ])
    const rest = `${'x'.repeat(recordLimits.line + 1)}\n${lines([creation('ghost', 'a'), creation('ann', 'b')])}`
    const result = await store.load(Buffer.concat([latin1, Buffer.from(rest)]), { skipInvalid: true })
    const [encoding, length, reference] = result.reported
    assert.equal(encoding, 'line 2: the line is not UTF-8')
    assert.match(length!, /^line 3: the line is longer than/)
    assert.match(reference!, /^line 4: .*ghost/)
    assert.deepEqual(result.counts, { ...none, read: 5, created: 2, rejected: 3 })
    assert.deepEqual((await store.export()).match(/"slug":"\w+"/g), ['"slug":"b"'])
  })

  test('an empty file is no error', async () => {
    const { complete, counts } = await scratchStore(folder).load('\n')
    assert.deepEqual([complete, counts], [true, none])
  })

  test('a file that is missing is named, and no store is made', async () => {
    const store = scratchStore(folder)
    const result = await vitrine(['import', join(folder, 'missing.ndjson')], store.env)
    assert.equal(result.code, 1)
    assert.match(result.stderr, /^vitrine: Cannot read .*missing\.ndjson: there is no such file\.$/m)
    assert.equal(existsSync(store.path), false)
    await assert.rejects(openInput(folder), /it is a folder/)
  })
})

describe('an import that is killed', () => {
  test('half-way through its file leaves the old data', async () => {
    const store = scratchStore(folder)
    await store.load(lines(community))
    const before = await store.export()
    const pipe = join(folder, 'half-way')
    execFileSync('mkfifo', [pipe])
    const running = start(['import', pipe], store.env)
    const feed = createWriteStream(pipe)
    // More than a pipe holds: when all but the rest in the pipe is taken, the process is in the middle of its work.
    await new Promise(resolve =>
      feed.write(lines(Array.from({ length: 5_000 }, (_, i) => creator(`maker-${i}`))), resolve),
    )
    running.child.kill('SIGKILL')
    assert.equal((await running.finished).signal, 'SIGKILL')
    feed.destroy()
    assert.equal(await store.export(), before)
    assert.equal((await store.load(lines([creator('later')]))).complete, true)
  })
})
