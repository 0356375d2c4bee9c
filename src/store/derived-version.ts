// The index is everything that is derived from the records: cards, lists, postings, totals, words of tags and
// creators, weights of follows. A store remembers the version of its index in `meta` (key `derived_version`).
import { type Failure, fail } from '../errors.ts'

/**
 * Increment this when the content or the layout of anything derived from records changes. Stores with another version
 * are rebuilt from their records; see docs/decisions/0014-derived-version.md.
 */
export const derivedVersion = 11

export const derivedVersionKey = 'derived_version'

/** Compared with this software. Only a current index can be read or edited. */
export type IndexState = 'current' | 'older' | 'newer'

/** Stores of version 0.1.0 have no `derived_version`. */
export function indexStateOf(found: number | null | undefined): IndexState {
  if (found === derivedVersion) return 'current'
  return (found ?? 0) < derivedVersion ? 'older' : 'newer'
}

const reasons = {
  older: 'The index is being rebuilt.',
  newer: 'The index has been upgraded; this process must be restarted.',
}

/** What a read fails with. The reason is a detail because messages of 5xx errors are the same for every cause. */
export function indexUnavailable(state: Exclude<IndexState, 'current'>): Failure {
  const details = [{ field: 'store', reason: reasons[state] }]
  return fail('upstream_unavailable', reasons[state], { details, headers: { 'Retry-After': '10' } })
}

/** For the operator: what to do about an index that cannot be used. */
export const indexAdvice = {
  older: 'The index of the store was built by an older version of Vitrine. Run vitrine reindex.',
  newer:
    'The index of the store was built by a newer version of Vitrine. Use that version, or run vitrine reindex to return to this one.',
}

export function expectCurrentIndex(state: IndexState): void {
  if (state !== 'current') throw fail('conflict', indexAdvice[state])
}
