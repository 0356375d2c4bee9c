// Records of a stream that point at something that has not come yet.
import type { CheckedRecord, CommunityRecord, DeleteRecord } from '../records.ts'

export type StreamRecord = { line: number; checked: CheckedRecord }
export type Waiting = StreamRecord & { reason: string }

export type WaitingRoom = ReturnType<typeof waitingRoom>

/** Holds at most `most` records. */
export function waitingRoom(most: number) {
  const waiting = new Map<string, Waiting>()
  const wanting = new Map<string, Set<string>>()

  function take(identity: string): Waiting | undefined {
    const found = waiting.get(identity)
    if (!found) return undefined
    waiting.delete(identity)
    for (const key of references(found.checked.record)) {
      const others = wanting.get(key)
      others?.delete(identity)
      if (others?.size === 0) wanting.delete(key)
    }
    return found
  }

  return {
    /** Gives back the one that has waited longest when the room is full. */
    add(record: Waiting): Waiting | undefined {
      const identity = identityOf(record.checked.record)
      waiting.set(identity, record)
      for (const key of references(record.checked.record)) {
        const others = wanting.get(key)
        if (others) others.add(identity)
        else wanting.set(key, new Set([identity]))
      }
      if (waiting.size <= most) return undefined
      const [oldest] = waiting.keys()
      return take(oldest!)
    },

    /** Takes out what a newer record of the same identity replaces, so that it can never overwrite the newer one. */
    replaced(batch: readonly StreamRecord[]): number {
      return batch.filter(({ checked }) => take(identityOf(checked.record))).length
    },

    /** Takes out what may be accepted once `batch` is in the store, and what that in turn may help. */
    helpedBy(batch: readonly StreamRecord[]): StreamRecord[] {
      const helped: StreamRecord[] = []
      const arrivals = batch.filter(({ checked }) => checked.record.type !== 'delete')
      for (const { checked } of arrivals) {
        for (const identity of [...(wanting.get(identityOf(checked.record)) ?? [])]) {
          const record = take(identity)!
          helped.push(record)
          arrivals.push(record)
        }
      }
      return helped.sort((a, b) => a.line - b.line)
    },

    leave: (): Waiting[] => [...waiting.values()],
  }
}

function identityOf(record: CommunityRecord): string {
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

/** What must exist before a record can. */
function references(record: CommunityRecord): string[] {
  if (record.type === 'creation') {
    const creator = identify.creator(record)
    return record.remixOf ? [creator, identify.creation(record.remixOf)] : [creator]
  }
  if (record.type === 'follow') {
    return [identify.creator({ handle: record.follower }), identify.creator({ handle: record.following })]
  }
  if (record.type === 'score') return [identify.creation(record), identify.creator({ handle: record.player })]
  return []
}
