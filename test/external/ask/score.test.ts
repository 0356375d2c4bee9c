// The sets of the examination that are too large for the pre-commit tests.
import { suite, test } from 'node:test'
import { checkCitations, checkMinimums } from '../../ask/minimums.ts'
import { examine } from '../../ask/score.ts'

for (const set of [
  'test',
  'real',
  'pages',
  'test2',
  'real2',
  'pages2',
  'test3',
  'real3',
  'pages3',
  'pages4',
  'pages5',
] as const)
  suite(`the examination: ${set}`, async () => {
    const marks = await examine([set])
    test('minimum scores', () => checkMinimums(set, marks))
    test('every answer is cited from its first to its last letter', () => checkCitations(marks))
  })
