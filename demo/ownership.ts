// Which creator made which creations, computed from their numbers without a table of the whole community. Creators and
// creations are divided into groups of 50 creators and 350 creations. The groups have the same sizes, rotated differently.
import { hashFor } from './random.ts'

/** How many creations each of a group's creators made. */
const sizes: readonly number[] = [
  14, 2, 0, 1, 5, 3, 24, 1, 4, 7, 2, 1, 9, 3, 1, 46, 6, 2, 3, 1, 12, 0, 4, 2, 8, 1, 5, 3, 17, 2, 1, 6, 2, 3, 30, 2, 4,
  1, 10, 3, 1, 5, 2, 65, 4, 1, 7, 2, 0, 12,
]

const members = sizes.length
const starts: number[] = []
const owners: number[] = []
sizes.forEach((size, member) => {
  starts.push(owners.length)
  for (let i = 0; i < size; i++) owners.push(member)
})
const perGroup = owners.length

/** Seats of a group by how much their holders made, most first. */
const bySize = sizes.map((_, seat) => seat).sort((a, b) => sizes[b]! - sizes[a]! || a - b)

export type Ownership = ReturnType<typeof makeOwnership>

export function makeOwnership(seed: number, creations: number) {
  /** The seat of a group's first creator. The first group keeps its order: its first creator made fourteen. */
  const turn = (group: number) => (group === 0 ? 0 : hashFor(seed, 'groups', group) % members)

  const creatorOf = (creation: number): number => {
    const group = Math.floor(creation / perGroup)
    const shift = turn(group)
    const seat = owners[((creation % perGroup) + starts[shift]!) % perGroup]!
    return group * members + ((seat - shift + members) % members)
  }

  /** The numbers of a creator's creations, from the first up to, not including, the last. */
  const creationsOf = (creator: number): { from: number; to: number } => {
    const group = Math.floor(creator / members)
    const shift = turn(group)
    const seat = ((creator % members) + shift) % members
    // Seats before the shift come after the others have made theirs.
    const start = starts[seat]! - starts[shift]! + (seat < shift ? perGroup : 0)
    const from = group * perGroup + start
    return { from: Math.min(from, creations), to: Math.min(from + sizes[seat]!, creations) }
  }

  const creators = creations === 0 ? 0 : creatorOf(creations - 1) + 1
  const groups = Math.ceil(creators / members)

  /** The creator at a rank of fame: those who made most come first, in all groups alike. May lie past the last creator. */
  const famous = (rank: number): number => {
    const group = rank % groups
    const seat = bySize[Math.floor(rank / groups) % members]!
    return group * members + ((seat - turn(group) + members) % members)
  }

  return { creators, creatorOf, creationsOf, famous }
}
