import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '../../../src/config/config.ts'
import { openapiDocument } from '../../../src/openapi/document.ts'
import { cleanEnvironment, scratchFolder } from '../../support/vitrine-process.ts'

test('redocly finds no error and no warning', async () => {
  // Public addresses, because a rule warns of servers on localhost.
  const subject = { ...readConfig({}), baseUrl: 'https://api.vitrine.test', webUrl: 'https://vitrine.test' }
  const file = join(scratchFolder(), 'openapi.json')
  writeFileSync(file, JSON.stringify(openapiDocument(subject)))
  const program = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
  const args = [program, 'lint', '--extends=recommended-strict', '--format=json', file]
  const env = cleanEnvironment({ REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' })
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  assert.match(stdout, /"errors": 0,\s*"warnings": 0/)
})
