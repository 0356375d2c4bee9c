import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { creation, creator, lines } from '../../support/scratch-store.ts'
import { listening, scratchFolder, start, until, vitrine } from '../../support/vitrine-process.ts'

const folder = scratchFolder()
const root = fileURLToPath(new URL('../../../', import.meta.url))

describe('seed', () => {
  test('fills a store with a community of the wanted size, and one that holds data only when told to', async () => {
    const env = { VITRINE_STORE: join(folder, 'seeded.db') }
    const seeded = await vitrine(['seed', '--creations', '50'], env)
    assert.equal(seeded.code, 0)
    const { read, created, rejected } = JSON.parse(seeded.stdout)
    assert.deepEqual([created, rejected], [read, 0])
    const refused = await vitrine(['seed', '--creations', '50'], env)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /already contains data\. Use --yes/)
    const again = JSON.parse((await vitrine(['seed', '--creations', '50', '--yes'], env)).stdout)
    assert.deepEqual([again.unchanged, again.created, again.updated], [read, 0, 0])
    const text = (await vitrine(['export'], env)).stdout
    assert.equal(text.match(/^{"type":"creation"/gm)?.length, 50)
  })
})

describe('serve', { concurrency: 2 }, () => {
  const anyPort = { VITRINE_BASE_URL: 'http://localhost:0', VITRINE_WEB_URL: 'http://localhost:0' }

  async function serving(env: Record<string, string>) {
    const running = start(['serve'], { ...anyPort, ...env })
    return { ...running, urls: await listening(running) }
  }
  const totalAt = async (api: string) => {
    const answer = await fetch(`${api}/public/share/community`)
    return ((await answer.json()) as { data: { total: number } }).data.total
  }

  test('serves the store, sees what others import, and ends when told to', async () => {
    const env = { VITRINE_STORE: join(folder, 'served.db'), VITRINE_DEMO: 'off' }
    const { urls, child, finished } = await serving(env)
    assert.equal(await totalAt(urls.api), 0)
    await vitrine(['import', '-'], env, lines([creator('mira'), creation('mira', 'app')]))
    await until('the imported creation is served', async () => (await totalAt(urls.api)) === 1)
    child.kill('SIGTERM')
    // npm passes signals on that have come already; that must not cut the orderly end short.
    child.kill('SIGINT')
    assert.equal((await finished).code, 0)
  })

  test('fills an empty store with the demo community', async () => {
    const env = { VITRINE_STORE: join(folder, 'demo', 'store.db') }
    const { urls, child, finished } = await serving(env)
    assert.ok((await totalAt(urls.api)) >= 2_000)
    child.kill('SIGTERM')
    const { code, stdout } = await finished
    assert.equal(code, 0)
    assert.match(stdout, /"records":\d+,.*"msg":"filled the empty store with the demo community"/)
    const begun = stdout.indexOf('"msg":"the store is empty: loading the demo community"')
    assert.ok(begun !== -1 && begun < stdout.indexOf('filled the empty store'), stdout)
  })

  test('stops when npm start, which started it, is told to', async () => {
    const env = { ...anyPort, VITRINE_STORE: join(folder, 'npm.db'), VITRINE_DEMO: 'off' }
    const npm = start(['start', '--prefix', root], env, ['npm'])
    try {
      const { api } = await listening(npm)
      assert.equal(await totalAt(api), 0)
      npm.child.kill('SIGTERM')
      const { code, signal } = await npm.finished
      assert.deepEqual([code, signal], [0, null])
      await assert.rejects(totalAt(api), 'the server is still there')
    } finally {
      npm.child.kill('SIGKILL')
    }
  })

  test('a port that is taken is told so', async () => {
    const env = { VITRINE_STORE: join(folder, 'taken.db'), VITRINE_DEMO: 'off' }
    const first = await serving(env)
    const port = new URL(first.urls.api).port
    const { code, stderr } = await vitrine(['serve'], {
      ...env,
      ...anyPort,
      VITRINE_BASE_URL: `http://localhost:${port}`,
    })
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`^vitrine: Cannot listen on .*, port ${port}: another process listens there\\.`))
    first.child.kill('SIGTERM')
    await first.finished
  })
})
