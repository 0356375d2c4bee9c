// The list of creators and similar creations, over HTTP.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { creatorSorts } from '../../src/store/store.ts'
import { dataOf, operationCalled, targetOf } from '../support/contract-service.ts'
import { start } from '../support/start-service.ts'

type Values = Record<string, string | number>
type Person = { handle: string; followerCount: number; appCount: number }
type Page = {
  items: Person[]
  total: number
  hasMore: boolean
  next_cursor: string | null
  match: string | null
  searched: string | null
  suggestions: { q: string; total: number }[]
  pagination: Pagination
}
type Pagination = { sort: string; nextUrl: string | null; total: number; totalIsExact: boolean; returned: number }

const names = ['Anna Schmidt', 'Anna', 'Annabel Lee', 'José Ñandú', '田中太郎', "O'Neil", 'Bob Anna', 'Zoë']
const people = Array.from({ length: 30 }, (_, i) => ({
  type: 'creator',
  handle: i === 6 ? 'anna' : `p${String(i).padStart(2, '0')}`,
  displayName: names[i % names.length],
  joinedAt: new Date(Date.UTC(2026, 0, 1 + (i % 7))).toISOString(),
}))
const app = (handle: string, slug: string, more: object = {}) => ({
  type: 'creation',
  handle,
  slug,
  title: `The ${slug}`,
  kind: 'app',
  publishedAt: '2026-03-01T10:00:00Z',
  ...more,
})
const follows = people.flatMap(({ handle }, i) =>
  people
    .slice(0, i % 5)
    .filter(other => other.handle !== handle)
    .map(other => ({ type: 'follow', follower: other.handle, following: handle })),
)
const apps = [
  app('p00', 'water', { tags: ['hydration', 'daily', 'health'], category: 'health', kind: 'tracker' }),
  app('p01', 'drink', { tags: ['hydration', 'daily'], category: 'health' }),
  app('p02', 'sleep', { tags: ['daily'], category: 'health', kind: 'tracker' }),
  app('p03', 'run', { tags: ['daily'], category: 'sport' }),
  app('p04', 'notes', { category: 'health' }),
  app('p05', 'habits', { kind: 'tracker' }),
  app('p00', 'tea', { tags: ['hydration', 'daily', 'health'], category: 'health', kind: 'tracker' }),
  app('p01', 'secret', { tags: ['hydration', 'daily', 'health'], visibility: 'private' }),
  app('p02', 'other', { tags: ['music'], category: 'music' }),
]
const service = await start({ after }, { records: [...people, ...apps, ...follows] })

const creators = operationCalled('get_creators')
const similar = operationCalled('get_similar_apps')
const pageOf = async (values: Values = {}): Promise<Page> =>
  dataOf(creators, await service.api(targetOf(creators, values)))
const handles = async (values: Values) => (await pageOf(values)).items.map(({ handle }) => handle)

async function everyone(values: Values): Promise<Person[]> {
  const found: Person[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await pageOf(cursor === undefined ? values : { ...values, cursor })
    assert.equal(page.hasMore, page.next_cursor !== null)
    assert.deepEqual([page.pagination.total, page.pagination.returned], [page.total, page.items.length])
    found.push(...page.items)
    cursor = page.next_cursor
  }
  return found
}

const joined = new Map(people.map(({ handle, joinedAt }) => [handle, Date.parse(joinedAt)]))
const keys: Record<string, (person: Person) => number> = {
  followers: ({ followerCount }) => followerCount,
  recent: ({ handle }) => joined.get(handle)!,
  creations: ({ appCount }) => appCount,
}

test('every creator once, by sort key, then by handle', async () => {
  for (const sort of creatorSorts) {
    const found = await everyone({ sort, limit: 7 })
    assert.deepEqual(found.map(({ handle }) => handle).sort(), people.map(({ handle }) => handle).sort())
    const sorted = found.toSorted((a, b) => keys[sort]!(b) - keys[sort]!(a) || (a.handle < b.handle ? -1 : 1))
    assert.deepEqual(found, sorted, sort)
  }
  const { total, pagination } = await pageOf()
  assert.deepEqual([total, pagination.sort, pagination.totalIsExact], [people.length, 'followers', true])
})

test('the Link header leads to the next page', async () => {
  const first = await service.api('/public/share/creators?sort=recent&limit=10&q=ann')
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))![1]!
  assert.equal(next, first.json().data.pagination.nextUrl)
  const second = await service.api(new URL(next).pathname + new URL(next).search)
  assert.equal(second.status, 200)
  assert.notDeepEqual(second.json().data.items, first.json().data.items)
})

test('a search finds all words of handle and display name, the last one as a prefix', async () => {
  const named = (...wanted: string[]) =>
    people.filter(({ displayName }) => wanted.includes(displayName!)).map(({ handle }) => handle)
  const annas = [...new Set([...named('Anna Schmidt', 'Anna', 'Annabel Lee', 'Bob Anna'), 'anna'])].sort()
  const all = async (q: string) => (await everyone({ q, limit: 5 })).map(({ handle }) => handle).sort()
  assert.deepEqual(await all('ann'), annas)
  assert.deepEqual(await all('schmidt ANNA'), named('Anna Schmidt').sort())
  assert.deepEqual(await all('annaschmidt'), named('Anna Schmidt').sort())
  assert.deepEqual(await all('jose nandu'), named('José Ñandú').sort())
  assert.deepEqual(await all('田中'), named('田中太郎').sort())
  assert.deepEqual(await all('zoe'), named('Zoë').sort())
  assert.deepEqual(await all('p03'), ['p03'])
  assert.deepEqual(await all('schmidt lee'), [])
  assert.deepEqual(await all('!?'), await all(' '))
})

test('exact handles and display names come first, then the most followed', async () => {
  const found = await everyone({ q: 'anna', limit: 48 })
  const isExact = ({ handle }: Person) =>
    handle === 'anna' || people.find(person => person.handle === handle)!.displayName === 'Anna'
  const exact = found.filter(isExact)
  assert.ok(exact.length > 1 && exact.length < found.length)
  assert.deepEqual(found.slice(0, exact.length), exact)
  const rest = found.slice(exact.length).map(({ followerCount }) => followerCount)
  assert.deepEqual(
    rest,
    rest.toSorted((a, b) => b - a),
  )
  assert.equal((await pageOf({ q: 'anna' })).pagination.sort, 'relevance')
})

test('a word that nobody has is replaced by its nearest spelling', async () => {
  for (const typo of ['shmidt', 'schmitd', 'schmydt', 'schmiddt', 'anna shmidt']) {
    assert.deepEqual(await handles({ q: typo }), await handles({ q: 'schmidt', sort: 'followers' }), typo)
  }
  assert.deepEqual(await handles({ q: 'xxxxxx' }), [])
})

test('pages tell how the search found its results', async () => {
  const about = async (values: Values) => {
    const { match, searched, suggestions } = await pageOf(values)
    return { match, searched, suggestions }
  }
  assert.deepEqual(await about({}), { match: null, searched: null, suggestions: [] })
  assert.deepEqual(await about({ q: 'xxxxxx' }), { match: null, searched: null, suggestions: [] })
  assert.deepEqual(await about({ q: 'schmidt lee' }), { match: null, searched: null, suggestions: [] })
  assert.deepEqual(await about({ q: 'Anna S' }), { match: 'all', searched: 'anna s', suggestions: [] })
  const corrected = { match: 'corrected', searched: 'anna schmidt', suggestions: [] }
  assert.deepEqual(await about({ q: 'anna smhidt' }), corrected)
  assert.deepEqual(await about({ q: 'ana schmidt' }), corrected)
})

test('every page of a corrected search has the same words', async () => {
  const found = await everyone({ q: 'shmidt', limit: 1 })
  assert.deepEqual(found, await everyone({ q: 'schmidt', limit: 48 }))
  assert.ok(found.length > 2)
  const first = await pageOf({ q: 'shmidt', limit: 1 })
  const second = await pageOf({ q: 'shmidt', limit: 1, cursor: first.next_cursor! })
  assert.deepEqual([second.match, second.searched, second.total], ['corrected', 'schmidt', first.total])
})

test('a cursor belongs to its list', async () => {
  const { next_cursor: cursor } = await pageOf({ sort: 'recent', limit: 2 })
  assert.equal((await handles({ sort: 'recent', cursor: cursor!, limit: 5 })).length, 5)
  const feedCursor = (await service.api('/public/share/community?limit=1')).json().data.next_cursor
  const wrong: Values[] = [
    { sort: 'followers', cursor: cursor! },
    { cursor: cursor! },
    { sort: 'recent', q: 'anna', cursor: cursor! },
    { sort: 'recent', cursor: `${cursor}A` },
    { sort: 'recent', cursor: cursor!.slice(1) },
    { sort: 'recent', cursor: cursor!.slice(0, 10) },
    { sort: 'recent', cursor: feedCursor },
  ]
  for (const values of wrong) {
    const reply = await service.api(targetOf(creators, values))
    assert.deepEqual([reply.status, reply.json().details[0].reason], [400, 'invalid_cursor'], JSON.stringify(values))
  }
})

test('invalid parameters are refused', async () => {
  for (const query of ['limit=0', 'limit=49', 'limit=', 'sort=trending', 'sort=', `q=${'a'.repeat(201)}`]) {
    assert.equal((await service.api(`/public/share/creators?${query}`)).status, 422, query)
  }
})

const similarTo = async (
  handle: string,
  slug: string,
  values: Values = {},
): Promise<{ names: string[]; total: number }> => {
  const { items, total } = dataOf(similar, await service.api(targetOf(similar, { handle, slug, ...values })))
  return { names: items.map((item: { handle: string; slug: string }) => `${item.handle}/${item.slug}`), total }
}

test('similar creations: shared tags, category and kind, the own ones of the creator last', async () => {
  const { names, total } = await similarTo('p00', 'water')
  assert.deepEqual(names, ['p01/drink', 'p02/sleep', 'p03/run', 'p04/notes', 'p05/habits', 'p00/tea'])
  assert.equal(total, names.length)
  assert.deepEqual((await similarTo('P00', 'WATER', { limit: 2 })).names, names.slice(0, 2))
  assert.ok(!(await similarTo('p03', 'run')).names.includes('p03/run'))
})

test('similar creations: rare words of title and summary count more than a shared category', async t => {
  const libs = { category: 'libs' }
  const records = [
    ...people.slice(0, 3),
    app('p00', 'zstd', { ...libs, summary: 'Fast lossless compression' }),
    app('p01', 'gzip', { category: 'utils', summary: 'Lossless compression for files' }),
    app('p01', 'zlib', { ...libs, summary: 'A compression library' }),
    app('p02', 'tiff', { ...libs, summary: 'Pictures for files' }),
    ...Array.from({ length: 12 }, (_, i) => app('p02', `other-${i}`, { category: 'other', kind: 'tracker' })),
  ]
  const { api } = await start(t, { records })
  const { items } = dataOf(similar, await api(targetOf(similar, { handle: 'p00', slug: 'zstd' })))
  assert.deepEqual(
    items.map(({ slug }: { slug: string }) => slug),
    ['zlib', 'gzip', 'tiff'],
  )
})

test('similar creations of none, and of a renamed one', async () => {
  for (const path of ['p00/nothing', 'nobody/water', 'p01/secret']) {
    assert.equal((await service.api(`/public/share/app/${path}/similar`)).status, 404, path)
  }
  await service.bring([{ type: 'rename', of: 'creator', from: 'p05', to: 'newname' }])
  const { names } = await similarTo('p05', 'habits')
  assert.deepEqual(names, (await similarTo('newname', 'habits')).names)
  assert.deepEqual(await handles({ q: 'newname' }), ['newname'])
  const { match, items } = await pageOf({ q: 'p05', limit: 48 })
  assert.equal(match, 'corrected')
  assert.ok(items.every(({ handle }) => handle !== 'newname'))
  for (const query of ['limit=0', 'limit=25']) {
    assert.equal((await service.api(`/public/share/app/p00/water/similar?${query}`)).status, 422, query)
  }
})
