// The state of sync after a run.
import type { Removal } from '../../store/tracking/prune.ts'
import type { SyncState } from '../../store/tracking/sync-state.ts'
import type { RecordType } from '../../store/tracking/tables.ts'
import type { Mapping } from './mapping.ts'
import { advanced } from './position.ts'
import type { RowReader } from './row-reader.ts'

type Run = { mapping: Mapping; before: SyncState | null; startedAt: number; full: boolean; isContinuous?: boolean }

export function nextState(
  { mapping, before, startedAt, full, isContinuous = false }: Run,
  { complete, largest }: RowReader,
  removals: readonly Removal[],
  rejectedOf: (type: RecordType) => number,
): SyncState {
  const positions: SyncState['positions'] = {}
  const rejections: SyncState['rejected'] = {}
  for (const { type, digest } of mapping.queries) {
    positions[type] = advanced(before?.positions[type], digest, largest.get(type), startedAt)
    // Later runs read recent rows again: adding them up would count the same row many times.
    rejections[type] = Math.max(complete.has(type) ? 0 : (before?.rejected[type] ?? 0), rejectedOf(type))
  }
  const stillRefused = (before?.refused ?? []).filter(type => !complete.has(type))
  return {
    positions,
    rejected: rejections,
    syncedAt: startedAt,
    reconciledAt: full || before === null ? startedAt : before.reconciledAt,
    every: isContinuous ? mapping.everyMs : null,
    refused: [...stillRefused, ...removals.filter(({ refused }) => refused).map(({ type }) => type)],
  }
}
