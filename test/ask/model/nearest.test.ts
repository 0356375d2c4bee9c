// With an embeddings endpoint, creations are found by their meaning.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { suite } from 'node:test'
import { makeEmbedder } from '../../../src/ask/model/embedder.ts'
import { makeNearest } from '../../../src/ask/model/nearest.ts'
import { importRecords } from '../../../src/records/transfer/import.ts'
import { openStore, openWritableStore } from '../../../src/store/sqlite/open.ts'
import { openStateStore } from '../../../src/store/sqlite/state/state.ts'
import { storeOptions } from '../../store/suite/harness.ts'
import { type Behaviour, embedding, reply, startFakeEmbeddings } from '../../support/servers/fake-embeddings.ts'
import { type Running, type Scope, start } from '../../support/start-service.ts'
import { scratchFolder, until } from '../../support/vitrine-process.ts'

const folder = scratchFolder()
let files = 0

/** For this model, these words mean the same. */
const meanings: [RegExp, string][] = [
  [/\b(?:seedlings?|houseplants?|flowers?)\b/gi, 'plant'],
  [/\b(?:thirsty?|watering)\b/gi, 'water'],
  [/\b(?:lullab(?:y|ies)|tunes?|songs?)\b/gi, 'song'],
]
const translating: Behaviour = (asked, res) => {
  const input = asked.input.map(text => meanings.reduce((rest, [words, word]) => rest.replace(words, word), text))
  return embedding()({ ...asked, input }, res)
}

const creation = (slug: string, title: string, summary: string, more: object = {}) => ({
  type: 'creation',
  handle: 'mira',
  slug,
  title,
  summary,
  ...more,
})
const others = ['Bicycle tours', 'Chess clock', 'Tax forms', 'Sourdough starter', 'Tide tables', 'Parking meter']
const records = [
  { type: 'creator', handle: 'mira', displayName: 'Mira' },
  creation('can', 'Watering houseplants', 'For flowers'),
  creation('hum', 'Evening songs', 'Songs and more songs', { kind: 'game' }),
  ...others.map((title, i) => creation(`other-${i}`, title, `${title} with ${i + 2} views`)),
]

suite('through the service', () => {
  const question = (query: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const answerOf = async (service: Running, query: string) => {
    const { answered, results } = (await service.web('/ask', question(query))).json()
    return { answered, slugs: results.map(({ url }: { url: string }) => url.split('/').at(-1)) }
  }
  const startWith = async (scope: Scope, behaviour?: Behaviour) => {
    const endpoint = behaviour && (await startFakeEmbeddings(scope, behaviour))
    const embed = endpoint && { url: endpoint.url, model: 'nomic', key: undefined }
    const service = await start(scope, { records, config: { embed } })
    await service.prepare()
    return service
  }

  test('what is looked for in other words is found', async t => {
    const query = 'something for thirsty seedlings'
    const without = await answerOf(await startWith(t), query)
    assert.equal(without.slugs.includes('can'), false)
    const service = await startWith(t, translating)
    await until('the vectors are there', async () => (await answerOf(service, query)).answered)
    assert.equal((await answerOf(service, query)).slugs[0], 'can')
  })

  test('what a question names is not replaced, and kinds are respected', async t => {
    const service = await startWith(t, translating)
    const first = async (query: string) => (await answerOf(service, query)).slugs[0]
    await until('the vectors are there', async () => (await first('something with tunes')) === 'hum')
    assert.equal(await first('something for chess'), 'other-1')
    assert.deepEqual((await answerOf(service, 'tunes and lullabies game')).slugs, ['hum'])
  })

  test('the words of a long question fit into the link to the search', async t => {
    const service = await startWith(t, translating)
    const query = `something for ${'thirsty seedlings and watering flowers '.repeat(12)}`
    await until('the vectors are there', async () => (await answerOf(service, query)).answered)
    const { citations } = (await service.web('/ask', question(query))).json()
    const { pathname, search } = new URL(citations[0].url)
    assert.match(search, /q=thirsty/)
    assert.equal((await service.web(pathname + search, { headers: { accept: 'text/html' } })).status, 200)
  })

  test('below a question that is declined are the closest creations', async t => {
    const service = await startWith(t, translating)
    const query = 'why do my seedlings look so thirsty?'
    await until('the vectors are there', async () => (await answerOf(service, query)).slugs[0] === 'can')
    assert.equal((await answerOf(service, query)).answered, false)
  })
})

suite('the closest creations', () => {
  const setUp = async (scope: Scope, behaviour: Behaviour = translating) => {
    const path = join(folder, `store-${files++}.db`)
    const [writable, state] = [await openWritableStore(path), openStateStore(join(folder, `state-${files}.db`))]
    const time = { now: 1 }
    const bring = async (some: readonly object[]) =>
      assert.ok((await importRecords(some, { store: writable, now: () => time.now, kinds: ['app', 'game'] })).complete)
    await bring(records)
    const creations = await openStore(path, storeOptions)
    scope.after(async () => {
      await Promise.all([creations.close(), writable.close(), state.close()])
    })
    const { url, state: endpoint } = await startFakeEmbeddings(scope, behaviour)
    const now = () => time.now
    const log = { warn: () => {} }
    const make = (limits: Parameters<typeof makeNearest>[0]['limits'] = {}) => {
      const options = { endpoint: { url, model: 'nomic' }, vectors: state.vectors, log, now }
      const embedder = makeEmbedder({ ...options, limits: { timeoutMs: 5000 } })
      const nearest = makeNearest({ embedder, creations, now, limits })
      return async (question: string, limit = 1) => (await nearest(question, limit)).map(({ slug }) => slug)
    }
    const textsSent = () => endpoint.asked.flatMap(({ input }) => (input.length > 1 ? input : []))
    return { make, bring, time, endpoint, creations, textsSent }
  }
  const isReady = (nearest: (question: string) => Promise<string[]>) =>
    until('the vectors are there', async () => (await nearest('songs'))[0] === 'hum')

  test('come best first, with how close they are', async t => {
    const { make } = await setUp(t)
    const nearest = make()
    await isReady(nearest)
    assert.deepEqual((await nearest('thirsty flowers', 3))[0], 'can')
    assert.equal((await nearest('thirsty flowers', 3)).length, 3)
    assert.equal((await nearest('thirsty flowers', 100)).length, records.length - 1)
  })

  test('are read again a minute after data changed, and only what is new is sent', async t => {
    const { make, bring, time, creations, textsSent } = await setUp(t)
    const nearest = make()
    await isReady(nearest)
    const [sent, version] = [textsSent().length, creations.version()]
    await bring([
      creation('lamp', 'Lanterns', 'Lanterns of paper'),
      { type: 'delete', of: 'creation', handle: 'mira', slug: 'can' },
      creation('shed', 'Garden lanterns', 'Outside'),
    ])
    await until('the store has seen it', async () => creations.version() !== version)
    assert.equal((await nearest('lanterns of paper'))[0] === 'lamp', false)
    time.now += 60_000
    await until('the new one is found', async () => (await nearest('lanterns of paper'))[0] === 'lamp')
    assert.equal((await nearest('watering houseplants', 100)).includes('can'), false)
    assert.equal(textsSent().length, sent + 2)
  })

  test('are sent once for all processes', async t => {
    const { make, textsSent } = await setUp(t)
    await isReady(make())
    const sent = textsSent().length
    await isReady(make())
    assert.equal(textsSent().length, sent)
  })

  test('are only the most popular of many', async t => {
    const { make, bring } = await setUp(t)
    await bring([creation('hum', 'Evening songs', 'Songs and more songs', { stats: { plays: 9 } })])
    const nearest = make({ maxCreations: 1 })
    await isReady(nearest)
    assert.deepEqual(await nearest('thirsty flowers', 5), ['hum'])
  })

  test('are none while the endpoint fails, and come when it works again', async t => {
    const { make, time, endpoint } = await setUp(t, (_, res) => void res.writeHead(500).end())
    const nearest = make()
    for (let i = 0; i < 5; i++) assert.deepEqual(await nearest('songs'), [])
    assert.equal(endpoint.asked.length, 3)
    // Questions work again, but not texts.
    endpoint.behaviour = (asked, res) => (asked.input.length > 1 ? reply(res, { data: [] }) : embedding()(asked, res))
    time.now += 60_000
    assert.deepEqual(await nearest('songs'), [])
    endpoint.behaviour = translating
    time.now += 60_000
    await isReady(nearest)
  })
})
