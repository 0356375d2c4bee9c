// The table of old names: one row per name. An old name is never in use, and its target is never an old name itself. The
// SQL is the same for both databases.
import type { RenameRecord } from '../../records/records.ts'
import type { Name } from '../store.ts'

/** `handle` is the creator of a creation, and empty for creators. */
export const renameTable = (text: string) => `
  CREATE TABLE renamed (
    kind ${text} NOT NULL, handle ${text} NOT NULL, from_name ${text} NOT NULL, to_name ${text} NOT NULL,
    PRIMARY KEY (kind, handle, from_name)
  );
  CREATE INDEX renamed_to ON renamed (kind, handle, to_name);
`

/** Renames in the order of an export: before the records with the new names. */
export const renamesInOrder =
  'SELECT kind, handle, from_name, to_name FROM renamed ORDER BY kind DESC, handle, from_name'

export type RenameRow = { kind: RenameRecord['of']; handle: string; from_name: string; to_name: string }

export const renameRecord = ({ kind, handle, from_name: from, to_name: to }: RenameRow): RenameRecord =>
  kind === 'creator' ? { type: 'rename', of: kind, from, to } : { type: 'rename', of: kind, handle, from, to }

/** Finds the current name for `$1` (handle) and `$2` (slug): one row, also when nothing was renamed. */
export const currentNameSql = `
  SELECT coalesce(creator.to_name, $1) AS handle, coalesce(creation.to_name, $2) AS slug FROM (SELECT 1 AS one) always
  LEFT JOIN renamed creator ON creator.kind = 'creator' AND creator.handle = '' AND creator.from_name = $1
  LEFT JOIN renamed creation ON creation.kind = 'creation' AND creation.handle = coalesce(creator.to_name, $1)
    AND creation.from_name = $2`

/** Null if nothing was renamed. */
export function currentName(asked: Name, found: { handle: string; slug: string }): Name | null {
  const isSame = found.handle === asked.handle && (asked.slug === undefined || found.slug === asked.slug)
  if (isSame) return null
  return asked.slug === undefined ? { handle: found.handle } : found
}
