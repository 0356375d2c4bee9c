// Runs the reads of a batch; each succeeds or fails independently.
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { readText } from '../../mcp/text/reads.ts'
import { batchHeading } from '../../mcp/text/write.ts'
import { checkedArguments } from '../../operations/arguments.ts'
import { type BatchItem, operationNamed } from '../../operations/batch/request.ts'
import { prepare } from '../../operations/define.ts'
import { payloadIn } from '../../routes/read-content.ts'
import type { Outcome } from '../../server/request/idempotency.ts'
import type { RequestWithInfo } from '../../server/request/request-info.ts'
import { noStoreHeaders } from '../../server/response/caching.ts'
import { errorFacts, safeMessage } from '../../server/response/error-body.ts'
import { represent } from '../../server/response/representation.ts'
import { staleHeaders } from '../../server/response/serve.ts'
import { asFailure } from '../../server/router.ts'
import type { EndpointParts } from '../parts.ts'

export type BatchForm = 'application/json' | 'text/markdown'

const headOf = (form: BatchForm): string[] => [
  'Content-Type',
  `${form}; charset=utf-8`,
  ...noStoreHeaders,
  'Vary',
  'Accept, Accept-Encoding, Service-API-Version',
]

type RunParts = Pick<EndpointParts, 'context' | 'responseCache' | 'readContent' | 'log' | 'site'>

/** `payload` is JSON. `age` is set when the response is stale because the store is unavailable. */
type Result = { status: number; payload: Buffer; age: number | null }

export async function runBatch(
  items: readonly BatchItem[],
  request: FastifyRequest,
  form: BatchForm,
  parts: RunParts,
): Promise<Outcome> {
  const requestId = (request.raw as RequestWithInfo).info.id
  const running: Promise<Result>[] = []
  for (const item of items) {
    running.push(readItem(item, parts).catch(error => errorResult(error, requestId, parts)))
    // Reads run on the main thread; other requests must be served in between.
    await yieldToOthers()
  }
  const results = await Promise.all(running)
  const body = form === 'application/json' ? jsonOf(items, results) : textOf(items, results, parts.site)
  const oldest = Math.max(...results.map(({ age }) => age ?? -1))
  return {
    status: 200,
    head: oldest < 0 ? headOf(form) : [...headOf(form), ...staleHeaders(oldest)],
    body,
    temporary: oldest >= 0 || results.some(({ status }) => status === 429 || status >= 500),
  }
}

function jsonOf(items: readonly BatchItem[], results: readonly Result[]): Buffer {
  const pieces: Buffer[] = []
  results.forEach(({ status, payload }, i) => {
    const { id, operation } = items[i]!
    const start = `{"id":${JSON.stringify(id)},"operation":${JSON.stringify(operation)},"status":${status}`
    const member = status === 200 ? 'data' : 'error'
    pieces.push(Buffer.from(`${i === 0 ? '{"results":[' : ','}${start},"${member}":`), payload, closing)
  })
  return Buffer.concat([...pieces, end])
}

/** Short, for models: as the MCP tool. */
function textOf(items: readonly BatchItem[], results: readonly Result[], site: EndpointParts['site']): Buffer {
  const parts = results.map(({ status, payload }, i) => {
    const item = items[i]!
    const json = payload.toString()
    const text =
      status === 200
        ? readText(operationNamed(item.operation).output, json, site).text
        : `error ${status}: ${(JSON.parse(json) as { message: string }).message}`
    return `${batchHeading(item)}\n${text}\n`
  })
  return Buffer.from(parts.join('\n'))
}

const closing = Buffer.from('}')
const end = Buffer.from(']}')

async function readItem(item: BatchItem, { context, responseCache, readContent }: RunParts): Promise<Result> {
  const operation = operationNamed(item.operation)
  const checked = prepare(operation, checkedArguments(operation, item.arguments), context)
  const { key, content } = readContent(checked)
  const { value, age } = await responseCache.get(key, async () => represent(await content()))
  return { status: 200, payload: payloadIn(value.identity.bytes), age }
}

/** With the usual error body. */
function errorResult(error: unknown, requestId: string, { context, log }: RunParts): Result {
  const failure = asFailure(error)
  if (failure.status >= 500) log.error({ requestId, err: failure.cause ?? failure }, failure.error)
  const facts = { ...errorFacts(failure, requestId, context.addresses), message: safeMessage(failure) }
  return { status: failure.status, payload: Buffer.from(JSON.stringify(facts)), age: null }
}
