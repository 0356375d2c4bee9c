// Answers MCP messages. What does not depend on the request is serialised once, when the server is created.
import type { IncomingHttpHeaders } from 'node:http'
import type { Failure } from '../errors.ts'
import { didYouMean } from '../util/nearest.ts'
import type { McpDefinition } from './definition.ts'
import { errorText, readMessage, resultFront } from './json-rpc.ts'
import { type Methods, methodsOf } from './methods.ts'
import {
  codes,
  type Era,
  eraOf,
  isRefusal,
  quote,
  type Refusal,
  refuse,
  refusedNotification,
  serverKey,
} from './protocol.ts'

/** The body is `front`, then `tail`. `age` is set when the response is stale because the store is unavailable. */
export type Reply = { status: number; front: string; tail: Buffer; age?: number | undefined }

export type McpServer = {
  definition: McpDefinition
  /** Null when no response is due. */
  handle(body: string, headers: IncomingHttpHeaders): Promise<Reply | null>
}

const nothing = Buffer.alloc(0)

/** `asFailure` turns any error into one that clients may see, and logs it. */
export function makeMcpServer(definition: McpDefinition, asFailure: (error: unknown) => Failure): McpServer {
  const methods = methodsOf(definition, asFailure)
  const front = statelessFront(definition)
  return {
    definition,
    async handle(body, headers) {
      const message = readMessage(body)
      if (message.kind === 'unreadable') return errorReply(message.id, message.refusal)
      if (message.kind === 'notice') {
        const refused = refusedNotification(headers)
        return refused && errorReply('null', refused)
      }
      const { id, method, params } = message
      const era = eraOf(method, params, headers, name => methods.stateless.has(name))
      if (typeof era === 'object') return errorReply(id, era)
      const answer = methods[era].get(method)
      if (answer === undefined) return errorReply(id, unknownMethod(method, era, methods))
      const result = await answer(params)
      if (isRefusal(result)) return errorReply(id, inEra(result, era))
      const members = era === 'handshake' && method !== 'server/discover' ? '' : front(result.ttlMs)
      return { status: 200, front: resultFront(id, members), tail: result.tail, age: result.age }
    },
  }
}

const errorReply = (id: string, refusal: Refusal): Reply => ({
  status: refusal.status,
  front: errorText(id, refusal),
  tail: nothing,
})

/** The common start of results in the newer generation. */
function statelessFront({ info }: McpDefinition): (ttlMs: number | undefined) => string {
  const front = `"resultType":"complete","_meta":${JSON.stringify({ [serverKey]: info })},`
  return ttlMs => (ttlMs === undefined ? front : `${front}"ttlMs":${ttlMs},"cacheScope":"public",`)
}

function unknownMethod(method: string, era: Era, methods: Methods): Refusal {
  const names = [...methods[era].keys()]
  const message = `There is no method ${quote(method)}.${didYouMean(method, names)} Methods: ${names.join(', ')}.`
  return refuse(codes.methodNotFound, message, { status: era === 'stateless' ? 404 : 200 })
}

/** The newer generation has no specific code for a missing resource. */
const inEra = (refusal: Refusal, era: Era): Refusal =>
  era === 'stateless' && refusal.code === codes.resourceNotFound ? { ...refusal, code: codes.invalidParams } : refusal
