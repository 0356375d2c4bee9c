import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { toolPackages } from '../support/tools.ts'

test('views use only host variables that the standard defines', () => {
  const types = readFileSync(join(toolPackages, '@modelcontextprotocol/ext-apps/dist/src/spec.types.d.ts'), 'utf8')
  const own = ['--hue']
  const css = readFileSync(new URL('../../../browser/views/view.css', import.meta.url), 'utf8')
  const defined = [...css.matchAll(/(--[a-z-]+):/g)].map(match => match[1]!)
  const used = [...css.matchAll(/var\((--[a-z-]+)/g)].map(match => match[1]!)
  const unknown = used.filter(name => !defined.includes(name) && !own.includes(name) && !types.includes(`"${name}"`))
  assert.deepEqual(unknown, [])
})
