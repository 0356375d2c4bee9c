// All problems of an import by kind: before it with --check, after it with --skip-invalid.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { problemKind, problemKinds } from '../../src/records/transfer/problems.ts'
import {
  community,
  counts,
  creation,
  creator,
  fileOf,
  follow,
  lines,
  loadFile,
  none,
  scratchStore,
} from '../support/scratch-store.ts'
import { sharedCluster } from '../support/servers/postgres-cluster.ts'
import { program, scratchFolder, start } from '../support/vitrine-process.ts'

const folder = scratchFolder()

type Problem = { kind: string; count: number; examples: { line: number; reason: string }[] }
const problemsIn = (stdout: string): Problem[] => JSON.parse(stdout).problems
const briefly = (stdout: string) =>
  problemsIn(stdout).map(({ kind, count, examples }) => [kind, count, ...examples.map(({ line }) => line)])

/** Some thirty bad lines of four kinds, between good ones. */
const bad = lines([
  ...community,
  ...Array.from({ length: 25 }, (_, i) => creation('mira', `long-${i}`, { title: 'x'.repeat(121 + i) })),
  creation('mira', 'tagged', { tags: ['fine', 'not fine'] }),
  creation('mira', 'tagged-too', { tags: ['not fine', 'either'] }),
  follow('ann', 'ghost'),
  creation('phantom', 'a'),
  follow('mira', 'phantom'),
  { type: 'score', handle: 'mira', slug: 'nowhere', player: 'ann', score: 1 },
])
const kinds = [
  ['title must have at most 120 characters', 25, 9, 10, 11],
  ['No such creator, neither in the import nor in the store.', 3, 36, 37, 38],
  ['tags[] must be 1 to 80 letters, digits and _ + . # -', 2, 34, 35],
  ['No such creation, neither in the import nor in the store.', 1, 39],
]

describe('import --check', () => {
  test('reports all problems by kind, and writes nothing', async () => {
    const store = scratchStore(folder)
    await store.load(lines([creator('before')]))
    const before = await store.export()
    const { code, stdout, stderr } = await store.import(bad, '--check')
    assert.equal(code, 1)
    assert.deepEqual(briefly(stdout), kinds)
    assert.deepEqual(counts(stdout), { ...none, read: 39, created: 8, rejected: 31 })
    const told = stderr.split('\n')
    assert.deepEqual(told.slice(0, 5), [
      '25 × title must have at most 120 characters',
      '    line 9: title must have at most 120 characters',
      '    line 10: title must have at most 120 characters',
      '    line 11: title must have at most 120 characters',
      '    and 22 more',
    ])
    assert.ok(told.includes('    line 34: tags[1] must be 1 to 80 letters, digits and _ + . # - (it is "not fine")'))
    assert.equal(await store.export(), before)
  })

  test('finds nothing in what can be imported, and says what would be done', async () => {
    const store = scratchStore(folder)
    await store.load(lines([creator('ann')]))
    const before = await store.export()
    const { code, stdout, stderr } = await store.import(lines(community), '--check')
    assert.deepEqual([code, stderr, problemsIn(stdout)], [0, '', []])
    assert.deepEqual(counts(stdout), { ...none, read: 8, created: 7, unchanged: 1 })
    assert.equal(await store.export(), before)
    // What records refer to may be in the store.
    assert.equal((await store.load(lines([creation('ann', 'a')]), { check: true })).complete, true)
    assert.equal((await store.load(lines([creation('zed', 'a')]), { check: true })).complete, false)
  })

  test('makes no store, and reads standard input', async () => {
    const store = scratchStore(folder)
    const piped = await store.stream(bad, '--check')
    assert.deepEqual(briefly(piped.stdout), kinds)
    assert.equal(existsSync(store.path), false)
  })

  test('does not go together with --skip-invalid', async () => {
    const { code, stderr } = await scratchStore(folder).import(bad, '--check', '--skip-invalid')
    assert.equal(code, 2)
    assert.match(stderr, /--check or --skip-invalid, not both/)
  })

  test('is what an import proposes when it gives up', async () => {
    const { code, stderr } = await scratchStore(folder).import(bad)
    assert.equal(code, 1)
    assert.match(stderr, /There may be more; --check reports all of them\.$/m)
  })

  test('on PostgreSQL, too', async () => {
    const cluster = await sharedCluster()
    after(cluster.stop)
    const place = await cluster.newDatabase()
    const check = (text: string) => loadFile(place, fileOf(folder, text), { check: true })
    assert.equal((await check(bad)).reported.length, 31)
    for (let i = 0; i < 2; i++) {
      const { complete, counts } = await check(lines(community))
      assert.deepEqual([complete, counts], [true, { ...none, read: 8, created: 8 }])
    }
  })
})

describe('import --skip-invalid', () => {
  test('ends with what was skipped, by kind', async () => {
    for (const how of ['import', 'stream'] as const) {
      const { code, stdout, stderr } = await scratchStore(folder)[how](bad, '--skip-invalid')
      assert.equal(code, 0)
      assert.deepEqual(briefly(stdout), kinds)
      assert.deepEqual(counts(stdout), { ...none, read: 39, created: 8, rejected: 31 })
      assert.equal(stderr.match(/^line \d+: /gm)?.length, 31)
    }
    const { stdout } = await scratchStore(folder).import(lines(community), '--skip-invalid')
    assert.deepEqual(problemsIn(stdout), [])
  })

  test('for people on a terminal', async () => {
    const store = scratchStore(folder)
    const line = [process.execPath, program, 'import', fileOf(folder, bad), '--skip-invalid'].join(' ')
    const { stdout } = await start([], store.env, ['script', '-qec', line, '/dev/null']).finished
    const told = stdout.replaceAll('\r\n', '\n').replaceAll(/\r\u001b\[K/g, '')
    assert.match(told, /^25 × title must have at most 120 characters\n {4}line 9: title must/m)
    assert.match(told, /^ {4}and 22 more$/m)
    assert.match(told, /^39 records in [\d.]+ s: 8 created, .*31 rejected\n$/m)
    assert.doesNotMatch(told, /^\{/m)
  })
})

describe('kinds of problems', () => {
  test('leave out the line and the value at fault', () => {
    const cases: [reason: string, kind: string][] = [
      ['handle must be 1 to 63 letters (it is "a (it is b)")', 'handle must be 1 to 63 letters'],
      ['tags must have at most 30 entries (it has 31)', 'tags must have at most 30 entries'],
      ['translations.pt-BR.title is required', 'translations.*.title is required'],
      ['translations.es: "name" is not a known field', 'translations.*: "name" is not a known field'],
      ['labels.en must not be empty', 'labels.* must not be empty'],
      ['labels has en twice', 'labels has a language twice'],
      ['links[3].url must be an http(s) address (it is "x")', 'links[].url must be an http(s) address'],
      ['the line is not JSON from character 12 on', 'the line is not JSON'],
    ]
    for (const [reason, kind] of cases) assert.equal(problemKind(reason), kind)
  })

  test('are limited in number, and so are their examples', () => {
    const problems = problemKinds()
    for (let line = 1; line <= 5_000; line++) problems.add({ line, reason: `"field-${line}" is not a known field` })
    const list = problems.list()
    assert.equal(list.length, 101)
    assert.equal(
      list.reduce((sum, { count }) => sum + count, 0),
      5_000,
    )
    assert.deepEqual([list[0]!.kind, list[0]!.count, list[0]!.examples.length], ['other problems', 4_900, 3])
  })
})
