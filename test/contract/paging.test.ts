// Following the pages of every listing of the demo community: each item exactly once.
import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import type { CreationRecord } from '../../src/records/records.ts'
import { hotScore } from '../../src/store/hot-score.ts'
import { type Sort, sorts } from '../../src/store/store.ts'
import { demoCommunity, operationCalled, targetOf } from '../support/contract-service.ts'
import { lines } from '../support/scratch-store.ts'
import { type Running, start } from '../support/start-service.ts'
import { start as startProcess, until } from '../support/vitrine-process.ts'

type Values = Record<string, string | number | boolean>
type Item = Pick<CreationRecord, 'handle' | 'slug' | 'stats' | 'publishedAt'> & { id: string }
/** Searches are counted up to here. */
const searchTotalCap = 250

type Page = { items: Item[]; total: number; next_cursor: string | null; pagination: { totalIsExact: boolean } }

const feed = operationCalled('get_community_feed')
const community = demoCommunity()
const shown = community.filter(record => record.type === 'creation').filter(({ visibility }) => visibility === 'public')
const nameOf = ({ handle, slug }: { handle: string; slug: string }) => `${handle}/${slug}`

async function pageOf(service: Running, values: Values): Promise<Page> {
  const reply = await service.api(targetOf(feed, values))
  assert.equal(reply.status, 200, reply.text)
  return reply.json().data
}

/** Calls back between pages. */
async function follow(service: Running, values: Values, between = async () => {}): Promise<Page[]> {
  const pages = [await pageOf(service, values)]
  for (let cursor = pages[0]!.next_cursor; cursor !== null; cursor = pages.at(-1)!.next_cursor) {
    await between()
    pages.push(await pageOf(service, { ...values, cursor }))
  }
  return pages
}

const filters: { name: string; values: Values; passes: (creation: CreationRecord) => boolean }[] = [
  { name: 'nothing', values: {}, passes: () => true },
  { name: 'category', values: { category: 'health' }, passes: ({ category }) => category === 'health' },
  { name: 'tag', values: { tag: 'daily' }, passes: ({ tags }) => tags.includes('daily') },
  {
    name: 'category and tag',
    values: { category: 'health', tag: 'daily' },
    passes: ({ category, tags }) => category === 'health' && tags.includes('daily'),
  },
  {
    name: 'two tags',
    values: { tag: 'hydration,wellbeing' },
    passes: ({ tags }) => tags.includes('hydration') && tags.includes('wellbeing'),
  },
  { name: 'featured', values: { featuredOnly: true }, passes: ({ featured }) => featured },
  { name: 'kind', values: { kind: 'game' }, passes: ({ kind }) => kind === 'game' },
  {
    name: 'kind and category',
    values: { kind: 'widget', category: 'health' },
    passes: ({ kind, category }) => kind === 'widget' && category === 'health',
  },
  {
    name: 'featured in a category',
    values: { featuredOnly: true, category: 'food' },
    passes: ({ featured, category }) => featured && category === 'food',
  },
  { name: 'language', values: { language: 'ES' }, passes: ({ locale }) => locale === 'es' },
  {
    name: 'language and kind',
    values: { language: 'en', kind: 'app' },
    passes: ({ locale, kind }) => locale === 'en' && kind === 'app',
  },
]

const keys: Record<Sort, (item: Item) => number> = {
  trending: ({ stats, publishedAt }) => hotScore(stats, publishedAt),
  recent: ({ publishedAt }) => Date.parse(publishedAt),
  popular: ({ stats }) => stats.plays,
  remixed: ({ stats }) => stats.remixes,
  liked: ({ stats }) => stats.likes,
}

function assertInOrder(items: readonly Item[], sort: Sort): void {
  const key = keys[sort]
  for (const [i, item] of items.entries()) {
    const before = items[i - 1]
    if (before === undefined) continue
    const ordered = key(before) > key(item) || (key(before) === key(item) && before.id > item.id)
    assert.ok(ordered, `${nameOf(before)} comes before ${nameOf(item)} by ${sort}`)
  }
}

function assertOnce(pages: readonly Page[], expected: readonly string[], limit: number): Item[] {
  const items = pages.flatMap(page => page.items)
  assert.deepEqual(items.map(nameOf).sort(), expected.toSorted())
  for (const [i, page] of pages.entries()) {
    assert.equal(page.total, expected.length)
    if (i < pages.length - 1) assert.equal(page.items.length, limit)
  }
  return items
}

test('the demo community', async t => {
  const service = await start(t, { records: community })
  await t.test('the pages of a listing', t => followListings(t, service))
  // The last, because it changes what is there.
  await t.test('paging while another process imports', t => followWhileImporting(t, service))
})

async function followListings(t: TestContext, service: Running): Promise<void> {
  for (const { name, values, passes } of filters) {
    const expected = shown.filter(passes).map(nameOf)
    for (const sort of sorts) {
      await t.test(`${sort}, filtered by ${name}: ${expected.length} creations`, async () => {
        assert.ok(expected.length > 0)
        const limit = expected.length > 100 ? 48 : 7
        const pages = await follow(service, { ...values, sort, limit })
        assertInOrder(assertOnce(pages, expected, limit), sort)
      })
    }
  }

  for (const values of [{ q: 'water' }, { q: 'a', category: 'food' }, { q: 'daily', locale: 'es' }]) {
    await t.test(`a search for ${JSON.stringify(values)}, in every order`, async () => {
      const [byRelevance, ...others] = await Promise.all(
        [undefined, ...sorts].map(async sort => {
          const pages = await follow(service, { ...values, limit: 10, ...(sort && { sort }) })
          const names = pages.flatMap(page => page.items).map(nameOf)
          assert.equal(new Set(names).size, names.length)
          const isExact = names.length <= searchTotalCap
          const total = isExact ? names.length : searchTotalCap
          assert.ok(pages.every(page => page.total === total && page.pagination.totalIsExact === isExact))
          if (sort)
            assertInOrder(
              pages.flatMap(page => page.items),
              sort,
            )
          return names.sort()
        }),
      )
      assert.ok(byRelevance!.length > 20)
      for (const other of others) assert.deepEqual(other, byRelevance)
    })
  }

  await t.test('pages of one, where ties are many', async () => {
    const values = { category: 'pets', sort: 'remixed' }
    const pages = await follow(service, { ...values, limit: 1 })
    const items = assertOnce(pages, shown.filter(({ category }) => category === 'pets').map(nameOf), 1)
    const ties = items.filter((item, i) => item.stats.remixes === items[i - 1]?.stats.remixes)
    assert.ok(ties.length > 10)
    const [whole, rest] = await follow(service, { ...values, limit: 48 })
    assert.deepEqual([...whole!.items, ...rest!.items].map(nameOf), items.map(nameOf))
  })

  await t.test('tags, to the last', async () => {
    const uses = Map.groupBy(shown.flatMap(({ tags }) => [...new Set(tags)]), tag => tag) // biome-ignore format: one line
    const seen: { key: string; count: number }[] = []
    let target: string | undefined = '/public/share/tags?limit=41&locale=es'
    for (let pages = 0; target !== undefined; pages++) {
      const reply = await service.api(target)
      assert.equal(reply.status, 200, reply.text)
      const { items, total, hasMore, next_cursor } = reply.json().data
      const link = /<[^>]*?(\/public[^>]*)>; rel="next"/.exec(String(reply.headers.link))?.[1]
      assert.deepEqual([total, hasMore, next_cursor !== null], [uses.size, link !== undefined, link !== undefined])
      if (hasMore) assert.equal(items.length, 41)
      seen.push(...items)
      target = link
      assert.ok(pages < 100)
    }
    assert.deepEqual(
      new Map(seen.map(({ key, count }) => [key, count])),
      new Map([...uses].map(([key, all]) => [key, all.length])),
    )
    assert.equal(seen.length, uses.size)
    const counts = seen.map(({ count }) => count)
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
    )
    const { data } = (await service.api('/public/share/tags')).json()
    assert.deepEqual(data.items.map(({ key }: { key: string }) => key), seen.slice(0, 100).map(({ key }) => key)) // biome-ignore format: one line
  })

  await t.test('limit may change from page to page', async () => {
    const first = await pageOf(service, { sort: 'liked', limit: 5 })
    const second = await pageOf(service, { sort: 'liked', limit: 9, cursor: first.next_cursor! })
    const both = await pageOf(service, { sort: 'liked', limit: 14 })
    assert.deepEqual([...first.items, ...second.items].map(nameOf), both.items.map(nameOf))
  })
}

/** New creations that land at the top, in the middle and at the end of every order. */
function* newcomers(count: number): Generator<object> {
  yield { type: 'creator', handle: 'newcomer', displayName: 'Newcomer' }
  for (let i = 0; i < count; i++) {
    const size = Math.floor(1.05 ** (i % 200))
    const stats = { views: size * 9, plays: size * 3, likes: size, remixes: size % 50 }
    const publishedAt = new Date(Date.UTC(2025, 0, 1) + i * 1_000_000).toISOString()
    const place = { category: 'health', tags: ['daily'], featured: i % 7 === 0 }
    yield { type: 'creation', handle: 'newcomer', slug: `new-${i}`, title: `New ${i}`, stats, publishedAt, ...place }
  }
}

async function followWhileImporting(t: TestContext, service: Running): Promise<void> {
  const importing = startProcess(['import', '-'], { VITRINE_STORE: service.config.store })
  // It commits as records come, so the data changes again and again under the feet of the readers.
  t.after(() => importing.child.kill())
  const records = [...newcomers(600)]
  const feedSome = () => importing.child.stdin.write(lines(records.splice(0, 4)))
  const totalNow = async () => (await pageOf(service, { limit: 1 })).total
  const old = shown.filter(({ category }) => category === 'health').map(nameOf)
  const readAll = async (sort: Sort) => {
    let turned = 0
    const pages = await follow(service, { sort, category: 'health', limit: 6 }, async () => {
      if (records.length === 0) return
      const before = await totalNow()
      feedSome()
      // Between some pages it is made sure that the data has changed; between others it may.
      if (++turned % 8 === 0) await until('newcomers arrive', async () => (await totalNow()) > before)
    })
    const names = pages.flatMap(page => page.items).map(nameOf)
    assert.equal(new Set(names).size, names.length, `${sort}: something came twice`)
    const remained = names.filter(name => !name.startsWith('newcomer/'))
    assert.deepEqual(remained.sort(), old.toSorted(), `${sort}: something old is missing`)
  }
  await Promise.all(sorts.map(readAll))
  assert.equal(records.length, 0, 'the pages came to an end before the import')
  importing.child.stdin.end()
  assert.equal((await importing.finished).code, 0)
}
