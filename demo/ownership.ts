// Which creator made which creation. Creators are divided into groups of fifty, which made 350 creations, most of them by
// a few. All groups have the same distribution, but each is rotated by another shift. So the creator of a creation and
// the creations of a creator can be computed.
import { hashFor } from './random.ts'

/** Number of creations of each creator in a group that is not rotated. The index is called seat below. */
const sizes: readonly number[] = [
  14, 2, 0, 1, 5, 3, 24, 1, 4, 7, 2, 1, 9, 3, 1, 46, 6, 2, 3, 1, 12, 0, 4, 2, 8, 1, 5, 3, 17, 2, 1, 6, 2, 3, 30, 2, 4,
  1, 10, 3, 1, 5, 2, 65, 4, 1, 7, 2, 0, 12,
]

const groupSize = sizes.length
const firstCreations: number[] = []
const owners: number[] = []
sizes.forEach((size, member) => {
  firstCreations.push(owners.length)
  for (let i = 0; i < size; i++) owners.push(member)
})
const creationsPerGroup = owners.length

/** Seats, those with most creations first. */
const bySize = sizes.map((_, seat) => seat).sort((a, b) => sizes[b]! - sizes[a]! || a - b)

export type Ownership = ReturnType<typeof makeOwnership>

export function makeOwnership(seed: number, creations: number) {
  /** The seat of a group's first creator. The first group is not rotated: its first creator has fourteen creations. */
  const shiftOf = (group: number) => (group === 0 ? 0 : hashFor(seed, 'groups', group) % groupSize)

  const creatorOf = (creation: number): number => {
    const group = Math.floor(creation / creationsPerGroup)
    const shift = shiftOf(group)
    const seat = owners[((creation % creationsPerGroup) + firstCreations[shift]!) % creationsPerGroup]!
    return group * groupSize + ((seat - shift + groupSize) % groupSize)
  }

  /** The numbers of a creator's creations; `to` is exclusive. */
  const creationsOf = (creator: number): { from: number; to: number } => {
    const group = Math.floor(creator / groupSize)
    const shift = shiftOf(group)
    const seat = ((creator % groupSize) + shift) % groupSize
    // In a rotated group, the seats before the shift come last.
    const start = firstCreations[seat]! - firstCreations[shift]! + (seat < shift ? creationsPerGroup : 0)
    const from = group * creationsPerGroup + start
    return { from: Math.min(from, creations), to: Math.min(from + sizes[seat]!, creations) }
  }

  const creators = creations === 0 ? 0 : creatorOf(creations - 1) + 1
  const groups = Math.ceil(creators / groupSize)

  /** Creators by number of creations, most first. The result may be past the last creator. */
  const byFame = (rank: number): number => {
    const group = rank % groups
    const seat = bySize[Math.floor(rank / groups) % groupSize]!
    return group * groupSize + ((seat - shiftOf(group) + groupSize) % groupSize)
  }

  return { creators, creatorOf, creationsOf, byFame }
}
