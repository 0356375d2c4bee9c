// What the client knows of the service. Made by build/contract.ts from openapi.json and the tables of the service:
// change those, then run `npm run build:client`.

export const apiVersion = '2026-05-26'

/** Where each read is on the API host. */
export const paths = {
  getCommunityFeed: '/public/share/community',
  getPopularTags: '/public/share/tags',
  getCommunityLanding: '/public/share/community/landing',
  getCreators: '/public/share/creators',
  getCreatorProfile: '/public/share/user/{handle}',
  getCreatorFollowers: '/public/share/user/{handle}/followers',
  getCreatorFollowing: '/public/share/user/{handle}/following',
  getAppShare: '/public/share/app/{handle}/{slug}',
  getSimilarApps: '/public/share/app/{handle}/{slug}/similar',
} as const

/** What may be sent again, and after how long: chance times the delay, which doubles. */
export const retryable: readonly number[] = [408, 425, 429, 500, 502, 503, 504]
export const backoff = { initialMs: 500, multiplier: 2, maxMs: 8000, attempts: 4 }

/** The least time between two looks at an ask job. */
export const pollMs = 5000

/** What an error is called when its answer does not say. */
export const errorNames: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'validation_failed',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'upstream_unavailable',
  504: 'timeout',
}

/** The public reads: their names in batches, what they take and what they give. */
export type Operations = {
  /** List and search public creations, a page at a time. */
  getCommunityFeed: {
    name: 'get_community_feed'
    input: {
      /** Language of texts and labels as a BCP-47 tag. Default English. */
      locale?: string | undefined
      /** Default `trending`; with `q`, the best matches first. */
      sort?: FeedSort | undefined
      /** Category slug. */
      category?: string | undefined
      /** What a creation is. */
      kind?: CreationKind | undefined
      /** Only featured creations. */
      featuredOnly?: boolean | undefined
      /** Tag key. Up to 5, separated by commas: creations must have all of them. */
      tag?: string | undefined
      /** Handle of the creator. */
      creator?: string | undefined
      /** Original language as a BCP-47 tag; `es` also matches `es-MX`. */
      language?: string | undefined
      /** Only remixes of this creation, as `handle/slug`. */
      remixOf?: string | undefined
      /** Full-text search: all words must match, the last one as a prefix. If no creation has all words, the nearest spelling or some of the words count (see `match`). */
      q?: string | undefined
      /** `next_cursor` of the page before; omit for the first. */
      cursor?: string | undefined
      /** Creations in a page. 1 to 48, 24 unless given. */
      limit?: number | undefined
    }
    output: FeedPage
  }
  /** List popular tags with how often each is used. */
  getPopularTags: {
    name: 'get_popular_tags'
    input: {
      /** Language of texts and labels as a BCP-47 tag. Default English. */
      locale?: string | undefined
      /** `next_cursor` of the page before; omit for the first. */
      cursor?: string | undefined
      /** Tags in a page. 1 to 100, 100 unless given. */
      limit?: number | undefined
    }
    output: TagList
  }
  /** Get the front page: spotlight, themed rails and category tiles. */
  getCommunityLanding: {
    name: 'get_community_landing'
    input: {
      /** Language of texts and labels as a BCP-47 tag. Default English. */
      locale?: string | undefined
    }
    output: Landing
  }
  /** List and search creators, a page at a time. */
  getCreators: {
    name: 'get_creators'
    input: {
      /** By followers, by the date of joining, or by public creations. Default `followers`. */
      sort?: CreatorSort | undefined
      /** Search in handles and display names: all words must match, the last one as a prefix. Without a letter or digit it counts as absent. */
      q?: string | undefined
      /** `next_cursor` of the page before; omit for the first. */
      cursor?: string | undefined
      /** Creators in a page. 1 to 48, 24 unless given. */
      limit?: number | undefined
    }
    output: CreatorPage
  }
  /** Get a creator's public profile, totals, newest creations and top scores. */
  getCreatorProfile: {
    name: 'get_creator_profile'
    input: {
      /** Handle of a creator. Case does not matter. */
      handle: string
      /** Language of texts and labels as a BCP-47 tag. Default English. */
      locale?: string | undefined
    }
    output: CreatorProfile
  }
  /** Preview who follows a creator. */
  getCreatorFollowers: {
    name: 'get_creator_followers'
    input: {
      /** Handle of a creator. Case does not matter. */
      handle: string
      /** Creators in the preview. 1 to 48, 24 unless given. */
      limit?: number | undefined
    }
    output: CreatorList
  }
  /** Preview whom a creator follows. */
  getCreatorFollowing: {
    name: 'get_creator_following'
    input: {
      /** Handle of a creator. Case does not matter. */
      handle: string
      /** Creators in the preview. 1 to 48, 24 unless given. */
      limit?: number | undefined
    }
    output: CreatorList
  }
  /** Get the public share data of one creation. */
  getAppShare: {
    name: 'get_app_share'
    input: {
      /** Handle of a creator. Case does not matter. */
      handle: string
      /** Slug of a creation, unique for its creator. Case does not matter. */
      slug: string
      /** Language of texts and labels as a BCP-47 tag. Default English. */
      locale?: string | undefined
    }
    output: AppShare
  }
  /** List creations that are similar to one. */
  getSimilarApps: {
    name: 'get_similar_apps'
    input: {
      /** Handle of a creator. Case does not matter. */
      handle: string
      /** Slug of a creation, unique for its creator. Case does not matter. */
      slug: string
      /** Creations in the list. 1 to 24, 12 unless given. */
      limit?: number | undefined
      /** Language of texts and labels as a BCP-47 tag. Default English. */
      locale?: string | undefined
    }
    output: SimilarApps
  }
}

export type FeedSort = 'trending' | 'recent' | 'popular' | 'remixed' | 'liked'

export type CreationKind = string

export type FeedPage = {
  items: Creation[]
  hasMore: boolean
  total: number
  next_cursor: string | null
  match: SearchMatch | null
  searched: string | null
  /** At most three other searches with results, when nothing contains all words. */
  suggestions: SearchSuggestion[]
  pagination: {
    limit: number
    returned: number
    sort: AppliedSort
    hasMore: boolean
    next_cursor: string | null
    nextUrl: string | null
    total: number
    /** False when a search has at least `total` results. */
    totalIsExact: boolean
  }
}

export type Creation = {
  id: string
  handle: string
  slug: string
  title: string
  summary: string
  kind: CreationKind
  category: {
    slug: string
    label: string
  } | null
  tags: {
    key: string
    label: string
  }[]
  creator: Creator
  coverUrl: string | null
  iconUrl: string | null
  /** Always present: the cover, else the icon, else a generated image. */
  imageUrl: string
  url: string
  apiUrl: string
  openUrl: string | null
  stats: {
    views: number
    plays: number
    likes: number
    remixes: number
  }
  remixOf: {
    handle: string
    slug: string
    title: string
  } | null
  featured: boolean
  /** The language of the texts in this answer. */
  locale: string
  /** RFC 3339, UTC. */
  publishedAt: string
  /** RFC 3339, UTC. */
  updatedAt: string
}

export type Creator = {
  handle: string
  displayName: string
  avatarUrl: string | null
  /** Always present: a generated image if there is no other. */
  imageUrl: string
  url: string
}

/** How the search found its results: `all` words, with `corrected` spelling, or `partial` (some words). Null without `q` or results. */
export type SearchMatch = 'all' | 'corrected' | 'partial'

export type SearchSuggestion = {
  q: string
  total: number
}

export type AppliedSort = 'trending' | 'recent' | 'popular' | 'remixed' | 'liked' | 'relevance'

export type TagList = {
  items: PopularTag[]
  /** All tags in use. */
  total: number
  hasMore: boolean
  next_cursor: string | null
}

export type PopularTag = {
  key: string
  label: string
  count: number
  url: string
}

export type Landing = {
  locale: string
  spotlight: {
    title: string
    items: Creation[]
  }
  rails: Rail[]
  categories: CategoryTile[]
}

export type Rail = {
  id: RailId
  title: string
  items: Creation[]
  moreUrl: string
}

export type RailId = 'trending' | 'recent' | 'remixed' | 'liked' | 'featured'

export type CategoryTile = {
  slug: string
  label: string
  count: number
  coverUrl: string | null
  /** Always present: a generated image if there is no other. */
  imageUrl: string
  url: string
}

export type CreatorSort = 'followers' | 'recent' | 'creations'

export type CreatorPage = {
  items: CreatorPreview[]
  hasMore: boolean
  total: number
  next_cursor: string | null
  match: SearchMatch | null
  searched: string | null
  /** At most three other searches with results, when nothing contains all words. */
  suggestions: SearchSuggestion[]
  pagination: {
    limit: number
    returned: number
    sort: AppliedCreatorSort
    hasMore: boolean
    next_cursor: string | null
    nextUrl: string | null
    total: number
    /** False when a search has at least `total` results. */
    totalIsExact: boolean
  }
}

export type CreatorPreview = {
  handle: string
  displayName: string
  avatarUrl: string | null
  /** Always present: a generated image if there is no other. */
  imageUrl: string
  bio: string
  url: string
  appCount: number
  followerCount: number
}

export type AppliedCreatorSort = 'followers' | 'recent' | 'creations' | 'relevance'

export type CreatorProfile = {
  profile: Profile
  stats: {
    apps: number
    followers: number
    following: number
    views: number
    plays: number
    likes: number
    remixes: number
  }
  apps: {
    items: Creation[]
    total: number
    hasMore: boolean
  }
  topScores: {
    app: {
      handle: string
      slug: string
      title: string
      url: string
    }
    score: number
    unit: string
    rank: number
    /** RFC 3339, UTC. */
    achievedAt: string
  }[]
}

export type Profile = {
  handle: string
  displayName: string
  bio: string
  avatarUrl: string | null
  /** Always present: a generated image if there is no other. */
  imageUrl: string
  url: string
  links: {
    label: string
    url: string
  }[]
  /** RFC 3339, UTC. */
  joinedAt: string
}

export type CreatorList = {
  items: CreatorPreview[]
  total: number
  hasMore: boolean
  limit: number
}

export type AppShare = {
  id: string
  handle: string
  slug: string
  title: string
  summary: string
  kind: CreationKind
  category: {
    slug: string
    label: string
  } | null
  tags: {
    key: string
    label: string
  }[]
  creator: Profile
  coverUrl: string | null
  iconUrl: string | null
  /** Always present: the cover, else the icon, else a generated image. */
  imageUrl: string
  url: string
  apiUrl: string
  openUrl: string | null
  stats: {
    views: number
    plays: number
    likes: number
    remixes: number
  }
  remixOf: {
    handle: string
    slug: string
    title: string
  } | null
  featured: boolean
  /** The language of the texts in this answer. */
  locale: string
  /** RFC 3339, UTC. */
  publishedAt: string
  /** RFC 3339, UTC. */
  updatedAt: string
  /** Markdown. */
  description: string
  /** Markdown. */
  instructions: string
  screenshots: string[]
  share: {
    url: string
    title: string
    text: string
    imageUrl: string | null
  }
  links: CreationLink[]
  license: string | null
  version: string | null
  platforms: string[]
  leaderboard: {
    rank: number
    handle: string
    displayName: string
    score: number
    unit: string
  }[]
  remixes: {
    items: Creation[]
    total: number
  }
  moreFromCreator: Creation[]
}

export type CreationLink = {
  label: string
  url: string
  rel: LinkRel
}

/** What the link leads to. */
export type LinkRel = 'website' | 'source' | 'store' | 'docs' | 'community' | 'support' | 'donate' | 'other'

export type SimilarApps = {
  items: Creation[]
  total: number
}

export type AskRequest = {
  /** If absent, null or blank, the response describes the service. */
  query?: string | {
    /** The question in natural language. */
    text: string
  } | null | undefined
  prefer?: {
    /** Send the answer as events. */
    streaming?: boolean | undefined
    mode?: AskMode | undefined
  } | undefined
  /** A BCP-47 tag. Default: the language of the question. */
  locale?: string | undefined
  context?: {
    /** Earlier questions of the conversation, oldest first. Only the last 6 are used. */
    prev?: (string | Record<string, unknown>)[] | undefined
  } | undefined
}

export type AskMode = 'list' | 'summarize'

export type AskResponse = {
  _meta: {
    response_type: AskResponseType
    /** The version of NLWeb: 0.55. */
    version: string
    request_id: string
    processing_time_ms: number
    /** `builtin`, or the language model that wrote the answer. */
    answerer: string
  }
  query_id: string
  query: string
  /** Every sentence has a citation, unless `answered` is false. */
  answer: string
  /** False when the sources contain no answer; then there are suggestions. */
  answered: boolean
  confidence: number
  citations: Citation[]
  results: AskResult[]
  metadata: {
    /** The language of `answer`. */
    locale: string
    intent: AskIntent
    /** Suggested questions. */
    suggestions: string[]
    /** The order of `results`: a `sort` of the feed or of the creators. */
    sort?: string
    /** Whether `answer` compares the creations in `results`. */
    comparison?: boolean
    /** Whether `answer` describes the first creation in `results`, and nothing else. */
    about?: boolean
    /** Words of a question without an answer, for a search of the community. */
    search?: string
    list?: AskListRange
  }
}

export type AskResponseType = 'answer' | 'failure'

export type Citation = {
  id: number
  url: string
  title: string
  /** The text of the source. */
  cited_text: string
  /** Where in `answer` the cited text begins, in UTF-16 units. */
  start_index: number
  /** Where it ends. */
  end_index: number
}

export type AskResult = {
  /** A schema.org type. */
  '@type': string
  url: string
  name: string
  site: string
  score: number
  description: string
  schema_object: Record<string, unknown>
}

export type AskIntent = 'fact' | 'community' | 'refusal' | 'unknown' | 'welcome'

/** The part of `answer` that only names `results`: leave it out where the results are shown. */
export type AskListRange = {
  start_index: number
  end_index: number
}

/** A queued question, and where to get its answer. */
export type AsyncAskJob = {
  /** A random id. Anyone who has it can read the answer. */
  job_id: string
  /** Where to poll; the same as `Location`. */
  status_url: string
  status: AskJobStatus
  created_at: string
  _meta: {
    response_type: 'promise'
    /** The version of NLWeb: 0.55. */
    version: string
    request_id: string
  }
  promise: {
    /** For `POST /await`; the same as `job_id`. */
    token: string
    /** Seconds to wait before checking. */
    estimated_time: number
  }
}

/** `completed` and `failed` are final. */
export type AskJobStatus = 'queued' | 'running' | 'completed' | 'failed'

/** Has `result` when it is completed, `error` when it failed. */
export type AsyncAskJobStatus = {
  /** A random id. Anyone who has it can read the answer. */
  job_id: string
  status: AskJobStatus
  created_at: string
  updated_at: string
  result?: AskResponse
  error?: ErrorBody
}

/** The error body of all endpoints. */
export type ErrorBody = {
  code: ErrorCode
  /** What is wrong and what to do about it. */
  message: string
  error: ErrorName
  /** Whether the same request may succeed later. */
  retryable: boolean
  /** The same as in `X-Request-Id`. */
  request_id: string
  /** Which fields are at fault. */
  details: {
    field: string
    reason: string
  }[]
  documentation_url: string
}

/** Never 0. */
export type ErrorCode = 40000 | 40100 | 40300 | 40400 | 40900 | 42200 | 42900 | 50000 | 50300 | 50400

/** The name that belongs to `code`. */
export type ErrorName = 'invalid_request' | 'unauthorized' | 'forbidden' | 'not_found' | 'conflict' | 'validation_failed' | 'rate_limited' | 'internal_error' | 'upstream_unavailable' | 'timeout'

export type StatusDocument = {
  status: ServiceStatus
  /** Version of the software. */
  version: string
  api_version: string
  /** When the components were checked. */
  time: string
  components: StatusComponent[]
  rate_limits: RateLimit[]
  retry: RetryGuidance
  links: {
    self: string
    documentation: string
    errors: string
    limits: string
    openapi: string
    api: string
  }
}

export type ServiceStatus = 'operational' | 'degraded' | 'outage'

/** A component of the service. */
export type StatusComponent = {
  /** store, search, cache, state, jobs, event_loop or sync. */
  name: string
  status: ServiceStatus
  /** How long the check took; for event_loop, how late the event loop is. */
  latency_ms: number
  /** cache: responses in memory. */
  entries?: number
  /** cache: memory they take. */
  bytes?: number
  /** jobs: ask jobs that wait. */
  queued?: number
  /** jobs: ask jobs that run. */
  running?: number
  /** sync: age of the data, compared with the database it comes from. */
  lag_seconds?: number
}

export type RateLimit = {
  /** As in `RateLimit-Policy`. */
  policy: string
  /** Null when there is no limit. */
  limit: number | null
  window_seconds: number
  covers: string
}

/** After a 429 wait for `Retry-After`. */
export type RetryGuidance = {
  retryable: number[]
  non_retryable: number[]
  backoff: {
    strategy: string
    initial_delay_ms: number
    multiplier: number
    max_delay_ms: number
    max_attempts: number
    jitter: string
  }
  rules: {
    /** A status such as 429, or a class such as 5xx. */
    status: string
    /** What to do about it. */
    action: string
  }[]
}
