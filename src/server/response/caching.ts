// Cache lifetimes of responses, and their caching headers. docs/cdn.md shows the table.

/**
 * In seconds. `maxAge` and `staleWhileRevalidate` together are how long a removed creation may stay visible in a
 * cache: at most 60 for everything that shows the community. `staleIfError` applies only while the origin fails.
 */
export type Lifetime = {
  covers: string
  maxAge: number
  staleWhileRevalidate?: number
  staleIfError?: number
  immutable?: true
  /** Made from community data, so removals must reach caches. Such responses can be purged by key. */
  showsCommunity: boolean
}

export const lifetimes = {
  community: {
    covers: 'public reads (`/public/share/…`), pages, cards for frames, oEmbed, feeds',
    maxAge: 5,
    staleWhileRevalidate: 30,
    staleIfError: 86_400,
    showsCommunity: true,
  },
  /** Take longer to generate, and are mostly requested by crawlers. */
  communityExtras: {
    covers: 'share images (`/art/share/…`), badges (`/badge/…`), sitemaps',
    maxAge: 10,
    staleWhileRevalidate: 30,
    staleIfError: 86_400,
    showsCommunity: true,
  },
  /** Change when the service is deployed. */
  documents: {
    covers:
      'documents about the service (`/openapi.json`, `/llms.txt`, `/.well-known/…`, docs, icons and manifest), `GET /mcp`, `GET /batch`',
    maxAge: 300,
    staleWhileRevalidate: 3600,
    staleIfError: 86_400,
    showsCommunity: false,
  },
  /** Depend on their URL, and on icons and colours of the site pack. */
  drawings: {
    covers: 'generated images (`/art/creation/…`, `/art/creator/…`, `/art/category/…`)',
    maxAge: 604_800,
    staleWhileRevalidate: 2_592_000,
    staleIfError: 2_592_000,
    showsCommunity: false,
  },
  /** Depend on their URL alone: drawings are made from names, assets have a hash in theirs. */
  fixed: {
    covers: 'drawings of the demo (`/art/cover/…` and so on) and versioned assets (`/assets/…`)',
    maxAge: 31_536_000,
    immutable: true,
    showsCommunity: false,
  },
} as const satisfies Record<string, Lifetime>

export function cacheControl({ maxAge, staleWhileRevalidate, staleIfError, immutable }: Lifetime): string {
  const parts = ['public', `max-age=${maxAge}`]
  if (staleWhileRevalidate !== undefined) parts.push(`stale-while-revalidate=${staleWhileRevalidate}`)
  if (staleIfError !== undefined) parts.push(`stale-if-error=${staleIfError}`)
  if (immutable) parts.push('immutable')
  return parts.join(', ')
}

/** The purge key of every response that shows the community; some have additional keys. */
const communityKey = 'community'
const purgeKeyHeader = 'Surrogate-Key'

const vary = ['Vary', 'Accept-Encoding, Service-API-Version']
const headersFor = (lifetime: Lifetime): readonly string[] => [
  'Cache-Control',
  cacheControl(lifetime),
  ...vary,
  ...(lifetime.showsCommunity ? [purgeKeyHeader, communityKey] : []),
]

export const communityHeaders = headersFor(lifetimes.community)

export const sitemapHeaders = headersFor(lifetimes.communityExtras)

/** Share images can be purged separately for each creation or creator. */
export const shareImageHeaders = (handle: string, slug?: string): readonly string[] => {
  const keys = [communityKey, `creator/${handle}`]
  if (slug !== undefined) keys.push(`creation/${handle}/${slug}`)
  return ['Cache-Control', cacheControl(lifetimes.communityExtras), ...vary, purgeKeyHeader, keys.join(' ')]
}

export const documentHeaders = headersFor(lifetimes.documents)

export const drawingHeaders = headersFor(lifetimes.drawings)

export const immutableHeaders = headersFor(lifetimes.fixed)

export const noStoreHeaders: readonly string[] = ['Cache-Control', 'no-store']
