// The operator's embeddings endpoint: it orders candidates, and whatever it does, there is an order.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { after, suite } from 'node:test'
import { type EmbedderOptions, makeEmbedder } from '../../../src/ask/model/embedder.ts'
import { makeRerank } from '../../../src/ask/model/rerank.ts'
import { openPostgresState } from '../../../src/store/postgres/state/state.ts'
import { openStateStore } from '../../../src/store/sqlite/state/state.ts'
import type { StateStore, VectorStore } from '../../../src/store/state.ts'
import { checkedAnswer } from '../../support/ask-reader.ts'
import { type Behaviour, embedding, reply, startFakeEmbeddings } from '../../support/servers/fake-embeddings.ts'
import { sharedCluster } from '../../support/servers/postgres-cluster.ts'
import { start } from '../../support/start-service.ts'
import { scratchFolder, until } from '../../support/vitrine-process.ts'
import { ownPages } from '../own-pages.ts'

const folder = scratchFolder()
const cluster = await sharedCluster()
after(cluster.stop)

let files = 0
const sqlite = async () => {
  const path = join(folder, `vectors-${files++}.db`)
  return () => openStateStore(path)
}
const opened = async (t: { after: (close: () => Promise<void>) => void }): Promise<StateStore> => {
  const state = (await sqlite())()
  t.after(state.close)
  return state
}
const stores: Record<string, () => Promise<() => StateStore>> = {
  SQLite: sqlite,
  PostgreSQL: async () => {
    const url = await cluster.newDatabase()
    return () => openPostgresState(url)
  },
}

const question = 'how do I water my plants'
const candidates = [
  { text: 'Bicycles have two wheels.', score: 0.7 },
  { text: 'A lamp needs a bulb.', score: 0.65 },
  { text: 'How to water plants: I water my plants weekly.', score: 0.6 },
]
const builtIn = candidates.map(({ text }) => text)
const reordered = [builtIn[2], builtIn[0], builtIn[1]]

const textsOf = async (ordered: Promise<{ text: string }[]>) => (await ordered).map(({ text }) => text)

function reranker(url: string, vectors: VectorStore, limits: EmbedderOptions['limits'] = {}) {
  const told: { reason?: string }[] = []
  const time = { now: 1 }
  const log = { warn: (about: object) => void told.push(about) }
  const endpoint = { url, model: 'nomic', key: 'k-1' }
  const embedder = makeEmbedder({ endpoint, vectors, log, now: () => time.now, limits: { timeoutMs: 5000, ...limits } })
  const rerank = makeRerank(embedder)
  return { order: () => textsOf(rerank(question, candidates)), rerank, told, time }
}

for (const [name, make] of Object.entries(stores))
  test(`orders candidates, and keeps their vectors on ${name} across restarts`, async t => {
    const open = await make()
    const { url, state } = await startFakeEmbeddings(t)
    const first = open()
    assert.deepEqual(await reranker(url, first.vectors).order(), reordered)
    assert.deepEqual(
      state.asked.map(({ path, model, input }) => [path, model, input]),
      [
        ['/v1/embeddings', 'nomic', [question]],
        ['/v1/embeddings', 'nomic', builtIn],
      ],
    )
    assert.equal(state.asked[0]!.headers.authorization, 'Bearer k-1')
    await first.close()
    const second = open()
    assert.deepEqual(await reranker(url, second.vectors).order(), reordered)
    assert.deepEqual(
      state.asked.slice(2).map(({ input }) => input),
      [[question]],
    )
    await second.close()
  })

/** What can go wrong, and what is said about it. */
const troubles: Record<string, [Behaviour, RegExp]> = {
  'an error': [(_, res) => void res.writeHead(500).end('{}'), /answered 500/],
  'a page': [(_, res) => void res.writeHead(200).end('<html>'), /JSON/],
  'an odd shape': [(_, res) => reply(res, { data: [7] }), /no vector/],
  'too few vectors': [(_, res) => reply(res, { data: [] }), /not one vector/],
  'no numbers': [(_, res) => reply(res, { data: [{ embedding: ['a', 'b'] }] }), /no vector/],
  'a vector of zeros': [(_, res) => reply(res, { data: [{ embedding: [0, 0] }] }), /zeros/],
  'a wrong position': [(_, res) => reply(res, { data: [{ index: 7, embedding: [1] }] }), /dimensions/],
  'vectors of another dimension for candidates': [
    (asked, res) => embedding(asked.input.length === 1 ? 32 : 16)(asked, res),
    /another dimension/,
  ],
  'vectors of different dimensions': [
    (asked, res) =>
      asked.input.length === 1
        ? embedding(4)(asked, res)
        : reply(res, { data: asked.input.map((_, i) => ({ embedding: [1, 2, 3, 4].slice(0, i + 2) })) }),
    /different dimensions/,
  ],
  'a connection that breaks': [(_, res) => void res.destroy(), /fetch failed/],
  silence: [() => {}, /timeout/i],
}

suite('when embeddings fail', () => {
  for (const [name, [behaviour, reason]] of Object.entries(troubles))
    test(`by ${name}, the order is the built-in one`, async t => {
      const { url } = await startFakeEmbeddings(t, behaviour)
      const state = await opened(t)
      const { order, told } = reranker(url, state.vectors, name === 'silence' ? { timeoutMs: 50 } : {})
      assert.deepEqual([await order(), await order()], [builtIn, builtIn])
      assert.equal(told.length, 1)
      assert.match(String(told[0]!.reason), reason)
    })

  test('it is logged once, after three failures none is asked, and later it is tried again', async t => {
    const { url, state: endpoint } = await startFakeEmbeddings(t, troubles['an error']![0])
    const state = await opened(t)
    const { order, told, time } = reranker(url, state.vectors)
    for (let i = 0; i < 5; i++) assert.deepEqual(await order(), builtIn)
    assert.deepEqual([endpoint.asked.length, told.length], [3, 1])
    time.now += 30_000
    endpoint.behaviour = embedding()
    assert.deepEqual(await order(), reordered)
  })

  test('nobody listens there', async t => {
    const { url, stop } = await startFakeEmbeddings(t)
    await stop()
    const state = await opened(t)
    assert.deepEqual(await reranker(url, state.vectors).order(), builtIn)
  })

  test('the store cannot be used', async t => {
    const { url } = await startFakeEmbeddings(t)
    const broken: VectorStore = {
      read: () => Promise.reject(new Error('locked')),
      write: () => Promise.reject(new Error('locked')),
    }
    assert.deepEqual(await reranker(url, broken).order(), builtIn)
  })
})

test('slow vectors of candidates are not waited for, and used by a later question', async t => {
  const gate = Promise.withResolvers<void>()
  const { url } = await startFakeEmbeddings(t, async (asked, res) => {
    if (asked.input.length > 1) await gate.promise
    embedding()(asked, res)
  })
  const state = await opened(t)
  const written = Promise.withResolvers<void>()
  const vectors: VectorStore = {
    ...state.vectors,
    write: change => state.vectors.write(change).finally(written.resolve),
  }
  const { order, told } = reranker(url, vectors, { timeoutMs: 400 })
  assert.deepEqual(await order(), builtIn)
  gate.resolve()
  await written.promise
  assert.deepEqual([await order(), told], [reordered, []])
})

test('vectors of another dimension are replaced: the model behind the name has changed', async t => {
  const { url, state: endpoint } = await startFakeEmbeddings(t, embedding(64))
  const state = await opened(t)
  assert.deepEqual(await reranker(url, state.vectors).order(), reordered)
  endpoint.behaviour = embedding(128)
  assert.deepEqual(await reranker(url, state.vectors).order(), reordered)
  assert.deepEqual(
    endpoint.asked.map(({ input }) => input.length),
    [1, 3, 1, 3],
  )
})

test('secrets in a question are not sent', async t => {
  const { url, state: endpoint } = await startFakeEmbeddings(t)
  const { rerank } = reranker(url, (await opened(t)).vectors)
  await rerank('My code is 482913, how do I water plants?', candidates)
  assert.ok(endpoint.asked.length > 0 && !JSON.stringify(endpoint.asked).includes('482913'))
})

test('vectors of many candidates are made in several requests, and read from the state store once', async t => {
  const { url, state: endpoint } = await startFakeEmbeddings(t)
  const state = await opened(t)
  let reads = 0
  const vectors: VectorStore = {
    ...state.vectors,
    read: wanted => {
      reads++
      return state.vectors.read(wanted)
    },
  }
  const { rerank } = reranker(url, vectors)
  const many = Array.from({ length: 70 }, (_, i) => ({ text: `Lamp ${'abcdefghij'[i % 10]}${i}`, score: 1 - i / 100 }))
  const all = [...many, { text: 'I water my plants', score: 0.5 }]
  const [first] = await rerank(question, all)
  assert.equal(first!.text, 'I water my plants')
  assert.ok(first!.closeness! > 0.5)
  assert.deepEqual(
    endpoint.asked.map(({ input }) => input.length),
    [1, 32, 32, 7],
  )
  const readsBefore = reads
  assert.equal((await rerank(question, all))[0]!.text, 'I water my plants')
  // The vector of the question is kept for a moment.
  assert.deepEqual([endpoint.asked.length, reads], [4, readsBefore])
})

test('one candidate, or none, needs no endpoint', async t => {
  const { url, state: endpoint } = await startFakeEmbeddings(t)
  const state = await opened(t)
  const { rerank } = reranker(url, state.vectors)
  assert.deepEqual(await rerank(question, candidates.slice(0, 1)), candidates.slice(0, 1))
  assert.deepEqual(await rerank(question, []), [])
  assert.equal(endpoint.asked.length, 0)
})

suite('through the service', () => {
  const ask = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const body = JSON.stringify({ query: 'Do unused credits expire?' })

  test('a question reaches the endpoint', async t => {
    const { url, state } = await startFakeEmbeddings(t)
    const service = await start(t, { config: { embed: { url, model: 'nomic', key: undefined } } })
    assert.equal(checkedAnswer((await service.web('/ask', { ...ask, body })).json()).answered, true)
    assert.deepEqual(state.asked[0]?.input, ['Do unused credits expire?'])
  })

  test('a passage that shares no word with the question is found', async t => {
    // For this model, a hound is a dog.
    const { url } = await startFakeEmbeddings(t, (asked, res) =>
      embedding()({ ...asked, input: asked.input.map(text => text.replaceAll(/\bhounds?\b/gi, 'dogs')) }, res),
    )
    const query = JSON.stringify({ query: 'hounds' })
    const passages = async (service: Awaited<ReturnType<typeof start>>): Promise<string[]> =>
      (await service.web('/ask', { ...ask, body: query }))
        .json()
        .results.map(({ description }: { description: string }) => description)
    const embed = { url, model: 'nomic', key: undefined }
    const [without, service] = [await start(t, ownPages()), await start(t, { ...ownPages(), config: { embed } })]
    const isFirst = ([first = '']: string[]) => first.startsWith('Only in the courtyard, on a leash.')
    assert.equal(isFirst(await passages(without)), false)
    await until('the vectors of the pages are there', async () => isFirst(await passages(service)))
  })

  test('without an endpoint the answer is the same as with one that fails', async t => {
    const { url } = await startFakeEmbeddings(t, troubles['an error']![0])
    const answerOf = async (embed?: { url: string; model: string; key: undefined }) => {
      const service = await start(t, { config: { embed } })
      const { answer, citations } = checkedAnswer((await service.web('/ask', { ...ask, body })).json())
      return { answer, titles: citations.map(({ title }) => title) }
    }
    assert.deepEqual(await answerOf({ url, model: 'nomic', key: undefined }), await answerOf())
  })
})
