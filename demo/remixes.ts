// Which creations are remixes, and of what. A parent is always older than its remix.
import { below } from '../src/art/random.ts'
import type { Visibility } from '../src/records/records.ts'
import { publishedAgo } from './dates.ts'
import { longTail, randomFor, zipfRank } from './random.ts'
import type { World } from './world.ts'

const remixShare = 0.17
/** Share of the remixes whose parent is a hub: one of the few creations that are remixed often. */
const hubShare = 0.6
/** Share of the other creations that may be remixed. */
const remixableShare = 0.2

export function visibilityOf(world: World, creation: number): Visibility {
  const draw = creation === 0 ? 1 : randomFor(world.seed, 'visibility', creation)()
  if (draw < 0.03) return 'private'
  return draw < 0.06 ? 'unlisted' : 'public'
}

function hubCount(world: World): number {
  return Math.max(1, Math.floor(world.creations / 30))
}

/** Coprime to the number of hubs, so that its multiples reach each hub once. */
function hubStride(count: number): number {
  return [7, 11, 13, 17, 19, 23].find(stride => count % stride !== 0) ?? 1
}

/** Every thirtieth creation is a hub. The first in rank is creation 0; the others follow in steps of the stride. */
function hubAt(world: World, rank: number): number {
  const count = hubCount(world)
  return ((rank * hubStride(count)) % count) * 30
}

/** The inverse of `hubAt`; null if the creation is not a hub. */
function hubRank(world: World, creation: number): number | null {
  const count = hubCount(world)
  const position = creation / 30
  if (!Number.isInteger(position) || position >= count) return null
  const stride = hubStride(count)
  // position = rank * stride % count: adds the multiples of `count` that the modulo removed, fewer than `stride`.
  let product = position
  while (product % stride !== 0) product += count
  return product / stride
}

function mayBeRemix(world: World, creation: number): boolean {
  return creation !== 0 && randomFor(world.seed, 'remix', creation)() < remixShare
}

function isRemixable(world: World, creation: number): boolean {
  return randomFor(world.seed, 'stats', creation)() < remixableShare
}

/** The number of the creation this one is a remix of, or -1. */
export function parentOf(world: World, creation: number): number {
  const random = randomFor(world.seed, 'remix', creation)
  if (random() >= remixShare || creation === 0) return -1
  // A few parents are private, as if hidden after the remix; half of the remixes try to be remixes of remixes.
  const wanted: Visibility = random() < 0.025 ? 'private' : 'public'
  const chained = random() < 0.5
  const age = publishedAgo(world, creation)
  const tries = wanted === 'private' ? 160 : chained ? 48 : 16
  for (let i = 0; i < tries; i++) {
    const hub = random() < hubShare
    const parent = hub ? hubAt(world, zipfRank(random, hubCount(world))) : below(random, world.creations)
    if (parent === creation || visibilityOf(world, parent) !== wanted) continue
    if (!hub && wanted === 'public' && !isRemixable(world, parent)) continue
    if (chained && i < tries - 4 && !mayBeRemix(world, parent)) continue
    if (publishedAgo(world, parent) > age) return parent
  }
  return -1
}

/**
 * How often a creation was remixed. Counting would mean generating the whole community, so this is an estimate from its
 * rank, rounded up. It may be more than the public remixes, as in a real community: private and deleted ones count too.
 */
export function remixCount(world: World, creation: number): number {
  const random = randomFor(world.seed, 'stats', creation)
  const draw = random()
  const rank = hubRank(world, creation)
  const slack = Math.floor(longTail(random, 1.4))
  const chained = mayBeRemix(world, creation) ? 2 : 1
  if (rank === null) return draw < remixableShare ? slack + chained : 0
  const share = Math.log((rank + 2) / (rank + 1)) / Math.log(hubCount(world) + 1)
  return Math.ceil(share * world.creations * remixShare * hubShare * (1 + chained)) + 1 + chained + slack
}
