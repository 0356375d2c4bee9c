// The official conformance suites. What they ask of fixtures that a real service does not have is listed, with reasons,
// in fixtures/mcp-expected-failures-*.yml; a scenario that passes although it is listed fails the test too.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import test, { after } from 'node:test'
import { start } from '../../support/start-service.ts'
import { toolPackages } from '../support/tools.ts'

const service = await start({ after })
const folder = await mkdtemp(join(tmpdir(), 'vitrine-conformance-'))
after(() => rm(folder, { recursive: true }))

async function runSuite(suite: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const program = join(toolPackages, suite, 'dist', 'index.js')
  const child = spawn(process.execPath, [program, 'server', '--url', `${service.apiUrl}/mcp`, ...args], { cwd: folder })
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, output: out + error }
}

const expected = (name: string) => [
  '--expected-failures',
  join(import.meta.dirname, '../fixtures', `mcp-expected-failures-${name}.yml`),
]

for (const [name, suite, args] of [
  ['the suite of 2025', 'conformance-2025', expected('2025')],
  ['requirements of 2025-11-25', 'conformance-2026', ['--requirements', '2025-11-25', ...expected('2025')]],
  ['requirements of 2026-07-28', 'conformance-2026', ['--requirements', '2026-07-28', ...expected('2026-07-28')]],
] as const) {
  test(name, async () => {
    const { code, output } = await runSuite(suite, args)
    assert.equal(code, 0, output.slice(output.indexOf('=== SUMMARY')))
    assert.match(output, /✓ tools-list/)
  })
}
