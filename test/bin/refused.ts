import assert from 'node:assert/strict'
import { commands } from '../../bin/commands.ts'

/** Runs a command within this process. What it throws is what the program prints, in one line. */
export async function refused([name, ...args]: string[], message: RegExp, exitCode?: number): Promise<void> {
  const command = commands.find(candidate => candidate.name === name)!
  const error = await command.run(args).then(
    () => assert.fail(`${name} took ${args.join(' ')}`),
    (thrown: Error & { exitCode?: number }) => thrown,
  )
  assert.match(error.message, message)
  assert.deepEqual([error.exitCode, error.message.includes('\n')], [exitCode, false])
}
