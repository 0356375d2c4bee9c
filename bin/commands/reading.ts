// Commands that read from a running service, generated from the definitions of the reads.
import type { Client, Operations } from '../../client/client.ts'
import { checkInput, fromStrings, type Operation } from '../../src/operations/define.ts'
import { operations } from '../../src/operations/index.ts'
import { type Command, print, usageError } from '../command.ts'
import { choicesOf, fieldHelp, parseOperationFlags } from '../operation-flags.ts'
import { readRemote, remoteFlags, remoteUsage } from '../remote.ts'

const flagWidth = 16

export const readingCommands: readonly Command[] = operations.flatMap(operation => {
  const { command: name, summary } = operation
  if (name === undefined) return []
  const run = (args: string[]) => runRead(name, operation, args)
  return [{ name, summary, usage: usageOf(name, operation), choices: choicesOf(operation), run }]
})

function usageOf(name: string, { pathFields, fields, notFound }: Operation): string {
  const flags = fields.filter(field => !pathFields.includes(field.name))
  const positional = pathFields.map(field => `<${field}>`).join(notFound && pathFields.length > 1 ? '/' : ' ')
  return [
    [name, positional, '[--<parameter> <value> …]', '[--url <web host>]', '[--json]'].filter(Boolean).join(' '),
    '',
    ...fieldHelp(flags, flagWidth),
    ...remoteUsage(flagWidth),
  ].join('\n')
}

async function runRead(command: string, operation: Operation, args: string[]): Promise<number> {
  const { pathFields, operationId, output } = operation
  const { values, positionals } = parseOperationFlags(command, operation, args, {
    positional: pathFields,
    extraFlags: remoteFlags,
  })
  const { url, 'api-url': apiUrl, json, ...strings } = values
  const input = inputOf(command, operation, { ...strings, ...pathValues(command, pathFields, positionals) })
  const key = operationId as keyof Operations
  const read = async (client: Client): Promise<unknown> => client[key](input as never)
  const { textFor } = await readRemote({ url, apiUrl, json: json as unknown as boolean | undefined }, read)
  const { viewOf } = await import('../views.ts')
  await print(textFor(viewOf(output)))
  return 0
}

/** Accepts `mira/water-log`, `@mira/water-log` and two separate words. */
function pathValues(command: string, names: readonly string[], words: readonly string[]): Record<string, string> {
  const parts = words.flatMap(word => word.replace(/^@/, '').split('/')).filter(part => part !== '')
  const extra = parts[names.length]
  if (extra !== undefined) throw usageError(`${command} does not know what to do with "${extra}".`)
  return Object.fromEntries(parts.map((part, i) => [names[i]!, part]))
}

/** Validated before the request, so that typing errors are reported without a service. */
function inputOf(command: string, operation: Operation, strings: Record<string, string | undefined>) {
  const input = fromStrings(operation, strings)
  const missing = operation.pathFields.find(name => input[name] === undefined)
  if (missing !== undefined) throw usageError(`${command} needs a ${missing}: vitrine ${usageLine(command, operation)}`)
  try {
    checkInput(operation, input)
  } catch (error) {
    throw usageError((error as Error).message)
  }
  return input
}

const usageLine = (command: string, operation: Operation): string => usageOf(command, operation).split(' [', 1)[0]!
