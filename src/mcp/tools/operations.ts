// One tool for each public read, made from its definition.
import type { ResponseCache } from '../../cache/response-cache.ts'
import { Failure, fail } from '../../errors.ts'
import { checkedArguments } from '../../operations/arguments.ts'
import { type Checked, type Context, type Operation, prepare } from '../../operations/define.ts'
import { forSite } from '../../operations/for-site.ts'
import { getCommunityFeed, getCreators } from '../../operations/index.ts'
import { type Representation, represent } from '../../server/response/representation.ts'
import type { Site } from '../../site/site.ts'
import type { JsonSchema, StaleResult, Tool, ToolDescription } from '../definition.ts'
import { linksFor } from '../resource-templates.ts'
import { toolResultBytes } from '../result-bytes.ts'
import { readText } from '../text/reads.ts'
import type { TextSite } from '../text/write.ts'
import { viewIcon, viewUri } from '../views.ts'
import { answerWithin } from './budget.ts'
import { compactOutput } from './output-schema.ts'

/** Enough to choose from; a model can request more. */
export const defaultLimit = 10

export type CacheResult = (key: string, make: () => Promise<Buffer>) => Promise<Buffer | StaleResult>

/** Results are cached together with HTTP responses, by the same rules. */
export function makeResultCache(responseCache: ResponseCache<Representation>): CacheResult {
  return async (key, make) => {
    const maker = async () => represent({ bytes: await make(), type: '', headers: [], compressible: false })
    const { value, age } = await responseCache.get(`mcp ${key}`, maker)
    const { bytes } = value.identity
    return age === null ? bytes : { bytes, age }
  }
}

export function operationTool(operation: Operation, context: Context, site: SiteNames, cacheResult: CacheResult): Tool {
  const read = operationReader(operation, context, site, cacheResult)
  return { ...toolDescription(operation, site), call: read }
}

type SiteNames = Pick<Site, 'kinds' | 'examples'> & TextSite

export type ToolText = Pick<ToolDescription, 'name' | 'description'>

export const toolText = ({ name, summary, description, tool }: Operation): ToolText => ({
  name,
  description: `${summary} ${tool?.guidance ?? description}`,
})

function toolDescription(operation: Operation, site: SiteNames): ToolDescription {
  const { output, tool } = operation
  const { name, description } = toolText(operation)
  return {
    name,
    title: tool?.title ?? name,
    description,
    inputSchema: inputSchema(forSite(operation, site)),
    // Any kind: clients reject results that do not match, and the store may have creations of a former kind.
    outputSchema: compactOutput(output),
    ...(tool === undefined ? { icon: 'globe' } : { icon: viewIcon(tool.view), view: viewUri(tool.view) }),
  }
}

function operationReader(
  operation: Operation,
  context: Context,
  site: TextSite,
  cacheResult: CacheResult,
): Tool['call'] {
  const checkOnce = cachedCheck(args => checkedCall(operation, args, context), context.store)
  return async args => {
    const checked = checkOnce(args)
    return cacheResult(checked.key, () => makeResult(checked, context, site).catch(withHint))
  }
}

/** With the default limit of tools. */
export function checkedCall(operation: Operation, args: Record<string, unknown>, context: Context): Checked {
  const hasLimit = operation.fields.some(({ name }) => name === 'limit')
  const defaults = hasLimit ? { limit: defaultLimitOf(operation) } : {}
  return prepare(operation, { ...defaults, ...checkedArguments(operation, args) }, context)
}

/** Tells the model how to find the right name. */
function withHint(error: unknown): never {
  if (!(error instanceof Failure) || error.error !== 'not_found') throw error
  throw fail(
    'not_found',
    `${error.message} ${getCommunityFeed.name} with q finds handles and slugs, ${getCreators.name} people.`,
  )
}

const maxCached = 1_000
const maxCachedLength = 300

/** Caches checked arguments. They also depend on the languages of the data, so a new data version clears the cache. */
function cachedCheck(check: (args: Record<string, unknown>) => Checked, store: Context['store']) {
  const cache = new Map<string, Checked>()
  let version = store.version()
  return (args: Record<string, unknown>): Checked => {
    if (store.version() !== version || cache.size >= maxCached) {
      cache.clear()
      version = store.version()
    }
    const text = JSON.stringify(args)
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const checked = check(args)
    if (text.length <= maxCachedLength) cache.set(text, checked)
    return checked
  }
}

async function makeResult(checked: Checked, context: Context, site: TextSite): Promise<Buffer> {
  const { json, note } = await answerWithin(checked, context)
  const { text, isCut } = readText(checked.operation.output, json, site)
  return toolResultBytes({ json, text, note, links: isCut || note !== null ? linksFor(checked) : [] })
}

const defaultLimitOf = ({ tool }: Operation): number => tool?.limit ?? defaultLimit

function inputSchema(operation: Operation): JsonSchema {
  const { input, fields } = operation
  const properties = fields.map(({ name, schema }) => [
    name,
    name === 'limit' ? { ...argumentSchema(schema), default: defaultLimitOf(operation) } : argumentSchema(schema),
  ])
  const required = (input.required as string[] | undefined) ?? []
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

/** What a model needs to fill in an argument. Wrong values get an error that names what is allowed. */
function argumentSchema(schema: Operation['fields'][number]['schema']): JsonSchema {
  const { title, format, pattern, minLength, maxLength, ...needed }: JsonSchema = { ...schema }
  if (needed.enum === undefined) return needed
  const { examples, ...rest } = needed
  return { type: 'string', ...rest }
}
