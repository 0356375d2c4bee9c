// A short run of the fuzzer. A long one: npm run fuzz -- --requests 100000 --seed 1
import assert from 'node:assert/strict'
import test from 'node:test'
import { start } from '../../support/start-service.ts'
import { sendAlone } from './client.ts'
import { fuzz } from './fuzz.ts'

test('odd requests get right answers', async t => {
  const { requests, statuses, failure } = await fuzz({ requests: 4000, seed: 2026 })
  t.diagnostic(`${requests} answers; ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  assert.equal(failure, null)
  for (const status of [200, 204, 304, 400, 404, 405, 413, 414, 422]) {
    assert.ok(statuses.has(status), `The run is too tame: nothing got ${status}.`)
  }
})

test('a go-ahead never lands inside an answer, also when requests come in a row', async t => {
  const service = await start(t)
  const get = 'GET /public/share/tags HTTP/1.1\r\nHost: localhost\r\n'
  const waiting = `${get}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`
  for (const port of Object.values(service.ports)) {
    const answers = await sendAlone(port, Buffer.from(`${get}\r\n${waiting}${waiting}`), 'GET')
    // An answer without a go-ahead ends the connection: nobody knows whether the body will still come.
    const expected = answers[1]!.closes ? 2 : 3
    assert.equal(answers.length, expected)
  }
})
