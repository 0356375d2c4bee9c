// Errors about the store's file say which file it is and what to do.
import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { namingFile } from '../../../src/store/sqlite/file-errors.ts'
import { community, creation, creator, fileOf, lines, scratchStore } from '../../support/scratch-store.ts'
import { program, scratchFolder, start, vitrine } from '../../support/vitrine-process.ts'

const folder = scratchFolder()
const many = lines([
  creator('mira'),
  ...Array.from({ length: 300 }, (_, i) => creation('mira', `a-${i}`, { description: 'word '.repeat(400) })),
])
const filled = scratchStore(folder)
await filled.load(many)

function copyOf(name: string): string {
  const path = join(folder, name)
  copyFileSync(filled.path, path)
  return path
}

describe('a store', { concurrency: 2 }, () => {
  const overwritten = readFileSync(filled.path)
  overwritten.fill(0x5a, 4096 * 6, overwritten.length - 4096)
  const damages: [what: string, damage: (path: string) => void, commands: string[][]][] = [
    ['cut off', path => truncateSync(path, 40_000), [['export'], ['backup', join(folder, 'copy')], ['serve']]],
    [
      'overwritten in the middle',
      path => writeFileSync(path, overwritten),
      [
        ['call', 'get_popular_tags'],
        ['import', fileOf(folder, lines(community))],
      ],
    ],
  ]
  for (const [what, damage, commands] of damages) {
    test(`that is ${what} is named by every command`, async () => {
      const path = copyOf(`${what.replaceAll(' ', '-')}.db`)
      damage(path)
      const urls = { VITRINE_BASE_URL: 'http://127.0.0.1:0', VITRINE_WEB_URL: 'http://127.0.0.1:0' }
      for (const command of commands) {
        const { code, stderr } = await vitrine(command, { VITRINE_STORE: path, ...urls })
        assert.equal(code, 1, command.join(' '))
        assert.ok(stderr.includes(path), stderr)
        assert.match(stderr, /malformed.*damaged|is damaged/s)
      }
      const restored = await vitrine(['restore', path], scratchStore(folder).env)
      assert.equal(restored.code, 1)
      assert.ok(restored.stderr.includes(path), restored.stderr)
    })
  }

  test('that cannot grow is named, and stays as it was', async () => {
    const store = scratchStore(folder)
    await store.load(lines(community))
    const before = await store.export()
    const args = ['--fsize=400000', process.execPath, program, 'import', fileOf(folder, many)]
    const { code, stdout, stderr } = await start(args, store.env, ['prlimit']).finished
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^vitrine: Cannot write to the store \S+\.db: disk I\/O error\. Check the disk/m)
    assert.ok(stderr.includes(store.path))
    assert.equal(await store.export(), before)
  })

  test('whose disk is full is named, with what to do', () => {
    const db = new DatabaseSync(':memory:')
    db.exec('CREATE TABLE filling (bytes); PRAGMA max_page_count = 3')
    assert.throws(
      () => {
        try {
          db.exec('INSERT INTO filling VALUES (zeroblob(100000))')
        } catch (error) {
          throw namingFile(error, 'Cannot write to the store data/vitrine.db')
        }
      },
      {
        message: 'Cannot write to the store data/vitrine.db: database or disk is full. Free some space and try again.',
      },
    )
    db.close()
  })

  test('in a folder that cannot be made is an error at once', async () => {
    const file = fileOf(folder, lines(community))
    for (const path of ['/proc/no/such/folder/store.db', join(file, 'store.db')]) {
      const { code, stderr } = await vitrine(['import', file], { VITRINE_STORE: path })
      assert.equal(code, 1)
      assert.ok(stderr.startsWith(`vitrine: Cannot open the store ${path}: `), stderr)
    }
  })

  test('in folders that are not there yet is made', async () => {
    const path = join(folder, 'one', 'and', 'another', 'store.db')
    const { code, stderr } = await vitrine(['import', fileOf(folder, lines(community))], { VITRINE_STORE: path })
    assert.equal(code, 0, stderr)
  })
})

describe('a copy of the store', { concurrency: 2 }, () => {
  test('knows how many records it has, and is rejected with fewer', async () => {
    const store = scratchStore(folder)
    await store.load(lines(community))
    const file = join(folder, 'counted.db')
    const made = await vitrine(['backup', file], store.env)
    assert.equal(JSON.parse(made.stdout).records, community.length)
    const whole = await vitrine(['restore', file], scratchStore(folder).env)
    assert.equal(JSON.parse(whole.stdout).records, community.length, whole.stderr)

    const db = new DatabaseSync(file)
    db.exec('DELETE FROM score')
    db.close()
    const { code, stderr } = await vitrine(['restore', file], scratchStore(folder).env)
    assert.equal(code, 1)
    assert.equal(stderr, `vitrine: ${file} is incomplete: it has 7 records of 8. Use another backup.\n`)
  })

  test('can be used as a store, and is a store of its own then', async () => {
    const store = scratchStore(folder)
    await store.load(lines(community))
    const copy = scratchStore(folder)
    await vitrine(['backup', copy.path], store.env)
    await copy.load(lines([creator('zed')]))
    const restored = scratchStore(folder)
    const { code, stdout, stderr } = await vitrine(['restore', copy.path], restored.env)
    assert.equal(code, 0, stderr)
    assert.equal(JSON.parse(stdout).records, community.length + 1)
    await restored.load(lines([creator('yan')]))
    const again = await vitrine(['backup', join(folder, 'again.db')], restored.env)
    assert.equal(JSON.parse(again.stdout).records, community.length + 2)
  })
})
