// The traffic of jobs, through a proxy that holds every request and every answer against the committed openapi.json.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startWithJobs } from '../../endpoints/jobs-service.ts'
import { document, resolved } from '../../support/openapi-reader.ts'
import { type Ask, ask, type Reply } from '../../support/start-service.ts'
import { startPrism, violations } from '../support/prism-proxy.ts'

const documentPath = fileURLToPath(new URL('../../../openapi.json', import.meta.url))

/** They belong to HTTP itself, or to Prism. */
const plain = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'sl-violations',
]

function assertAnnounced({ status, headers }: Reply, path: string, method: string): void {
  const { responses } = document.paths[path][method.toLowerCase()]
  const known = Object.keys(resolved(responses[status] ?? responses.default).headers).map(name => name.toLowerCase())
  const others = Object.keys(headers).filter(name => !known.includes(name) && !plain.includes(name))
  assert.deepEqual(others, [], `${method} ${path} ${status}`)
}

const posted = (body: unknown, headers: Record<string, string> = {}): Ask => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

test('jobs keep to the published document', async t => {
  const service = await startWithJobs(t)
  const prism = await startPrism(documentPath, service.webUrl)
  t.after(prism.stop)
  /** `invalid` requests depart from the document themselves; their answers must not. */
  const send = async (status: number, path: string, asked: Ask = {}, invalid = false): Promise<Reply> => {
    const reply = await ask(prism.port, path, asked)
    const what = `${asked.method ?? 'GET'} ${path} ${asked.body?.slice(0, 200) ?? ''}`
    assert.equal(reply.status, status, `${what}: ${reply.text}`)
    const { request, response } = violations(reply)
    assert.deepEqual(response, [], what)
    assert.equal(request.length > 0, invalid, JSON.stringify(request))
    assertAnnounced(reply, path.replace(/^(\/ask\/jobs\/).*/, '$1{jobId}'), asked.method ?? 'GET')
    return reply
  }
  const awaited = (status: number, body: unknown, invalid = false) => send(status, '/await', posted(body), invalid)

  const go = service.standIn.hold()
  const { job_id: id } = (await send(202, '/ask/jobs', posted({ query: 'held' }))).json()
  const { job_id: lost } = (await send(202, '/ask/jobs', posted({ query: { text: 'lost' }, locale: 'es' }))).json()
  await send(202, '/ask/jobs', { method: 'POST' })
  await send(202, '/ask/jobs', posted({}, { 'Idempotency-Key': 'one' }))
  await send(202, '/ask/jobs', posted({}, { 'Idempotency-Key': 'one' }))
  await send(422, '/ask/jobs', posted({ query: 'other' }, { 'Idempotency-Key': 'one' }))
  await send(413, '/ask/jobs', posted({ more: 'x'.repeat(70_000) }))
  await send(400, '/ask/jobs', posted({}, { 'Service-API-Version': '2020-01-01' }))
  await send(422, '/ask/jobs', posted({ query: 'x'.repeat(2_001) }), true)
  await send(415, '/ask/jobs', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }, true)

  await send(200, `/ask/jobs/${id}`)
  await awaited(202, { promise_token: id, action: 'checkin' })
  await awaited(200, { promise_token: lost, action: 'cancel' })
  go()
  await service.finished(id)
  await send(200, `/ask/jobs/${id}`)
  await send(200, `/ask/jobs/${lost}`)
  await send(200, `/ask/jobs/${id}`, { headers: { 'Accept-Encoding': 'br' } })
  await send(404, '/ask/jobs/unknown')
  await awaited(200, { promise_token: id })
  await awaited(200, { promise_token: lost })
  await awaited(404, { promise_token: 'unknown' })
  await awaited(413, { promise_token: 'x'.repeat(70_000) })
  await awaited(400, {}, true)
  await awaited(422, { promise_token: id, action: 'delete' }, true)
})
