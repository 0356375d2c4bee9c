// Answers MCP messages. Results that do not depend on the request are serialised once, when the server is created.
import type { IncomingHttpHeaders } from 'node:http'
import type { Failure } from '../errors.ts'
import { didYouMean } from '../util/nearest.ts'
import type { McpDefinition } from './definition.ts'
import { errorText, readMessage, resultFront } from './json-rpc.ts'
import { type Methods, methodsOf } from './methods.ts'
import {
  codes,
  type Generation,
  generationOf,
  isProtocolError,
  notificationError,
  type ProtocolError,
  protocolError,
  quote,
  serverKey,
} from './protocol.ts'

/** The body is `front`, then `tail`. `age` is set when the response is stale because the store is unavailable. */
export type Reply = { status: number; front: string; tail: Buffer; age?: number | undefined }

export type McpServer = {
  definition: McpDefinition
  /** Null for a notification, which gets no response. */
  handle(body: string, headers: IncomingHttpHeaders): Promise<Reply | null>
}

const emptyBuffer = Buffer.alloc(0)

/** `asFailure` turns any error into one that clients may see, and logs it. */
export function makeMcpServer(definition: McpDefinition, asFailure: (error: unknown) => Failure): McpServer {
  const methods = methodsOf(definition, asFailure)
  const membersFor = statelessMembers(definition)
  return {
    definition,
    async handle(body, headers) {
      const message = readMessage(body)
      if (message.kind === 'invalid') return errorReply(message.id, message.error)
      if (message.kind === 'notification') {
        const error = notificationError(headers)
        return error && errorReply('null', error)
      }
      const { id, method, params } = message
      const generation = generationOf(method, params, headers, name => methods.stateless.has(name))
      if (typeof generation === 'object') return errorReply(id, generation)
      const answer = methods[generation].get(method)
      if (answer === undefined) return errorReply(id, unknownMethod(method, generation, methods))
      const result = await answer(params)
      if (isProtocolError(result)) return errorReply(id, forGeneration(result, generation))
      const members = generation === 'handshake' && method !== 'server/discover' ? '' : membersFor(result.ttlMs)
      return { status: 200, front: resultFront(id, members), tail: result.tail, age: result.age }
    },
  }
}

const errorReply = (id: string, error: ProtocolError): Reply => ({
  status: error.status,
  front: errorText(id, error),
  tail: emptyBuffer,
})

/** The members that every result has in the newer generation. */
function statelessMembers({ info }: McpDefinition): (ttlMs: number | undefined) => string {
  const members = `"resultType":"complete","_meta":${JSON.stringify({ [serverKey]: info })},`
  return ttlMs => (ttlMs === undefined ? members : `${members}"ttlMs":${ttlMs},"cacheScope":"public",`)
}

function unknownMethod(method: string, generation: Generation, methods: Methods): ProtocolError {
  const names = [...methods[generation].keys()]
  const message = `There is no method ${quote(method)}.${didYouMean(method, names)} Methods: ${names.join(', ')}.`
  return protocolError(codes.methodNotFound, message, { status: generation === 'stateless' ? 404 : 200 })
}

/** The newer generation has no specific code for a missing resource. */
const forGeneration = (error: ProtocolError, generation: Generation): ProtocolError =>
  generation === 'stateless' && error.code === codes.resourceNotFound ? { ...error, code: codes.invalidParams } : error
