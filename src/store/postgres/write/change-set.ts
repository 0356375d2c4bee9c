// The records of an import and what they change.
import type { CheckedRecord, CommunityRecord, DeleteRecord, EntityRecord } from '../../../records/records.ts'
import { type ChangeSet as Common, emptyChangeSet as emptyCommon } from '../../change-set.ts'

export type ChangeSet = Common & {
  /** `handle/slug` of deleted creations: their remixes no longer show them. */
  gone: Set<string>
}

export const emptyChangeSet = (firstFollows: boolean): ChangeSet => ({ ...emptyCommon(firstFollows), gone: new Set() })

export type ImportedRecord = { record: CommunityRecord; undated: CheckedRecord['undated']; line: number }
export type StoredRecord = ImportedRecord & { record: EntityRecord }
export type ImportedDeletion = ImportedRecord & { record: DeleteRecord }
