// A community in one plain map, with the rules of an import written as simply as they can be said. Stores are compared
// with it; what it answers to readers is in community-answers.ts.
import type { CheckedRecord, CommunityRecord, CreationRecord, EntityRecord } from '../../../src/records/records.ts'
import type { ImportCounts, Rejection } from '../../../src/store/store.ts'

/** By identity: `creation mira/water-log`. */
export type Community = ReadonlyMap<string, EntityRecord>

export type Line = { checked: CheckedRecord; line: number }
export type Outcome = { committed: boolean; counts: ImportCounts; rejected: Rejection[]; community: Community }

export const emptyCommunity: Community = new Map()

const keys = {
  category: ({ slug }: { slug: string }) => slug,
  tag: ({ key }: { key: string }) => key,
  creator: ({ handle }: { handle: string }) => handle,
  creation: ({ handle, slug }: { handle: string; slug: string }) => `${handle}/${slug}`,
  follow: ({ follower, following }: { follower: string; following: string }) => `${follower}/${following}`,
  score: ({ handle, slug, player }: { handle: string; slug: string; player: string }) => `${handle}/${slug}/${player}`,
}

function identityOf(record: CommunityRecord): string {
  const type = record.type === 'delete' ? record.of : record.type
  return `${type} ${keys[type](record as never)}`
}

export function recordsOf<T extends EntityRecord['type']>(
  community: Community,
  type: T,
): Extract<EntityRecord, { type: T }>[] {
  return [...community.values()].filter(record => record.type === type) as Extract<EntityRecord, { type: T }>[]
}

export function find<T extends EntityRecord['type']>(community: Community, type: T, key: string) {
  return community.get(`${type} ${key}`) as Extract<EntityRecord, { type: T }> | undefined
}

/** Readers see a creation only when it is public. */
export const isShown = (record: CreationRecord | undefined): record is CreationRecord => record?.visibility === 'public'

export function applyImport(community: Community, lines: readonly Line[], rejections: 'fail' | 'skip'): Outcome {
  const next = new Map(community)
  const counts: ImportCounts = { created: 0, updated: 0, deleted: 0, unchanged: 0 }
  const lineOf = new Map<string, number>()
  for (const { checked, line } of lines) {
    const change = checked.record.type === 'delete' ? removeRecord(next, checked.record) : put(next, checked)
    counts[change]++
    if (change !== 'unchanged') lineOf.set(identityOf(checked.record), line)
  }
  const rejected = rejectDangling(next, lineOf)
  counts.created -= rejected.length
  const committed = rejected.length === 0 || rejections === 'skip'
  return { committed, counts, rejected, community: committed ? next : community }
}

function put(next: Map<string, EntityRecord>, { record: given, undated }: CheckedRecord): keyof ImportCounts {
  const identity = identityOf(given)
  const old = next.get(identity)
  const record = { ...given } as EntityRecord & Record<string, unknown>
  for (const date of old ? undated : []) record[date] = (old as EntityRecord & Record<string, unknown>)[date]
  if (old && JSON.stringify(old) === JSON.stringify(record)) return 'unchanged'
  next.set(identity, record)
  return old ? 'updated' : 'created'
}

/** What cannot stand without what was deleted goes with it. */
function removeRecord(next: Map<string, EntityRecord>, deleted: CommunityRecord): keyof ImportCounts {
  const identity = identityOf(deleted)
  const old = next.get(identity)
  if (!old) return 'unchanged'
  next.delete(identity)
  for (const record of [...next.values()]) if (hangsOn(record, old)) removeRecord(next, record)
  return 'deleted'
}

function hangsOn(record: EntityRecord, gone: EntityRecord): boolean {
  if (gone.type === 'creation') {
    return record.type === 'score' && record.handle === gone.handle && record.slug === gone.slug
  }
  if (gone.type !== 'creator') return false
  if (record.type === 'creation') return record.handle === gone.handle
  if (record.type === 'follow') return record.follower === gone.handle || record.following === gone.handle
  return record.type === 'score' && record.player === gone.handle
}

function rejectDangling(next: Map<string, EntityRecord>, lineOf: ReadonlyMap<string, number>): Rejection[] {
  const rejected: Rejection[] = []
  const missing = { creation: missingOfCreation, follow: missingOfFollow, score: missingOfScore }
  // Scores last: a creation that was rejected takes its scores along.
  for (const type of ['creation', 'follow', 'score'] as const) {
    for (const record of recordsOf(next, type)) {
      const what = missing[type](next, record as never)
      if (what === undefined) continue
      const identity = identityOf(record)
      next.delete(identity)
      rejected.push({ line: lineOf.get(identity)!, reason: `${what}, neither in the import nor in the store.` })
    }
  }
  return rejected.sort((a, b) => a.line - b.line)
}

type Handles = { handle: string }
const noCreator = (community: Community, handle: string) =>
  find(community, 'creator', handle) ? undefined : `No creator is called ${handle}`
const missingOfCreation = (community: Community, { handle }: Handles) => noCreator(community, handle)
const missingOfFollow = (community: Community, record: { follower: string; following: string }) =>
  noCreator(community, record.follower) ?? noCreator(community, record.following)
const missingOfScore = (community: Community, { handle, slug }: { handle: string; slug: string }) =>
  find(community, 'creation', `${handle}/${slug}`) ? undefined : `No creation is at ${handle}/${slug}`

/** Code units of UTF-8, which is how stores order text: JavaScript's own order differs beyond the basic plane. */
export const byText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const exportOrder = ['category', 'tag', 'creator', 'creation', 'follow', 'score'] as const

/** All records in the order of an export. */
export function exportOf(community: Community): EntityRecord[] {
  return exportOrder.flatMap((type): EntityRecord[] =>
    recordsOf(community, type).sort((a, b) => compareParts(partsOf(a), partsOf(b))),
  )
}

const partsOf = (record: EntityRecord): string[] => keys[record.type](record as never).split('/')

function compareParts(a: string[], b: string[]): number {
  for (const [index, part] of a.entries()) {
    const order = byText(part, b[index]!)
    if (order !== 0) return order
  }
  return 0
}
