// What sync must do with every kind of source.
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { scratchStore } from '../../support/scratch-store.ts'
import { type Application, queries, type sqliteTypes, tables } from '../../support/servers/sync-sources.ts'
import { start, until, vitrine } from '../../support/vitrine-process.ts'

export type Kind = {
  name: string
  open(): Promise<Application>
  types: typeof sqliteTypes
  quoted: (name: string) => string
  now: string
}

const json = (value: unknown) => `'${JSON.stringify(value)}'`
let made = 0

/** Six accounts, each with two listings. */
export function fill({ now }: Pick<Kind, 'now'>): string[] {
  const accounts = ['ann', 'ben', 'cy', 'dee', 'eve', 'fay'].map(
    (handle, i) => `INSERT INTO account (id, handle, name, bio, links, hidden)
      VALUES (${i + 1}, '${handle}', '${handle.toUpperCase()}', NULL, ${json([{ label: 'Site', url: 'https://example.com' }])}, ${i === 5 ? '1=1' : '1=0'})`,
  )
  const listings = Array.from(
    { length: 12 },
    (_, i) => `INSERT INTO listing (id, account_id, slug, title, tags, featured, visibility, views, updated)
      VALUES (${i + 1}, ${(i % 6) + 1}, 'work-${i}', 'Work ${i}', ${json(['a', `t${i}`])}, ${i === 0 ? '1=1' : '1=0'}, 'public', 9007199254740991, ${now})`,
  )
  return [
    ...accounts,
    ...listings,
    'INSERT INTO following VALUES (1, 2), (2, 3), (3, 4), (6, 1)',
    `INSERT INTO result (listing_id, account_id, points) VALUES (1, 2, 12.5), (2, 1, 3), (3, 1, 1)`,
  ]
}

export async function setUp(kind: Kind, folder: string, more: object = {}) {
  const application = await kind.open()
  for (const sql of tables(kind.types)) await application.run(sql)
  const mapping = { source: application.source, ...queries(kind.quoted), ...more }
  const file = join(folder, `sync-${made++}.json`)
  writeFileSync(file, JSON.stringify(mapping, null, 1))
  const store = scratchStore(folder)
  return {
    ...application,
    file,
    store,
    mapping,
    fill: async () => {
      for (const sql of fill(kind)) await application.run(sql)
    },
    sync: (...flags: string[]) => vitrine(['sync', file, ...flags], store.env),
    start: () => {
      const running = start(['sync', file], store.env)
      // A test that fails leaves it running.
      process.once('exit', () => running.child.kill('SIGKILL'))
      return running
    },
    records: async () =>
      (await store.export())
        .trim()
        .split('\n')
        .slice(1, -1)
        .map(line => JSON.parse(line)),
  }
}

type Running = Awaited<ReturnType<typeof setUp>>
const holds = async (running: Running, text: string) => running.store.holds(text)

export function syncSuite(kind: Kind, folder: string): void {
  describe(`sync from ${kind.name}`, () => {
    test('one run makes the store equal to the source and converts all types', async () => {
      const app = await setUp(kind, folder)
      await app.fill()
      const { code, stdout, stderr } = await app.sync('--once')
      // The creations, follows and scores of a hidden account are rejected.
      assert.equal(code, 1, stderr)
      const { read, created, rejected, problems } = JSON.parse(stdout)
      assert.deepEqual({ read, created, rejected }, { read: 24, created: 22, rejected: 2 })
      assert.match(problems[0].examples[0].reason, /No creator is called fay/)
      const records = await app.records()
      const work = records.find(record => record.slug === 'work-0')
      assert.deepEqual(work.tags, ['a', 't0'])
      assert.deepEqual(
        [work.featured, work.stats.views, work.visibility, work.category],
        [true, Number.MAX_SAFE_INTEGER, 'public', 'tools'],
      )
      assert.ok(Math.abs(Date.parse(work.updatedAt) - Date.now()) < 60_000, work.updatedAt)
      const ann = records.find(record => record.handle === 'ann' && record.type === 'creator')
      assert.deepEqual([ann.bio, ann.links], ['', [{ label: 'Site', url: 'https://example.com' }]])
      assert.ok(Math.abs(Date.parse(ann.joinedAt) - Date.now()) < 60_000, ann.joinedAt)
      assert.equal(records.find(record => record.type === 'score' && record.player === 'ben').score, 12.5)
      const again = JSON.parse((await app.sync('--once')).stdout)
      assert.deepEqual([again.created, again.updated, again.deleted, again.unchanged], [0, 0, 0, 22])
      await app.close()
    })

    test('inserts, updates, hidden and deleted rows arrive while it runs', async () => {
      const app = await setUp(kind, folder, { every: '200ms', reconcile: '1s' })
      const running = app.start()
      await app.fill()
      await until('all is there', async () => (await app.records()).length === 22)
      await app.run(`UPDATE listing SET title = 'Renamed', updated = ${kind.now} WHERE id = 1`)
      await until('the update is there', () => holds(app, '"Renamed"'))
      await app.run(`UPDATE listing SET visibility = 'private', updated = ${kind.now} WHERE id = 2`)
      await until('the listing is private', () => holds(app, '"private"'))
      await app.run('DELETE FROM listing WHERE id = 3')
      await app.run('DELETE FROM following WHERE a = 1')
      await until('both are removed', async () => (await app.records()).length === 19)
      await app.run(`UPDATE account SET hidden = (1=0), updated = ${kind.now} WHERE id = 6`)
      await until('what waited for the account is there', async () => (await app.records()).length === 23)
      await app.run(`UPDATE account SET hidden = (1=1), updated = ${kind.now} WHERE id = 6`)
      await until('the account and all of it is gone', async () => (await app.records()).length === 19)
      running.child.kill('SIGTERM')
      assert.equal((await running.finished).code, 0)
      await app.close()
    })

    test('problems of the queries are reported together, with their places', async () => {
      const app = await setUp(kind, folder, {
        tag: { query: 'SELECT slug FROM nowhere' },
        follow: { query: "SELECT 'a' AS follower, 'b' AS colour" },
        creation: {
          query: `SELECT 'a' AS handle, 'b' AS slug, 'c' AS titel, 1 AS ${kind.quoted('stats.veiws')}`,
          changed: 'updated',
        },
      })
      for (const flags of [['--once'], ['--dry-run'], []]) {
        const { code, stderr } = await app.sync(...flags)
        assert.equal(code, 2)
        assert.match(stderr, /sync-\d+\.json:\d+:\d+: tag: the database rejects the query: .*nowhere/)
        assert.match(stderr, /follow: column colour is not a field of a follow/)
        assert.match(stderr, /follow: column following is missing/)
        assert.match(stderr, /creation: column titel is not a field of a creation. Did you mean title\?/)
        assert.match(stderr, /creation: column stats\.veiws is not a field .* Did you mean stats\.views\?/)
        assert.match(stderr, /creation: column updated is named by changed/)
      }
      await app.close()
    })

    test('refuses to remove more than half of what it has imported, and nothing that others have', async () => {
      const app = await setUp(kind, folder)
      await app.fill()
      await app.store.load('{"type":"creator","handle":"other","displayName":"Other"}\n')
      await app.sync('--once')
      const before = await app.records()
      await app.run('DELETE FROM result')
      await app.run('DELETE FROM following')
      await app.run('DELETE FROM listing')
      await app.run('DELETE FROM account')
      const { code, stderr } = await app.sync('--once')
      assert.equal(code, 1)
      assert.match(stderr, /5 of 5 creators are missing/)
      assert.deepEqual(await app.records(), before)
      const forced = await app.sync('--once', '--force')
      assert.equal(forced.code, 0, forced.stderr)
      assert.deepEqual(
        (await app.records()).map(record => record.handle ?? record.slug),
        ['tools', 'other'],
      )
      await app.close()
    })

    test('a dry run counts, shows examples and writes nothing', async () => {
      const app = await setUp(kind, folder)
      await app.fill()
      await app.run(`UPDATE listing SET title = '' WHERE id IN (1, 2)`)
      const { code, stdout, stderr } = await app.sync('--dry-run')
      assert.match(stderr, /Sync from \w+ \(dry run\): .*creators.*creations/)
      assert.equal(code, 1)
      const { created, rejected, problems, examples } = JSON.parse(stdout)
      // The score of the listing has nothing to refer to either.
      assert.deepEqual([created, rejected], [18, 6])
      assert.ok(problems.some(({ kind }: { kind: string }) => kind === 'title must not be empty'))
      assert.ok(examples.some(({ handle }: { handle: string }) => handle === 'ann'))
      assert.match(stderr, /creation ann\/work-0: title must not be empty/)
      assert.equal(existsSync(app.store.path), false)
      await app.close()
    })

    test('with an id, a record with another name is renamed and keeps what refers to it', async () => {
      const { creator, creation } = queries(kind.quoted)
      const app = await setUp(kind, folder, {
        every: '200ms',
        creator: {
          ...creator,
          query: [...creator.query[0]!.replace('SELECT', 'SELECT id,').split('\n'), creator.query[1]],
        },
        creation: { ...creation, query: creation.query.replace('SELECT', 'SELECT l.id,') },
        follow: undefined,
        score: undefined,
      })
      await app.fill()
      await app.sync('--once')
      const old =
        '{"type":"follow","follower":"cy","following":"ann"}\n{"type":"follow","follower":"ann","following":"ben"}\n'
      await app.store.load(old)
      const running = app.start()
      // Each takes a name that another one still has.
      const rename = (id: number, handle: string) =>
        app.run(`UPDATE account SET handle = '${handle}', updated = ${kind.now} WHERE id = ${id}`)
      await app.run('BEGIN')
      await rename(2, 'ben-2')
      await rename(1, 'ben')
      await app.run(`UPDATE listing SET slug = 'renamed', updated = ${kind.now} WHERE id = 1`)
      await app.run('COMMIT')
      await until('all is renamed', async () => (await holds(app, '"ben-2"')) && holds(app, '"slug":"renamed"'))
      running.child.kill('SIGTERM')
      await running.finished
      const { deleted, created } = JSON.parse((await app.sync('--once')).stdout)
      assert.deepEqual([deleted, created], [0, 0])
      const records = await app.records()
      assert.deepEqual(
        records.filter(({ type }) => type === 'follow').map(({ follower, following }) => [follower, following]),
        [
          ['ben', 'ben-2'],
          ['cy', 'ben'],
        ],
      )
      const renames = records.filter(({ type }) => type === 'rename').map(({ from, to }) => [from, to])
      assert.ok(renames.some(([from, to]) => from === 'ann' && to === 'ben'))
      assert.ok(renames.some(([from, to]) => from === 'work-0' && to === 'renamed'))
      assert.equal(
        records.some(({ handle }) => handle === 'ann'),
        false,
      )
      await app.run('DELETE FROM listing WHERE id = 7')
      assert.equal(JSON.parse((await app.sync('--once')).stdout).deleted, 1)
      await app.close()
    })

    test('with an id, records that exchange their names keep what refers to them', async () => {
      const { creator, creation } = queries(kind.quoted)
      const withId = [...creator.query[0]!.replace('SELECT', 'SELECT id,').split('\n'), creator.query[1]]
      const app = await setUp(kind, folder, {
        creator: { ...creator, query: withId },
        creation: { ...creation, query: creation.query.replace('SELECT', 'SELECT l.id,') },
        follow: undefined,
        score: undefined,
      })
      await app.fill()
      await app.sync('--once')
      await app.store.load('{"type":"follow","follower":"cy","following":"ann"}\n')
      const set = (table: string, column: string, id: number, value: string) =>
        app.run(`UPDATE ${table} SET ${column} = '${value}', updated = ${kind.now} WHERE id = ${id}`)
      // ann → ben → dee → ann, and two creations of cy
      for (const [id, handle] of [[1, 'x'], [4, 'ann'], [2, 'dee'], [1, 'ben']] as const) await set('account', 'handle', id, handle)
      for (const [id, slug] of [[3, 'x'], [9, 'work-2'], [3, 'work-8']] as const) await set('listing', 'slug', id, slug)
      const { stdout } = await app.sync('--once')
      assert.deepEqual([JSON.parse(stdout).created, JSON.parse(stdout).deleted], [0, 0])
      const records = await app.records()
      const follows = records.filter(({ type }) => type === 'follow')
      assert.deepEqual(follows.map(({ follower, following }) => [follower, following]), [['cy', 'ben']])
      const named = (handle: string) => records.find(record => record.type === 'creator' && record.handle === handle)
      assert.deepEqual(['ann', 'ben', 'dee'].map(handle => named(handle).displayName), ['DEE', 'ANN', 'BEN'])
      const works = records.filter(({ type, handle }) => type === 'creation' && handle === 'cy')
      assert.deepEqual(Object.fromEntries(works.map(({ slug, title }) => [slug, title])), { 'work-2': 'Work 8', 'work-8': 'Work 2' })
      await app.close()
    }) // biome-ignore format: tables

    test('rows with the same name are reported', async () => {
      const app = await setUp(kind, folder)
      await app.fill()
      await app.run("UPDATE listing SET slug = 'work-0' WHERE id = 7")
      const { code, stderr } = await app.sync('--once')
      assert.equal(code, 1)
      assert.match(stderr, /creation ann\/work-0: 2 rows are this creation/)
      await app.close()
    })

    test('a row that becomes invalid keeps what was imported', async () => {
      const app = await setUp(kind, folder)
      await app.fill()
      await app.sync('--once')
      await app.run(`UPDATE account SET name = '' WHERE id = 1`)
      const { code } = await app.sync('--once')
      assert.equal(code, 1)
      assert.equal(await holds(app, '"ANN"'), true)
      await app.close()
    })
  })
}
