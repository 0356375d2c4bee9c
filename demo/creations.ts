// Generates the record of a creation from its number.
import { artPath } from '../src/art/art.ts'
import { between, type Random } from '../src/art/random.ts'
import type { CreationRecord, Stats } from '../src/records/records.ts'
import type { DefaultKind as Kind } from '../src/site/site.ts'
import { dateOf, publishedAgo } from './dates.ts'
import { type Plan, personOf, planOf } from './plans.ts'
import { hashFor, longTail, randomFor, zipfRank } from './random.ts'
import { remixCount, visibilityOf } from './remixes.ts'
import { compoundShare, generalTagKeys, modifiersFor } from './tags.ts'
import { textsOf } from './texts.ts'
import { slugOf, titleOf } from './titles.ts'
import type { World } from './world.ts'

export function creationAt(world: World, creation: number): CreationRecord {
  const plan = planOf(world, creation)
  const title = titleOf(world, creation, plan)
  const age = publishedAgo(world, creation)
  const visibility = visibilityOf(world, creation)
  const random = randomFor(world.seed, 'media', creation)
  const featured = visibility === 'public' && random() < 0.043
  const parentTitle = plan.parent < 0 ? null : titleOf(world, plan.parent, planOf(world, plan.parent)).title
  const texts = textsOf(world, creation, plan, title, parentTitle)
  return {
    type: 'creation',
    handle: personOf(world, world.ownership.creatorOf(creation)).handle,
    slug: slugOf(world, creation),
    kind: plan.kind,
    title: title.title,
    summary: texts.summary,
    description: texts.description,
    instructions: texts.instructions,
    category: creation > 0 && random() < 0.012 ? null : plan.topic.category.slug,
    tags: tagsOf(world, creation, plan),
    locale: plan.language,
    translations: texts.translations,
    ...mediaOf(world, creation, plan, featured, random),
    featured,
    visibility,
    stats: statsOf(world, creation, age, featured),
    remixOf: plan.parent < 0 ? null : addressOf(world, plan.parent),
    publishedAt: dateOf(world, age),
    updatedAt: dateOf(world, random() < 0.55 ? age : Math.floor(age * random())),
  }
}

export function addressOf(world: World, creation: number): { handle: string; slug: string } {
  return { handle: personOf(world, world.ownership.creatorOf(creation)).handle, slug: slugOf(world, creation) }
}

/** General tags that fit only some kinds of creations. */
const kindsOfTag: Readonly<Record<string, readonly Kind[]>> = {
  multiplayer: ['game', 'experience'],
  'two-player': ['game', 'experience'],
  'pixel-art': ['game', 'widget'],
  streaks: ['tracker', 'widget', 'app'],
  charts: ['tracker', 'widget', 'app'],
  journal: ['tracker', 'app'],
  checklist: ['tracker', 'app'],
  reminders: ['tracker', 'app', 'widget'],
  calendar: ['tracker', 'app', 'widget'],
  goals: ['tracker', 'app', 'widget'],
  relaxing: ['app', 'game', 'experience'],
}

function tagsOf(world: World, creation: number, { topic, kind }: Plan): string[] {
  const random = randomFor(world.seed, 'tags', creation)
  const tags = new Set<string>()
  if (creation > 0 && random() < 0.02) return []
  if (creation === 0 || random() < 0.93) tags.add(topic.key)
  for (const tag of topic.tags) if (random() < 0.2) tags.add(tag)
  const general = zipfRank(random, 3)
  for (let i = 0; i < general; i++) {
    const tag = generalTagKeys[zipfRank(random, generalTagKeys.length)]!
    if (kindsOfTag[tag]?.includes(kind) ?? true) tags.add(tag)
  }
  if (random() < compoundShare(world.creations)) {
    const modifiers = modifiersFor(world.creations)
    tags.add(`${modifiers[zipfRank(random, modifiers.length)]!.key}-${topic.key}`)
  }
  return [...tags].slice(0, 5)
}

/** Views ≥ plays ≥ likes, all with a long tail. New creations have smaller numbers. */
function statsOf(world: World, creation: number, age: number, featured: boolean): Stats {
  const random = randomFor(world.seed, 'stats', creation)
  random() // the first number decides about remixes, see remixes.ts
  const remixes = remixCount(world, creation)
  const days = age / 86_400
  const ageFactor = (days + 1) / (days + 25)
  const fame = Math.min(longTail(random, 1.05), 60_000) * between(random, 14, 70) * ageFactor * (featured ? 4 : 1)
  const views = Math.floor(fame + remixes * between(random, 22, 60))
  const plays = Math.floor(views * between(random, 0.28, 0.85))
  return { views, plays, likes: Math.floor(plays * between(random, 0.04, 0.3)), remixes }
}

type Media = Pick<CreationRecord, 'coverUrl' | 'iconUrl' | 'screenshots'>

function mediaOf(world: World, creation: number, plan: Plan, featured: boolean, random: Random): Media {
  const hash = hashFor(world.seed, 'media', creation).toString(16).padStart(8, '0').slice(0, 6)
  const name = `${plan.kind}-${plan.topic.category.slug}-${hash}`
  const hasNoCover = creation > 0 && !featured && random() < 0.03
  const shots = Math.min(3, Math.floor(random() * 5))
  return {
    coverUrl: hasNoCover ? null : artPath('cover', name),
    iconUrl: creation > 0 && random() < 0.02 ? null : artPath('icon', name),
    screenshots: Array.from({ length: shots }, (_, i) => artPath('screenshot', `${name}-${i + 1}`)),
  }
}
