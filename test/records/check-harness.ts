// What the tests of the check share.
import assert from 'node:assert/strict'
import { checkLine } from '../../src/records/check-record.ts'

export const now = () => Date.UTC(2026, 4, 26, 12, 30, 0, 250)
export const today = '2026-05-26T12:30:00.250Z'

export type Given = Record<string, unknown>
export const creation: Given = { type: 'creation', handle: 'mira', slug: 'water-log', title: 'Water Log' }
export const creator: Given = { type: 'creator', handle: 'mira', displayName: 'Mira Sol' }
export const score: Given = { type: 'score', handle: 'mira', slug: 'water-log', player: 'ann' }
export const dated: Given = { ...creation, publishedAt: '2026-01-05T10:00:00Z' }

export const check = (given: unknown) => checkLine(typeof given === 'string' ? given : JSON.stringify(given), { now })

export function accepted(given: unknown) {
  const outcome = check(given)
  if (!('checked' in outcome)) return assert.fail(`refused: ${JSON.stringify(outcome)}`)
  return { record: outcome.checked.record as unknown as Given, undated: [...outcome.checked.undated] }
}

export function reasonFor(given: unknown): string {
  const outcome = check(given)
  return 'reason' in outcome ? outcome.reason : assert.fail(`accepted: ${JSON.stringify(outcome)}`)
}
