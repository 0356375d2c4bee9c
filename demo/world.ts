// The parameters that all parts of the generator share.
import { makeOwnership, type Ownership } from './ownership.ts'

export type World = {
  seed: number
  creations: number
  creators: number
  /** Seconds since 1970. All dates are before it. */
  now: number
  ownership: Ownership
  /** Slugs of recently requested creators: remixes often refer to the same few. */
  slugs: Map<number, readonly string[]>
}

export function makeWorld(creations: number, seed: number, nowMs: number): World {
  const ownership = makeOwnership(seed, creations)
  const now = Math.floor(nowMs / 1000)
  return { seed, creations, creators: ownership.creators, now, ownership, slugs: new Map() }
}
