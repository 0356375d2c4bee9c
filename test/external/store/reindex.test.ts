// Services and commands on a store whose index has another version: results are never wrong, and every process that may
// write rebuilds an older index.
import assert from 'node:assert/strict'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { derivedVersion } from '../../../src/store/derived-version.ts'
import { openStore } from '../../../src/store/open.ts'
import { copyOver, type IndexedKind, newerVersion, postgresKind, sqliteKind } from '../../store/indexed-stores.ts'
import { creation } from '../../store/suite/sample.ts'
import { lines, scratchStore } from '../../support/scratch-store.ts'
import { startCluster } from '../../support/servers/postgres-cluster.ts'
import { ask, type Running, type StartOptions, smallCommunity, start } from '../../support/start-service.ts'
import { scratchFolder, until, vitrine } from '../../support/vitrine-process.ts'
import { serveWithWorkers } from '../../support/worker-processes.ts'

const folder = scratchFolder()
const cluster = await startCluster()
after(cluster.stop)
let files = 0

const kinds: Record<string, { kind: IndexedKind; newPlace: () => Promise<string> }> = {
  SQLite: { kind: sqliteKind, newPlace: async () => join(folder, `served-${files++}.db`) },
  PostgreSQL: { kind: postgresKind, newPlace: cluster.newDatabase },
}

type LogLine = { msg: string; creations?: number | null }

/** `before` is called when the store is filled and not yet open. */
async function serving(
  store: string,
  { before = async () => {}, ...options }: StartOptions & { before?: () => Promise<void> } = {},
) {
  const log: LogLine[] = []
  const service = await start(
    { after },
    {
      config: { store, logLevel: 'info' },
      logTo: { write: line => void log.push(JSON.parse(line) as LogLine) },
      openStore: async (...given) => {
        await before()
        return openStore(...given)
      },
      ...options,
    },
  )
  return { service, log }
}

/** Another page size each time, so that it is not in the cache. */
let asked = 0
const uncached = () => `/public/share/community?kind=app&category=play&limit=${1 + (asked++ % 24)}`
/** Of forty creations every fifth is an app, and every second of these is in this category. */
const inCategory = 4

async function totalOf(service: Running): Promise<number> {
  const { status, json } = await service.api(uncached())
  assert.equal(status, 200)
  return json().data.total
}

const isReady = async (service: Running) => (await service.api('/readyz')).status === 200

for (const [name, { kind, newPlace }] of Object.entries(kinds)) {
  describe(`a service on ${name}`, () => {
    test('that starts on an older index answers 503 until it has rebuilt it', async () => {
      const place = await newPlace()
      let release = async () => {}
      const before = async () => {
        await kind.damage(place)
        release = await kind.holdLock(place)
      }
      const { service, log } = await serving(place, { before })
      assert.equal((await service.api('/healthz')).status, 200)
      for (const path of ['/readyz', uncached(), '/public/share/community?q=thing', '/public/share/user/mira']) {
        const { status, headers, json } = await service.api(path)
        assert.deepEqual([path, status, headers['retry-after']], [path, 503, '10'])
        assert.match(json().details[0].reason, /index is being rebuilt/)
      }
      assert.equal((await service.web('/', { headers: { accept: 'text/html' } })).status, 503)
      assert.equal((await service.web('/openapi.json')).status, 200)
      await release()
      await service.indexed
      await until('it is ready', () => isReady(service))
      assert.equal(await totalOf(service), inCategory)
      assert.equal((await service.web('/', { headers: { accept: 'text/html' } })).status, 200)
      const said = log.map(({ msg }) => msg).join('\n')
      assert.match(said, /older than this version: rebuilding it/)
      assert.match(said, /the index is current/)
    })

    test('that runs rebuilds the older index of what is put in its place', async () => {
      const place = await newPlace()
      const { service } = await serving(place)
      assert.equal(await totalOf(service), inCategory)
      const cached = '/public/share/community?kind=game&limit=3'
      const before = (await service.api(cached)).text
      const release = await kind.holdLock(place)
      if (kind === sqliteKind) await release()
      await kind.damage(place)
      if (kind === postgresKind) {
        // Noticed by asking for the version from time to time; the lock keeps the rebuild from being faster than this test.
        await until('the other index is noticed', async () => !(await isReady(service)))
        assert.equal((await service.api(uncached())).status, 503)
        assert.equal((await service.api(cached)).text, before, 'the cache goes on')
        await release()
      }
      const totals = new Set<number>()
      await until('the index is rebuilt', async () => {
        const { status, json } = await service.api(uncached())
        if (status === 200) totals.add(json().data.total)
        else assert.equal(status, 503)
        return (await kind.version(place)) === derivedVersion && (await isReady(service))
      })
      assert.equal(await totalOf(service), inCategory)
      assert.deepEqual(
        [...totals].filter(total => total !== inCategory),
        [],
      )
    })

    test('that runs does not read a newer index, and says that it must be upgraded', async () => {
      const place = await newPlace()
      const { service, log } = await serving(place)
      const cached = '/public/share/community?kind=game&limit=3'
      const before = (await service.api(cached)).text
      await kind.setVersion(place, newerVersion)
      await until('the newer index is noticed', async () => !(await isReady(service)))
      const refused = await service.api(uncached())
      assert.equal(refused.status, 503)
      assert.match(refused.json().details[0].reason, /must be restarted/)
      const stale = await service.api(cached)
      assert.deepEqual([stale.status, stale.text], [200, before])
      await until('it is in the log', () => log.some(({ msg }) => /newer version of Vitrine/.test(msg)))
      assert.equal(await kind.version(place), newerVersion, 'it is left alone')
      await kind.setVersion(place, derivedVersion)
      await until('it is ready', () => isReady(service))
      assert.equal(await totalOf(service), inCategory)
    })

    test('is not needed: commands rebuild an older index, or say what to do', async () => {
      const place = await newPlace()
      const env = { VITRINE_STORE: place }
      const file = join(folder, `community-${files++}.ndjson`)
      writeFileSync(file, lines(smallCommunity()))
      assert.equal((await vitrine(['import', file], env)).code, 0)
      const feed = ['call', 'get_community_feed', '--kind', 'app', '--category', 'play']
      const fresh = await vitrine(feed, env)
      assert.equal(JSON.parse(fresh.stdout).total, inCategory)
      const exported = (await vitrine(['export'], env)).stdout

      await kind.damage(place)
      assert.equal((await vitrine(['export'], env)).stdout, exported)
      const refused = await vitrine(feed, env)
      assert.deepEqual([refused.code, refused.stdout], [1, ''])
      assert.match(refused.stderr, /Run vitrine reindex/)
      const rebuilt = await vitrine(['reindex'], env)
      assert.equal(rebuilt.code, 0, rebuilt.stderr)
      const { seconds, store, ...rest } = JSON.parse(rebuilt.stdout)
      assert.deepEqual(rest, { creations: 41, derived_version: derivedVersion })
      assert.equal(typeof seconds, 'number')
      assert.equal(typeof store, 'string')
      assert.equal((await vitrine(feed, env)).stdout, fresh.stdout)

      await kind.damage(place)
      const imported = await vitrine(
        ['import', '-'],
        env,
        lines([creation('mira', 'one-more', { kind: 'app', category: 'play' })]),
      )
      assert.equal(imported.code, 0, imported.stderr)
      assert.match(imported.stderr, /has been rebuilt/)
      assert.equal(JSON.parse((await vitrine(feed, env)).stdout).total, inCategory + 1)

      await kind.setVersion(place, newerVersion)
      const newer = await vitrine(['import', '-'], env, lines([creation('mira', 'another')]))
      assert.equal(newer.code, 1)
      assert.match(newer.stderr, /newer version of Vitrine/)
      assert.equal((await vitrine(['reindex'], env)).code, 0)
      assert.equal(await kind.version(place), derivedVersion)
    })
  })
}

describe('an old copy of the embedded store', () => {
  test('that another program copies over the store of a running service leads to no wrong result', async () => {
    const { service } = await serving(join(folder, `served-${files++}.db`))
    assert.equal(await totalOf(service), inCategory)
    const copy = scratchStore(folder)
    assert.equal((await copy.import(lines(smallCommunity()))).code, 0)
    await sqliteKind.damage(copy.path)
    await copyOver(copy.path, service.config.store)
    const totals = new Set<number>()
    await until('the index is rebuilt', async () => {
      const { status, json } = await service.api(uncached())
      if (status === 200) totals.add(json().data.total)
      else assert.equal(status, 503)
      return (await sqliteKind.version(service.config.store)) === derivedVersion && (await isReady(service))
    })
    totals.add(await totalOf(service))
    assert.deepEqual([...totals], [inCategory])
  })

  test('gets a current index before restore puts it under a running service', async () => {
    const { service, log } = await serving(join(folder, `served-${files++}.db`))
    const copy = scratchStore(folder)
    assert.equal(
      (await copy.import(lines([...smallCommunity(), creation('mira', 'of-old', { kind: 'app', category: 'play' })])))
        .code,
      0,
    )
    await sqliteKind.damage(copy.path)
    const old = join(folder, 'old.db')
    copyFileSync(copy.path, old)
    const restored = await vitrine(['restore', old, '--force'], { VITRINE_STORE: service.config.store })
    assert.equal(restored.code, 0, restored.stderr)
    await until('it is shown', async () => (await totalOf(service)) === inCategory + 1)
    assert.equal(await sqliteKind.version(service.config.store), derivedVersion)
    assert.deepEqual(
      log.filter(({ msg }) => /older/.test(msg)),
      [],
    )
  })
})

test('workers that start on an older index serve when it is rebuilt', async () => {
  const store = scratchStore(folder)
  assert.equal((await store.import(lines(smallCommunity()))).code, 0)
  await sqliteKind.damage(store.path)
  const serving = await serveWithWorkers(2, { ...store.env, VITRINE_DEMO: 'off' })
  try {
    assert.equal(serving.said('rebuilding it').length, 1)
    for (let i = 0; i < 6; i++) {
      assert.equal((await ask(serving.ports.api, uncached())).json().data.total, inCategory)
    }
    serving.child.kill('SIGHUP')
    await until('they are replaced', () => serving.said('"reloaded"').length === 1)
    assert.equal((await ask(serving.ports.api, uncached())).json().data.total, inCategory)
  } finally {
    serving.child.kill('SIGTERM')
    await serving.finished
  }
})
