// Imported records compared with the stored ones, and what one import changed: only that is derived again.
import type {
  CheckedRecord,
  CommunityRecord,
  CreationRecord,
  DeleteRecord,
  EntityRecord,
  RenameRecord,
} from '../records/records.ts'
import type { Rejection } from './store.ts'

export type ChangeSet = {
  /** Number of each changed or deleted creation → the line it came from (0 for a deletion). */
  creations: Map<number, number>
  /**
   * PostgreSQL only: `handle/slug` of creations whose row was deleted. Their remixes show them, so these are derived
   * again. SQLite keeps an empty row meanwhile, which is found by its number in `creations`.
   */
  deletedNames: Set<string>
  /** Handles of the owners of imported creations. */
  owners: Set<string>
  /** Handles of changed, created or deleted creators. */
  creators: Set<string>
  /** Keys of tags whose labels changed. */
  tags: Set<string>
  /** Differences of each creator's follower and following counts. */
  followCountChanges: Map<string, { followers: number; following: number }>
  changeFollowCounts(follower: string, following: string, by: number): void
  /** With the line that added each. */
  newFollows: Map<string, { follower: string; following: string; line: number }>
  /** New and changed scores, with the last line that contained each. */
  changedScores: Map<string, { handle: string; slug: string; player: string; line: number }>
  /** Old names that were added, by identity. */
  renames: Map<string, { rename: RenameRecord; line: number }>
  /** Whether there are old names, which names of new records replace. */
  haveRenames: boolean
  /** Records that were rejected before the references were checked. */
  rejected: Rejection[]
  /** There were no follows before, so all of them are in `newFollows`. */
  hadNoFollows: boolean
  /** Whether any label of a category or tag was added, changed or removed. */
  haveLabelsChanged: boolean
}

export function emptyChangeSet({
  hadNoFollows,
  haveRenames,
}: Pick<ChangeSet, 'hadNoFollows' | 'haveRenames'>): ChangeSet {
  const followCountChanges: ChangeSet['followCountChanges'] = new Map()
  const countsOf = (handle: string) => {
    const counts = followCountChanges.get(handle) ?? { followers: 0, following: 0 }
    followCountChanges.set(handle, counts)
    return counts
  }
  return {
    creations: new Map(),
    deletedNames: new Set(),
    owners: new Set(),
    creators: new Set(),
    tags: new Set(),
    followCountChanges,
    changeFollowCounts: (follower, following, by) => {
      countsOf(following).followers += by
      countsOf(follower).following += by
    },
    newFollows: new Map(),
    changedScores: new Map(),
    renames: new Map(),
    haveRenames,
    rejected: [],
    hadNoFollows,
    haveLabelsChanged: false,
  }
}

export type ImportedRecord = { record: CommunityRecord; undated: CheckedRecord['undated']; line: number }
export type ImportedEntity = ImportedRecord & { record: EntityRecord }
export type ImportedRename = ImportedRecord & { record: RenameRecord }
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

/** By line. */
export const inOrder = (rejected: Rejection[]): Rejection[] => rejected.sort((a, b) => a.line - b.line)

/** `handle/slug` of the creation that this one is a remix of. */
export const parentOf = ({ remixOf }: CreationRecord): string | null => remixOf && `${remixOf.handle}/${remixOf.slug}`
