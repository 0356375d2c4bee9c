// The resources as plain JSON Schema. `title` names the component in openapi.json.
import { kindTitle, localePattern, namePatterns, recordLimits } from '../records/limits.ts'
import { linkRels } from '../records/records.ts'
import { placeholders } from '../site/site.ts'
import { creatorSorts, matches, sorts } from '../store/store.ts'
import { type TSchema, Type } from '../util/schema.ts'
import { longestTag } from './locale.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Url = Type.String({ format: 'uri' })
const Timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC.' })
/** Of creators and categories. Of creations, see `creationFields`. */
const Image = Type.String({ format: 'uri', description: 'Always present: a generated image if there is no other.' })
const Count = Type.Integer({ minimum: 0 })

/** Fields of records, with the limits that their import keeps. */
type TextLimit =
  | 'title'
  | 'summary'
  | 'description'
  | 'instructions'
  | 'displayName'
  | 'bio'
  | 'label'
  | 'unit'
  | 'license'
  | 'version'
  | 'platform'
const text = (field: TextLimit) => Type.String({ maxLength: recordLimits[field] })
const markdown = (field: 'description' | 'instructions') =>
  Type.String({ maxLength: recordLimits[field], description: 'Markdown.' })
const handle = Type.String({ pattern: namePatterns.handle })
const slug = Type.String({ pattern: namePatterns.slug })
const tagKey = Type.String({ minLength: 1, maxLength: recordLimits.tagKey })
const locale = Type.String({ maxLength: recordLimits.locale })

export const Handle = Type.String({
  minLength: 1,
  maxLength: recordLimits.handle,
  description: 'Handle of a creator. Case does not matter.',
  examples: [placeholders.handle],
})
export const Slug = Type.String({
  minLength: 1,
  maxLength: recordLimits.slug,
  description: 'Slug of a creation, unique for its creator. Case does not matter.',
  examples: [placeholders.slug],
})
/** `isLocale` decides what is well-formed; the pattern is the part that most programs can check. */
export const localeRules = {
  minLength: 1,
  maxLength: longestTag,
  format: 'bcp47',
  pattern: localePattern,
}
export const Locale = Type.String({
  ...localeRules,
  description: 'Language of texts and labels as a BCP-47 tag. Default English.',
  examples: ['pt-BR'],
})

export const Cursor = Type.String({
  minLength: 1,
  maxLength: 512,
  description: '`next_cursor` of the page before; omit for the first.',
})

export const Creator = Type.Object(
  { handle, displayName: text('displayName'), avatarUrl: nullable(Url), imageUrl: Image, url: Url },
  { title: 'Creator' },
)

export const Profile = Type.Object(
  {
    handle,
    displayName: text('displayName'),
    bio: text('bio'),
    avatarUrl: nullable(Url),
    imageUrl: Image,
    url: Url,
    links: Type.Array(Type.Object({ label: text('label'), url: Url }), { maxItems: recordLimits.links }),
    joinedAt: Timestamp,
  },
  { title: 'Profile' },
)

const creationFields = {
  id: Type.String(),
  handle,
  slug,
  title: text('title'),
  summary: text('summary'),
  kind: Type.String({ title: kindTitle, maxLength: recordLimits.kind }),
  category: nullable(Type.Object({ slug, label: text('label') })),
  tags: Type.Array(Type.Object({ key: tagKey, label: text('label') }), { maxItems: recordLimits.tags }),
  creator: Creator,
  coverUrl: nullable(Url),
  iconUrl: nullable(Url),
  imageUrl: Type.String({
    format: 'uri',
    description: 'Always present: the cover, else the icon, else a generated image.',
  }),
  url: Url,
  apiUrl: Url,
  openUrl: nullable(
    Type.String({ format: 'uri', description: 'Opens the creation; null if there is nothing to open.' }),
  ),
  stats: Type.Object({ views: Count, plays: Count, likes: Count, remixes: Count }),
  remixOf: nullable(Type.Object({ handle, slug, title: text('title') })),
  featured: Type.Boolean(),
  locale: Type.String({ maxLength: recordLimits.locale, description: 'The language of the texts in this answer.' }),
  publishedAt: Timestamp,
  updatedAt: Timestamp,
}

export const Creation = Type.Object(creationFields, { title: 'Creation' })

const NextCursor = nullable(Type.String({ description: 'Pass it unchanged as `cursor`; null on the last page.' }))

const pagination = <Sort extends TSchema>(sort: Sort) =>
  Type.Object({
    limit: Type.Integer(),
    returned: Count,
    sort,
    hasMore: Type.Boolean(),
    next_cursor: nullable(Type.String()),
    nextUrl: nullable(Url),
    total: Count,
    totalIsExact: Type.Boolean({ description: 'False when a search has at least `total` results.' }),
  })

const searchFields = {
  match: nullable(
    Type.Enum([...matches], {
      title: 'SearchMatch',
      description:
        'How the search found its results: `all` words, with `corrected` spelling, or `partial` (some words). Null without `q` or results.',
    }),
  ),
  searched: nullable(Type.String({ description: 'The words that were searched for. Null when `match` is.' })),
  suggestions: Type.Array(Type.Object({ q: Type.String(), total: Count }, { title: 'SearchSuggestion' }), {
    description: 'At most three other searches with results, when nothing contains all words.',
  }),
}

export const FeedPage = Type.Object(
  {
    items: Type.Array(Creation),
    hasMore: Type.Boolean(),
    total: Count,
    next_cursor: NextCursor,
    ...searchFields,
    pagination: pagination(Type.Enum([...sorts, 'relevance'], { title: 'AppliedSort' })),
  },
  { title: 'FeedPage' },
)

export const TagList = Type.Object(
  {
    items: Type.Array(
      Type.Object({ key: tagKey, label: text('label'), count: Count, url: Url }, { title: 'PopularTag' }),
    ),
    total: Type.Integer({ minimum: 0, description: 'All tags in use.' }),
    hasMore: Type.Boolean(),
    next_cursor: NextCursor,
  },
  { title: 'TagList' },
)

export const Landing = Type.Object(
  {
    locale,
    spotlight: Type.Object({ title: Type.String(), items: Type.Array(Creation) }),
    rails: Type.Array(
      Type.Object(
        {
          id: Type.Enum(['trending', 'recent', 'remixed', 'liked', 'featured'], { title: 'RailId' }),
          title: Type.String(),
          items: Type.Array(Creation),
          moreUrl: Url,
        },
        { title: 'Rail' },
      ),
    ),
    categories: Type.Array(
      Type.Object(
        { slug, label: text('label'), count: Count, coverUrl: nullable(Url), imageUrl: Image, url: Url },
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
        app: Type.Object({ handle, slug, title: text('title'), url: Url }),
        score: Type.Number(),
        unit: text('unit'),
        rank: Type.Integer({ minimum: 1 }),
        achievedAt: Timestamp,
      }),
    ),
  },
  { title: 'CreatorProfile' },
)

export const CreatorPreview = Type.Object(
  {
    handle,
    displayName: text('displayName'),
    avatarUrl: nullable(Url),
    imageUrl: Image,
    bio: text('bio'),
    url: Url,
    appCount: Count,
    followerCount: Count,
  },
  { title: 'CreatorPreview' },
)

export const CreatorPage = Type.Object(
  {
    items: Type.Array(CreatorPreview),
    hasMore: Type.Boolean(),
    total: Count,
    next_cursor: NextCursor,
    ...searchFields,
    pagination: pagination(Type.Enum([...creatorSorts, 'relevance'], { title: 'AppliedCreatorSort' })),
  },
  { title: 'CreatorPage' },
)

export const CreatorList = Type.Object(
  {
    items: Type.Array(CreatorPreview),
    total: Count,
    hasMore: Type.Boolean(),
    limit: Type.Integer(),
  },
  { title: 'CreatorList' },
)

export const SimilarApps = Type.Object({ items: Type.Array(Creation), total: Count }, { title: 'SimilarApps' })

export const AppShare = Type.Object(
  {
    ...creationFields,
    creator: Profile,
    description: markdown('description'),
    instructions: markdown('instructions'),
    screenshots: Type.Array(Url, { maxItems: recordLimits.screenshots }),
    share: Type.Object({ url: Url, title: text('title'), text: text('summary'), imageUrl: nullable(Url) }),
    links: Type.Array(
      Type.Object(
        {
          label: text('label'),
          url: Url,
          rel: Type.Enum([...linkRels], { title: 'LinkRel', description: 'What the link leads to.' }),
        },
        { title: 'CreationLink' },
      ),
      { maxItems: recordLimits.links },
    ),
    license: nullable(
      Type.String({ maxLength: recordLimits.license, description: 'SPDX identifier or expression, or a short text.' }),
    ),
    version: nullable(text('version')),
    platforms: Type.Array(text('platform'), { maxItems: recordLimits.platforms }),
    leaderboard: Type.Array(
      Type.Object({
        rank: Type.Integer({ minimum: 1 }),
        handle,
        displayName: text('displayName'),
        score: Type.Number(),
        unit: text('unit'),
      }),
    ),
    remixes: Type.Object({ items: Type.Array(Creation), total: Count }),
    moreFromCreator: Type.Array(Creation),
  },
  { title: 'AppShare' },
)
