// prompts/get and completion/complete.
import type { Failure } from '../../errors.ts'
import { didYouMean } from '../../util/nearest.ts'
import type { Complete, McpDefinition, Prompt } from '../definition.ts'
import { type Method, messageOf } from '../method.ts'
import { codes, isObject, type Params, type ProtocolError, protocolError, quote } from '../protocol.ts'
import { resultBytes } from '../result-bytes.ts'

const maxValues = 100

const invalid = (message: string): ProtocolError => protocolError(codes.invalidParams, message)

export function promptGetter({ prompts }: McpDefinition): Method {
  const byName = new Map(prompts.map(prompt => [prompt.name, prompt]))
  return ({ name, arguments: args = {} }) => {
    const prompt = byName.get(name as string)
    if (prompt === undefined) return unknownPrompt(name, [...byName.keys()])
    const problem = argumentProblem(prompt, args)
    if (problem !== null) return invalid(problem)
    const text = prompt.text(args as Record<string, string>)
    const messages = [{ role: 'user', content: { type: 'text', text } }]
    return { tail: resultBytes({ description: prompt.description, messages }) }
  }
}

function unknownPrompt(name: unknown, names: readonly string[]): ProtocolError {
  if (typeof name !== 'string') return invalid('params.name must be the name of a prompt.')
  const list = names.length === 0 ? 'There are no prompts.' : `Prompts: ${names.join(', ')}.`
  return invalid(`Unknown prompt: ${quote(name)}.${didYouMean(name, names)} ${list}`)
}

function argumentProblem({ name, arguments: known }: Prompt, args: unknown): string | null {
  if (!isObject(args)) return 'params.arguments must be an object.'
  const names = known.map(argument => argument.name)
  const unknown = Object.keys(args).find(given => !names.includes(given))
  if (unknown !== undefined) return `There is no argument ${quote(unknown)}. ${name} takes ${names.join(', ')}.`
  const wrong = Object.entries(args).find(([, value]) => typeof value !== 'string')
  if (wrong !== undefined) return `${wrong[0]} must be text.`
  const missing = known.find(argument => argument.required && !(args[argument.name] as string | undefined)?.trim())
  return missing === undefined ? null : `${missing.name} is required: ${missing.description}`
}

export function completer(definition: McpDefinition, asFailure: (error: unknown) => Failure): Method {
  return async ({ ref, argument, context }) => {
    if (!isObject(argument) || typeof argument.name !== 'string' || typeof argument.value !== 'string')
      return invalid('params.argument must have a name and a value.')
    const completes = completionsOf(definition, ref)
    if (completes === null) return invalid('params.ref must be a prompt or resource template of this server.')
    const complete = Object.hasOwn(completes, argument.name) ? completes[argument.name] : undefined
    try {
      const values = (await complete?.(argument.value, resolvedArguments(context))) ?? []
      const shown = values.slice(0, maxValues)
      const completion = { values: shown, total: values.length, hasMore: values.length > shown.length }
      return { tail: resultBytes({ completion }) }
    } catch (error) {
      return protocolError(codes.internalError, messageOf(asFailure(error)))
    }
  }
}

/** By the name of the argument. */
function completionsOf(
  { prompts, templates }: McpDefinition,
  ref: unknown,
): Record<string, Complete | undefined> | null {
  if (!isObject(ref)) return null
  if (ref.type === 'ref/prompt') {
    const prompt = prompts.find(({ name }) => name === ref.name)
    return prompt === undefined
      ? null
      : Object.fromEntries(prompt.arguments.map(({ name, complete }) => [name, complete]))
  }
  const template = ref.type === 'ref/resource' && templates.find(({ uriTemplate }) => uriTemplate === ref.uri)
  return template ? (template.complete ?? {}) : null
}

function resolvedArguments(context: unknown): Record<string, string> {
  const args: Params = isObject(context) && isObject(context.arguments) ? context.arguments : {}
  return Object.fromEntries(Object.entries(args).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >
}
