// Node 24, the oldest version that is supported: the other tests run on a newer one.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { zstdCompressSync } from 'node:zlib'
import { creation, creator } from '../../store/suite/sample.ts'
import { lines } from '../../support/scratch-store.ts'
import { startCluster } from '../../support/servers/postgres-cluster.ts'
import { ask } from '../../support/start-service.ts'
import { launcher, listening, program, scratchFolder, start } from '../../support/vitrine-process.ts'

const node = fileURLToPath(new URL(`../node_modules/node-linux-${process.arch}/bin/node`, import.meta.url))
const folder = scratchFolder()
const cluster = await startCluster()
after(() => cluster.stop())

const records = [creator('ann'), creation('ann', 'kettle'), creation('ann', 'teapot', { summary: 'Keeps tea warm.' })]
const importing = (file: string, store: string) =>
  start(['import', file], { VITRINE_STORE: store }, [node, program]).finished

const stores = { SQLite: async () => join(folder, 'node-24.db'), PostgreSQL: cluster.newDatabase }
for (const [name, newStore] of Object.entries(stores))
  test(`imports, serves, searches, answers and draws with ${name}`, async t => {
    const file = join(folder, 'records.ndjson')
    writeFileSync(file, lines(records))
    const store = await newStore()
    const imported = await importing(file, store)
    assert.equal(imported.code, 0, imported.stderr)
    const addresses = { VITRINE_BASE_URL: 'http://localhost:0', VITRINE_WEB_URL: 'http://localhost:0' }
    const running = start(['serve'], { ...addresses, VITRINE_STORE: store, VITRINE_DEMO: 'off' }, [node, launcher])
    t.after(() => running.child.kill('SIGKILL'))
    const { api, web } = await listening(running)
    const asked = (url: string, path: string) =>
      ask(Number(new URL(url).port), path, { headers: { accept: 'application/json' } })
    const get = async (url: string, path: string) => {
      const first = await asked(url, path)
      // On a busy machine, the first search may take too long.
      const reply = first.status === 504 ? await asked(url, path) : first
      assert.equal(reply.status, 200, `${path}: ${reply.text}`)
      return reply
    }
    for (const search of ['q=kettle', 'q=ketle', 'q=tea&sort=recent', 'creator=ann&language=en'])
      assert.notEqual((await get(api, `/public/share/community?${search}`)).json().data.items.length, 0, search)
    assert.equal((await get(api, '/public/share/app/ann/teapot')).json().data.summary, 'Keeps tea warm.')
    const answer = (await get(web, `/ask?${new URLSearchParams({ query: 'How many creations are there?' })}`)).json()
    assert.match(answer.answer, /\b2\b/)
    for (const path of ['/', '/community?q=tea', '/@ann/kettle', '/docs', '/status']) await get(web, path)
    const picture = await get(web, '/art/share/ann/kettle.png')
    assert.equal(picture.body.toString('latin1', 1, 4), 'PNG')
    running.child.kill('SIGTERM')
    assert.equal((await running.finished).code, 0)
  })

test('zstd is rejected, because only a part of it would be read', async () => {
  const file = join(folder, 'records.zst')
  writeFileSync(file, Buffer.concat(records.map(record => zstdCompressSync(lines([record])))))
  const { code, stderr } = await importing(file, join(folder, 'zstd.db'))
  assert.equal(code, 1)
  const message =
    /is compressed with zstd, which Node v24[.\d]+ cannot read\. Convert it: zstd -dc \S+ > records\.ndjson/
  assert.match(stderr, message)
})
