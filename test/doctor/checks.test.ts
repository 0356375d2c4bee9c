import assert from 'node:assert/strict'
import test from 'node:test'
import { discoveryDocuments } from '../../src/discovery/table.ts'
import { checks } from '../../src/doctor/checks.ts'
import { operations } from '../../src/operations/index.ts'

test('there is a check for every read and every document', () => {
  const names = new Set(checks.map(({ name }) => name))
  assert.equal(names.size, checks.length)
  for (const { name } of operations) assert.ok(names.has(`read ${name}`), name)
  for (const { path } of discoveryDocuments('{skill}')) assert.ok(names.has(`document ${path}`), path)
})
