// The command line: finds the command, runs it, and turns errors into one clear line and an exit code.
import { inspect } from 'node:util'
import { didYouMean } from '../src/util/nearest.ts'
import { softwareVersion } from '../src/util/software-version.ts'
import { type Command, printResult, usageError } from './command.ts'
import { commands, explain, overview } from './commands.ts'

// A reader that closes the pipe early, such as head, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  const reason = error.code === 'ENOSPC' ? 'the disk is full' : error.message
  console.error(`vitrine: Cannot write to standard output: ${reason}.`)
  process.exit(1)
})

async function main([first = 'help', ...rest]: string[]): Promise<number> {
  if (first === '--version' || first === '-v') return printResult(`vitrine ${softwareVersion}\n`)
  if (first === 'help' || first === '--help' || first === '-h') {
    return printResult(rest[0] === undefined ? overview() : explain(findCommand(rest[0])))
  }
  const command = findCommand(first)
  // `call <operation> --help` explains the operation.
  if (command.name !== 'call' && rest.some(arg => arg === '--help' || arg === '-h'))
    return printResult(explain(command))
  return command.run(rest)
}

function findCommand(name: string): Command {
  const found = commands.find(command => command.name === name)
  if (found) return found
  const hint = didYouMean(
    name,
    commands.map(command => command.name),
  )
  throw usageError(`There is no command ${name}.${hint || ' See vitrine help.'}`)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (thrown) {
  const error = thrown as Error & { exitCode?: number }
  const detailed = process.env.VITRINE_LOG_LEVEL === 'debug' || process.env.VITRINE_LOG_LEVEL === 'trace'
  const text = detailed ? inspect(thrown) : `vitrine: ${error?.message ?? thrown}`
  // Exits explicitly: an open connection or timer would keep the process alive.
  process.stderr.write(`${text}\n`, () => process.exit(error?.exitCode ?? 1))
}
