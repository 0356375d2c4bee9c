// The public reads: one check per operation, and checks of languages and pagination.
import { type Operation, pathWith } from '../operations/define.ts'
import { getCommunityFeed, operations } from '../operations/index.ts'
import type { Check } from './check.ts'
import { must, mustMatch, should } from './check-failure.ts'
import { type Sample, sampleFeed } from './target.ts'

const readCheck = (operation: Operation): Check => ({
  name: `read ${operation.name}`,
  about: `${operation.path} answers {code: 0, data} as described in openapi.json.`,
  cure: 'Let the proxy pass reads to the API host unchanged; if it does, see the log of the service.',
  run: async ({ apiUrl, read, sample }) => {
    const { pathFields, example, output } = operation
    const creation: Record<string, unknown> = pathFields.length > 0 ? await sample() : {}
    const inPath = Object.fromEntries(pathFields.map(name => [name, String(creation[name])]))
    const response = await read(apiUrl + pathWith(operation, { ...example, ...inPath }))
    must(response.status === 200, `${response.status} from ${response.url}`)
    const { code, data } = response.json()
    must(code === 0, `code is ${code}`)
    mustMatch(output, data, 'data')
    return `${response.body.length} bytes in ${response.endedAt - response.sentAt} ms`
  },
})

const webReadCheck = (operation: Operation): Check => ({
  name: `read ${operation.name} on the web host`,
  about: `The web host answers ${operation.path} like the API host.`,
  cure: `Let the proxy pass ${operation.path} of the web host to the service.`,
  run: async ({ webUrl, apiUrl, read }) => {
    const path = pathWith(operation, operation.example)
    const [web, api] = await Promise.all([read(webUrl + path), read(apiUrl + path)])
    for (const { status, url } of [web, api]) must(status === 200, `${status} from ${url}`)
    should(web.headers.etag === api.headers.etag, 'the answers differ', 'Do both hosts use the same store?')
    return `${web.body.length} bytes`
  },
})

const feedPage = (input: Operation['example']): string => pathWith(getCommunityFeed, input)
const isPast = (text: string) => Date.parse(text) < Date.now()

export const readChecks: readonly Check[] = [
  ...operations.map(readCheck),
  ...operations.filter(({ alsoOnWeb }) => alsoOnWeb).map(webReadCheck),
  {
    name: 'data',
    about: 'The store contains creations, with plausible dates.',
    cure: 'Fill the store: vitrine import <file>, or vitrine seed for a demo.',
    failureLevel: 'warn',
    run: async ({ apiUrl, read }) => {
      const { total, items } = (await read(apiUrl + sampleFeed)).json().data
      must(total > 0, 'the community is empty')
      const { publishedAt } = items[0]
      must(isPast(publishedAt), `the newest creation is from the future: ${publishedAt}`, 'Check the imported data.')
      return `${total} creations, the newest of ${publishedAt}`
    },
  },
  {
    name: 'pages of the feed',
    about: 'The cursor of a page leads to the next page, and an invalid cursor is refused.',
    cure: 'Let the proxy pass query strings unchanged; several services need the same VITRINE_CURSOR_SECRET or store.',
    run: async ({ api, apiUrl, read }) => {
      const first = { sort: 'recent', limit: 1 }
      const { items, hasMore, next_cursor } = (await read(apiUrl + feedPage(first))).json().data
      const invalid = await api(feedPage({ cursor: 'not-a-cursor' }))
      must(invalid.status === 400, `an invalid cursor gets ${invalid.status}`)
      must(JSON.stringify(invalid.json().details).includes('invalid_cursor'), 'details do not say invalid_cursor')
      if (!hasMore) return 'there is only one page'
      const next = await api(feedPage({ ...first, cursor: next_cursor }))
      must(next.status === 200, `the next page gets ${next.status}`)
      const [item] = next.json().data.items
      must(item !== undefined && item.id !== items[0].id, 'the next page starts with the same creation')
      return 'two pages, different creations'
    },
  },
  {
    name: 'filters of the feed',
    about: 'Filters, and several tags separated by commas, keep exactly the creations that pass them.',
    cure: 'Let the proxy pass query strings unchanged, commas included.',
    run: async ({ api, sample }) => {
      const { handle, kind, tags } = await sample()
      const keys = tags.slice(0, 2).map(({ key }) => key)
      const filters = { creator: handle, kind, ...(keys.length > 0 && { tag: keys.join() }) }
      const response = await api(feedPage({ ...filters, limit: 48 }))
      must(response.status === 200, `${response.status} from ${response.url}`)
      const items = response.json().data.items as Sample[]
      must(items.length > 0, 'a creation is not found by its own filters')
      const passes = (item: Sample) =>
        item.handle === handle && item.kind === kind && keys.every(key => item.tags.some(tag => tag.key === key))
      must(items.every(passes), 'there are creations that do not pass the filters')
      return `${items.length} of ${Object.values(filters).join(', ')}`
    },
  },
  {
    name: 'languages',
    about: 'A language can be requested, and Content-Language names the language of the answer.',
    cure: 'Let the proxy pass query strings and Content-Language unchanged.',
    run: async ({ api }) => {
      const spanish = await api(feedPage({ limit: 1, locale: 'es' }))
      const language = spanish.headers['content-language']
      must(spanish.status === 200 && language !== undefined, `${spanish.status}, Content-Language ${language}`)
      const bad = await api(`${getCommunityFeed.path}?locale=!!`)
      must(bad.status === 422, `a locale of !! gets ${bad.status}`)
      return `locale=es is answered in ${language}`
    },
  },
]
