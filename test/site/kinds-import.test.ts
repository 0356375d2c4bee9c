// Writes check the kinds of the site pack, with both stores.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, suite, test } from 'node:test'
import { fileOf, lines } from '../support/scratch-store.ts'
import { sharedCluster } from '../support/servers/postgres-cluster.ts'
import { scratchFolder, vitrine } from '../support/vitrine-process.ts'
import { communityOf, knitting, packOf } from './foreign-packs.ts'

const folder = scratchFolder()
const site = packOf(knitting)
const keys = ['pattern', 'yarn', 'needle-set']
const good = lines(communityOf(keys))
const bad = lines(communityOf(['pattern', 'patern', 'game'], 3))

const cluster = await sharedCluster()
after(cluster.stop)
let stores = 0
const places: Record<string, () => Promise<string>> = {
  SQLite: async () => join(folder, `kinds-${stores++}.db`),
  PostgreSQL: cluster.newDatabase,
}

for (const [name, place] of Object.entries(places)) {
  suite(`an import with the kinds of a site pack into ${name}`, () => {
    test('takes them, and names them when another is found', async () => {
      const env = { VITRINE_STORE: await place(), VITRINE_SITE: site }
      const refused = await vitrine(['import', fileOf(folder, bad)], env)
      assert.equal(refused.code, 1)
      assert.match(refused.stderr, /line 3: kind must be one of pattern, yarn, needle-set .*did you mean pattern\?/)
      assert.match(refused.stderr, /line 4: kind must be one of pattern, yarn, needle-set \(it is "game"\)$/m)
      const checked = await vitrine(['import', '--check', fileOf(folder, bad)], env)
      assert.deepEqual([checked.code, JSON.parse(checked.stdout).rejected], [1, 2])
      assert.equal((await vitrine(['import', fileOf(folder, good)], env)).code, 0)
      const streamed = await vitrine(['import', '-'], env, bad)
      assert.equal(streamed.code, 1)
      assert.match(streamed.stderr, /kind must be one of pattern, yarn, needle-set/)
      const read = await vitrine(['call', 'get_community_feed', '--kind', 'yarn'], env)
      assert.deepEqual([read.code, JSON.parse(read.stdout).total], [0, 3])
    })

    test('creations without a kind get the first one', async () => {
      const env = { VITRINE_STORE: await place(), VITRINE_SITE: site }
      const records = communityOf(keys, 1).map(({ kind: _, ...record }: { kind?: string }) => record)
      assert.equal((await vitrine(['import', fileOf(folder, lines(records))], env)).code, 0)
      assert.match((await vitrine(['export'], env)).stdout, /"kind":"pattern"/)
    })

    test('an export is restored whatever kinds the site has', async () => {
      const env = { VITRINE_STORE: await place(), VITRINE_SITE: site }
      await vitrine(['import', fileOf(folder, good)], env)
      const { stdout: exported } = await vitrine(['export'], env)
      const elsewhere = { VITRINE_STORE: await place() }
      assert.equal((await vitrine(['restore', fileOf(folder, exported)], elsewhere)).code, 0)
      assert.equal((await vitrine(['export'], elsewhere)).stdout, exported)
      const read = await vitrine(['call', 'get_community_feed', '--kind', 'yarn'], elsewhere)
      assert.deepEqual([read.code, JSON.parse(read.stdout).total], [0, 3])
      const refused = await vitrine(['call', 'get_community_feed', '--kind', 'chess'], elsewhere)
      assert.equal(refused.code === 0, false)
      assert.match(refused.stderr, /kind must be one of app, tracker/)
    })
  })
}

test('sync takes the kinds of a site pack', async () => {
  const source = join(folder, 'source.db')
  const db = new DatabaseSync(source)
  db.exec(`CREATE TABLE piece (slug TEXT, kind TEXT); INSERT INTO piece VALUES ('a', 'yarn'), ('b', 'patern')`)
  db.close()
  const mapping = {
    source: `sqlite:${source}`,
    creator: { query: `SELECT 'mira' AS handle, 'Mira' AS displayName` },
    creation: { query: `SELECT 'mira' AS handle, slug, kind, slug AS title FROM piece` },
  }
  const env = { VITRINE_STORE: await places.SQLite!(), VITRINE_SITE: site }
  const { code, stdout } = await vitrine(['sync', fileOf(folder, JSON.stringify(mapping)), '--once'], env)
  assert.equal(code, 1)
  assert.match(stdout, /kind must be one of pattern, yarn, needle-set/)
  assert.match((await vitrine(['export'], env)).stdout, /"kind":"yarn"/)
})
