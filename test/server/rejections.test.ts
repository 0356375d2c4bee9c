// Failures in places where no code expects them.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ask } from '../support/start-service.ts'
import { scratchFolder, start, until } from '../support/vitrine-process.ts'

const folder = scratchFolder()
const script = fileURLToPath(new URL('../support/rejecting-service.ts', import.meta.url))

test('a failure while a request waits for its limits is answered; one that no code handles is logged and counted', async t => {
  const running = start([join(folder, 'test.db')], {}, [process.execPath, script])
  t.after(async () => {
    running.child.kill()
    await running.finished
  })
  await until('it listens', () => /^\{"api".*\}$/m.test(running.stdout()))
  const { api, metrics } = JSON.parse(/^\{"api".*\}$/m.exec(running.stdout())![0]) as { api: number; metrics: string }
  const unhandled = async () => {
    const text = await (await fetch(metrics)).text()
    return Number(/^vitrine_unhandled_rejections_total (\d+)$/m.exec(text)![1])
  }
  const failed = await ask(api, '/public/share/tags')
  assert.deepEqual([failed.status, failed.json().error], [500, 'internal_error'], failed.text)
  await until('it is logged', () => running.stdout().includes('the clock is broken'))
  assert.equal((await ask(api, '/public/share/tags')).status, 200)
  assert.equal(await unhandled(), 0)
  assert.equal((await ask(api, '/forgets')).status, 200)
  await until('it is counted', async () => (await unhandled()) === 1)
  await until('it is logged', () => /nobody handles this.*"unhandled rejection"/.test(running.stdout()))
  assert.equal((await ask(api, '/public/share/tags')).status, 200)
  running.child.kill()
  assert.deepEqual((await running.finished).code, 0)
})
