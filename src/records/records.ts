// The records of a community in canonical form: every field present (with few exceptions), defaults filled in. check-record.ts parses lines of
// NDJSON into these; stores return them for export.

export const visibilities = ['public', 'unlisted', 'private'] as const
/** What a link of a creation leads to. */
export const linkRels = ['website', 'source', 'store', 'docs', 'community', 'support', 'donate', 'other'] as const

export type Visibility = (typeof visibilities)[number]
export type Labels = Record<string, string>
export type CreationLink = { label: string; url: string; rel: (typeof linkRels)[number] }
export type Stats = { views: number; plays: number; likes: number; remixes: number }
export type Translation = { title?: string; summary?: string; description?: string; instructions?: string }

type CategoryRecord = { type: 'category'; slug: string; labels: Labels }
export type TagRecord = { type: 'tag'; key: string; labels: Labels }

export type CreatorRecord = {
  type: 'creator'
  handle: string
  displayName: string
  bio: string
  avatarUrl: string | null
  links: { label: string; url: string }[]
  joinedAt: string
}

export type CreationRecord = {
  type: 'creation'
  handle: string
  slug: string
  /** One of the site's kinds at the time of the import. */
  kind: string
  title: string
  summary: string
  description: string
  instructions: string
  category: string | null
  tags: string[]
  locale: string
  translations: Record<string, Translation>
  coverUrl: string | null
  iconUrl: string | null
  screenshots: string[]
  // Absent when empty, so that records that were stored before these fields existed are canonical, too.
  openUrl?: string
  links?: CreationLink[]
  license?: string
  version?: string
  platforms?: string[]
  featured: boolean
  visibility: Visibility
  stats: Stats
  remixOf: { handle: string; slug: string } | null
  publishedAt: string
  updatedAt: string
}

export type FollowRecord = { type: 'follow'; follower: string; following: string }

/** `handle` and `slug` are those of the creation, `player` is the handle of the creator who played. */
export type ScoreRecord = {
  type: 'score'
  handle: string
  slug: string
  player: string
  score: number
  unit: string
  achievedAt: string
}

export type DeleteRecord =
  | { type: 'delete'; of: 'category'; slug: string }
  | { type: 'delete'; of: 'tag'; key: string }
  | { type: 'delete'; of: 'creator'; handle: string }
  | { type: 'delete'; of: 'creation'; handle: string; slug: string }
  | { type: 'delete'; of: 'follow'; follower: string; following: string }
  | { type: 'delete'; of: 'score'; handle: string; slug: string; player: string }

/** Everything under the name `from` moves to `to`. */
export type RenameRecord =
  | { type: 'rename'; of: 'creator'; from: string; to: string }
  | { type: 'rename'; of: 'creation'; handle: string; from: string; to: string }

export type EntityRecord = CategoryRecord | TagRecord | CreatorRecord | CreationRecord | FollowRecord | ScoreRecord
/** What a store contains. */
export type StoredRecord = EntityRecord | RenameRecord
export type CommunityRecord = StoredRecord | DeleteRecord

/**
 * A valid record. `undated` are the date fields that were missing and have the time of the import. When such a record is
 * imported again, the store keeps the dates of the first import.
 */
export type CheckedRecord = {
  record: CommunityRecord
  undated: readonly ('joinedAt' | 'publishedAt' | 'updatedAt' | 'achievedAt')[]
}
