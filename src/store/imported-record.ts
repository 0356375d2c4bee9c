// How an imported record relates to the one that is stored.
import type { CheckedRecord, CommunityRecord, CreationRecord, DeleteRecord, EntityRecord } from '../records/records.ts'

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
