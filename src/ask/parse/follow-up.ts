// Follow-up questions such as "and the biggest one?": new ideas replace alternatives in the previous question.
import type { Slot } from './lexicon.ts'

const groups = /^(size|sort|kind|backoff|frame|do|secret|n|h|l)[.:]/

/** Mutually exclusive: "and for MCP?" is no longer about reads. */
const subjects: ReadonlySet<string> = new Set([
  'read', 'operation', 'api', 'mcp', 'ask', 'batch', 'job', 'discovery', 'feed', 'tags', 'landing', 'followers', 'status',
]) // biome-ignore format: a list
const bounds: ReadonlySet<string> = new Set(['limit', 'minimum', 'default'])

function groupOf(idea: string): string | undefined {
  if (subjects.has(idea)) return 'place'
  if (bounds.has(idea)) return 'bound'
  // "The biggest one" replaces a number such as 5,000.
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

/** Whether the question is too short to be understood without the previous one. */
export function isElliptic(slots: readonly Slot[], maxSlots: number): boolean {
  return slots.filter(({ ideas }) => !ideas.every(idea => idea.startsWith('frame.'))).length <= maxSlots
}
