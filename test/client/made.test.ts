// What is made from the contract is what would be made now, and the client stays small and needs nothing.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { made } from '../../build/client.ts'
import { contractText } from '../../build/contract.ts'
import * as contract from '../../client/contract.ts'
import { backoff, errors, retryableStatuses } from '../../src/errors.ts'
import { operations } from '../../src/operations/index.ts'
import { document } from '../support/openapi-reader.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

for (const [file, make] of Object.entries(made)) {
  test(`${file} is up to date`, async () => {
    assert.ok((await make()) === read(file), `Run \`npm run build:client\` and commit ${file}.`)
  })
}

test('the client knows the operations, errors and rules of the service that is here', () => {
  assert.equal(contractText(document), read('client/contract.ts'))
  assert.deepEqual(contract.paths, Object.fromEntries(operations.map(({ operationId, path }) => [operationId, path])))
  assert.deepEqual(contract.retryable, retryableStatuses)
  assert.deepEqual(Object.values(contract.backoff), [
    backoff.initial_delay_ms,
    backoff.multiplier,
    backoff.max_delay_ms,
    backoff.max_attempts,
  ])
  assert.deepEqual(Object.values(contract.errorNames).sort(), Object.keys(errors).sort())
})

test('a changed schema changes the types', () => {
  const changed = structuredClone(document)
  changed.components.schemas.PopularTag.properties.weight = { type: 'number' }
  assert.notEqual(contractText(changed), contractText(document))
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
