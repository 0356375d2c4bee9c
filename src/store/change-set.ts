// Imported records compared with the stored ones, and what one import changed: only that is derived again.
import type { CheckedRecord, CommunityRecord, CreationRecord, DeleteRecord, EntityRecord } from '../records/records.ts'

export type ChangeSet = {
  /** Number of each changed or deleted creation → the line it came from (0 for a deletion). */
  creations: Map<number, number>
  /** `handle/slug` of deleted creations whose rows are gone: their remixes no longer show them. */
  gone: Set<string>
  /** Handles of the owners of imported creations. */
  owners: Set<string>
  /** Handles of changed, created or deleted creators. */
  creators: Set<string>
  /** Keys of tags whose labels changed. */
  tags: Set<string>
  /** Changes of each creator's follower and following counts. */
  follows: Map<string, { followers: number; following: number }>
  addFollow(follower: string, following: string, by: number): void
  /** New follows and scores, with the last line that contained each. */
  newFollows: Map<string, { follower: string; following: string; line: number }>
  scores: Map<string, { handle: string; slug: string; player: string; line: number }>
  /** There were no follows before, so all of them are in `newFollows`. */
  firstFollows: boolean
  /** Whether any label of a category or tag was added, changed or removed. */
  labels: boolean
}

export function emptyChangeSet(firstFollows: boolean): ChangeSet {
  const follows: ChangeSet['follows'] = new Map()
  const moved = (handle: string) => {
    const found = follows.get(handle) ?? { followers: 0, following: 0 }
    follows.set(handle, found)
    return found
  }
  return {
    creations: new Map(),
    gone: new Set(),
    owners: new Set(),
    creators: new Set(),
    tags: new Set(),
    follows,
    addFollow: (follower, following, by) => {
      moved(following).followers += by
      moved(follower).following += by
    },
    newFollows: new Map(),
    scores: new Map(),
    firstFollows,
    labels: false,
  }
}

export type ImportedRecord = { record: CommunityRecord; undated: CheckedRecord['undated']; line: number }
export type StoredRecord = ImportedRecord & { record: EntityRecord }
export type ImportedDeletion = ImportedRecord & { record: DeleteRecord }

/** A date that is missing in the new record keeps its stored value. `old` is the stored record as JSON. */
export function keepDates<R extends EntityRecord>(
  record: R,
  undated: CheckedRecord['undated'],
  old: string | undefined,
): R {
  if (old === undefined || undated.length === 0) return record
  const before = JSON.parse(old) as Record<string, string>
  return { ...record, ...Object.fromEntries(undated.map(field => [field, before[field]])) }
}

export const compareRecords = (old: string | undefined, text: string): 'created' | 'unchanged' | 'updated' =>
  old === undefined ? 'created' : old === text ? 'unchanged' : 'updated'

/** `handle/slug` of the creation that this one is a remix of. */
export const parentOf = ({ remixOf }: CreationRecord): string | null => remixOf && `${remixOf.handle}/${remixOf.slug}`
