// Renames in files, streams, exports and backups.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { community, creation, lines, scratchStore } from '../support/scratch-store.ts'
import { scratchFolder, vitrine } from '../support/vitrine-process.ts'
import { accepted, reasonFor } from './check-harness.ts'

const folder = scratchFolder()
const ofCreator = { type: 'rename', of: 'creator', from: 'mira', to: 'mira-sol' }
const ofCreation = { type: 'rename', of: 'creation', handle: 'mira', from: 'water-log', to: 'water-diary' }

describe('renames', { concurrency: 2 }, () => {
  test('have a canonical form', () => {
    for (const record of [ofCreator, ofCreation]) {
      assert.equal(JSON.stringify(accepted(record).record), JSON.stringify(record))
      assert.deepEqual(accepted({ ...record, from: record.from.toUpperCase() }).record, record)
    }
  })

  test('are refused with a reason', () => {
    const cases: [given: object, reason: RegExp][] = [
      [{ type: 'rename' }, /^of is required/],
      [{ type: 'rename', of: 'tag', from: 'a', to: 'b' }, /^of must be one of creator, creation/],
      [{ ...ofCreator, to: undefined }, /^to is required/],
      [{ ...ofCreator, to: 'MIRA' }, /^to must be another name/],
      [{ ...ofCreator, to: 'admin' }, /^to must not be admin/],
      [{ ...ofCreator, to: 'a b' }, /^to must be 1 to/],
      [{ ...ofCreator, handle: 'mira' }, /"handle" is not a known field/],
      [{ ...ofCreation, handle: undefined }, /^handle is required/],
      [{ ...ofCreation, slug: 'x' }, /"slug" is not a known field/],
    ]
    for (const [given, reason] of cases) assert.match(reasonFor(given), reason)
  })

  test('survive export, import elsewhere, and backup', async () => {
    const [one, other, restored] = [scratchStore(folder), scratchStore(folder), scratchStore(folder)]
    await one.load(lines([...community, creation('mira', 'water-log')]))
    assert.equal((await one.load(lines([ofCreation, ofCreator]))).counts.updated, 2)
    const text = await one.export()
    assert.ok(text.includes('"type":"rename","of":"creator","from":"mira","to":"mira-sol"'))
    assert.ok(text.includes('"of":"creation","handle":"mira-sol","from":"water-log","to":"water-diary"'))
    assert.ok(!/"(?:handle|follower|following|player)":"mira"/.test(text))
    await other.load(text)
    assert.equal(await other.export(), text)
    assert.equal((await other.load(text)).counts.unchanged, text.trimEnd().split('\n').length - 2)
    const backup = join(folder, 'backup.db')
    assert.equal((await vitrine(['backup', backup], one.env)).code, 0)
    const { code, stderr } = await vitrine(['restore', backup], restored.env)
    assert.equal(code, 0, stderr)
    assert.equal(await restored.export(), text)
  })

  test('come before records with the new names when an export is imported into an older store', async () => {
    const [older, newer] = [scratchStore(folder), scratchStore(folder)]
    for (const store of [older, newer]) await store.load(lines([...community, creation('mira', 'water-log')]))
    await newer.load(lines([ofCreator]))
    const text = await newer.export()
    assert.equal((await older.load(text)).complete, true)
    assert.equal(await older.export(), text)
  })

  test('wait in a stream until the new name arrives', async () => {
    const store = scratchStore(folder)
    const records = [
      { type: 'rename', of: 'creator', from: 'a', to: 'b' },
      { type: 'creator', handle: 'b', displayName: 'B' },
    ]
    assert.equal((await store.stream(lines(records))).code, 0)
    assert.ok((await store.export()).includes('"from":"a","to":"b"'))
  })

  test('of taken names are reported with their line, and --check groups them', async () => {
    const store = scratchStore(folder)
    await store.load(lines(community))
    const taken = { type: 'rename', of: 'creator', from: 'mira', to: 'ann' }
    const { complete, reported } = await store.load(lines([taken]))
    assert.equal(complete, false)
    assert.match(reported.join(), /^line 1: mira cannot be renamed to ann: there is another creator called ann/)
    const { stderr, code } = await store.import(lines([taken, { ...taken, from: 'ann', to: 'mira' }]), '--check')
    assert.equal(code, 1)
    assert.match(stderr, /2 × /)
  })
})
