// Dates of generated records. Times are ages: seconds before `world.now`.
import { randomFor } from './random.ts'
import type { World } from './world.ts'

const day = 86_400
/** The community is about fourteen months old. */
const maxAge = 425 * day
/** The newest creation is a few minutes old. */
const minCreationAge = 300

/** When a creator joined: a little more often early than late. Creator 0, who is used in examples, is an early member. */
export function joinedAgo(world: World, creator: number): number {
  const share = creator === 0 ? 0.95 : randomFor(world.seed, 'joining', creator)() ** 0.75
  return Math.floor(2 * day + share * (maxAge - 2 * day))
}

/** When a creation was published: after its creator joined, more often late than early. Creation 0 is an early one. */
export function publishedAgo(world: World, creation: number): number {
  const creator = world.ownership.creatorOf(creation)
  const share = creation === 0 ? 0.97 : randomFor(world.seed, 'publishing', creation)() ** 1.25
  // 0.98: nobody publishes immediately after joining.
  return minCreationAge + Math.floor(share * (joinedAgo(world, creator) * 0.98 - minCreationAge))
}

const datePrefixes = new Map<number, string>()

/** Like `toISOString`, without milliseconds. Caches the part before the time for each day: there are very many dates. */
export function dateOf(world: World, ago: number): string {
  const seconds = world.now - ago
  const dayNumber = Math.floor(seconds / day)
  const prefix = datePrefixes.get(dayNumber) ?? new Date(dayNumber * day * 1000).toISOString().slice(0, 11)
  datePrefixes.set(dayNumber, prefix)
  const time = seconds - dayNumber * day
  return `${prefix}${twoDigits(time / 3600)}:${twoDigits((time / 60) % 60)}:${twoDigits(time % 60)}Z`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${Math.floor(value)}` : `${Math.floor(value)}`
}
