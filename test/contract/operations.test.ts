// The operations are those of the specification, and every response matches its definition.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Operation } from '../../src/operations/define.ts'
import { operations } from '../../src/operations/index.ts'
import { creatorSorts, sorts } from '../../src/store/store.ts'
import { dataOf, fixtureRecords, operationCalled, targetOf } from '../support/contract-service.ts'
import { start } from '../support/start-service.ts'
import { vitrine } from '../support/vitrine-process.ts'

type Values = Record<string, string | number | boolean>

/** The specification's table of public reads, and later additions. */
const promised = [
  ['/public/share/community', 'locale sort category tag q featuredOnly cursor limit'],
  ['/public/share/tags', ''],
  ['/public/share/community/landing', 'locale'],
  ['/public/share/creators', 'sort q cursor limit'],
  ['/public/share/user/{handle}', 'handle locale'],
  ['/public/share/user/{handle}/followers', 'handle limit'],
  ['/public/share/user/{handle}/following', 'handle limit'],
  ['/public/share/app/{handle}/{slug}', 'handle slug locale'],
  ['/public/share/app/{handle}/{slug}/similar', 'handle slug locale limit'],
] as const

test('the operations are those of the specification', () => {
  assert.deepEqual(
    operations.map(({ path }) => path),
    promised.map(([path]) => path),
  )
  for (const [path, parameters] of promised) {
    const { fields, pathFields, notFound } = operations.find(operation => operation.path === path)!
    const names = fields.map(({ name }) => name)
    for (const name of parameters.split(' ').filter(Boolean)) assert.ok(names.includes(name), `${path} ${name}`)
    for (const { name, required } of fields) assert.equal(required, pathFields.includes(name), `${path} ${name}`)
    assert.equal(notFound !== undefined, pathFields.length > 0, path)
  }
})

test('tool guidance names only operations that exist', () => {
  const names = operations.map(({ name }) => name)
  for (const { name, tool } of operations) {
    const unknown = (tool?.guidance.match(/\bget_\w+/g) ?? []).filter(word => !names.includes(word))
    assert.deepEqual(unknown, [], name)
  }
})

/** Values for each optional field. */
const tried: Record<string, Values[string][]> = {
  locale: ['en', 'es-MX', 'fr', 'pt-BR', 'ja', 'ar', 'zh-Hant-TW', 'tlh'],
  sort: [...sorts, ...creatorSorts],
  category: ['health', 'no-such-category'],
  tag: ['hydration', 'no-such-tag'],
  q: ['water', 'wat', '水', 'no such words'],
  featuredOnly: [true, false],
  limit: [1, 24, 48],
}

const shown = fixtureRecords().filter(
  ({ type, visibility = 'public' }) => type === 'creation' && visibility === 'public',
)

function* requests({ fields, pathFields }: Operation): Generator<Values> {
  for (const sample of pathFields.length > 0 ? shown : [{}]) {
    const path = Object.fromEntries(pathFields.map(name => [name, (sample as Values)[name]!]))
    yield path
    const valuesOf = ({ name, allows }: Operation['fields'][number]) => (tried[name] ?? []).filter(allows)
    for (const field of fields) for (const value of valuesOf(field)) yield { ...path, [field.name]: value }
    const together = fields.flatMap(field =>
      valuesOf(field)
        .slice(0, 1)
        .map(value => [field.name, value]),
    )
    yield { ...path, ...Object.fromEntries(together) }
  }
}

const service = await start({ after }, { records: fixtureRecords() })

for (const operation of operations) {
  test(`${operation.name}: every response matches its definition`, async () => {
    for (const values of requests(operation)) {
      const path = targetOf(operation, values)
      const reply = await service.api(path)
      dataOf(operation, reply)
      assert.match(String(reply.headers['content-language']), /^[a-z]{2,3}(-\w+)*$/i, path)
      assert.match(String(reply.headers.etag), /^"[\w-]+"$/)
    }
  })
}

test('the web host returns the feed in the same bytes, and no other operation', async () => {
  const paths = ['', '?limit=2', '?sort=liked&locale=es', '?q=water&limit=1', '?tag=none']
  for (const path of paths.map(query => `/public/share/community${query}`)) {
    const [api, web] = [await service.api(path), await service.web(path)]
    assert.equal(api.status, 200)
    assert.ok(api.body.equals(web.body), path)
    for (const name of ['etag', 'link', 'content-language', 'cache-control', 'vary']) {
      assert.equal(web.headers[name], api.headers[name], `${path} ${name}`)
    }
  }
  const { data } = (await service.api('/public/share/community?limit=5')).json()
  const next = `/public/share/community?limit=5&cursor=${data.next_cursor}`
  assert.ok((await service.api(next)).body.equals((await service.web(next)).body))
  for (const { path, example, alsoOnWeb } of operations) {
    if (alsoOnWeb) continue
    const target = path.replace(/\{(\w+)\}/g, (_, field) => String(example[field]))
    assert.equal((await service.web(target)).status, 404, target)
  }
})

test('vitrine call prints the same data', async () => {
  const env = {
    VITRINE_STORE: service.config.store,
    VITRINE_BASE_URL: service.apiUrl,
    VITRINE_WEB_URL: service.webUrl,
  }
  const sample: Values = { handle: 'mira', slug: 'water-log', locale: 'es', q: 'water', sort: 'liked', limit: 2 }
  for (const operation of ['get_community_feed', 'get_app_share'].map(operationCalled)) {
    const names = operation.fields.map(({ name }) => name)
    const values = Object.fromEntries(Object.entries(sample).filter(([name]) => names.includes(name)))
    const flags = Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)])
    const { stdout, stderr, code } = await vitrine(['call', operation.name, ...flags], env)
    assert.equal(code, 0, stderr)
    assert.deepEqual(JSON.parse(stdout), dataOf(operation, await service.api(targetOf(operation, values))))
  }
})
