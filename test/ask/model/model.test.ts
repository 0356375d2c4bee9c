// The operator's language model: its words are used when they hold, and the built-in answer whenever they do not.
import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import type { AskResponse } from '../../../src/ask/answer/answer.ts'
import type { ModelSentence } from '../../../src/ask/model/check.ts'
import { makeModel } from '../../../src/ask/model/model.ts'
import { checkedAnswer, eventsIn } from '../../support/ask-reader.ts'
import {
  type Asked,
  type Behaviour,
  begin,
  sampleDraft as draft,
  finish,
  saying,
  speak,
  startFakeModel,
} from '../../support/servers/fake-model.ts'
import { start } from '../../support/start-service.ts'

async function collected(sentences: AsyncGenerator<ModelSentence> | null): Promise<ModelSentence[]> {
  assert.ok(sentences !== null, 'The model was not asked.')
  const all: ModelSentence[] = []
  for await (const sentence of sentences) all.push(sentence)
  return all
}

const silent = { warn() {} }
const calm = new AbortController().signal
const goodLines = ['The largest plan costs 180 USD a month. [1]', 'There is no checkout API. [3]']

/** What can go wrong, and what is said about it. */
const troubles: Record<string, [Behaviour, RegExp]> = {
  'a lie about a number': [saying(() => [goodLines[0]!, 'It gives 90,000 credits a month. [1]']), /a number/],
  'a link': [saying(() => ['Purchases happen at https://evil.example. [2]']), /a link/],
  'too many sentences': [saying(() => Array.from({ length: 20 }, () => goodLines[0]!)), /too many/],
  nothing: [saying(() => []), /no sentences/],
  garbage: [
    (_, res) => {
      begin(res)
      res.end('data: {"choices":[{"delta"\n\n')
    },
    /JSON/,
  ],
  'a page': [(_, res) => void res.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'), /JSON/],
  'an odd shape': [
    (_, res) => void res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"choices":[7]}'),
    /not whole/,
  ],
  'an error': [(_, res) => void res.writeHead(500).end('{}'), /answered 500/],
  'a refusal': [(_, res) => void res.writeHead(401).end('{}'), /answered 401/],
  'a redirect': [(_, res) => void res.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(), /fetch failed/],
  'an error as an event': [
    (_, res) => {
      begin(res)
      res.end('data: {"error":{"message":"overloaded"}}\n\n')
    },
    /an error/,
  ],
  'an answer cut short': [
    (_, res) => {
      begin(res)
      speak(res, goodLines.join('\n'))
      finish(res, 'length')
    },
    /cut short/,
  ],
  'an answer that breaks off': [
    (_, res) => {
      begin(res)
      speak(res, goodLines.join('\n'))
      res.end()
    },
    /broke off/,
  ],
  'a connection that breaks': [
    (_, res) => {
      begin(res)
      speak(res, goodLines[0]!)
      res.write('\n', () => res.destroy())
    },
    /terminated|aborted|ECONNRESET/,
  ],
  'no end': [
    async (_, res) => {
      begin(res)
      for (let open = true; open; ) open = await new Promise(go => res.write(`: ${'x'.repeat(9_999)}\n\n`, e => go(!e)))
    },
    /too much/,
  ],
  silence: [() => {}, /timeout/i],
  'a stall half-way': [
    (_, res) => {
      begin(res)
      speak(res, `${goodLines[0]}\n`)
    },
    /timeout/i,
  ],
}

suite('a model', () => {
  test('gets the facts as data, and its sentences are streamed', async t => {
    const gate = Promise.withResolvers<void>()
    const { url, state } = await startFakeModel(t, async (_, res) => {
      begin(res)
      speak(res, `${goodLines[0]}\n\n`)
      await gate.promise
      speak(res, goodLines[1]!)
      finish(res)
    })
    const model = makeModel({ endpoint: { url, model: 'small', key: 'k-123' }, log: silent, now: Date.now })
    assert.equal(model.name, 'small')
    const sentences = model.reword(draft, calm)!
    assert.deepEqual(await sentences.next(), {
      done: false,
      value: { text: 'The largest plan costs 180 USD a month.', citation: 1 },
    })
    gate.resolve()
    assert.deepEqual(await collected(sentences), [{ text: 'There is no checkout API.', citation: 3 }])
    const [asked] = state.asked as [Asked]
    assert.deepEqual([asked.path, asked.model, asked.stream], ['/v1/chat/completions', 'small', true])
    assert.equal(asked.headers.authorization, 'Bearer k-123')
    assert.deepEqual(
      asked.messages.map(({ role }) => role),
      ['system', 'user'],
    )
    assert.equal(asked.data.question, draft.question)
    assert.deepEqual(
      asked.data.sources.map(({ text }) => text),
      draft.sources,
    )
    assert.ok(!asked.messages[0]!.content.includes('evil'))
  })

  test('may answer without streaming', async t => {
    const { url } = await startFakeModel(t, (_, res) => {
      const choices = [{ finish_reason: 'stop', message: { content: goodLines.join('\n') } }]
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ choices }))
    })
    const model = makeModel({ endpoint: { url, model: 'small' }, log: silent, now: Date.now })
    assert.equal((await collected(model.reword(draft, calm))).length, 2)
  })

  for (const [name, [behaviour, reason]] of Object.entries(troubles)) {
    test(`fails by ${name}`, async t => {
      const { url, state } = await startFakeModel(t, behaviour)
      const told: { reason?: string }[] = []
      const log = { warn: (about: object) => void told.push(about) }
      const model = makeModel({ endpoint: { url, model: 'm' }, log, now: Date.now, limits: { timeoutMs: 500 } })
      await assert.rejects(collected(model.reword(draft, calm)))
      assert.equal(state.asked.length, 1)
      assert.equal(told.length, 1)
      assert.match(String(told[0]!.reason), reason)
    })
  }

  test('is not used after three failures in a row, and tried again later', async t => {
    const { url, state } = await startFakeModel(t, troubles['an error']![0])
    const time = { now: 0 }
    const model = makeModel({ endpoint: { url, model: 'm' }, log: silent, now: () => time.now })
    for (let i = 0; i < 3; i++) await assert.rejects(collected(model.reword(draft, calm)))
    assert.equal(model.reword(draft, calm), null)
    time.now += 30_000
    await assert.rejects(collected(model.reword(draft, calm)))
    assert.equal(model.reword(draft, calm), null)
    time.now += 30_000
    state.behaviour = saying(() => goodLines)
    assert.equal((await collected(model.reword(draft, calm))).length, 2)
    assert.equal((await collected(model.reword(draft, calm))).length, 2)
    assert.equal(state.asked.length, 6)
  })

  test('has only so many questions at once', async t => {
    const gate = Promise.withResolvers<void>()
    const { url } = await startFakeModel(t, async (asked, res) => {
      await gate.promise
      saying(() => goodLines)(asked, res)
    })
    const model = makeModel({ endpoint: { url, model: 'm' }, log: silent, now: Date.now, limits: { maxConcurrent: 2 } })
    const running = [collected(model.reword(draft, calm)), collected(model.reword(draft, calm))]
    assert.equal(model.reword(draft, calm), null)
    gate.resolve()
    await Promise.all(running)
    assert.notEqual(model.reword(draft, calm), null)
  })

  test('stops when the reader leaves, which is no failure', async t => {
    const { url, state } = await startFakeModel(t, troubles['a stall half-way']![0])
    const told: object[] = []
    const log = { warn: (about: object) => void told.push(about) }
    const model = makeModel({ endpoint: { url, model: 'm' }, log, now: Date.now })
    for (let i = 1; i <= 4; i++) {
      const controller = new AbortController()
      const sentences = model.reword(draft, controller.signal)!
      await sentences.next()
      const rest = sentences.next()
      controller.abort()
      await assert.rejects(rest)
    }
    assert.deepEqual(told, [])
    assert.equal(state.asked.length, 4)
    for (let i = 1; i <= 4; i++) {
      const controller = new AbortController()
      await model.reword(draft, controller.signal)!.next()
      controller.abort() // and never looked at again
      for await (const _ of model.reword(draft, calm)!) break
    }
    assert.deepEqual(told, [])
  })
})

suite('through the service', () => {
  const question = 'Do unused credits expire?'
  const post = (query: string, streaming = false) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, prefer: { streaming } }),
  })
  const lasting = ({ _meta: _, query_id: _id, ...rest }: AskResponse) => rest
  /** Says the built-in sentences again: what matters is whose they are said to be. */
  const reworded = saying(({ data }) => data.draft)

  test('its words are used, and it is named', async t => {
    const { url, state } = await startFakeModel(t, reworded)
    const llm = { url, model: 'small-1', key: undefined }
    const service = await start(t, { config: { llm } })
    const answer = checkedAnswer((await service.web('/ask', post(question))).json())
    assert.deepEqual([answer._meta.answerer, answer.answered], ['small-1', true])
    assert.ok(answer.citations.length > 0)
    const events = eventsIn((await service.web('/ask', post(question, true))).text)
    assert.deepEqual(lasting(checkedAnswer(events.at(-1)!.data)), lasting(answer))
    assert.equal(state.asked.length, 2)
    for (const query of ['zyzzyva quokka', '']) {
      const unknown = checkedAnswer((await service.web('/ask', post(query))).json())
      assert.equal(unknown._meta.answerer, 'builtin')
    }
    assert.equal(state.asked.length, 2, 'unknown questions do not reach the model')
  })

  test('whatever it does, the built-in answer is there', async t => {
    const plain = await start(t)
    const builtin = lasting(checkedAnswer((await plain.web('/ask', post(question))).json()))
    const { url, state } = await startFakeModel(t, troubles.garbage![0])
    for (const name of ['a lie about a number', 'garbage', 'an error', 'a connection that breaks'] as const) {
      state.behaviour = troubles[name]![0]
      const service = await start(t, { config: { llm: { url, model: 'small-1', key: undefined } } })
      for (const streaming of [false, true]) {
        const reply = await service.web('/ask', post(question, streaming))
        const answer = checkedAnswer(streaming ? eventsIn(reply.text).at(-1)!.data : reply.json())
        assert.equal(answer._meta.answerer, 'builtin', name)
        assert.deepEqual(lasting(answer).answer, builtin.answer)
      }
      await service.close()
    }
  })
})
