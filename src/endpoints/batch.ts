// Up to ten reads in one request. Each is answered, and fails, as it would alone.
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Addresses } from '../addresses.ts'
import type { Answers } from '../cache/response-cache.ts'
import { linkHeader } from '../discovery.ts'
import { fail } from '../errors.ts'
import { knownArguments } from '../operations/arguments.ts'
import { type Context, type Operation, prepare } from '../operations/define.ts'
import { payloadIn, type ReadContent } from '../routes/read-content.ts'
import type { Idempotency, Outcome } from '../server/request/idempotency.ts'
import type { VisitedRequest } from '../server/request/request-info.ts'
import { documentAnswer, neverStored } from '../server/response/caching.ts'
import { errorFacts, safeMessage } from '../server/response/error-body.ts'
import { sendFresh } from '../server/response/fresh-response.ts'
import { type Representation, represent } from '../server/response/representation.ts'
import { type Serve, staleHeaders } from '../server/response/serve.ts'
import { asFailure, type Router } from '../server/router.ts'
import { didYouMean } from '../util/nearest.ts'
import { type BatchItem, checkBatch } from './batch-request.ts'

export type Batch = {
  operations: readonly Operation[]
  context: Context
  serve: Serve
  answers: Answers<Representation>
  readContent: ReadContent
  idempotency: Idempotency
  log: Logger
  /** What GET tells; see `batchAbout`. */
  about: object
}

const type = 'application/json; charset=utf-8'
const head = ['Content-Type', type, ...neverStored, 'Vary', 'Accept-Encoding, Service-API-Version']

export function addBatch(router: Router, batch: Batch): void {
  const { serve, idempotency } = batch
  const bytes = Buffer.from(JSON.stringify(batch.about))
  const link = linkHeader(batch.context.addresses.webUrl)
  const content = async () => ({ bytes, type, headers: [...documentAnswer, 'Link', link] })
  router.route({
    method: ['GET', 'HEAD'],
    url: '/batch',
    config: { route: 'batch description' },
    handler: (request, reply) => serve(request, reply, { key: 'batch description', content, fixed: true }),
  })
  const runItem = itemRunner(batch)
  router.route({
    method: 'POST',
    url: '/batch',
    config: { route: 'batch' },
    handler: async (request, reply) => {
      const items = checkBatch(request.body)
      const answer = await idempotency.once(request, () => runAll(items, item => runItem(item, idOf(request))))
      await sendFresh(request, reply, answer)
    },
  })
}

const idOf = (request: FastifyRequest): string => (request.raw as VisitedRequest).visit.id

/** `payload` is JSON. `age` is set when the answer stands in for one that could not be made. */
type Result = { status: number; payload: Buffer; age: number | null }

async function runAll(items: readonly BatchItem[], run: (item: BatchItem) => Promise<Result>): Promise<Outcome> {
  const running: Promise<Result>[] = []
  for (const item of items) {
    running.push(run(item))
    await othersTurn() // reads take the main thread: between two of them, other requests get theirs
  }
  const results = await Promise.all(running)
  const pieces: Buffer[] = []
  results.forEach(({ status, payload }, i) => {
    const { id, operation } = items[i]!
    const facts = `{"id":${JSON.stringify(id)},"operation":${JSON.stringify(operation)},"status":${status}`
    const member = status === 200 ? 'data' : 'error'
    pieces.push(Buffer.from(`${i === 0 ? '{"results":[' : ','}${facts},"${member}":`), payload, closing)
  })
  const oldest = Math.max(...results.map(({ age }) => age ?? -1))
  return {
    status: 200,
    head: oldest < 0 ? head : [...head, ...staleHeaders(oldest)],
    body: Buffer.concat([...pieces, end]),
    passing: oldest >= 0 || results.some(({ status }) => status >= 500),
  }
}

const closing = Buffer.from('}')
const end = Buffer.from(']}')

function itemRunner({ operations, context, answers, readContent, log }: Batch) {
  const byName = new Map(operations.map(operation => [operation.name, operation]))

  const read = async (item: BatchItem): Promise<Result> => {
    const operation = byName.get(item.operation)
    if (operation === undefined) throw unknownOperation(item.operation, [...byName.keys()])
    const checked = prepare(operation, knownArguments(operation, item.arguments), context.store)
    const { key, content } = readContent(checked)
    const { value, age } = await answers.get(key, async () => represent(await content()))
    return { status: 200, payload: payloadIn(value.identity.bytes), age }
  }

  return async (item: BatchItem, requestId: string): Promise<Result> => {
    try {
      return await read(item)
    } catch (error) {
      return failed(error, requestId, context.addresses, log)
    }
  }
}

/** The same body as everywhere. */
function failed(error: unknown, requestId: string, addresses: Addresses, log: Logger): Result {
  const failure = asFailure(error)
  if (failure.status >= 500) log.error({ requestId, err: failure.cause ?? failure }, failure.error)
  const facts = { ...errorFacts(failure, requestId, addresses), message: safeMessage(failure) }
  return { status: failure.status, payload: Buffer.from(JSON.stringify(facts)), age: null }
}

/** Well-formed but not allowed, like any other value that is none of those there are. */
function unknownOperation(name: string, names: readonly string[]) {
  const reason = `operation must be one of ${names.join(', ')}.${didYouMean(name, names)}`
  return fail('validation_failed', reason, { details: [{ field: 'operation', reason }] })
}
