// The types hold and the style is kept. A test like the others, so that it runs beside them: it is slow, and uses one core.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

const cwd = fileURLToPath(new URL('..', import.meta.url))

function expectNothing(program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(`${cwd}node_modules/.bin/${program}`, args, { cwd, encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
}

// The file keeps what was checked: 1.5 s of CPU time instead of 8.4 s when little has changed.
const incremental = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsc.tsbuildinfo']

test('the types hold', () => expectNothing('tsc', '--noEmit', ...incremental))
test('the style is kept', () => expectNothing('biome', 'check'))
