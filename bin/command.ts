// The type of a command of the command line, and helpers that commands share.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { didYouMean } from '../src/util/nearest.ts'

export type Command = {
  name: string
  summary: string
  /** The usage line without `vitrine`, and the flags, one per line. */
  usage: string
  /** Allowed values of flags that have a fixed set of them. */
  choices?: Readonly<Record<string, readonly string[]>>
  /** Resolves to the exit code. */
  run: (args: string[]) => Promise<number>
}

type Flags = NonNullable<ParseArgsConfig['options']>

/** Wrong usage of the program: printed in one line, exit code 2. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { exitCode: 2 })
}

/** Flags and up to `max` other arguments; anything else is a usage error. */
export function parseFlags<const F extends Flags>(command: string, args: string[], options: F, max = 0) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true })
    const extra = parsed.positionals[max]
    if (extra !== undefined) throw usageError(`${command} does not know what to do with "${extra}".`)
    return parsed
  } catch (error) {
    throw clearerError(error as Error & { code?: string }, command, options)
  }
}

function clearerError(error: Error & { code?: string }, command: string, options: Flags): Error {
  const flag = /'(?:-\w, )?(--?[^' =]+)/.exec(error.message)?.[1] ?? ''
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const validFlags = Object.keys(options).map(name => `--${name}`)
    const hint = didYouMean(flag, validFlags) || ` See vitrine ${command} --help.`
    return usageError(`${command} has no flag ${flag}.${hint}`)
  }
  if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    const needsValue = options[flag.replace(/^-+/, '')]?.type === 'string'
    return usageError(`${flag} ${needsValue ? 'needs a value' : 'takes no value'}.`)
  }
  return error
}

/** Resolves when the text has been written, so that a slow reader does not fill the memory. */
export function print(text: string): Promise<void> {
  return new Promise(resolve => process.stdout.write(text, () => resolve()))
}

/** Prints the output of a successful command and returns its exit code. */
export async function printResult(text: string): Promise<number> {
  await print(text)
  return 0
}

/** Replaces control characters, which could control the terminal. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '?')
}
