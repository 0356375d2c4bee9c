// One tool for each public read, made from its definition.
import type { Answers } from '../../cache/response-cache.ts'
import { Failure, fail } from '../../errors.ts'
import { knownArguments } from '../../operations/arguments.ts'
import { type Checked, type Context, type Operation, prepare } from '../../operations/define.ts'
import { getCommunityFeed } from '../../operations/index.ts'
import { type Representation, represent } from '../../server/response/representation.ts'
import type { JsonSchema, StandIn, Tool, ToolFacts } from '../definition.ts'
import { finishedAnswer } from '../result-bytes.ts'
import { viewUri } from '../views.ts'
import { answerWithin } from './budget.ts'

/** A page of ten is enough to choose from; a model that wants more asks for more. */
export const defaultLimit = 10

export type Keep = (key: string, make: () => Promise<Buffer>) => Promise<Buffer | StandIn>

/** Finished results are kept beside the answers of HTTP, by the same rules. */
export function makeKeep(answers: Answers<Representation>): Keep {
  return async (key, make) => {
    const maker = async () => represent({ bytes: await make(), type: '', headers: [], compressible: false })
    const { value, age } = await answers.get(`mcp ${key}`, maker)
    const { bytes } = value.identity
    return age === null ? bytes : { bytes, age }
  }
}

export function operationTool(operation: Operation, context: Context, keep: Keep): Tool {
  const read = operationReader(operation, context, keep)
  return { ...operationFacts(operation), call: read }
}

export function operationFacts(operation: Operation): ToolFacts {
  const { name, summary, description, output, tool } = operation
  return {
    name,
    title: tool?.title ?? name,
    description: `${summary} ${tool?.guidance ?? description}`,
    inputSchema: inputSchema(operation),
    outputSchema: plain(output),
    ...(tool === undefined ? {} : { view: viewUri(tool.view) }),
  }
}

function operationReader(operation: Operation, context: Context, keep: Keep): Tool['call'] {
  const defaults = operation.fields.some(({ name }) => name === 'limit') ? { limit: defaultLimit } : {}
  const check = (given: Record<string, unknown>) =>
    prepare(operation, { ...defaults, ...knownArguments(operation, given) }, context.store)
  const checked = remembering(check, context.store)
  return async given => {
    const found = checked(given)
    return keep(found.key, () => make(found, context).catch(withHint))
  }
}

/** What does not exist under one name may exist under another. */
function withHint(error: unknown): never {
  if (!(error instanceof Failure) || error.error !== 'not_found') throw error
  throw fail('not_found', `${error.message} ${getCommunityFeed.name} with q finds handles and slugs.`)
}

const rememberAtMost = 1_000
const longestRemembered = 300

/** The same few arguments come again and again. What they mean can change with the data: its languages decide too. */
function remembering(check: (given: Record<string, unknown>) => Checked, store: Context['store']) {
  const known = new Map<string, Checked>()
  let version = store.version()
  return (given: Record<string, unknown>): Checked => {
    if (store.version() !== version || known.size >= rememberAtMost) {
      known.clear()
      version = store.version()
    }
    const text = JSON.stringify(given)
    const found = known.get(text)
    if (found !== undefined) return found
    const checked = check(given)
    if (text.length <= longestRemembered) known.set(text, checked)
    return checked
  }
}

async function make(checked: Checked, context: Context): Promise<Buffer> {
  const { json, note } = await answerWithin(checked, context)
  return finishedAnswer(json, note)
}

function inputSchema({ input, fields }: Operation): JsonSchema {
  const properties = fields.map(({ name, schema }) => [
    name,
    name === 'limit' ? { ...plain(schema), default: defaultLimit } : plain(schema),
  ])
  const required = (input.required as string[] | undefined) ?? []
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

/** Programs that know only part of JSON Schema stumble over formats of our own and over an enum without a type. */
export function plain(schema: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    // Where they are not text they are properties of that name.
    const kept = Object.entries(value).filter(
      ([key, text]) => !(key === 'title' && typeof text === 'string') && !(key === 'format' && text === 'bcp47'),
    )
    const rest: JsonSchema = Object.fromEntries(kept)
    return Array.isArray(rest.enum) && rest.type === undefined ? { type: 'string', ...rest } : rest
  })
}
