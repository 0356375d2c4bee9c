// Traces, as a collector receives them.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startReceiver } from '../support/servers/otlp-receiver.ts'
import { raw, type StartOptions, start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

process.env.OTEL_EXPORTER_OTLP_HEADERS = 'api-key=k1'
const receiver = await startReceiver()
after(receiver.close)
const everything = { traces: receiver.url, tracesSample: 1 }
const service = await start({ after }, { config: everything })

const trace = '0af7651916cd43dd8448eb211c80319c'
const caller = 'b7ad6b7169203331'
const traceparent = (flags = '01', id = trace) => ({ traceparent: `00-${id}-${caller}-${flags}` })

/** The spans of one trace, when there are as many as there should be. */
async function spansOf(id: string, many: number) {
  const found = () => receiver.spans.filter(({ traceId }) => traceId === id)
  await until(`${many} spans have come`, () => found().length >= many)
  return found()
}

describe('traces', { concurrency: 3 }, () => {
  describe('a traced service', { concurrency: 8 }, () => {
    test('a request and its reads are spans, without search terms', async () => {
      const search = '/public/share/community?q=thing&sort=liked'
      // The first search of all waits for a thread to start, perhaps for too long.
      await until('searches are answered', async () => (await service.api(search)).status === 200)
      const asked = `${search}&limit=3`
      const reply = await service.api(asked, { headers: traceparent() })
      assert.equal(reply.status, 200)
      const [store, request] = await spansOf(trace, 2)
      assert.equal(request!.name, 'GET get_community_feed')
      assert.equal(request!.parentSpanId, caller)
      assert.equal(request!.kind, 2)
      assert.equal(request!.attributes['http.response.status_code'], 200)
      assert.equal(request!.attributes['url.path'], '/public/share/community')
      assert.equal(request!.attributes['vitrine.request_id'], reply.headers['x-request-id'])
      assert.equal(request!.attributes['vitrine.at_the_door'], false)
      assert.equal(store!.name, 'store feed')
      assert.equal(store!.parentSpanId, request!.spanId)
      assert.equal(store!.attributes['db.system.name'], 'sqlite')
      assert.equal(store!.attributes['vitrine.feed.search'], true)
      assert.doesNotMatch(JSON.stringify([store, request]), /q=thing|"thing"/)
      assert.equal(receiver.resources[0]!['service.name'], 'vitrine')
      assert.deepEqual([...receiver.keys], ['k1'])
    })

    test('a hot answer is a span alone', async () => {
      const path = '/public/share/tags'
      await service.api(path)
      const hot = '1af7651916cd43dd8448eb211c80319c'
      await service.api(path, { headers: traceparent('01', hot) })
      const [request, ...others] = await spansOf(hot, 1)
      assert.deepEqual([request!.name, others.length], ['GET get_popular_tags', 0])
      assert.equal(request!.attributes['vitrine.at_the_door'], true)
    })

    test('a question is a part of its request, and what it reads a part of the question', async () => {
      const id = '2af7651916cd43dd8448eb211c80319c'
      const body = JSON.stringify({ query: 'Which trackers are the most popular?' })
      const headers = { ...traceparent('01', id), 'Content-Type': 'application/json' }
      await service.prepare() // on a busy machine it takes longer than a question may
      const reply = await service.web('/ask', { method: 'POST', headers, body })
      assert.equal(reply.json().answered, true, reply.text)
      const spans = await spansOf(id, 3)
      const request = spans.find(({ name }) => name.startsWith('POST'))!
      const question = spans.find(({ name }) => name === 'ask')!
      assert.equal(question.parentSpanId, request.spanId)
      assert.equal(question.attributes['vitrine.ask.answered'], true)
      assert.equal(question.attributes['vitrine.ask.intent'], reply.json().metadata.intent)
      const reads = spans.filter(({ name }) => name.startsWith('store '))
      assert.ok(reads.length > 0)
      assert.ok(reads.every(({ parentSpanId }) => parentSpanId === question.spanId))
      assert.doesNotMatch(JSON.stringify(spans), /Which trackers/)
    })

    test('a job is a trace of its own', async () => {
      const body = JSON.stringify({ query: 'What is this?' })
      const headers = { 'Content-Type': 'application/json' }
      const reply = await service.web('/ask/jobs', { method: 'POST', headers, body })
      assert.equal(reply.status, 202, reply.text)
      await until('the job is traced', () => receiver.named('ask job').length > 0)
      const [job] = receiver.named('ask job')
      assert.equal(job!.parentSpanId, undefined)
      assert.equal(job!.attributes['vitrine.request_id'], reply.headers['x-request-id'])
      assert.ok(receiver.named('ask').some(({ parentSpanId }) => parentSpanId === job!.spanId))
    })

    test('what fails is marked', async () => {
      const id = '3af7651916cd43dd8448eb211c80319c'
      await service.api('/public/share/user/nobody', { headers: traceparent('01', id) })
      const spans = await spansOf(id, 2)
      const request = spans.find(({ kind }) => kind === 2)!
      assert.equal(request.attributes['http.response.status_code'], 404)
      assert.notEqual(request.status.code, 2)
    })

    test('a header that cannot be understood begins a new trace', async () => {
      const none = '0'.repeat(32)
      const odd = [
        'x',
        `00-${none}-${caller}-01`,
        `ff-${trace}-${caller}-01`,
        `00-${trace}-${caller}-01-more`,
        '00-1-2-3',
      ]
      const pathOf = (i: number) => `/no/such/path/${i}`
      for (const [i, text] of odd.entries()) await service.api(pathOf(i), { headers: { traceparent: text } })
      for (const i of odd.keys()) {
        const isIt = ({ attributes }: (typeof receiver.spans)[number]) => attributes['url.path'] === pathOf(i)
        await until('the request is traced', () => receiver.spans.some(isIt))
        const span = receiver.spans.find(isIt)!
        assert.equal(span.parentSpanId, undefined)
        assert.notEqual(span.traceId, trace)
        assert.match(span.traceId, /^[0-9a-f]{32}$/)
      }
    })
  })

  describe('sampling', { concurrency: 2 }, () => {
    const counted = async (config: StartOptions['config'], flags: string, id: string) => {
      const own = await startReceiver()
      const { api, close } = await start({ after }, { config: { traces: own.url, ...config } })
      for (let i = 0; i < 20; i++) await api('/public/share/tags', { headers: traceparent(flags, id) })
      await close() // which sends what is left
      await own.close()
      return own.named('GET get_popular_tags').length
    }

    test('the share that was set, whatever strangers say', async () => {
      assert.equal(await counted({ tracesSample: 0 }, '01', trace), 0)
      assert.equal(await counted({ tracesSample: 1 }, '00', trace), 20)
      const some = await counted({ tracesSample: 0.5 }, '01', trace)
      assert.ok(some > 0 && some < 20, `${some} of 20`)
    })

    test('the caller, when it is a proxy of ours', async () => {
      const ours = { trustProxy: ['127.0.0.1', '::1'] }
      assert.equal(await counted({ ...ours, tracesSample: 0 }, '01', trace), 20)
      assert.equal(await counted({ ...ours, tracesSample: 1 }, '00', trace), 0)
    })
  })

  describe('a collector that is not well, and none', { concurrency: 3 }, () => {
    const path = '/public/share/tags'
    const many = 4000
    const flood = (port: number, last = 'Connection: close\r\n') =>
      raw(
        port,
        `${`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(many - 1)}GET ${path} HTTP/1.1\r\nHost: localhost\r\n${last}\r\n`,
      )
    const answered = (text: string) => text.match(/HTTP\/1\.1 200 OK/g)?.length ?? 0

    test('does not delay requests when it hangs, and the queue is bounded', async () => {
      const hanging = await startReceiver()
      hanging.hang()
      const { api, ports, close } = await start({ after }, { config: { traces: hanging.url, tracesSample: 1 } })
      await api(path)
      assert.equal(answered(await flood(ports.api)), many)
      await until('something was sent', () => hanging.requests() > 0)
      await hanging.close()
      const revived = await startReceiver(hanging.port)
      await until('the queue is sent', async () => {
        await api(path)
        return revived.spans.length > 0
      })
      await close()
      await revived.close()
      assert.ok(revived.spans.length < many, `${revived.spans.length} spans were kept`)
    })

    test('is logged once when it is gone, and does not prevent stopping', async () => {
      const gone = await startReceiver()
      await gone.close()
      const lines: { msg: string }[] = []
      const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) }
      const { api, close } = await start(
        { after },
        { config: { traces: gone.url, tracesSample: 1, logLevel: 'info' }, logTo },
      )
      for (let i = 0; i < 5; i++) assert.equal((await api(path)).status, 200)
      await until('it is told', () => lines.some(({ msg }) => msg.startsWith('traces cannot be sent')))
      for (let i = 0; i < 5; i++) assert.equal((await api(path)).status, 200)
      await close()
      assert.equal(lines.filter(({ msg }) => msg.startsWith('traces cannot be sent')).length, 1)
    })
  })
})
