// The demo community as tests look at it: all of it at once, counted and compared.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type DemoOptions, demoRecords } from '../../demo/demo.ts'
import type { CreationRecord, EntityRecord } from '../../src/records/records.ts'

type OfType<T extends EntityRecord['type']> = Extract<EntityRecord, { type: T }>
export type Community = { [T in EntityRecord['type']]: OfType<T>[] }

export function communityOf(options: DemoOptions): Community {
  const community: Community = { category: [], tag: [], creator: [], creation: [], follow: [], score: [] }
  for (const record of demoRecords(options)) (community[record.type] as EntityRecord[]).push(record)
  return community
}

export function fingerprint(options: DemoOptions): string {
  const hash = createHash('sha256')
  for (const record of demoRecords(options)) hash.update(`${JSON.stringify(record)}\n`)
  return hash.digest('hex')
}

export const idOf = ({ handle, slug }: { handle: string; slug: string }) => `${handle}/${slug}`
export const isPublic = (creation: CreationRecord) => creation.visibility === 'public'

export function countBy<T>(items: Iterable<T>, key: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return counts
}

export function descending(counts: Map<string, number>): [string, number][] {
  return [...counts].sort((a, b) => b[1] - a[1])
}

export function assertShare(count: number, of: number, low: number, high: number): void {
  const share = count / of
  assert.ok(share >= low && share <= high, `${count} of ${of} is ${share.toFixed(4)}, not within ${low} and ${high}`)
}

/** Words of a title and summary, as a search would see them. */
export function wordsOf(creation: CreationRecord): Set<string> {
  return new Set(`${creation.title} ${creation.summary}`.toLowerCase().match(/\p{L}+/gu))
}
