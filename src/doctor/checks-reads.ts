// The public reads: one check per operation, and checks of languages and pagination.
import type { Operation } from '../operations/define.ts'
import { operations } from '../operations/index.ts'
import { type TObject, Type } from '../util/schema.ts'
import type { Check } from './check.ts'
import { must } from './check-failure.ts'
import { shaped } from './shape.ts'
import { feedPath, type Sample, sampleFeed } from './target.ts'

const envelope = (output: TObject) => Type.Object({ code: Type.Literal(0), data: output })

/** The URL of an operation, with `sample` in its path. */
export function addressOf({ path, pathFields, example }: Operation, sample: Sample): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: keyof Sample) => encodeURIComponent(String(sample[name])))
  const query = Object.entries(example).filter(([name]) => !pathFields.includes(name))
  const text = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? filled : `${filled}?${text}`
}

const emptySample: Sample = { handle: '', slug: '', url: '', apiUrl: '', coverUrl: null, creator: { url: '' } }

const readCheck = (operation: Operation): Check => ({
  name: `read ${operation.name}`,
  about: `${operation.path} answers {code: 0, data} in the shape that openapi.json promises.`,
  cure: 'Let the proxy pass /public/share/ to the API host unchanged; if it does, look at the log of the service.',
  look: async ({ apiUrl, read, sample }) => {
    const path = addressOf(operation, operation.pathFields.length > 0 ? await sample() : emptySample)
    const seen = await read(apiUrl + path)
    must(seen.status === 200, `${seen.status} from ${seen.url}`)
    shaped(envelope(operation.output), seen.json(), 'The answer')
    return `${seen.body.length} bytes in ${seen.endedAt - seen.sentAt} ms`
  },
})

const isPast = (text: string) => Date.parse(text) < Date.now()

export const checksOfReads: readonly Check[] = [
  ...operations.map(readCheck),
  {
    name: 'data',
    about: 'There is something to show, and somebody still brings data in.',
    cure: 'Fill the store: vitrine import <file>, or vitrine seed for a demo.',
    worst: 'warn',
    look: async ({ apiUrl, read }) => {
      const { total, items } = (await read(apiUrl + sampleFeed)).json().data
      must(total > 0, 'the community is empty')
      const { publishedAt } = items[0]
      must(isPast(publishedAt), `the newest creation is from the future: ${publishedAt}`, 'Look at what was imported.')
      return `${total} creations, the newest of ${publishedAt}`
    },
  },
  {
    name: 'pages of the feed',
    about: 'The cursor of a page leads to the next, and a false one is refused.',
    cure: 'Let the proxy pass query strings unchanged; several services need the same VITRINE_CURSOR_SECRET or store.',
    look: async ({ api, apiUrl, read }) => {
      const { items, hasMore, next_cursor } = (await read(`${apiUrl}${feedPath}?sort=recent&limit=1`)).json().data
      const bad = await api(`${feedPath}?cursor=not-a-cursor`)
      must(bad.status === 400, `a false cursor gets ${bad.status}`)
      must(JSON.stringify(bad.json().details).includes('invalid_cursor'), 'a false cursor is not called that')
      if (!hasMore) return 'one page is all there is'
      const next = await api(`${feedPath}?sort=recent&limit=1&cursor=${encodeURIComponent(next_cursor)}`)
      must(next.status === 200, `the next page gets ${next.status}`)
      const [first] = next.json().data.items
      must(first !== undefined && first.id !== items[0].id, 'the next page begins with the same creation')
      return 'two pages, different creations'
    },
  },
  {
    name: 'languages',
    about: 'A language can be asked for, and answers say which it became.',
    cure: 'Let the proxy pass query strings and Content-Language unchanged.',
    look: async ({ api }) => {
      const spanish = await api(`${feedPath}?limit=1&locale=es`)
      const language = spanish.headers['content-language']
      must(spanish.status === 200 && language !== undefined, `${spanish.status}, Content-Language ${language}`)
      const bad = await api(`${feedPath}?locale=!!`)
      must(bad.status === 422, `a locale of !! gets ${bad.status}`)
      return `locale=es is answered in ${language}`
    },
  },
]
