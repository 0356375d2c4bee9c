// Backups are made of a service that is in use, and give the same answers when they are put back.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { importRecords } from '../../../src/records/transfer/import.ts'
import { openWritableStore } from '../../../src/store/open.ts'
import { creation } from '../../store/suite/sample.ts'
import { lines, scratchStore } from '../../support/scratch-store.ts'
import { sharedCluster } from '../../support/servers/postgres-cluster.ts'
import { type Running, smallCommunity, start } from '../../support/start-service.ts'
import { scratchFolder, until, vitrine } from '../../support/vitrine-process.ts'

const folder = scratchFolder()
const cluster = await sharedCluster()
after(cluster.stop)

/** The same addresses everywhere, so that answers can be compared byte for byte. */
const addresses = { baseUrl: 'http://api.example.com', webUrl: 'http://www.example.com' }
const serving = (config: { store?: string; cursorSecret?: string } = {}, records?: readonly unknown[]) =>
  start({ after }, { config: { ...addresses, ...config }, ...(records === undefined ? {} : { records }) })

const paths = [
  '/public/share/community',
  '/public/share/community?sort=liked&limit=7',
  '/public/share/community?q=thing&category=health&locale=fr',
  '/public/share/tags',
  '/public/share/community/landing',
  '/public/share/user/mira',
  '/public/share/user/mira/followers',
  '/public/share/app/mira/thing-0',
]

const answersOf = (service: Running) =>
  Promise.all(
    paths.map(async path => {
      const { status, text } = await service.api(path)
      return { path, status, text }
    }),
  )

async function assertSameAnswers(one: Running, other: Running): Promise<void> {
  const [here, there] = [await answersOf(one), await answersOf(other)]
  assert.ok(here.every(({ status }) => status === 200))
  assert.deepEqual(there, here)
}

const json = { 'Content-Type': 'application/json' }

async function answeredJob({ web }: Running): Promise<string> {
  const body = JSON.stringify({ query: 'What is this?' })
  const { job_id: id } = (await web('/ask/jobs', { method: 'POST', headers: json, body })).json()
  await until('the job is done', async () => (await web(`/ask/jobs/${id}`)).json().status === 'completed')
  return id
}

describe('the embedded store', { concurrency: 4 }, () => {
  test('a copy of a store in use is a store with the same answers, cursors and jobs', async () => {
    const service = await serving()
    const job = await answeredJob(service)
    const { next_cursor: cursor } = (await service.api('/public/share/community?limit=5')).json().data
    const file = join(folder, 'one', 'copy.db')
    mkdirSync(join(folder, 'one'))
    const { code, stdout, stderr } = await vitrine(['backup', file], { VITRINE_STORE: service.config.store })
    assert.equal(code, 0, stderr)
    assert.equal(JSON.parse(stdout).bytes, statSync(file).size)
    assert.deepEqual(readdirSync(join(folder, 'one')).sort(), ['copy-state.db', 'copy.db'])

    const restored = join(folder, 'restored', 'store.db')
    const back = await vitrine(['restore', file], { VITRINE_STORE: restored })
    assert.equal(back.code, 0, back.stderr)
    const other = await serving({ store: restored }, [])
    await assertSameAnswers(service, other)
    const rest = `/public/share/community?limit=5&cursor=${encodeURIComponent(cursor)}`
    assert.equal((await other.api(rest)).text, (await service.api(rest)).text)
    assert.equal((await other.web(`/ask/jobs/${job}`)).text, (await service.web(`/ask/jobs/${job}`)).text)
  })

  test('a service in use shows what is restored under it', async () => {
    const service = await serving()
    const env = { VITRINE_STORE: service.config.store }
    const file = join(folder, 'before.db')
    const feed = '/public/share/community?sort=recent&limit=3'
    const before = (await service.api(feed)).text
    assert.equal((await vitrine(['backup', file], env)).code, 0)
    await service.bring([creation('mira', 'a-mistake', { publishedAt: '2030-01-01T00:00:00Z' })])
    await until('the mistake is shown', async () => (await service.api(feed)).text.includes('a-mistake'))
    const refused = await vitrine(['restore', file], env)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /already contains data\. Use --force/)
    assert.equal((await vitrine(['restore', file, '--force'], env)).code, 0)
    await until('the mistake is gone', async () => !(await service.api(feed)).text.includes('a-mistake'))
    assert.equal((await service.api(feed)).text, before)
    // Backwards and forwards again: what is remembered of a version is of that version.
    await service.bring([creation('mira', 'no-mistake', { publishedAt: '2030-01-01T00:00:00Z' })])
    await until('the next change is shown', async () => (await service.api(feed)).text.includes('no-mistake'))
    assert.doesNotMatch((await service.api(feed)).text, /a-mistake/)
  })

  test('imports that go on meanwhile do not hold a backup up, and are in it whole or not at all', async () => {
    const [store, copy] = [scratchStore(folder), scratchStore(folder)]
    await store.load(lines(smallCommunity()))
    const writable = await openWritableStore(store.path)
    let importing = true
    const imports = (async () => {
      for (let i = 0; importing; i++) {
        const pair = [creation('mira', `pair-${i}-a`), creation('mira', `pair-${i}-b`)]
        await importRecords(pair, { store: writable, now: Date.now })
        await sleep(1)
      }
      await writable.close()
    })()
    try {
      for (let i = 0; i < 2; i++) {
        assert.equal((await vitrine(['backup', copy.path, '--force'], store.env)).code, 0)
        const text = await copy.export()
        const pairs = (half: string) => text.match(new RegExp(`"pair-\\d+-${half}"`, 'g'))?.length ?? 0
        assert.ok(pairs('a') > 0)
        assert.equal(pairs('a'), pairs('b'))
      }
    } finally {
      importing = false
      await imports
    }
  })

  test('nothing is overwritten unasked, nothing damaged is taken, and nothing unfinished is left', async () => {
    const store = scratchStore(folder)
    await store.load(lines(smallCommunity()))
    const place = join(folder, 'careful')
    mkdirSync(place)
    const file = join(place, 'copy.db')
    writeFileSync(file, 'precious')
    const refused = await vitrine(['backup', file], store.env)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /copy\.db already exists\. Use --force/)
    assert.equal(readFileSync(file, 'utf8'), 'precious')
    assert.equal((await vitrine(['backup', file, '--force'], store.env)).code, 0)

    const bytes = readFileSync(file)
    bytes.fill(0x5a, 4096, 4096 * 20)
    const damaged = join(place, 'damaged.db')
    writeFileSync(damaged, bytes)
    const untouched = await store.export()
    const back = await vitrine(['restore', damaged, '--force'], store.env)
    assert.equal(back.code, 1)
    assert.equal(await store.export(), untouched)
    const copyOfDamaged = await vitrine(['backup', join(place, 'worse.db')], { VITRINE_STORE: damaged })
    assert.equal(copyOfDamaged.code, 1)
    assert.deepEqual(readdirSync(place).sort(), ['copy.db', 'damaged.db'])
    assert.equal((await vitrine(['backup', store.path, '--force'], store.env)).code, 2)
    assert.equal((await vitrine(['restore', join(place, 'absent.db')], store.env)).code, 1)
  })
})

describe('PostgreSQL', { concurrency: 2 }, () => {
  /** That of a store is not among its records. */
  const cursorSecret = 'the same for all instances'

  test('a backup of a service in use gives the same answers on either store', async () => {
    const service = await serving({ store: await cluster.newDatabase(), cursorSecret })
    const file = join(folder, 'all.ndjson')
    const { code, stderr } = await vitrine(['backup', file], { VITRINE_STORE: service.config.store })
    assert.equal(code, 0, stderr)
    const again = await vitrine(['backup', file], { VITRINE_STORE: service.config.store })
    assert.deepEqual([again.code, existsSync(file)], [1, true])
    const places = [await cluster.newDatabase(), join(folder, 'from-postgres.db')]
    for (const place of places) {
      const back = await vitrine(['restore', file], { VITRINE_STORE: place })
      assert.equal(back.code, 0, back.stderr)
      const other = await serving({ store: place, cursorSecret }, [])
      await assertSameAnswers(service, other)
      const full = await vitrine(['restore', file, '--force'], { VITRINE_STORE: place })
      assert.equal(full.code, 1)
      assert.match(full.stderr, /Records can be restored only into an empty store/)
    }
  })

  test('takes a copy of the embedded store', async () => {
    const service = await serving({ cursorSecret })
    const file = join(folder, 'to-postgres.db')
    assert.equal((await vitrine(['backup', file], { VITRINE_STORE: service.config.store })).code, 0)
    const place = await cluster.newDatabase()
    const back = await vitrine(['restore', file], { VITRINE_STORE: place })
    assert.equal(back.code, 0, back.stderr)
    await assertSameAnswers(service, await serving({ store: place, cursorSecret }, []))
  })
})
