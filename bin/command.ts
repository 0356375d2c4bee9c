// What a command of the command line is, and what all of them share.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { didYouMean } from '../src/util/nearest.ts'

export type Command = {
  name: string
  summary: string
  /** What stands after `vitrine` on the line that explains it, and the flags, one a line. */
  usage: string
  /** What may stand after a flag, where that is a choice. */
  choices?: Readonly<Record<string, readonly string[]>>
  /** Gives the exit code. */
  run: (args: string[]) => Promise<number>
}

type Flags = NonNullable<ParseArgsConfig['options']>

/** An error in how the program was called: told in one line, exit code 2. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { exitCode: 2 })
}

/** Flags and up to `most` other arguments; anything else is a usage error that names it. */
export function parseFlags<const F extends Flags>(command: string, args: string[], options: F, most = 0) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true })
    const extra = parsed.positionals[most]
    if (extra !== undefined) throw usageError(`${command} does not know what to do with "${extra}".`)
    return parsed
  } catch (error) {
    throw clearer(error as Error & { code?: string }, command, options)
  }
}

function clearer(error: Error & { code?: string }, command: string, options: Flags): Error {
  const flag = /'(?:-\w, )?(--?[^' =]+)/.exec(error.message)?.[1] ?? ''
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const known = Object.keys(options).map(name => `--${name}`)
    const hint = didYouMean(flag, known) || ` See vitrine ${command} --help.`
    return usageError(`${command} has no flag ${flag}.${hint}`)
  }
  if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    const needsValue = options[flag.replace(/^-+/, '')]?.type === 'string'
    return usageError(`${flag} ${needsValue ? 'needs a value' : 'takes no value'}.`)
  }
  return error
}

/** Resolves when the text has been taken, so that a slow reader slows us down instead of filling the memory. */
export function print(text: string): Promise<void> {
  return new Promise(resolve => process.stdout.write(text, () => resolve()))
}

/** What comes from a file may try to steer the terminal. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '?')
}
