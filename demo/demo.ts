// Generates the demo community. It is the same on every machine. Each record is computed from its number, so a million
// creations need no more memory than a hundred.
import type { EntityRecord } from '../src/records/records.ts'
import { categories } from './categories.ts'
import { creationAt } from './creations.ts'
import { creatorAt, followsOf } from './creators.ts'
import { scoresOf } from './scores.ts'
import { tagRecords } from './tags.ts'
import { makeWorld } from './world.ts'

/** Number of creations that an empty store is filled with. */
export const demoCreations = 2400

/** A fixed date, so that the demo does not change from day to day. */
const demoNow = Date.UTC(2026, 10, 1)

/** The first seed with which each of the ten other languages has at least ten creations in the default community. */
const demoSeed = 2

export type DemoOptions = {
  creations: number
  seed?: number
  /** Milliseconds since 1970. All dates are before it. */
  now?: number
}

/** A record comes after those it refers to; only a remix may come before its parent. */
export function* demoRecords({ creations, seed = demoSeed, now = demoNow }: DemoOptions): Generator<EntityRecord> {
  const world = makeWorld(creations, seed, now)
  for (const { slug, labels } of categories) yield { type: 'category', slug, labels }
  yield* tagRecords(creations)
  for (let creator = 0; creator < world.creators; creator++) yield creatorAt(world, creator)
  for (let creation = 0; creation < creations; creation++) yield creationAt(world, creation)
  for (let creator = 0; creator < world.creators; creator++) yield* followsOf(world, creator)
  for (let creation = 0; creation < creations; creation++) yield* scoresOf(world, creation)
}
