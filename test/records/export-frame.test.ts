// Exports say how many records they have, so that one that lost some of its lines is not taken for a whole one.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { community, counts, creator, fileOf, lines, none, nothing, scratchStore } from '../support/scratch-store.ts'
import { scratchFolder, start, until, vitrine } from '../support/vitrine-process.ts'

const folder = scratchFolder()
const filled = scratchStore(folder)
await filled.load(lines(community))
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

describe('an export that is damaged', () => {
  for (const [what, text, reason] of damaged) {
    test(`${what} is rejected as a whole`, async () => {
      const store = scratchStore(folder)
      await store.load(lines([creator('before')]))
      const before = await store.export()
      for (const options of [{}, { skipInvalid: true }, { requireExport: true }]) {
        await assert.rejects(store.load(text, options), reason)
        assert.equal(await store.export(), before)
      }
      const checked = await store.load(text, { check: true })
      assert.equal(checked.complete, false)
      assert.match(checked.reported.join('\n'), reason)
    })
  }

  test('is named by import and restore, also when it is compressed', async () => {
    const file = fileOf(folder, gzipSync(joined(rows.slice(0, 5))))
    for (const command of ['import', 'restore']) {
      const { code, stdout, stderr } = await vitrine([command, file], scratchStore(folder).env)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /^vitrine: \S+\.ndjson, line 5: the export has no end line/)
    }
  })

  test('is reported at the end of a stream, and what came stays', async () => {
    const store = scratchStore(folder)
    const { code, stdout, stderr } = await store.stream(joined(rows.slice(0, 5)), '--skip-invalid')
    assert.equal(code, 1)
    assert.match(stderr, /^line 5: the export has no end line: it is cut off/m)
    assert.deepEqual(counts(stdout), { ...none, read: 4, created: 4, rejected: 1 })
    assert.ok(await store.holds('"mira"'))
  })

  test('stops a stream where more follows than was counted', async () => {
    const store = scratchStore(folder)
    const { code, stderr } = await store.stream(`${whole}${lines([creator('zed')])}`, '--skip-invalid')
    assert.equal(code, 1)
    assert.match(stderr, /^line 11: the export has ended, but more records follow/m)
    assert.equal(await store.export(), whole)
  })
})

describe('what is taken', () => {
  const cases: [what: string, text: string, options: object, expected: object][] = [
    ['an export of an empty store', nothing, {}, none],
    ['several exports in one file', whole + whole, {}, { ...none, read: 16, created: 8, unchanged: 8 }],
    [
      'an export with a bad line, when bad lines are skipped',
      joined(rows.with(2, '{"type":"tag"}')),
      { skipInvalid: true },
      { ...none, read: 8, created: 7, rejected: 1 },
    ],
    ['records without begin and end', joined(rows.slice(1, -1)), {}, { ...none, read: 8, created: 8 }],
  ]
  for (const [what, text, options, expected] of cases) {
    test(what, async () => assert.deepEqual((await scratchStore(folder).load(text, options)).counts, expected))
  }

  test('an export, from a stream', async () => {
    const store = scratchStore(folder)
    assert.deepEqual(counts((await store.stream(whole)).stdout), { ...none, read: 8, created: 8 })
    assert.equal(await store.export(), whole)
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

describe('restoring NDJSON', () => {
  test('takes a whole export, also a compressed one, and says how many records it has', async () => {
    const store = scratchStore(folder)
    const { code, stdout, stderr } = await vitrine(['restore', fileOf(folder, gzipSync(whole))], store.env)
    assert.equal(code, 0, stderr)
    assert.equal(JSON.parse(stdout).records, 8)
    assert.equal(await store.export(), whole)
  })

  test('rejects what is no export', async () => {
    for (const text of [joined(rows.slice(1, -1)), '']) {
      const load = scratchStore(folder).load(text, { requireExport: true })
      await assert.rejects(load, /it has no begin and end lines, .* use vitrine import/)
    }
  })
})
