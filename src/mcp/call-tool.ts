// tools/call. Wrong arguments are a tool result with `isError`, so that the model can correct them.
import type { Failure } from '../errors.ts'
import { didYouMean } from '../util/nearest.ts'
import type { McpDefinition } from './definition.ts'
import { type Method, messageOf } from './method.ts'
import { codes, isObject, protocolError, quote } from './protocol.ts'
import { toolErrorBytes } from './result-bytes.ts'

export function toolCaller({ tools }: McpDefinition, asFailure: (error: unknown) => Failure): Method {
  const byName = new Map(tools.map(tool => [tool.name, tool]))
  const names = [...byName.keys()]
  return async params => {
    const { name } = params
    const tool = byName.get(name as string)
    if (tool === undefined) {
      if (typeof name !== 'string') return protocolError(codes.invalidParams, 'params.name must be the name of a tool.')
      const hint = `${didYouMean(name, names)} Tools: ${names.join(', ')}.`
      return protocolError(codes.invalidParams, `Unknown tool: ${quote(name)}.${hint}`)
    }
    const args = params.arguments ?? {}
    if (!isObject(args)) return protocolError(codes.invalidParams, 'params.arguments must be an object.')
    try {
      const answer = await tool.call(args)
      return Buffer.isBuffer(answer) ? { tail: answer } : { tail: answer.bytes, age: answer.age }
    } catch (error) {
      return { tail: toolErrorBytes(messageOf(asFailure(error))) }
    }
  }
}
