// What readers are told about a community, by filtering, sorting and counting everything each time.

import type { Addresses } from '../../../src/addresses.ts'
import { creationArtPath, creatorArtPath } from '../../../src/art-paths.ts'
import type { CreationRecord, CreatorRecord, ScoreRecord } from '../../../src/records/records.ts'
import { sortKeys } from '../../../src/store/hot-score.ts'
import { creationId } from '../../../src/store/identity.ts'
import { notSearched } from '../../../src/store/search/resolve.ts'
import { rankedMatches } from '../../../src/store/search/window.ts'
import {
  type CreatorQuery,
  type CreatorRow,
  type CreatorTotals,
  type FeedQuery,
  type FeedSlice,
  type LabelledCount,
  type LeaderboardEntry,
  type Locales,
  sorts,
  type TopScore,
} from '../../../src/store/store.ts'
import { lazily } from '../../../src/util/lazily.ts'
import { byText, type Community, find, isShown, recordsOf } from './community.ts'
import { creatorsOf } from './creators.ts'
import { type Search, searchOf } from './search.ts'
import { similarTo } from './similar.ts'

export type Answers = ReturnType<typeof answersOf>

export function answersOf(community: Community, addresses: Addresses) {
  const shown = recordsOf(community, 'creation').filter(isShown)
  const search = searchOf(community, shown)
  const everyone = lazily(() => recordsOf(community, 'creator').map(({ handle }) => creatorOf(community, handle)!))
  return {
    shown,
    /** The creations of a feed from first to last, as cards. */
    feed: (query: FeedQuery) =>
      feedOf(shown, query, search).map(record => cardOf(community, addresses, record, query.locales)),
    /** What a page with results says about its search. */
    searched: (query: FeedQuery) => searchedFor(query, search),
    popularTags: (locales: Locales) =>
      countedLabels(
        community,
        'tag',
        locales,
        shown.flatMap(record => record.tags),
      ),
    categories: (locales: Locales) =>
      countedLabels(
        community,
        'category',
        locales,
        shown.flatMap(record => record.category ?? []),
      ),
    creator: (handle: string) => creatorOf(community, handle),
    followers: (handle: string) => preview(community, handle, 'follower'),
    following: (handle: string) => preview(community, handle, 'following'),
    creators: (query: CreatorQuery) => creatorsOf(everyone(), query),
    /** All similar creations from first to last, as cards. */
    similar: (handle: string, slug: string, locales: Locales) =>
      similarTo(shown, search.words, handle, slug)?.map(record => cardOf(community, addresses, record, locales)) ??
      null,
    topScores: (handle: string, locales: Locales) => topScores(community, handle, locales),
    app: (handle: string, slug: string, locales: Locales) => appOf(community, addresses, handle, slug, locales),
    /** As a sitemap lists them: by the number that breaks ties, which is how ids begin. */
    listed: () =>
      shown
        .map(({ handle, slug, updatedAt }) => ({ creationNo: tieBreakerOf(handle, slug), handle, slug, updatedAt }))
        .sort((a, b) => a.creationNo - b.creationNo),
    kinds: () => new Set(shown.map(({ kind }) => kind)),
    locales: () => new Set([...shown.flatMap(languagesOf), ...labelLanguages(community)]),
  }
}

const tieBreakerOf = (handle: string, slug: string) => Number.parseInt(creationId(handle, slug).slice(0, 8), 16)

// Feed

function feedOf(shown: CreationRecord[], query: FeedQuery, search: Search): CreationRecord[] {
  const passing = shown.filter(record => passes(record, query))
  const { q, locales, sort } = query
  const key = (record: CreationRecord) => sortKeys(record)[sort === 'relevance' ? 0 : sorts.indexOf(sort)]!
  const words = q === undefined ? undefined : search.searched(q, locales)?.words
  if (q !== undefined && words === undefined) return []
  const ranks = (record: CreationRecord) =>
    words && sort === 'relevance'
      ? { tier: search.tier(record, words, locales), score: search.score(record, words, locales) }
      : { tier: 0, score: 0 }
  const found = passing
    .filter(record => !words || search.matches(record, words, locales))
    .map(record => ({ record, ...ranks(record), key: key(record), id: creationId(record.handle, record.slug) }))
    .sort((a, b) => a.tier - b.tier || b.key - a.key || byText(b.id, a.id))
  // The same title first, then by score. Only so many are ranked; the others follow by tier.
  const ranked = found
    .slice(0, rankedMatches)
    .sort(
      (a, b) => Math.min(a.tier, 1) - Math.min(b.tier, 1) || b.score - a.score || b.key - a.key || byText(b.id, a.id),
    )
  return [...ranked, ...found.slice(rankedMatches)].map(({ record }) => record)
}

function searchedFor(query: FeedQuery, search: Search): Pick<FeedSlice, SearchFacts> {
  const found = query.q === undefined ? null : search.searched(query.q, query.locales)
  if (found === null) return notSearched
  return { match: found.match, searched: found.searched, suggestions: found.suggestions }
}

type SearchFacts = 'match' | 'searched' | 'suggestions'

function passes(record: CreationRecord, query: FeedQuery): boolean {
  const { category, tag, featuredOnly, kind, creator, language, remixOf } = query
  if (kind !== undefined && record.kind !== kind) return false
  if (category !== undefined && record.category !== category) return false
  if (!(tag?.split(',') ?? []).every(key => record.tags.includes(key))) return false
  if (featuredOnly && !record.featured) return false
  if (creator !== undefined && record.handle !== creator) return false
  if (language !== undefined && !`${record.locale}-`.toLowerCase().startsWith(`${language}-`)) return false
  return remixOf === undefined || `${record.remixOf?.handle}/${record.remixOf?.slug}` === remixOf
}

// Cards

function languagesOf(record: CreationRecord): string[] {
  const translated = Object.keys(record.translations).filter(locale => {
    const { title, summary } = record.translations[locale]!
    return title !== undefined || summary !== undefined
  })
  return [record.locale, ...translated]
}

function bestLanguage(record: CreationRecord, locales: Locales): string {
  const languages = languagesOf(record)
  return [...locales, 'en'].find(locale => languages.includes(locale)) ?? record.locale
}

function labelOf(community: Community, type: 'tag' | 'category', key: string, locales: Locales): string {
  const labels = find(community, type, key)?.labels ?? {}
  const locale = locales.find(asked => asked in labels) ?? Object.keys(labels)[0]
  if (locale !== undefined) return labels[locale]!
  if (type === 'tag') return key
  const words = key.replace(/[-_]+/g, ' ').trim()
  return (words[0]?.toUpperCase() ?? '') + words.slice(1)
}

function labelLanguages(community: Community): string[] {
  const labelled = [...recordsOf(community, 'category'), ...recordsOf(community, 'tag')]
  return labelled.flatMap(({ labels }) => Object.keys(labels))
}

function cardOf(community: Community, addresses: Addresses, record: CreationRecord, locales: Locales) {
  const { handle, slug, category, kind, stats, featured, publishedAt, updatedAt } = record
  const locale = bestLanguage(record, locales)
  const creator = find(community, 'creator', handle)!
  const parent = record.remixOf && find(community, 'creation', `${record.remixOf.handle}/${record.remixOf.slug}`)
  const title = (of: CreationRecord) => of.translations[locale]?.title ?? of.title
  return {
    id: creationId(handle, slug),
    handle,
    slug,
    title: title(record),
    summary: record.translations[locale]?.summary ?? record.summary,
    kind,
    category: category === null ? null : { slug: category, label: labelOf(community, 'category', category, locales) },
    tags: record.tags.map(key => ({ key, label: labelOf(community, 'tag', key, locales) })),
    creator: {
      handle,
      displayName: creator.displayName,
      avatarUrl: addresses.media(creator.avatarUrl),
      imageUrl: addresses.media(creator.avatarUrl ?? creatorArtPath(handle, creator.displayName)),
      url: addresses.creator(handle),
    },
    coverUrl: addresses.media(record.coverUrl),
    iconUrl: addresses.media(record.iconUrl),
    imageUrl: addresses.media(
      record.coverUrl ?? record.iconUrl ?? creationArtPath({ ...record, id: creationId(handle, slug) }),
    ),
    url: addresses.creation(handle, slug),
    apiUrl: addresses.creationApi(handle, slug),
    openUrl: record.openUrl ?? null,
    stats,
    remixOf: parent && isShown(parent) ? { handle: parent.handle, slug: parent.slug, title: title(parent) } : null,
    featured,
    locale,
    publishedAt,
    updatedAt,
  }
}

function countedLabels(community: Community, type: 'tag' | 'category', locales: Locales, uses: string[]) {
  const counts = new Map<string, number>()
  for (const key of uses) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1] || byText(a[0], b[0]))
    .map(([key, count]): LabelledCount => ({ key, label: labelOf(community, type, key, locales), count }))
}

// People

function creatorOf(community: Community, handle: string): CreatorRow | null {
  const record = find(community, 'creator', handle)
  return record ? { record, totals: totalsOf(community, handle) } : null
}

function totalsOf(community: Community, handle: string): CreatorTotals {
  const own = recordsOf(community, 'creation').filter(record => record.handle === handle && isShown(record))
  const follows = recordsOf(community, 'follow')
  const sum = (name: 'views' | 'plays' | 'likes' | 'remixes') => {
    const exact = own.reduce((total, { stats }) => total + BigInt(stats[name]), 0n)
    return Number(exact > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : exact)
  }
  return {
    apps: own.length,
    followers: follows.filter(follow => follow.following === handle).length,
    following: follows.filter(follow => follow.follower === handle).length,
    views: sum('views'),
    plays: sum('plays'),
    likes: sum('likes'),
    remixes: sum('remixes'),
  }
}

/** Well-followed creators first: by how often their follower count doubles, then by handle. */
function preview(community: Community, handle: string, shown: 'follower' | 'following'): CreatorRow[] | null {
  if (!find(community, 'creator', handle)) return null
  const owner = shown === 'follower' ? 'following' : 'follower'
  const rows = recordsOf(community, 'follow')
    .filter(follow => follow[owner] === handle)
    .map(follow => creatorOf(community, follow[shown])!)
  const doublings = ({ totals }: CreatorRow) => totals.followers.toString(2).length * Math.sign(totals.followers)
  return rows.sort((a, b) => doublings(b) - doublings(a) || byText(a.record.handle, b.record.handle))
}

const scoresOf = (community: Community, handle: string, slug: string) =>
  recordsOf(community, 'score').filter(score => score.handle === handle && score.slug === slug)

const rankOf = (community: Community, { handle, slug, score }: ScoreRecord) =>
  1 + scoresOf(community, handle, slug).filter(other => other.score > score).length

const earlier = (a: ScoreRecord, b: ScoreRecord) => Date.parse(a.achievedAt) - Date.parse(b.achievedAt)

function topScores(community: Community, player: string, locales: Locales): TopScore[] {
  return recordsOf(community, 'score')
    .filter(score => score.player === player && isShown(find(community, 'creation', `${score.handle}/${score.slug}`)))
    .sort((a, b) => earlier(b, a) || byText(a.handle, b.handle) || byText(a.slug, b.slug))
    .map(found => {
      const { handle, slug, score, unit, achievedAt } = found
      const app = find(community, 'creation', `${handle}/${slug}`)!
      const title = app.translations[bestLanguage(app, locales)]?.title ?? app.title
      return { handle, slug, title, score, unit, rank: rankOf(community, found), achievedAt }
    })
    .sort((a, b) => a.rank - b.rank)
}

function leaderboard(community: Community, handle: string, slug: string): LeaderboardEntry[] {
  return scoresOf(community, handle, slug)
    .sort((a, b) => b.score - a.score || earlier(a, b) || byText(a.player, b.player))
    .map(found => {
      const person: CreatorRecord | undefined = find(community, 'creator', found.player)
      const { player, score, unit } = found
      const displayName = person?.displayName ?? player
      return { rank: rankOf(community, found), handle: player, displayName, score, unit }
    })
}

function appOf(community: Community, addresses: Addresses, handle: string, slug: string, locales: Locales) {
  const record = find(community, 'creation', `${handle}/${slug}`)
  if (!isShown(record)) return null
  const card = cardOf(community, addresses, record, locales)
  const creator = find(community, 'creator', handle)!
  const { links = [], license = null, version = null, platforms = [], screenshots } = record
  const texts = { description: record.description, instructions: record.instructions }
  const { description, instructions } = { ...texts, ...record.translations[card.locale] }
  const images = screenshots.map(url => addresses.media(url))
  const detail = { description, instructions, screenshots: images, links, license, version, platforms }
  return { card, detail, locale: card.locale, creator, leaderboard: leaderboard(community, handle, slug) }
}
