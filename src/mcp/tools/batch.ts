// `batch`: several reads in one call, as POST /batch. A read that fails does not affect the others.
import { batchMax } from '../../limits.ts'
import { type BatchItem, checkBatch, operationNamed } from '../../operations/batch/request.ts'
import type { Context } from '../../operations/define.ts'
import { getAppShare, getCommunityFeed, operations } from '../../operations/index.ts'
import { makeRequestIds } from '../../server/request/request-id.ts'
import { errorFacts, safeMessage } from '../../server/response/error-body.ts'
import { asFailure } from '../../server/router.ts'
import type { Tool, ToolDescription } from '../definition.ts'
import { toolResultBytes } from '../result-bytes.ts'
import { readText } from '../text/reads.ts'
import { batchHeading, joined, type TextSite } from '../text/write.ts'
import { answerWithin, budget } from './budget.ts'
import { type CacheResult, checkedCall } from './operations.ts'

const text = { type: 'string' } as const

export const batchDescription: ToolDescription = {
  name: 'batch',
  icon: 'layers',
  title: 'Run several reads at once',
  description:
    `Run up to ${batchMax} reads in one call; each succeeds or fails on its own, and results keep the order. ` +
    `Use this to compare or collect several creations, creators or lists, for example ${getAppShare.name} for three creations. ` +
    `Next: continue a list with its \`next_cursor\`, with ${getCommunityFeed.name} for example.`,
  inputSchema: {
    type: 'object',
    properties: {
      requests: {
        type: 'array',
        description: 'The reads.',
        minItems: 1,
        maxItems: batchMax,
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Your name for the read, unique in the batch.' },
            operation: { type: 'string', enum: operations.map(({ name }) => name) },
            arguments: { type: 'object', description: 'As for the tool of this name.' },
          },
          required: ['id', 'operation'],
          additionalProperties: false,
        },
      },
    },
    required: ['requests'],
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
            id: text,
            operation: text,
            status: { type: 'integer' },
            data: { type: 'object' },
            error: { type: 'object' },
          },
          required: ['id', 'operation', 'status'],
        },
      },
    },
    required: ['results'],
  },
}

type ItemResult = { json: string; text: string; age: number }

export function batchTool(context: Context, site: TextSite, cacheResult: CacheResult): Tool {
  const nextId = makeRequestIds()
  return {
    ...batchDescription,
    call: async args => {
      const items = checkBatch(args)
      const requestId = nextId()
      const maxLength = Math.floor(budget / items.length)
      const read = (item: BatchItem) =>
        readItem(item, maxLength, context, site, cacheResult).catch(error => failed(item, error, requestId, context))
      const results = await Promise.all(items.map(read))
      const bytes = toolResultBytes({
        json: `{"results":[${results.map(({ json }) => json).join()}]}`,
        text: results.map(result => result.text).join('\n\n'),
      })
      const age = Math.max(...results.map(result => result.age))
      return age < 0 ? bytes : { bytes, age }
    },
  }
}

const start = ({ id, operation }: BatchItem, status: number): string =>
  `{"id":${JSON.stringify(id)},"operation":${JSON.stringify(operation)},"status":${status}`

async function readItem(
  item: BatchItem,
  maxLength: number,
  context: Context,
  site: TextSite,
  cacheResult: CacheResult,
): Promise<ItemResult> {
  const operation = operationNamed(item.operation)
  const checked = checkedCall(operation, item.arguments, context)
  const cached = await cacheResult(`batch ${maxLength} ${checked.key}`, async () =>
    Buffer.from(JSON.stringify(await answerWithin(checked, context, maxLength))),
  )
  const { bytes, age } = Buffer.isBuffer(cached) ? { bytes: cached, age: -1 } : cached
  const { json, note } = JSON.parse(bytes.toString()) as { json: string; note: string | null }
  return {
    json: `${start(item, 200)},"data":${json}}`,
    text: joined([batchHeading(item), readText(operation.output, json, site).text, note]),
    age,
  }
}

/** With the usual error body. */
function failed(item: BatchItem, error: unknown, requestId: string, { addresses }: Context): ItemResult {
  const failure = asFailure(error)
  const facts = { ...errorFacts(failure, requestId, addresses), message: safeMessage(failure) }
  return {
    json: `${start(item, failure.status)},"error":${JSON.stringify(facts)}}`,
    text: joined([batchHeading(item), `error ${failure.status}: ${facts.message}`]),
    age: -1,
  }
}
