// A short run of the fuzzer. A long one: node test/fuzz.ts --requests 100000 --seed 1
import assert from 'node:assert/strict'
import test from 'node:test'
import { fuzz } from './fuzz.ts'

test('odd requests get right answers', async t => {
  const { requests, statuses, failure } = await fuzz({ requests: 4000, seed: 2026 })
  t.diagnostic(`${requests} answers; ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  assert.equal(failure, null)
  for (const status of [200, 204, 304, 400, 404, 405, 413, 414, 422]) {
    assert.ok(statuses.has(status), `The run is too tame: nothing got ${status}.`)
  }
})
