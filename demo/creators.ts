// Generates the record of a creator and the follows of a creator from its number.
import { artPath } from '../src/art/art.ts'
import { pick, type Random } from '../src/art/random.ts'
import type { CreatorRecord, FollowRecord } from '../src/records/records.ts'
import { dateOf, joinedAgo } from './dates.ts'
import type { Person } from './names.ts'
import { fill, phrases, topicValues } from './phrases.ts'
import { personOf, planOf } from './plans.ts'
import { longTail, randomFor, zipfRank } from './random.ts'
import { type Topic, topics } from './topics.ts'
import type { World } from './world.ts'

export function creatorAt(world: World, creator: number): CreatorRecord {
  const person = personOf(world, creator)
  const random = randomFor(world.seed, 'profile', creator)
  const prefersOwnLanguage = random() < 0.1
  const bio = creator > 0 && random() < 0.08 ? '' : bioOf(world, creator, person, prefersOwnLanguage, random)
  return {
    type: 'creator',
    handle: person.handle,
    displayName: person.displayName,
    bio,
    avatarUrl: creator > 0 && random() < 0.05 ? null : artPath('avatar', person.handle),
    links: linksOf(person.handle, random),
    joinedAt: dateOf(world, joinedAgo(world, creator)),
  }
}

/** The topics of a creator's first and last creation, which the bio mentions. */
function topicsOf(world: World, creator: number, random: Random): [Topic, Topic] {
  const { from, to } = world.ownership.creationsOf(creator)
  const first = to > from ? planOf(world, from).topic : pick(random, topics)
  const last = to > from + 1 ? planOf(world, to - 1).topic : pick(random, topics)
  return [first, last === first ? topics[(topics.indexOf(first) + 7) % topics.length]! : last]
}

function bioOf(world: World, creator: number, person: Person, prefersOwnLanguage: boolean, random: Random): string {
  const language = prefersOwnLanguage || random() < 0.15 ? person.language : 'en'
  const [first, last] = topicsOf(world, creator, random)
  const values = { ...topicValues(first, language), u: last.names[language], city: person.city }
  return fill(pick(random, phrases[language].bios), values)
}

function linksOf(handle: string, random: Random): CreatorRecord['links'] {
  const links = [
    { label: 'Website', url: `https://example.com/${handle}` },
    { label: 'Notes', url: `https://example.org/notes/${handle}` },
  ]
  const draw = random()
  if (draw < 0.5) return []
  return draw < 0.9 ? [pick(random, links)] : links
}

/** Creators with many creations are chosen far more often than others. Nobody follows anyone twice, or themselves. */
export function* followsOf(world: World, creator: number): Generator<FollowRecord> {
  const random = randomFor(world.seed, 'follows', creator)
  if (creator > 0 && random() < 0.15) return
  const wanted = Math.min(150, Math.floor(longTail(random, 1.25) * 2.4))
  const followed = new Set([creator])
  const follower = personOf(world, creator).handle
  for (let i = 0; i < wanted; i++) {
    const other = world.ownership.byFame(zipfRank(random, world.creators))
    if (other >= world.creators || followed.has(other)) continue
    followed.add(other)
    yield { type: 'follow', follower, following: personOf(world, other).handle }
  }
}
