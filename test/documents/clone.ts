// The clone that a reader has: of the last commit, with nothing in it that is not in the history.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '../docs-blocks.ts'

const run = promisify(execFile)

/** For git: this history may be read whoever owns it, and is what is at the address that the documents name. */
export const gitSettings = (project: string): Readonly<Record<string, string>> => ({
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
  GIT_CONFIG_KEY_1: `url.file://${project}.insteadOf`,
  GIT_CONFIG_VALUE_1: 'https://git.example.com/vitrine.git',
})

export async function cloneInto(folder: string): Promise<void> {
  const env = { ...process.env, ...gitSettings(root) }
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder], { env }).catch(error => {
    throw new Error(`The blocks are run in a clone of the project, which needs git and a history: ${error.message}`)
  })
}
