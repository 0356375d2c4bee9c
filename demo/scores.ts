// Generates the scores of a creation.
import type { Random } from '../src/art/random.ts'
import type { ScoreRecord } from '../src/records/records.ts'
import type { DefaultKind as Kind } from '../src/site/site.ts'
import { addressOf } from './creations.ts'
import { dateOf, publishedAgo } from './dates.ts'
import { personOf, planOf } from './plans.ts'
import { longTail, randomFor } from './random.ts'
import type { World } from './world.ts'

/** Share of the creations of a kind that have scores. */
const scoredShare: Record<Kind, number> = { game: 0.75, tracker: 0.35, app: 0.06, widget: 0.06, experience: 0.1 }

/** Lowest and highest score by unit. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  points: [40, 12_000],
  seconds: [8, 900],
  minutes: [10, 4000],
  hours: [2, 400],
  days: [2, 365],
  nights: [1, 120],
  weeks: [1, 52],
  km: [3, 1800],
  reps: [5, 400],
  pages: [20, 9000],
  words: [20, 6000],
  steps: [1500, 42_000],
  kWh: [20, 900],
}
const defaultRange: readonly [number, number] = [3, 500]

function unitOf(world: World, creation: number, random: Random): string {
  const { kind, topic } = planOf(world, creation)
  if (kind !== 'game') return random() < 0.12 && topic.category.slug === 'fitness' ? 'steps' : topic.unit
  return topic.unit === 'seconds' || random() < 0.2 ? 'seconds' : 'points'
}

export function* scoresOf(world: World, creation: number): Generator<ScoreRecord> {
  const random = randomFor(world.seed, 'scores', creation)
  if (creation > 0 && random() >= scoredShare[planOf(world, creation).kind]) return
  const attempts = creation === 0 ? 12 : Math.min(40, Math.floor(longTail(random, 1.1) * 1.4))
  const unit = unitOf(world, creation, random)
  const [low, high] = ranges[unit] ?? defaultRange
  const address = addressOf(world, creation)
  const age = publishedAgo(world, creation)
  const players = new Set<number>()
  for (let i = 0; i < attempts; i++) {
    // Squared, so that some people play much more than others.
    const player = Math.floor(random() ** 2 * world.creators)
    const score = Math.round(low + random() ** 2.2 * (high - low))
    const achievedAt = dateOf(world, Math.floor(age * random()))
    if (players.has(player)) continue
    players.add(player)
    yield { type: 'score', ...address, player: personOf(world, player).handle, score, unit, achievedAt }
  }
}
