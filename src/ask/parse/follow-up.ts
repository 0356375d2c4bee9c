// Follow-up questions such as "and the biggest one?": their ideas replace those of the same group in the question before.
import type { Slot } from './lexicon.ts'

const groupPrefix = /^(size|sort|kind|backoff|frame|do|secret|n|h|l)[.:]/

/** A group too: "and for MCP?" is no longer about reads. */
const subjects: ReadonlySet<string> = new Set([
  'read', 'operation', 'api', 'mcp', 'ask', 'batch', 'job', 'discovery', 'feed', 'tags', 'landing', 'followers', 'status',
]) // biome-ignore format: a list

function groupOf(idea: string): string | undefined {
  if (subjects.has(idea)) return 'subject'
  // "The biggest one" replaces a number such as 5,000.
  return idea.startsWith('n:') ? 'size' : groupPrefix.exec(idea)?.[1]
}

const groupsOf = (slots: readonly Slot[]): Set<string> =>
  new Set(slots.flatMap(slot => slot.ideas.flatMap(idea => groupOf(idea) ?? [])))

/** The slots of the previous question that the follow-up does not repeat or replace, and those of the follow-up. */
export function mergeFollowUp(previous: readonly Slot[], current: readonly Slot[]): Slot[] {
  const replaced = groupsOf(current)
  const repeated = new Set(current.flatMap(slot => slot.ideas))
  const remaining = previous.filter(slot =>
    slot.ideas.every(idea => !repeated.has(idea) && !replaced.has(groupOf(idea) ?? '')),
  )
  return [...remaining, ...current]
}

/** Whether the question is too short to be understood without the previous one. */
export function isElliptical(slots: readonly Slot[], maxSlots: number): boolean {
  const subjects = slots.filter(({ ideas }) => !ideas.every(idea => idea.startsWith('frame.')))
  return new Set(subjects.map(({ ideas }) => ideas.join())).size <= maxSlots
}
