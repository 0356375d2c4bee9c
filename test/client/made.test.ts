// Generated files are up to date; the client is small and has no dependencies.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { made } from '../../build/client.ts'
import { contractText } from '../../build/contract.ts'
import { document } from '../support/openapi-reader.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

for (const [file, make] of Object.entries(made)) {
  test(`${file} is up to date`, async () => {
    assert.ok((await make()) === read(file), `Run \`npm run build:client\` and commit ${file}.`)
  })
}

test('an unknown type in a schema stops the generator', () => {
  const changed = structuredClone(document)
  changed.components.schemas.PopularTag.properties.weight = { type: 'colour' }
  assert.throws(() => contractText(changed), /no type for/)
})

test('the whole client is less than 6 kB as it is sent', () => {
  const size = gzipSync(read('browser/client.js')).length
  assert.ok(size < 6000, `${size} bytes`)
})

test('it needs nothing but itself', () => {
  for (const file of globSync('client/*.ts', { cwd: root })) {
    for (const [, from] of read(file).matchAll(/from '([^']+)'/g)) assert.match(from!, /^\.\/[\w-]+\.ts$/, file)
  }
})
