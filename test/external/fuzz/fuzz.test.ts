// A short run of the fuzzer. A long one: npm run fuzz -- --requests 100000 --seed 1
import assert from 'node:assert/strict'
import test from 'node:test'
import { fuzz } from './fuzz.ts'

test('generated requests get correct answers', async t => {
  const { answers, statuses, failure } = await fuzz({ requests: 4000, seed: 2026 })
  t.diagnostic(`${answers} answers; ${[...statuses].map(pair => pair.join(': ')).join(', ')}`)
  assert.equal(failure, null)
  for (const status of [200, 204, 304, 400, 404, 405, 413, 414, 422]) {
    assert.ok(statuses.has(status), `No request got ${status}.`)
  }
})
