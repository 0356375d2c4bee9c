// What is not public changes nothing: every response is the same, byte for byte, as if it had never existed.
import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { operations } from '../../src/operations/index.ts'
import { sorts } from '../../src/store/store.ts'
import { fixtureRecords, targetOf } from '../support/contract-service.ts'
import { type Reply, type Running, start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

type Fields = Record<string, unknown>

const marker = 'zyxwv'
const isHidden = ({ type, visibility }: Fields) =>
  type === 'creation' && visibility !== undefined && visibility !== 'public'

const nameOf = ({ handle, slug }: Fields) => `${handle}/${slug}`

/** The fixture without its hidden creations and their scores. */
function publicRecords(): Fields[] {
  const hidden = new Set(fixtureRecords().filter(isHidden).map(nameOf))
  return fixtureRecords().filter(record => !hidden.has(nameOf(record)))
}

const hiddenTexts = {
  title: `${marker}title secret water`,
  summary: `${marker}summary hydration`,
  description: `${marker}description`,
  instructions: `${marker}instructions`,
}

/** One of them; its words, tags, category, media and languages are found nowhere else. */
function hiddenCreation(visibility: string, handle: string, more: Fields): Fields {
  return {
    type: 'creation',
    visibility,
    handle,
    slug: `${marker}-${visibility}`,
    ...hiddenTexts,
    kind: 'game',
    category: `${marker}-category`,
    tags: ['hydration', `${marker}-tag`],
    translations: { zu: hiddenTexts, es: hiddenTexts },
    coverUrl: `https://cdn.example.org/${marker}.png`,
    iconUrl: `/art/${marker}.svg`,
    screenshots: [`https://cdn.example.org/${marker}-1.png`],
    featured: true,
    stats: { views: 987_654_321, plays: 987_654_321, likes: 987_654_321, remixes: 987_654_321 },
    publishedAt: '2026-06-01T00:00:00Z',
    ...more,
  }
}

const waterLog = { handle: 'mira', slug: 'water-log' }

/** Hidden creations in every relation: remixes of public ones, of each other, and with scores of everybody. */
function hiddenRecords(): Fields[] {
  const slug = (visibility: string) => `${marker}-${visibility}`
  const score = (handle: string, visibility: string, player: string) => ({
    type: 'score',
    handle,
    slug: slug(visibility),
    player,
    score: 987_654_321,
    unit: `${marker}unit`,
    achievedAt: '2026-06-02T00:00:00Z',
  })
  return [
    hiddenCreation('private', 'mira', { remixOf: waterLog }),
    hiddenCreation('unlisted', 'ann', { remixOf: { handle: 'mira', slug: slug('private') }, category: 'health' }),
    hiddenCreation('private', 'ben', { remixOf: { handle: 'ben', slug: 'hydro-quiz' }, category: 'play' }),
    hiddenCreation('unlisted', 'sam', { locale: 'zu', translations: {} }),
    ...['ann', 'mira', 'yuki'].map(player => score('mira', 'private', player)),
    score('ann', 'unlisted', 'cho'),
  ]
}

/** A public creation made from a hidden one: it shows, its origin does not. */
const remixOfHidden = (origin: Fields | null): Fields => ({
  type: 'creation',
  handle: 'yuki',
  slug: 'remix-of-hidden',
  title: 'A remix',
  remixOf: origin,
  publishedAt: '2026-03-03T00:00:00Z',
})

const addresses = { baseUrl: 'https://api.example.org', webUrl: 'https://example.org' }
const shared = { ...addresses, cursorSecret: 'the same in both services' }

const startWith = (t: TestContext, records: Fields[]) => start(t, { records, config: shared })

const words = ['water', 'secret', 'hydration', marker, `${marker}title`, `${marker}-tag`, `${marker}-category`, 'a', '']
const locales = ['', 'en', 'es', 'zu', 'zu-ZA', 'ja']

function* feedQuestions() {
  for (const sort of ['', ...sorts]) {
    for (const locale of locales) yield { sort, locale, limit: 48 }
    for (const q of words) yield { sort, q }
    for (const category of ['health', 'play', `${marker}-category`]) yield { sort, category }
    for (const tag of ['hydration', `${marker}-tag`]) yield { sort, tag, featuredOnly: true }
    for (const limit of [1, 5]) yield { sort, featuredOnly: true, limit }
  }
}

/** Everything there is to ask, about everybody. */
function* questions(records: Fields[]): Generator<string> {
  const handles = records.filter(({ type }) => type === 'creator').map(({ handle }) => handle as string)
  const apps = records.filter(({ type }) => type === 'creation') as { handle: string; slug: string }[]
  for (const operation of operations) {
    const takesLocale = operation.fields.some(({ name }) => name === 'locale')
    const about = operation.pathFields.includes('slug')
      ? apps.map(({ handle, slug }) => ({ handle, slug }))
      : operation.pathFields.includes('handle')
        ? handles.map(handle => ({ handle }))
        : [{}]
    for (const values of about) {
      for (const locale of takesLocale ? locales : [''])
        yield targetOf(operation, { ...values, ...(locale && { locale }) })
    }
  }
  for (const values of feedQuestions()) yield targetOf(operations[0]!, values)
}

const pages = (records: Fields[]): string[] => [
  '/',
  ...records.filter(({ type }) => type === 'creator').map(({ handle }) => `/@${handle}`),
  ...records.filter(({ type }) => type === 'creation').map(({ handle, slug }) => `/@${handle}/${slug}`),
]

const facts = ({ status, headers, text }: Reply) => {
  const { 'x-request-id': id = '', date: _, 'content-length': __, ...rest } = headers
  return { status, text: text.replaceAll(String(id), ''), headers: rest }
}

/** Responses for all public records and for the hidden creations, by path. */
async function everyAnswer({ api, web }: Running, records: Fields[], hidden: Fields[]) {
  const answers = new Map<string, ReturnType<typeof facts>>()
  for (const path of questions(records)) answers.set(path, facts(await api(path)))
  for (const { handle, slug } of hidden) {
    for (const query of ['', '?locale=zu']) {
      const path = `/public/share/app/${handle}/${slug}${query}`
      answers.set(path, facts(await api(path)))
    }
  }
  for (const path of pages([...records, ...hidden])) answers.set(path, facts(await web(path)))
  return answers
}

function assertSame(seen: ReadonlyMap<string, unknown>, expected: ReadonlyMap<string, unknown>): void {
  assert.deepEqual([...seen.keys()], [...expected.keys()])
  for (const [path, answer] of seen) {
    assert.deepEqual(answer, expected.get(path), path)
    if (!path.includes(marker)) assert.ok(!JSON.stringify(answer).includes(marker), path)
    assert.ok(!JSON.stringify(answer).includes('98765432'), path)
  }
}

test('hidden creations leave no trace', async t => {
  const visible = [...publicRecords(), remixOfHidden(null)]
  const hidden = hiddenRecords()
  const creations = hidden.filter(({ type }) => type === 'creation')
  const origin = { handle: 'mira', slug: `${marker}-private` }
  const all = [...publicRecords(), remixOfHidden(origin), ...hidden]
  const never = await startWith(t, visible)
  const expected = await everyAnswer(never, visible, creations)
  for (const { handle, slug } of creations)
    assert.equal(expected.get(`/public/share/app/${handle}/${slug}`)!.status, 404)

  await t.test('imported together with what is public, and deleted later', async t => {
    const service = await startWith(t, all)
    assertSame(await everyAnswer(service, visible, creations), expected)
    await service.bring(creations.map(({ handle, slug }) => ({ type: 'delete', of: 'creation', handle, slug })))
    assertSame(await everyAnswer(service, visible, creations), expected)
  })

  await t.test('public once, hidden later, while the service runs', async t => {
    const open = all.map(record => (isHidden(record) ? { ...record, visibility: 'public' } : record))
    const time = { now: Date.now() }
    const service = await start(t, { records: open, config: shared, now: () => time.now })
    const found = await Array.fromAsync(questions(visible), async path =>
      (await service.api(path)).text.includes(marker),
    )
    assert.ok(found.filter(Boolean).length > 100, 'the markers are found while they are public')
    await service.bring(hidden)
    const totalOf = async (running: Running): Promise<number> =>
      (await running.api('/public/share/community')).json().data.total
    const total = await totalOf(never)
    await until('the import shows', async () => (await totalOf(service)) === total)
    // A cached response may be sent for a moment while the new one is made.
    time.now += 1000
    assertSame(await everyAnswer(service, visible, creations), expected)
  })
})
