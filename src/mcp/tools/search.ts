// The `search` tool as research connectors define it: takes a query, returns results whose ids `fetch` accepts.
import { fail } from '../../errors.ts'
import type { Knowledge } from '../../knowledge/knowledge.ts'
import { answer, type Context, prepare } from '../../operations/define.ts'
import { findNames, isNameOf } from '../../operations/find-names.ts'
import { getCommunityFeed } from '../../operations/index.ts'
import type { FeedPage } from '../../operations/shapes.ts'
import type { Examples, Site } from '../../site/site.ts'
import { isSearchable } from '../../store/search-text.ts'
import type { Static } from '../../util/schema.ts'
import { truncate } from '../../util/text.ts'
import type { Tool, ToolDescription } from '../definition.ts'
import { toolResultBytes } from '../result-bytes.ts'
import type { CacheResult } from './operations.ts'
import { singleTextArgument } from './single-text-argument.ts'

const maxCreations = 10
const maxPages = 3
/** Of creators, tags and categories each. */
const maxNames = 3
const maxQueryLength = 2_000
const maxSearchLength = 200

export const searchDescription = ({ q }: Pick<Examples, 'q'>): ToolDescription => ({
  name: 'search',
  icon: 'globe',
  title: 'Search creations, people and documentation',
  description:
    'Search public creations, creators, tags, categories and the documentation of the service with one question. ' +
    `Use this for research, or when you do not know where the answer is; ${getCommunityFeed.name} filters and pages more exactly. ` +
    'Next: fetch with the `id` of a result for its full text.',
  inputSchema: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: maxQueryLength,
        description: 'Words or a question.',
        examples: [q],
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      results: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'For fetch.' },
            title: { type: 'string' },
            url: { type: 'string', format: 'uri' },
          },
          required: ['id', 'title', 'url'],
        },
      },
    },
    required: ['results'],
  },
})

type Result = { id: string; title: string; url: string }

export function searchTool(
  context: Context,
  knowledge: Knowledge,
  { examples }: Pick<Site, 'examples'>,
  cacheResult: CacheResult,
): Tool {
  return {
    ...searchDescription(examples),
    call: async args => {
      const query = queryIn(args)
      return cacheResult(`search ${query}`, async () =>
        toolResultBytes({ json: JSON.stringify({ results: await search(query, context, knowledge) }) }),
      )
    },
  }
}

export function queryIn(args: Record<string, unknown>): string {
  const text = singleTextArgument(args, 'query')?.trim() ?? ''
  if (text !== '' && [...text].length <= maxQueryLength) return text
  const reason = `query must be text of 1 to ${maxQueryLength} characters.`
  throw fail('validation_failed', reason, { details: [{ field: 'query', reason }] })
}

async function search(query: string, context: Context, knowledge: Knowledge): Promise<Result[]> {
  const pages = knowledge.search(query, maxPages * 4).map(({ page }) => page)
  const documents = [...new Set(pages)]
    .slice(0, maxPages)
    .map(({ slug, title, url }) => ({ id: `doc:${slug}`, title, url }))
  const { results, isPartial } = await creations(query, context)
  const { exact, others } = await names(query, context)
  // Creations rarely contain all words of a question; then documentation is more likely to help.
  return isPartial
    ? [...exact, ...others, ...documents, ...(await creationsByWord(query, context))]
    : [...exact, ...results, ...others, ...documents]
}

/** `exact` are creators with exactly this name. */
async function names(query: string, { store, addresses }: Context): Promise<{ exact: Result[]; others: Result[] }> {
  const q = truncate(query, maxSearchLength)
  const { people, tags, categories } = await findNames(q, maxNames, { store, addresses, locales: ['en'] })
  const personOf = ({ handle, displayName, url }: (typeof people)[number]): Result => ({
    id: `creator:${handle}`,
    title: displayName,
    url,
  })
  const [exact, others] = [true, false].map(wanted => people.filter(one => isNameOf(q, one) === wanted).map(personOf))
  const labels = [
    ...categories.map(({ key, label }) => ({
      id: `category:${key}`,
      label,
      url: addresses.community({ category: key }),
    })),
    ...tags.map(({ key, label }) => ({ id: `tag:${key}`, label, url: addresses.community({ tag: key }) })),
  ]
  return { exact: exact!, others: [...others!, ...labels.map(({ id, label, url }) => ({ id, title: label, url }))] }
}

/** Searches for each of the longest words separately: they are the rarest. */
async function creationsByWord(query: string, context: Context): Promise<Result[]> {
  const words = [...new Set(query.toLowerCase().split(/[^\p{L}\p{N}]+/u))].filter(word => word.length > 3)
  const longest = words.sort((a, b) => b.length - a.length).slice(0, 3)
  const found = await Promise.all(longest.map(word => creations(word.replace(/s$/, ''), context)))
  const byId = new Map(found.flatMap(({ results }) => results).map(result => [result.id, result]))
  return [...byId.values()].slice(0, maxCreations)
}

async function creations(q: string, context: Context): Promise<{ results: Result[]; isPartial: boolean }> {
  if (!isSearchable(q)) return { results: [], isPartial: false }
  const checked = prepare(getCommunityFeed, { q: truncate(q, maxSearchLength), limit: maxCreations }, context)
  const { items, match } = JSON.parse((await answer(checked, context)).json()) as Static<typeof FeedPage>
  const results = items.map(({ handle, slug, title, url }) => ({ id: `creation:${handle}/${slug}`, title, url }))
  return { results, isPartial: match === 'partial' }
}
