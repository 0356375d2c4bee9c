// Records of a stream that the store rejected because they refer to records that have not arrived yet.
import type { CheckedRecord, CommunityRecord, DeleteRecord } from '../records.ts'

export type StreamRecord = { line: number; checked: CheckedRecord }
/** `reason` is why the store rejected it. */
type Orphan = StreamRecord & { reason: string }

/** Holds at most `maxSize` records. */
export function orphanBuffer(maxSize: number) {
  const orphans = new Map<string, Orphan>()
  /** Identity of a referenced record, missing or not → identities of the orphans that refer to it. */
  const byReference = new Map<string, Set<string>>()

  function take(identity: string): Orphan | undefined {
    const found = orphans.get(identity)
    if (!found) return undefined
    orphans.delete(identity)
    for (const key of references(found.checked.record)) {
      const others = byReference.get(key)
      others?.delete(identity)
      if (others?.size === 0) byReference.delete(key)
    }
    return found
  }

  return {
    /** Removes and returns the oldest record when there are more than `maxSize`. */
    add(record: Orphan): Orphan | undefined {
      const identity = identityOf(record.checked.record)
      orphans.set(identity, record)
      for (const key of references(record.checked.record)) {
        const others = byReference.get(key)
        if (others) others.add(identity)
        else byReference.set(key, new Set([identity]))
      }
      if (orphans.size <= maxSize) return undefined
      const [oldest] = orphans.keys()
      return take(oldest!)
    },

    /** Removes records that a newer one with the same identity replaces, so that they cannot overwrite it. */
    removeReplaced(batch: readonly StreamRecord[]): number {
      return batch.filter(({ checked }) => take(identityOf(checked.record))).length
    },

    /**
     * Removes and returns the records that refer to a record of `batch`, and those that refer to these in turn. Another
     * record may still be missing; then the store rejects them again.
     */
    takeReferringTo(batch: readonly StreamRecord[]): StreamRecord[] {
      const taken: StreamRecord[] = []
      const arrivals = batch.filter(({ checked }) => checked.record.type !== 'delete')
      for (const { checked } of arrivals) {
        for (const identity of [...(byReference.get(identityOf(checked.record)) ?? [])]) {
          const record = take(identity)!
          taken.push(record)
          arrivals.push(record)
        }
      }
      return taken.sort((a, b) => a.line - b.line)
    },

    remaining: (): Orphan[] => [...orphans.values()],
  }
}

function identityOf(record: CommunityRecord): string {
  if (record.type === 'rename')
    return `rename/${record.of}/${record.of === 'creation' ? record.handle : ''}/${record.from}`
  if (record.type !== 'delete') return identify[record.type](record as never)
  return identify[record.of](record as never)
}

type Identified<T extends DeleteRecord['of']> = Omit<Extract<DeleteRecord, { of: T }>, 'type' | 'of'>

const identify: { [T in DeleteRecord['of']]: (record: Identified<T>) => string } = {
  category: ({ slug }) => `category/${slug}`,
  tag: ({ key }) => `tag/${key}`,
  creator: ({ handle }) => `creator/${handle}`,
  creation: ({ handle, slug }) => `creation/${handle}/${slug}`,
  follow: ({ follower, following }) => `follow/${follower}/${following}`,
  score: ({ handle, slug, player }) => `score/${handle}/${slug}/${player}`,
}

/** The records that must exist before this one. */
function references(record: CommunityRecord): string[] {
  if (record.type === 'creation') {
    const creator = identify.creator(record)
    return record.remixOf ? [creator, identify.creation(record.remixOf)] : [creator]
  }
  if (record.type === 'follow') {
    return [identify.creator({ handle: record.follower }), identify.creator({ handle: record.following })]
  }
  if (record.type === 'score') return [identify.creation(record), identify.creator({ handle: record.player })]
  if (record.type !== 'rename') return []
  return [
    record.of === 'creator'
      ? identify.creator({ handle: record.to })
      : identify.creation({ handle: record.handle, slug: record.to }),
  ]
}
