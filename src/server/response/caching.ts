// One table: cache lifetimes of responses. docs/cdn.md prints it. The service itself notices new data within a
// second.

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
    covers: 'public reads (`/public/share/…`), pages, Atom and JSON feeds',
    maxAge: 5,
    staleWhileRevalidate: 30,
    staleIfError: 86_400,
    showsCommunity: true,
  },
  /** Slower to make, and mostly requested by crawlers. */
  communityExtras: {
    covers: 'share images (`/art/share/…`), sitemaps',
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
  /** Depend on their URL alone: drawings are made from names, assets have a hash in theirs. */
  fixed: {
    covers: 'drawings (`/art/…`) and versioned assets (`/assets/…`)',
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
const keyHeader = 'Surrogate-Key'

const variants = ['Vary', 'Accept-Encoding, Service-API-Version']
const headersFor = (lifetime: Lifetime): readonly string[] => [
  'Cache-Control',
  cacheControl(lifetime),
  ...variants,
  ...(lifetime.showsCommunity ? [keyHeader, communityKey] : []),
]

export const changing = lifetimes.community

/** Responses made from the data. */
export const changingAnswer = headersFor(lifetimes.community)

export const sitemapAnswer = headersFor(lifetimes.communityExtras)

/** An image of one creation or creator, which can be purged separately. */
export const shareImageAnswer = (handle: string, slug?: string): readonly string[] => {
  const keys = [communityKey, `creator/${handle}`]
  if (slug !== undefined) keys.push(`creation/${handle}/${slug}`)
  return ['Cache-Control', cacheControl(lifetimes.communityExtras), ...variants, keyHeader, keys.join(' ')]
}

export const documentAnswer = headersFor(lifetimes.documents)

export const foreverAnswer = headersFor(lifetimes.fixed)

export const neverStored: readonly string[] = ['Cache-Control', 'no-store']
