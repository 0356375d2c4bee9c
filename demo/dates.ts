// When things happened. All times are ages in seconds before the world's now.
import { randomFor } from './random.ts'
import type { World } from './world.ts'

const day = 86_400
/** About fourteen months. */
const span = 425 * day
/** The newest creation is a few minutes old, not from this very second. */
const youngest = 300

/** When a creator joined. More join every month than the month before. */
export function joinedAgo(world: World, creator: number): number {
  const share = creator === 0 ? 0.95 : randomFor(world.seed, 'joining', creator)() ** 0.75
  return Math.floor(2 * day + share * (span - 2 * day))
}

/** When a creation was published: after its maker joined. */
export function publishedAgo(world: World, creation: number): number {
  const maker = world.ownership.makerOf(creation)
  const share = creation === 0 ? 0.97 : randomFor(world.seed, 'publishing', creation)() ** 1.25
  return youngest + Math.floor(share * (joinedAgo(world, maker) * 0.98 - youngest))
}

const dayNames = new Map<number, string>()

/** Like `toISOString`, but the dates of the four hundred days that occur are formatted once, because records contain many. */
export function dateOf(world: World, ago: number): string {
  const seconds = world.now - ago
  const number = Math.floor(seconds / day)
  const name = dayNames.get(number) ?? new Date(number * day * 1000).toISOString().slice(0, 11)
  dayNames.set(number, name)
  const time = seconds - number * day
  return `${name}${twoDigits(time / 3600)}:${twoDigits((time / 60) % 60)}:${twoDigits(time % 60)}Z`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${Math.floor(value)}` : `${Math.floor(value)}`
}
