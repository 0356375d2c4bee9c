// Exports say how many records they have, so that one that lost some of its lines is not taken for a whole one.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { community, counts, creator, fileOf, lines, none, nothing, scratchStore } from '../support/scratch-store.ts'
import { scratchFolder, start, until, vitrine } from '../support/vitrine-process.ts'

const folder = scratchFolder()
const filled = scratchStore(folder)
await filled.import(lines(community))
const whole = await filled.export()
const rows = whole.trimEnd().split('\n')
const joined = (some: readonly string[]) => some.map(row => `${row}\n`).join('')

const damaged: [what: string, text: string, reason: RegExp][] = [
  ['without its end line', joined(rows.slice(0, -1)), /line 9: the export has no end line: it is cut off\. /],
  ['cut off in the middle', joined(rows.slice(0, 5)), /line 5: the export has no end line: it is cut off\. /],
  ['cut off after its begin line', joined(rows.slice(0, 1)), /line 1: the export has no end line/],
  [
    'without one of its lines',
    joined(rows.toSpliced(3, 1)),
    /line 9: the export has 7 records, but its end line counts 8/,
  ],
  ['with a line more', joined(rows.toSpliced(3, 0, rows[3]!)), /the export has 9 records, but its end line counts 8/],
  ['without its beginning', joined(rows.slice(3)), /line 7: this end line has no begin line/],
  ['with something behind it', `${whole}${lines([creator('zed')])}`, /line 11: the export has ended, but more records/],
  ['cut off, with another behind it', joined([...rows.slice(0, 5), ...rows]), /line 6: another export begins here/],
  [
    'of a newer format',
    `${lines([{ type: 'begin', format: 2 }])}`,
    /line 1: this export has the format 2, .* newer one/,
  ],
  ['with a strange end', `${rows[0]}\n${lines([{ type: 'end' }])}`, /line 2: the end line must have the number/],
]

describe('an export that is damaged', { concurrency: 2 }, () => {
  for (const [what, text, reason] of damaged) {
    test(`${what} is rejected as a whole`, async () => {
      const store = scratchStore(folder)
      await store.import(lines([creator('before')]))
      const before = await store.export()
      for (const flags of [[], ['--skip-invalid']]) {
        const { code, stderr } = await store.import(text, ...flags)
        assert.equal(code, 1)
        assert.match(stderr, reason)
        assert.match(stderr, /^vitrine: \S+\.ndjson, line \d+: /m)
        assert.equal(await store.export(), before)
      }
      const checked = await store.import(text, '--check')
      assert.equal(checked.code, 1)
      assert.match(checked.stderr, reason)
    })
  }

  test('is rejected when it is compressed, too', async () => {
    const { code, stderr } = await scratchStore(folder).import(gzipSync(joined(rows.slice(0, 5))))
    assert.equal(code, 1)
    assert.match(stderr, /line 5: the export has no end line/)
  })

  test('is told at the end of a stream, and what came stays', async () => {
    for (const flags of [[], ['--skip-invalid']]) {
      const store = scratchStore(folder)
      const { code, stdout, stderr } = await store.stream(joined(rows.slice(0, 5)), ...flags)
      assert.equal(code, 1)
      assert.match(stderr, /^line 5: the export has no end line: it is cut off/m)
      assert.deepEqual(counts(stdout), { ...none, read: 4, created: 4, rejected: 1 })
      assert.ok(await store.holds('"mira"'))
    }
  })

  test('stops a stream where more follows than was counted', async () => {
    const store = scratchStore(folder)
    const { code, stderr } = await store.stream(`${whole}${lines([creator('zed')])}`, '--skip-invalid')
    assert.equal(code, 1)
    assert.match(stderr, /^line 11: the export has ended, but more records follow/m)
    assert.equal(await store.export(), whole)
  })
})

describe('what is taken', { concurrency: 2 }, () => {
  test('an export, from a file and from a stream', async () => {
    const [file, stream] = [scratchStore(folder), scratchStore(folder)]
    const [one, other] = [await file.import(whole), await stream.stream(whole)]
    assert.deepEqual(counts(one.stdout), { ...none, read: 8, created: 8 })
    assert.deepEqual(counts(other.stdout), { ...none, read: 8, created: 8 })
    assert.equal(await file.export(), whole)
    assert.equal(await stream.export(), whole)
  })

  test('an export of an empty store', async () => {
    const result = await scratchStore(folder).import(nothing)
    assert.deepEqual([result.code, counts(result.stdout)], [0, none])
  })

  test('several exports in one file', async () => {
    const { code, stdout } = await scratchStore(folder).import(whole + whole)
    assert.deepEqual([code, counts(stdout)], [0, { ...none, read: 16, created: 8, unchanged: 8 }])
  })

  test('an export with a bad line, when bad lines are skipped', async () => {
    const text = joined(rows.with(2, '{"type":"tag"}'))
    const { code, stdout } = await scratchStore(folder).import(text, '--skip-invalid')
    assert.deepEqual([code, counts(stdout)], [0, { ...none, read: 8, created: 7, rejected: 1 }])
  })

  test('records without begin and end', async () => {
    const { code, stdout } = await scratchStore(folder).import(joined(rows.slice(1, -1)))
    assert.deepEqual([code, counts(stdout)], [0, { ...none, read: 8, created: 8 }])
  })

  test('a stream of an export that is stopped by a signal', async () => {
    const store = scratchStore(folder)
    const running = start(['import', '-'], store.env)
    running.child.stdin.write(joined(rows.slice(0, 5)))
    await until('the records are in the store', () => store.holds('"mira"'))
    running.child.kill('SIGTERM')
    const { code, stderr } = await running.finished
    assert.deepEqual([code, stderr], [0, ''])
  })
})

describe('restoring NDJSON', { concurrency: 2 }, () => {
  const restore = (text: string | Buffer, store: { VITRINE_STORE: string }) =>
    vitrine(['restore', fileOf(folder, text)], store)

  test('takes a whole export, also a compressed one, and says how many records it has', async () => {
    for (const content of [whole, gzipSync(whole)]) {
      const store = scratchStore(folder)
      const { code, stdout, stderr } = await restore(content, store.env)
      assert.equal(code, 0, stderr)
      assert.equal(JSON.parse(stdout).records, 8)
      assert.equal(await store.export(), whole)
    }
  })

  test('rejects every other', async () => {
    const texts: [string, RegExp][] = [
      ...damaged.map(([, text, reason]): [string, RegExp] => [text, reason]),
      [joined(rows.slice(1, -1)), /it has no begin and end lines, .* use vitrine import/],
      ['', /it has no begin and end lines/],
    ]
    for (const [text, reason] of texts) {
      const store = scratchStore(folder)
      const { code, stdout, stderr } = await restore(text, store.env)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, reason)
      if (existsSync(store.path)) assert.equal(await store.export(), nothing)
    }
  })
})
