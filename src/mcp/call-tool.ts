// tools/call. What the caller can mend comes back as an answer to read, not as an error of the protocol.
import { errors, type Failure } from '../errors.ts'
import { didYouMean } from '../util/nearest.ts'
import type { McpDefinition } from './definition.ts'
import type { Method } from './methods.ts'
import { codes, isObject, quote, refuse } from './protocol.ts'
import { finishedMistake } from './result-bytes.ts'

export function toolCaller({ tools }: McpDefinition, asFailure: (error: unknown) => Failure): Method {
  const byName = new Map(tools.map(tool => [tool.name, tool]))
  const names = [...byName.keys()]
  return async params => {
    const { name } = params
    const tool = byName.get(name as string)
    if (tool === undefined) {
      if (typeof name !== 'string') return refuse(codes.invalidParams, 'params.name must be the name of a tool.')
      const hint = `${didYouMean(name, names)} Tools: ${names.join(', ')}.`
      return refuse(codes.invalidParams, `Unknown tool: ${quote(name)}.${hint}`)
    }
    const given = params.arguments ?? {}
    if (!isObject(given)) return refuse(codes.invalidParams, 'params.arguments must be an object.')
    try {
      const answer = await tool.call(given)
      return Buffer.isBuffer(answer) ? { tail: answer } : { tail: answer.bytes, age: answer.age }
    } catch (error) {
      return { tail: finishedMistake(messageOf(asFailure(error))) }
    }
  }
}

/** As everywhere, what failed on our side is not told in detail. */
export const messageOf = (failure: Failure): string =>
  failure.status >= 500 ? errors[failure.error].meaning : failure.message
