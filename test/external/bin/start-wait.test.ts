// Starting while the database is not there yet, or answers only some connections.
import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { heldLine } from '../../support/servers/held-line.ts'
import { sharedCluster } from '../../support/servers/postgres-cluster.ts'
import { ask } from '../../support/start-service.ts'
import { listening, type Running, start, until, vitrine } from '../../support/vitrine-process.ts'

const cluster = await sharedCluster()
after(cluster.stop)

const anyPort = { VITRINE_BASE_URL: 'http://localhost:0', VITRINE_WEB_URL: 'http://localhost:0', VITRINE_DEMO: 'off' }
const serve = (store: string, wait: number, args: string[] = []): Running =>
  start(['serve', ...args], { ...anyPort, VITRINE_STORE: store, VITRINE_START_WAIT: String(wait) })

const lineWith = ({ stdout }: Running, message: string): Record<string, unknown> | undefined =>
  stdout()
    .split('\n')
    .filter(line => line.includes(`"msg":"${message}"`))
    .map(line => JSON.parse(line) as Record<string, unknown>)[0]

const isWaiting = (running: Running) =>
  until('it says that it waits', () => lineWith(running, 'waiting for the database') !== undefined)

const isReady = async (running: Running) => {
  const { api } = await listening(running)
  assert.equal((await ask(Number(new URL(api).port), '/readyz')).status, 200)
}

/** Ends it, whatever became of it, so that a failed test leaves no process behind. */
async function ended(running: Running): Promise<void> {
  running.child.kill('SIGKILL')
  await running.finished
}

describe('serve, with a database that does not answer yet', { concurrency: false }, () => {
  for (const args of [[], ['--workers', '1']]) {
    test(`waits until it can be reached, and says so (${['serve', ...args].join(' ')})`, async () => {
      const line = await heldLine(await cluster.newDatabase())
      const folder = new URL(line.url).searchParams.get('host')!
      const socket = join(folder, '.s.PGSQL.5432')
      await rename(socket, `${socket}-later`)
      const running = serve(line.url, 60, args)
      try {
        await isWaiting(running)
        assert.match(String(lineWith(running, 'waiting for the database')!.reason), /ENOENT/)
        assert.equal(lineWith(running, 'listening'), undefined)
        await rename(`${socket}-later`, socket)
        await isReady(running)
        running.child.kill('SIGTERM')
        assert.equal((await running.finished).code, 0)
      } finally {
        await ended(running)
        await line.close()
      }
    })
  }

  test('ends when later connections never answer', async () => {
    const line = await heldLine(await cluster.newDatabase())
    await vitrine(['import', '-'], { VITRINE_STORE: line.url }, '{"type":"creator","handle":"ann"}\n')
    line.acceptMost(2)
    const running = serve(line.url, 2)
    try {
      const { code, stderr, stdout } = await running.finished
      assert.equal(code, 1, stderr)
      assert.match(stderr, /^vitrine: Cannot open the store .* Waited 2 s; VITRINE_START_WAIT sets how long\.$/m)
      assert.match(stdout, /"msg":"waiting for the database"/)
    } finally {
      await ended(running)
      await line.close()
    }
  })

  test('starts when the connections that were held are answered', async () => {
    const line = await heldLine(await cluster.newDatabase())
    line.acceptMost(2)
    const running = serve(line.url, 60)
    try {
      await isWaiting(running)
      line.acceptMost(Number.POSITIVE_INFINITY)
      await isReady(running)
    } finally {
      await ended(running)
      await line.close()
    }
  })

  test('does not wait for what waiting does not change', async () => {
    const url = new URL(await cluster.newDatabase())
    url.pathname = '/no_such_database'
    const { code, stderr, stdout } = await serve(url.href, 60).finished
    assert.equal(code, 1)
    assert.match(stderr, /^vitrine: Cannot open the store .*database "no_such_database" does not exist\.$/m)
    assert.doesNotMatch(stdout, /waiting for the database/)
  })

  test('stops while it waits', async () => {
    const url = (await cluster.newDatabase()).replace('localhost:5432', 'localhost:5433')
    const running = serve(url, 60)
    try {
      await isWaiting(running)
      running.child.kill('SIGTERM')
      assert.equal((await running.finished).code, 0)
    } finally {
      await ended(running)
    }
  })
})
