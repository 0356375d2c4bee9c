// What people publish may be meant to hurt: scripts in titles, instructions to models. The tests of that, in a real browser.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { cleanEnvironment } from '../support/vitrine-process.ts'
import { type Check, check, type Row } from './row.ts'

const root = join(import.meta.dirname, '../..')

export const hostile: Row = { name: 'hostile', fault: 'hostile strings, instructions planted in content', run }

async function run(): Promise<Check[]> {
  return [
    passes('no script runs on any page or ui:// view under a strict CSP', [
      'test/browser/pages-hostile.test.ts',
      'test/browser/views-context.test.ts',
      'test/contract/privacy.test.ts',
    ]),
    passes('planted instructions change no fact, price, link or citation', [
      'test/ask/hostile.test.ts',
      'test/ask/model-check.test.ts',
    ]),
  ]
}

function passes(must: string, files: readonly string[]): Check {
  const args = ['--test', '--test-concurrency=1', '--test-reporter=tap', ...files]
  const { stdout, status } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: cleanEnvironment({}),
  })
  const count = (name: string) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(stdout)?.[1] ?? 0)
  const figure = `${count('pass')} of ${count('tests')} tests pass`
  return check(must, figure, status === 0 && count('pass') > 0)
}
