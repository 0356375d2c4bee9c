// The client against the real service.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { Compile } from 'typebox/compile'
import { makeClient, VitrineError } from '../../client/client.ts'
import { wait } from '../../client/retry.ts'
import { operations } from '../../src/operations/index.ts'
import { start } from '../support/start-service.ts'

const service = await start({ after })
const client = makeClient({ url: service.webUrl })

/** Arguments that the small community has an answer to. */
const known: Record<string, string> = { handle: 'mira', slug: 'thing-0' }

test('every operation has a method, and it gives what the service gives', async () => {
  const methods = client as unknown as Record<string, (input: object) => Promise<unknown>>
  for (const { name, operationId, path, fields, pathFields, output } of operations) {
    assert.equal(
      operationId,
      name.replace(/_\w/g, letters => letters[1]!.toUpperCase()),
    )
    const given = Object.fromEntries(pathFields.map(field => [field, known[field]!]))
    const query = new URLSearchParams(fields.some(field => field.name === 'limit') ? { limit: '2' } : { locale: 'fr' })
    const data = await methods[operationId]!({ ...given, ...Object.fromEntries(query) })
    const address = path.replace(/\{(\w+)\}/g, (_, field) => known[field]!)
    assert.deepEqual(data, (await service.api(`${address}?${query}`)).json().data)
    assert.ok(Compile(output).Check(data), name)
  }
})

test('the pages of the feed are all of it, each once', async () => {
  const seen: string[] = []
  let pages = 0
  for await (const { items } of client.pages({ limit: 7, sort: 'recent' })) {
    pages += 1
    seen.push(...items.map(({ id }) => id))
  }
  const { total } = await client.getCommunityFeed()
  assert.deepEqual([pages, seen.length, new Set(seen).size], [6, total, total])
  const tagged: string[] = []
  for await (const { items } of client.pages({ tag: 'rare', limit: 48 })) tagged.push(...items.map(({ slug }) => slug))
  assert.equal(tagged.length, 10)
  const both: string[] = []
  for await (const { items } of client.pages({ tag: 'rare,hydration', creator: 'mira', limit: 3 }))
    both.push(...items.map(({ slug }) => slug))
  assert.deepEqual(
    both,
    (await client.getCommunityFeed({ tag: 'hydration,rare', creator: 'mira' })).items.map(({ slug }) => slug),
  )
  assert.ok(both.length > 3)
  for await (const { items } of client.pages({ limit: 7 })) {
    assert.equal(items.length, 7)
    break
  }
})

test('errors say what the service says', async () => {
  const errorOf = (call: Promise<unknown>) =>
    call.then(
      () => assert.fail('It worked.'),
      (error: VitrineError) => error,
    )
  const missing = await errorOf(client.getCreatorProfile({ handle: 'nobody' }))
  assert.ok(missing instanceof VitrineError && missing instanceof Error)
  const { name, code, status, retryable, requestId } = missing
  assert.deepEqual([name, code, status, retryable], ['not_found', 40400, 404, false])
  assert.equal(requestId, missing.body!.request_id)
  assert.match(String(missing), /^not_found: No creator is called nobody\.$/)
  const wrong = await errorOf(client.getCommunityFeed({ sort: 'best' as 'recent' }))
  assert.deepEqual([wrong.name, wrong.status, wrong.details[0]?.field], ['validation_failed', 422, 'sort'])
  const old = makeClient({ url: service.webUrl, version: '2020-01-01' })
  assert.equal((await errorOf(old.getPopularTags())).name, 'invalid_request')
})

test('questions: whole, and as they come', async () => {
  const { answer, answered, citations, metadata } = await client.ask({ query: 'Was kostet es?', locale: 'de' })
  assert.ok(answered && citations.length > 0 && /20/.test(answer))
  assert.equal(metadata.locale, 'de')
  const events = []
  for await (const { event, data } of client.askEvents('What does it cost?')) {
    events.push(event)
    if (event === 'complete') assert.match(data.answer, /20 USD/)
  }
  assert.deepEqual([events[0], events[1], events.at(-1)], ['start', 'result', 'complete'])
  const key = { idempotencyKey: 'the same' }
  const [first, again] = [await client.ask('What is this?', key), await client.ask('What is this?', key)]
  assert.equal(first.query_id, again.query_id)
})

test('a question that is answered later', async () => {
  const hurried = makeClient({ url: service.webUrl, wait: (ms, signal) => wait(ms === 5000 ? 20 : ms, signal) })
  const { answer } = await hurried.askJob('What does it cost?')
  assert.match(answer, /20 USD/)
  const { job_id } = await hurried.createAskJob({ query: 'What is this?' }, { idempotencyKey: 'job' })
  assert.equal((await hurried.createAskJob({ query: 'What is this?' }, { idempotencyKey: 'job' })).job_id, job_id)
  await hurried.waitForAskJob(job_id)
  assert.equal((await hurried.getAskJobStatus(job_id)).status, 'completed')
  await assert.rejects(hurried.waitForAskJob('none'), { name: 'not_found' })
})

test('a batch: each item has its own answer, in order', async () => {
  const [tags, app, missing, feed] = await client.batch([
    { operation: 'get_popular_tags' },
    { operation: 'get_app_share', arguments: { handle: 'mira', slug: 'thing-0' } },
    { operation: 'get_creator_profile', arguments: { handle: 'nobody' } },
    { id: 'mine', operation: 'get_community_feed', arguments: { limit: 1 } },
  ])
  assert.deepEqual(tags.data, await client.getPopularTags())
  assert.equal(app.data?.slug, 'thing-0')
  assert.deepEqual([missing.status, missing.error?.error, missing.data], [404, 'not_found', undefined])
  assert.deepEqual([feed.id, feed.data?.items.length], ['mine', 1])
  await assert.rejects(client.batch([]), { name: 'invalid_request', status: 400 })
})

test('status, and whatever else is JSON', async () => {
  const { status, retry } = await client.status()
  assert.equal(status, 'operational')
  assert.ok(retry.retryable.includes(429))
  assert.deepEqual(await client.request('/openapi.json'), (await service.web('/openapi.json')).json())
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const pong = await client.request(`${service.apiUrl}/mcp`, { method: 'POST', body: ping })
  assert.deepEqual(pong, { jsonrpc: '2.0', id: 1, result: {} })
  await assert.rejects(client.request('/nowhere'), { name: 'not_found', status: 404 })
})
