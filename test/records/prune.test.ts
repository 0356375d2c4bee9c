import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { community, counts, creation, creator, lines, none, scratchStore } from '../support/scratch-store.ts'
import { scratchFolder } from '../support/vitrine-process.ts'

const folder = scratchFolder()

describe('import --prune', () => {
  test('the store then equals the file', async () => {
    const [store, other] = [scratchStore(folder), scratchStore(folder)]
    await store.load(lines([...community, creator('zoe'), creation('zoe', 'one')]))
    await other.load(lines(community))
    const result = await store.import(lines(community), '--prune')
    assert.equal(result.code, 0)
    assert.deepEqual(counts(result.stdout), { ...none, read: 8, unchanged: 8, deleted: 2 })
    assert.equal(await store.export(), await other.export())
  })

  test('more than half of a type needs --force; --check says so without changing anything', async () => {
    const store = scratchStore(folder)
    await store.load(lines(['a', 'b', 'c'].map(creator)))
    const before = await store.export()
    for (const flags of [['--prune'], ['--prune', '--check']]) {
      const { code, stderr } = await store.import(lines([creator('a')]), ...flags)
      assert.equal(code, 1)
      assert.match(stderr, /2 of 3 creators are missing \(b, c\)/)
      assert.equal(await store.export(), before)
    }
    assert.equal((await store.import(lines([creator('a')]), '--prune', '--force')).code, 0)
    assert.equal(await store.holds('"handle":"b"'), false)
  })

  test('flags that contradict it are refused', async () => {
    const store = scratchStore(folder)
    for (const flags of [['--force'], ['--prune', '--skip-invalid']]) {
      assert.equal((await store.import(lines(community), ...flags)).code, 2)
    }
    assert.equal((await store.stream(lines(community), '--prune')).code, 2)
  })

  test('an invalid file removes nothing', async () => {
    const store = scratchStore(folder)
    await store.load(lines(community))
    const before = await store.export()
    assert.equal((await store.import(`${lines(community.slice(0, 7))}{}\n`, '--prune')).code, 1)
    assert.equal(await store.export(), before)
  })
})
