// The resources of contract section 3, as plain JSON Schema. `title` names the component in openapi.json.
import { type TSchema, Type } from '../schema.ts'
import { kinds } from '../store/records.ts'
import { sorts } from '../store/store.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Url = Type.String({ format: 'uri' })
const Timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC.' })
const Count = Type.Integer({ minimum: 0 })

export const Handle = Type.String({
  minLength: 1,
  maxLength: 63,
  description: "A creator's handle: the subdomain label of their public address. Case does not matter.",
  examples: ['mira'],
})
export const Slug = Type.String({
  minLength: 1,
  maxLength: 80,
  description: 'The slug of a creation, unique for its creator. Case does not matter.',
  examples: ['water-log'],
})
export const Locale = Type.String({
  minLength: 1,
  maxLength: 35,
  format: 'bcp47',
  description: 'BCP-47 language tag; texts and labels come in the best language there is. Default English.',
  examples: ['pt-BR'],
})

export const Creator = Type.Object(
  { handle: Type.String(), displayName: Type.String(), avatarUrl: nullable(Url), url: Url },
  { title: 'Creator' },
)

export const Profile = Type.Object(
  {
    handle: Type.String(),
    displayName: Type.String(),
    bio: Type.String(),
    avatarUrl: nullable(Url),
    url: Url,
    links: Type.Array(Type.Object({ label: Type.String(), url: Url })),
    joinedAt: Timestamp,
  },
  { title: 'Profile' },
)

const creationFields = {
  id: Type.String(),
  handle: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  kind: Type.Enum([...kinds]),
  category: nullable(Type.Object({ slug: Type.String(), label: Type.String() })),
  tags: Type.Array(Type.Object({ key: Type.String(), label: Type.String() })),
  creator: Creator,
  coverUrl: nullable(Url),
  iconUrl: nullable(Url),
  url: Url,
  apiUrl: Url,
  stats: Type.Object({ views: Count, plays: Count, likes: Count, remixes: Count }),
  remixOf: nullable(Type.Object({ handle: Type.String(), slug: Type.String(), title: Type.String() })),
  featured: Type.Boolean(),
  locale: Type.String({ description: 'The language of the texts in this answer.' }),
  publishedAt: Timestamp,
  updatedAt: Timestamp,
}

export const Creation = Type.Object(creationFields, { title: 'Creation' })

export const FeedPage = Type.Object(
  {
    items: Type.Array(Creation),
    hasMore: Type.Boolean(),
    total: Count,
    next_cursor: nullable(Type.String({ description: 'Pass it unchanged as `cursor`; null on the last page.' })),
    pagination: Type.Object({
      limit: Type.Integer(),
      returned: Count,
      sort: Type.Enum([...sorts, 'relevance']),
      hasMore: Type.Boolean(),
      next_cursor: nullable(Type.String()),
      nextUrl: nullable(Url),
      total: Count,
      totalIsExact: Type.Boolean({ description: 'False when a search has at least `total` results.' }),
    }),
  },
  { title: 'FeedPage' },
)

export const TagList = Type.Object(
  {
    items: Type.Array(
      Type.Object({ key: Type.String(), label: Type.String(), count: Count, url: Url }, { title: 'PopularTag' }),
    ),
    total: Count,
  },
  { title: 'TagList' },
)

export const Landing = Type.Object(
  {
    locale: Type.String(),
    spotlight: Type.Object({ title: Type.String(), items: Type.Array(Creation) }),
    rails: Type.Array(
      Type.Object(
        {
          id: Type.Enum(['trending', 'recent', 'remixed', 'liked', 'featured']),
          title: Type.String(),
          items: Type.Array(Creation),
          moreUrl: Url,
        },
        { title: 'Rail' },
      ),
    ),
    categories: Type.Array(
      Type.Object(
        { slug: Type.String(), label: Type.String(), count: Count, coverUrl: nullable(Url), url: Url },
        { title: 'CategoryTile' },
      ),
    ),
  },
  { title: 'Landing' },
)

export const CreatorProfile = Type.Object(
  {
    profile: Profile,
    stats: Type.Object({
      apps: Count,
      followers: Count,
      following: Count,
      views: Count,
      plays: Count,
      likes: Count,
      remixes: Count,
    }),
    apps: Type.Object({ items: Type.Array(Creation), total: Count, hasMore: Type.Boolean() }),
    topScores: Type.Array(
      Type.Object({
        app: Type.Object({ handle: Type.String(), slug: Type.String(), title: Type.String(), url: Url }),
        score: Type.Number(),
        unit: Type.String(),
        rank: Type.Integer({ minimum: 1 }),
        achievedAt: Timestamp,
      }),
    ),
  },
  { title: 'CreatorProfile' },
)

export const CreatorList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          handle: Type.String(),
          displayName: Type.String(),
          avatarUrl: nullable(Url),
          bio: Type.String(),
          url: Url,
          appCount: Count,
          followerCount: Count,
        },
        { title: 'CreatorPreview' },
      ),
    ),
    total: Count,
    hasMore: Type.Boolean(),
    limit: Type.Integer(),
  },
  { title: 'CreatorList' },
)

export const AppShare = Type.Object(
  {
    ...creationFields,
    creator: Profile,
    description: Type.String(),
    instructions: Type.String(),
    screenshots: Type.Array(Url),
    share: Type.Object({ url: Url, title: Type.String(), text: Type.String(), imageUrl: nullable(Url) }),
    openUrl: Url,
    leaderboard: Type.Array(
      Type.Object({
        rank: Type.Integer({ minimum: 1 }),
        handle: Type.String(),
        displayName: Type.String(),
        score: Type.Number(),
        unit: Type.String(),
      }),
    ),
    remixes: Type.Object({ items: Type.Array(Creation), total: Count }),
    moreFromCreator: Type.Array(Creation),
  },
  { title: 'AppShare' },
)
