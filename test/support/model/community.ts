// A community in one plain map, with the rules of an import written as simply as they can be said. Stores are compared
// with it; what it answers to readers is in community-answers.ts.
import type {
  CheckedRecord,
  CommunityRecord,
  CreationRecord,
  EntityRecord,
  RenameRecord,
  StoredRecord,
} from '../../../src/records/records.ts'
import type { ImportCounts, Rejection } from '../../../src/store/store.ts'

/** By identity: `creation mira/water-log`. */
export type Community = ReadonlyMap<string, StoredRecord>

export type Line = { checked: CheckedRecord; line: number }
export type Outcome = { committed: boolean; counts: ImportCounts; rejected: Rejection[]; community: Community }

export const emptyCommunity: Community = new Map()

const keys = {
  category: ({ slug }: { slug: string }) => slug,
  tag: ({ key }: { key: string }) => key,
  creator: ({ handle }: { handle: string }) => handle,
  creation: ({ handle, slug }: { handle: string; slug: string }) => `${handle}/${slug}`,
  follow: ({ follower, following }: { follower: string; following: string }) => `${follower}/${following}`,
  rename: (record: RenameRecord) =>
    record.of === 'creator' ? `creator/${record.from}` : `creation/${record.handle}/${record.from}`,
  score: ({ handle, slug, player }: { handle: string; slug: string; player: string }) => `${handle}/${slug}/${player}`,
}

function identityOf(record: CommunityRecord): string {
  const type = record.type === 'delete' ? record.of : record.type
  return `${type} ${keys[type](record as never)}`
}

export function recordsOf<T extends StoredRecord['type']>(
  community: Community,
  type: T,
): Extract<StoredRecord, { type: T }>[] {
  return [...community.values()].filter(record => record.type === type) as Extract<StoredRecord, { type: T }>[]
}

export function find<T extends StoredRecord['type']>(community: Community, type: T, key: string) {
  return community.get(`${type} ${key}`) as Extract<StoredRecord, { type: T }> | undefined
}

/** Readers see a creation only when it is public. */
export const isShown = (record: CreationRecord | undefined): record is CreationRecord => record?.visibility === 'public'

export function applyImport(community: Community, lines: readonly Line[], rejections: 'fail' | 'skip'): Outcome {
  const next = new Map(community)
  const counts: ImportCounts = { created: 0, updated: 0, deleted: 0, unchanged: 0 }
  const lineOf = new Map<string, number>()
  const refused: Rejection[] = []
  for (const { checked, line } of lines) {
    const { record } = checked
    if (record.type === 'rename') {
      counts[rename(next, record, line, { lineOf, refused })]++
      continue
    }
    const change = record.type === 'delete' ? removeRecord(next, record) : put(next, checked)
    counts[change]++
    if (change !== 'unchanged') lineOf.set(identityOf(record), line)
  }
  const rejected = [...refused, ...rejectDangling(next, lineOf)].sort((a, b) => a.line - b.line)
  counts.created -= rejected.length
  const committed = rejected.length === 0 || rejections === 'skip'
  return { committed, counts, rejected, community: committed ? next : community }
}

function put(next: Map<string, StoredRecord>, { record: given, undated }: CheckedRecord): keyof ImportCounts {
  const identity = identityOf(given)
  const old = next.get(identity)
  const record = { ...given } as EntityRecord & Record<string, unknown>
  for (const date of old ? undated : []) record[date] = (old as EntityRecord & Record<string, unknown>)[date]
  if (old && JSON.stringify(old) === JSON.stringify(record)) return 'unchanged'
  next.set(identity, record)
  // A name that is used again no longer leads to another.
  if (given.type === 'creator') next.delete(`rename creator/${given.handle}`)
  if (given.type === 'creation') next.delete(`rename creation/${given.handle}/${given.slug}`)
  return old ? 'updated' : 'created'
}

/** Replaces the name everywhere; old names lead on to the new one. */
function rename(
  next: Map<string, StoredRecord>,
  record: RenameRecord,
  line: number,
  { lineOf, refused }: { lineOf: Map<string, number>; refused: Rejection[] },
): keyof ImportCounts {
  const { of, from } = record
  const owner = of === 'creation' ? record.handle : undefined
  const entity = (name: string) => `${of} ${owner === undefined ? name : `${owner}/${name}`}`
  const target = (name: string) => next.get(identityOf({ ...record, from: name })) as RenameRecord | undefined
  const isUsed = next.has(entity(from))
  const to = isUsed ? record.to : (target(record.to)?.to ?? record.to)
  const refuse = (reason: string) => {
    refused.push({ line, reason })
    return 'created' as const
  }
  if (!isUsed) {
    const before = target(from)?.to
    if (before === to || from === to) return 'unchanged'
    if (before !== undefined && !next.has(entity(to)))
      return refuse(`${missing(record, to)}, neither in the import nor in the store.`)
    for (const other of recordsOf(next, 'rename'))
      if (isSameScope(other, record) && other.to === from) next.set(identityOf(other), { ...other, to })
    next.set(identityOf(record), { ...record, to })
    lineOf.set(identityOf(record), line)
    return before === undefined ? 'created' : 'updated'
  }
  if (next.has(entity(to))) {
    return refuse(
      `${from} cannot be renamed to ${to}: there is another ${of} called ${entity(to).split(' ')[1]}. If it is the same one, put the rename before its record.`,
    )
  }
  next.delete(identityOf({ ...record, from: to }))
  for (const old of [...next.values()]) {
    const changed = renamedIn(old, record)
    if (JSON.stringify(changed) === JSON.stringify(old)) continue
    next.delete(identityOf(old))
    next.set(identityOf(changed), changed)
    lineOf.set(identityOf(changed), line)
  }
  next.set(identityOf(record), record)
  return 'updated'
}

const isSameScope = (a: RenameRecord, b: RenameRecord): boolean =>
  a.of === b.of && (a.of === 'creator' || a.handle === (b as typeof a).handle)

const missing = (record: RenameRecord, name: string): string =>
  record.of === 'creator' ? `No creator is called ${name}` : `No creation is at ${record.handle}/${name}`

function renamedIn(record: StoredRecord, rename: RenameRecord): StoredRecord {
  const { of, from, to } = rename
  if (of === 'creator') {
    const changed = structuredClone(record) as never as Record<string, unknown>
    const isRename = record.type === 'rename'
    for (const field of [
      'handle',
      'player',
      'follower',
      'following',
      ...(isRename && record.of === 'creator' ? ['to'] : []),
    ]) {
      if (changed[field] === from) changed[field] = to
    }
    if (record.type === 'creation' && record.remixOf?.handle === from)
      changed.remixOf = { ...record.remixOf, handle: to }
    return changed as never
  }
  const { handle } = rename
  if ((record.type === 'creation' || record.type === 'score') && record.handle === handle && record.slug === from) {
    return { ...record, slug: to }
  }
  if (record.type === 'creation' && record.remixOf?.handle === handle && record.remixOf.slug === from) {
    return { ...record, remixOf: { handle, slug: to } }
  }
  if (record.type === 'rename' && isSameScope(record, rename) && record.to === from) return { ...record, to }
  return record
}

/** What cannot stand without what was deleted goes with it. */
function removeRecord(next: Map<string, StoredRecord>, deleted: CommunityRecord): keyof ImportCounts {
  const identity = identityOf(deleted)
  const old = next.get(identity)
  if (!old) return 'unchanged'
  next.delete(identity)
  for (const record of [...next.values()]) if (hangsOn(record, old)) removeRecord(next, record)
  return 'deleted'
}

/** Old names of what is gone lead nowhere. */
function ledTo(record: RenameRecord, gone: StoredRecord): boolean {
  if (gone.type === 'creator')
    return record.of === 'creator' ? record.to === gone.handle : record.handle === gone.handle
  return (
    gone.type === 'creation' && record.of === 'creation' && record.handle === gone.handle && record.to === gone.slug
  )
}

function hangsOn(record: StoredRecord, gone: StoredRecord): boolean {
  if (record.type === 'rename') return ledTo(record, gone)
  if (gone.type === 'creation') {
    return record.type === 'score' && record.handle === gone.handle && record.slug === gone.slug
  }
  if (gone.type !== 'creator') return false
  if (record.type === 'creation') return record.handle === gone.handle
  if (record.type === 'follow') return record.follower === gone.handle || record.following === gone.handle
  return record.type === 'score' && record.player === gone.handle
}

function rejectDangling(next: Map<string, StoredRecord>, lineOf: ReadonlyMap<string, number>): Rejection[] {
  const rejected: Rejection[] = []
  const missing = {
    creation: missingOfCreation,
    follow: missingOfFollow,
    score: missingOfScore,
    rename: missingOfRename,
  }
  // Scores last: a creation that was rejected takes its scores along.
  for (const type of ['creation', 'follow', 'score', 'rename'] as const) {
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

const missingOfRename = (community: Community, record: RenameRecord) =>
  record.of === 'creator'
    ? noCreator(community, record.to)
    : missingOfScore(community, { handle: record.handle, slug: record.to })

/** Code units of UTF-8, which is how stores order text: JavaScript's own order differs beyond the basic plane. */
export const byText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const exportOrder = ['rename', 'category', 'tag', 'creator', 'creation', 'follow', 'score'] as const

/** All records in the order of an export. */
export function exportOf(community: Community): StoredRecord[] {
  return exportOrder.flatMap((type): StoredRecord[] =>
    recordsOf(community, type).sort((a, b) => compareParts(partsOf(a), partsOf(b))),
  )
}

/** Renames of creators come before those of creations. */
const partsOf = (record: StoredRecord): string[] => {
  const parts = keys[record.type](record as never).split('/')
  return record.type === 'rename' ? [String(parts.length), ...parts] : parts
}

function compareParts(a: string[], b: string[]): number {
  for (const [index, part] of a.entries()) {
    const order = byText(part, b[index]!)
    if (order !== 0) return order
  }
  return 0
}
