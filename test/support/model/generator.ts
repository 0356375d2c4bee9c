// Communities made by chance from a seed: few names, few values, so that ties and collisions are everywhere.
import type { CreationRecord } from '../../../src/records/records.ts'
import { defaultKinds as kinds } from '../../../src/site/site.ts'
import { type Community, recordsOf } from './community.ts'

export type Random = ReturnType<typeof randomOf>

/** The same numbers for the same seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number) => Math.floor(next() * bound)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  const some = <T>(from: readonly T[], most: number): T[] => [
    ...new Set(Array.from({ length: below(most + 1) }, () => pick(from))),
  ]
  return { below, pick, some, chance: (share: number) => next() < share }
}

export const handles = ['ann', 'bob', 'cy', 'dee-dee', 'eve', 'flo', 'gus', 'hal', 'ida'] as const
export const categories = ['health', 'games', 'music', 'home'] as const
export const tags = ['water', 'deep-focus', 'rétro', 'c++', '水', 'kids', 'zen', '𐐨𐐩'] as const
const languages = ['en', 'es', 'ja', 'pt-BR'] as const

// biome-ignore format: one line reads better
export const vocabulary = ['water', 'Water', 'wat', 'watch', 'log', 'logs', 'a', 'ab', 'abc', 'tracker', 'Ünique', 'unique', 'Straße', 'STRASSE',
  'Smørrebrød', 'naïve', 'İstanbul', 'ısı', 'Σίσυφος', 'ΟΔΟΣ', 'हिन्दी', 'कि', 'สวัสดี', '水', '水泳', '日本語', '日本', 'カタカナ', 'ガス', '한국어', 'été',
  'so\u00adft', 'zero\u200bwidth', '❤️', '🙂', '42', '4', 'x-y_z', 'ﬁne', 'iPad水', 'don\'t', '\\u0001', '𐐨𐐩x', 'ann', 'Eve']

const words = (random: Random, most: number) =>
  Array.from({ length: 1 + random.below(most) }, () => random.pick(vocabulary)).join(' ')
const count = (random: Random) => random.pick([0, 0, 1, 7, 7, 1000])
const dates = ['2026-01-05T10:00:00Z', '2026-01-05T10:00:00.500Z', '2026-03-01T00:00:00Z', '1969-12-31T00:00:00Z']
const date = (random: Random) => (random.chance(0.1) ? null : random.pick(dates))
const media = (random: Random, name: string) =>
  random.pick([null, `/art/${name}.svg`, `https://img.example/${name}.png`])

const labels = (random: Random) => Object.fromEntries(random.some(languages, 3).map(tag => [tag, words(random, 2)]))

function translations(random: Random, original: string) {
  const others = random.some(languages, 2).filter(locale => locale !== original)
  return Object.fromEntries(
    others.map(locale => {
      const fields = ['title', 'summary', 'description'].filter(() => random.chance(0.6))
      return [locale, Object.fromEntries([...fields, 'instructions'].map(field => [field, words(random, 2)]))]
    }),
  )
}

type Raw = Record<string, unknown>
export const slugOf = (index: number) => `app-${index}`

export function randomCreation(random: Random, handle: string, slug: string, slugs: number): Raw {
  const locale = random.pick(['en', 'en', 'en', 'es', 'ja'])
  const parent = { handle: random.pick(handles), slug: slugOf(random.below(slugs)) }
  const isOwn = parent.handle === handle && parent.slug === slug
  return {
    type: 'creation',
    handle,
    slug,
    kind: random.pick(kinds),
    title: words(random, 3),
    summary: random.chance(0.3) ? '' : words(random, 4),
    description: words(random, 2),
    instructions: words(random, 2),
    category: random.chance(0.15) ? null : random.pick(categories),
    tags: random.some(tags, 4),
    locale,
    translations: random.chance(0.4) ? translations(random, locale) : {},
    coverUrl: media(random, 'cover'),
    iconUrl: media(random, 'icon'),
    screenshots: random.chance(0.2) ? ['/art/shot.svg'] : [],
    openUrl: random.chance(0.2) ? `https://open.example/${slug}?a=1&b=%22` : null,
    links: random.chance(0.2) ? [{ label: words(random, 1), url: 'https://home.example/', rel: 'source' }] : [],
    license: random.pick([null, null, 'MIT']),
    version: random.pick([null, '', '1.0']),
    platforms: random.some(['iOS', 'Web'], 2),
    featured: random.chance(0.25),
    visibility: random.pick(['public', 'public', 'public', 'public', 'unlisted', 'private']),
    stats: { views: count(random), plays: count(random), likes: count(random), remixes: count(random) },
    remixOf: random.chance(0.35) && !isOwn ? parent : null,
    publishedAt: date(random),
    updatedAt: date(random),
  }
}

const randomCreator = (random: Random, handle: string): Raw => ({
  type: 'creator',
  handle,
  displayName: words(random, 2),
  bio: words(random, 3),
  avatarUrl: media(random, 'avatar'),
  links: random.chance(0.3) ? [{ label: 'Home', url: 'https://home.example/' }] : [],
  joinedAt: date(random),
})
const randomTag = (random: Random): Raw => ({ type: 'tag', key: random.pick(tags), labels: labels(random) })
const randomCategory = (random: Random): Raw => ({
  type: 'category',
  slug: random.pick(categories),
  labels: labels(random),
})

function randomFollow(random: Random): Raw {
  const [follower, following] = [random.pick(handles), random.pick(handles)]
  return follower === following ? randomFollow(random) : { type: 'follow', follower, following }
}

const randomScore = (random: Random, slugs: number): Raw => ({
  type: 'score',
  handle: random.pick(handles),
  slug: slugOf(random.below(slugs)),
  player: random.chance(0.1) ? 'stranger' : random.pick(handles),
  score: random.pick([-3, 0, 10, 10, 10.5, 1e21]),
  unit: random.pick(['points', 'glasses']),
  achievedAt: date(random),
})

/** Records for a new community: everyone, and every slug of everyone. In any order. */
export function randomCommunity(random: Random, slugs: number): Raw[] {
  const records: Raw[] = handles.map(handle => randomCreator(random, handle))
  for (let i = 0; i < 6; i++) records.push(randomTag(random), randomCategory(random))
  for (const handle of handles) {
    for (let i = 0; i < slugs; i++) records.push(randomCreation(random, handle, slugOf(i), slugs))
  }
  for (let i = 0; i < 30; i++) records.push(randomFollow(random))
  const scores = Array.from({ length: 60 }, () => randomScore(random, slugs))
  return shuffled(random, [...records, ...scores])
}

export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const result = [...list]
  for (let i = result.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[result[i], result[j]] = [result[j]!, result[i]!]
  }
  return result
}

/** One thing that may happen to a community, as a record to import. */
export function randomChange(random: Random, community: Community, slugs: number): Raw {
  const known = recordsOf(community, 'creation')
  const dice = random.below(100)
  if (dice < 40 && known.length > 0) return edited(random, random.pick(known), slugs)
  if (dice < 55) return randomCreation(random, random.pick(handles), slugOf(random.below(slugs)), slugs)
  if (dice < 63) return randomCreator(random, random.pick(handles))
  if (dice < 68) return randomTag(random)
  if (dice < 71) return randomCategory(random)
  if (dice < 79) return randomFollow(random)
  if (dice < 88) return randomScore(random, slugs)
  if (dice < 93) return randomRename(random, slugs)
  return randomDelete(random, slugs)
}

/** The same creation with one field, or its visibility or numbers, as another would have it. */
function edited(random: Random, record: CreationRecord, slugs: number): Raw {
  const other = randomCreation(random, record.handle, record.slug, slugs)
  const field = random.pick([...Object.keys(other), 'stats', 'visibility', 'featured', 'tags'])
  const result: Raw & { translations: Raw } = { ...record, [field]: other[field] } as never
  const { [result.locale as string]: _own, ...translated } = result.translations
  return { ...result, translations: translated }
}

export function randomRename(random: Random, slugs: number): Raw {
  const app = () => slugOf(random.below(slugs + 3))
  const names = random.chance(0.5)
    ? { of: 'creator', from: random.pick(handles), to: random.pick([...handles, 'jo', 'kai', 'lee']) }
    : { of: 'creation', handle: random.pick(handles), from: app(), to: app() }
  return names.from === names.to ? randomRename(random, slugs) : { type: 'rename', ...names }
}

function randomDelete(random: Random, slugs: number): Raw {
  const app = { handle: random.pick(handles), slug: slugOf(random.below(slugs)) }
  const targets: Raw[] = [
    { of: 'creation', ...app },
    { of: 'creation', ...app },
    { of: 'creator', handle: random.pick(handles) },
    { of: 'tag', key: random.pick(tags) },
    { of: 'category', slug: random.pick(categories) },
    { of: 'score', ...app, player: random.pick(handles) },
    { ...randomFollow(random), type: undefined, of: 'follow' },
  ]
  return { ...random.pick(targets), type: 'delete' }
}
