// Stores that version 0.1.0 has written: `serve` upgrades them, and then everything derived and every answer is the same as
// after an import of the export of that version.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { askJobs } from '../../src/limits.ts'
import { makeCursors } from '../../src/operations/cursor.ts'
import { answer, type Context, type Input, type Operation, prepare } from '../../src/operations/define.ts'
import { getCommunityFeed, operations } from '../../src/operations/index.ts'
import { exportText } from '../../src/records/transfer/export.ts'
import { defaultKinds as kinds } from '../../src/site/site.ts'
import { derivedVersion } from '../../src/store/derived-version.ts'
import { openStateStore, openStore } from '../../src/store/open.ts'
import { type Store, sorts } from '../../src/store/store.ts'
import { sharedCluster } from '../support/servers/postgres-cluster.ts'
import { ask } from '../support/start-service.ts'
import { listening, scratchFolder, start, until, vitrine } from '../support/vitrine-process.ts'
import { type IndexedKind, postgresKind, sqliteKind } from './indexed-stores.ts'
import { addresses, storeOptions } from './suite/harness.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/store-0.1.0/${name}`, import.meta.url))
const unpacked = (name: string) => zstdDecompressSync(readFileSync(fixture(name)))
const exported = readFileSync(fixture('export.ndjson'), 'utf8')
/** A cursor of the feed that 0.1.0 returned. */
const oldCursor = 'EEJ53rLt17AAUG4_ZQAAAEQBnLCaxJNiO7vHuPtT'

const folder = scratchFolder()
const cluster = await sharedCluster()
after(cluster.stop)

type Kind = { kind: IndexedKind; job: string; old: () => Promise<string>; empty: () => Promise<string> }

/** Jobs are kept for a day only. */
const renewJobs = `UPDATE job SET created_at = ${Date.now()}, updated_at = ${Date.now()}`

const stores: Record<string, Kind> = {
  SQLite: {
    kind: sqliteKind,
    job: 'B11jxtcF5OOMS4cyja-vsqCk',
    old: async () => {
      writeFileSync(join(folder, 'old.db'), unpacked('sqlite.db.zst'))
      writeFileSync(join(folder, 'old-state.db'), unpacked('sqlite-state.db.zst'))
      const state = new DatabaseSync(join(folder, 'old-state.db'))
      state.exec(renewJobs)
      state.close()
      return join(folder, 'old.db')
    },
    empty: async () => join(folder, 'fresh.db'),
  },
  PostgreSQL: {
    kind: postgresKind,
    job: 'bkEMXeLVPeokKVRjnnqLk4TB',
    old: async () => {
      const url = await cluster.newDatabase()
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(unpacked('postgres.sql.zst').toString())
      await client.query(renewJobs.replace('job', 'public.job'))
      await client.end()
      return url
    },
    empty: cluster.newDatabase,
  },
}

async function jobOf(place: string, id: string) {
  const state = await openStateStore(place)
  try {
    return await state.jobs.read({ id, now: Date.now(), keepMs: askJobs.keepHours * 3_600_000 })
  } finally {
    await state.close()
  }
}

async function upgradeByServing(place: string): Promise<void> {
  const env = { VITRINE_BASE_URL: 'http://localhost:0', VITRINE_WEB_URL: 'http://localhost:0', VITRINE_DEMO: 'off' }
  const running = start(['serve'], { ...env, VITRINE_STORE: place })
  try {
    const { api } = await listening(running)
    const status = async (path: string) => (await ask(Number(new URL(api).port), path)).status
    await until('the service is ready', async () => (await status('/readyz')) === 200)
    assert.equal(await status('/public/share/user/mira'), 200)
    running.child.kill('SIGTERM')
    assert.equal((await running.finished).code, 0)
  } finally {
    running.child.kill('SIGKILL')
  }
}

type Exported = { type: string; handle: string; slug: string; title: string; key: string }
const records = exported
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Exported)
const of = (type: string) => records.filter(record => record.type === type)
const locales = ['en', 'es', 'fr', 'ja', 'pt-BR']

const feedInputs = (): Input[] => [
  ...sorts.map(sort => ({ sort })),
  ...kinds.map(kind => ({ kind, featuredOnly: true })),
  ...of('category').map(({ slug }) => ({ category: slug, sort: 'recent' })),
  ...of('tag').flatMap(({ key }) => [{ tag: key }, { tag: `${key},habits`, language: 'es' }]),
  ...of('creator').map(({ handle }) => ({ creator: handle, kind: 'game' })),
  ...of('creation').flatMap(({ handle, slug, title }) => [{ q: title }, { remixOf: `${handle}/${slug}` }]),
]

/** Every creator, creation, tag, category and title, in several languages. */
function inputsOf({ name, pathFields, fields }: Operation): Input[] {
  const has = (field: string) => fields.some(candidate => candidate.name === field)
  const subjects: Input[] = pathFields.includes('slug')
    ? of('creation').map(({ handle, slug }) => ({ handle, slug }))
    : pathFields.includes('handle')
      ? of('creator').map(({ handle }) => ({ handle }))
      : [{}, ...(name === getCommunityFeed.name ? feedInputs() : [])]
  return subjects.flatMap((input, i): Input[] =>
    has('locale') ? [input, { ...input, locale: locales[i % locales.length]! }] : [input],
  )
}

const secret = Buffer.from('one secret for both')
async function answersOf(store: Store): Promise<Record<string, unknown>> {
  const context: Context = { store, addresses, cursors: makeCursors(secret), kinds }
  const answers: Record<string, unknown> = {}
  for (const operation of operations) {
    for (const input of inputsOf(operation)) {
      answers[`${operation.name} ${JSON.stringify(input)}`] = await answer(prepare(operation, input, context), context)
        .then(({ json, next }) => ({ json: json(), next }))
        .catch(error => `${error.error}: ${error.message}`)
    }
  }
  return answers
}

for (const [name, { kind, job, old, empty }] of Object.entries(stores)) {
  describe(`a store of 0.1.0 in ${name}`, () => {
    let [upgraded, fresh] = ['', '']
    before(async () => {
      upgraded = await old()
      fresh = await empty()
      const { code, stderr } = await vitrine(['import', fixture('export.ndjson')], { VITRINE_STORE: fresh })
      assert.equal(code, 0, stderr)
      assert.equal(await kind.version(upgraded), null)
      await upgradeByServing(upgraded)
    })

    test('has the records of before and everything derived from them', async () => {
      assert.equal(await kind.version(upgraded), derivedVersion)
      assert.deepEqual(await kind.dump(upgraded), await kind.dump(fresh))
      const store = await openStore(upgraded, storeOptions)
      const lines = (await Array.fromAsync(exportText(store.records()))).join('')
      await store.close()
      assert.ok(lines.includes(exported), 'the export has a first and a last line, and otherwise the same')
    })

    test('gives the answers of a new import', async () => {
      const [one, other] = await Promise.all([upgraded, fresh].map(place => openStore(place, storeOptions)))
      const [these, those] = [await answersOf(one!), await answersOf(other!)]
      assert.ok(Object.values(these).some(found => JSON.stringify(found).includes('Water Log 2')))
      assert.deepEqual(these, those)
      await Promise.all([one!.close(), other!.close()])
    })

    test('keeps jobs and the secret of cursors, and refuses cursors of 0.1.0', async () => {
      assert.equal((await jobOf(upgraded, job))?.id, job)
      const store = await openStore(upgraded, storeOptions)
      const secretOfStore = await store.cursorSecret()
      assert.equal(secretOfStore.length, 32)
      const context: Context = { store, addresses, cursors: makeCursors(Buffer.from(secretOfStore)), kinds }
      await assert.rejects(
        async () => answer(prepare(getCommunityFeed, { cursor: oldCursor, limit: 3 }, context), context),
        {
          error: 'invalid_request',
          details: [{ field: 'cursor', reason: 'invalid_cursor' }],
        },
      )
      await store.close()
    })

    test('can be imported into again', async () => {
      const line =
        '{"type":"creation","handle":"mira","slug":"after","title":"After the Upgrade","publishedAt":"2026-11-18T05:00:00Z"}\n'
      for (const place of [upgraded, fresh]) {
        const { code, stderr } = await vitrine(['import', '-'], { VITRINE_STORE: place }, line)
        assert.equal(code, 0, stderr)
      }
      const { stdout } = await vitrine(['call', 'get_community_feed', '--q', 'upgrade'], { VITRINE_STORE: upgraded })
      assert.match(stdout, /After the Upgrade/)
      assert.deepEqual(await kind.dump(upgraded), await kind.dump(fresh))
    })
  })
}
