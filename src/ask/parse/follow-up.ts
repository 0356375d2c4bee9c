// "and the biggest one?" goes on with the question before: what is new replaces what it is an alternative to.
import type { Slot } from './lexicon.ts'

const groups = /^(size|sort|kind|backoff|frame|do|secret|n|h|l)[.:]/

/** One takes the place of another: "and for MCP?" is no longer about reads. */
const subjects: ReadonlySet<string> = new Set([
  'read', 'operation', 'api', 'mcp', 'ask', 'batch', 'job', 'discovery', 'feed', 'tags', 'landing', 'followers', 'status',
]) // biome-ignore format: a list
const bounds: ReadonlySet<string> = new Set(['limit', 'minimum', 'default'])

function groupOf(idea: string): string | undefined {
  if (subjects.has(idea)) return 'place'
  if (bounds.has(idea)) return 'bound'
  // The biggest one is no longer the one of 5,000.
  return idea.startsWith('n:') ? 'size' : groups.exec(idea)?.[1]
}

const groupsOf = (slots: readonly Slot[]): Set<string> =>
  new Set(slots.flatMap(slot => slot.ideas.flatMap(idea => groupOf(idea) ?? [])))

export function continued(before: readonly Slot[], now: readonly Slot[]): Slot[] {
  const replaced = groupsOf(now)
  const same = new Set(now.flatMap(slot => slot.ideas))
  const kept = before.filter(slot => slot.ideas.every(idea => !same.has(idea) && !replaced.has(groupOf(idea) ?? '')))
  return [...kept, ...now]
}

/** Says so little by itself that it must go on with something. */
export function isElliptic(slots: readonly Slot[], maxSlots: number): boolean {
  return slots.filter(({ ideas }) => !ideas.every(idea => idea.startsWith('frame.'))).length <= maxSlots
}
