// One table: how long others may keep what we send. docs/cdn.md prints it. The service itself notices new data within a second.

/**
 * In seconds. `maxAge` and `staleWhileRevalidate` together are how long a removed creation may still be seen in a cache: at
 * most 60 for whatever shows the community. `staleIfError` counts only while nobody answers.
 */
export type Lifetime = {
  covers: string
  maxAge: number
  staleWhileRevalidate?: number
  staleIfError?: number
  immutable?: true
  /** Made from the data, so that removing something must remove it here too. Such answers can be purged by their key. */
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
  /** Take longer to make, and are asked for by crawlers rather than people. */
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
  /** A function of their address: drawings are made from names, assets have a hash in theirs. */
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

/** CDNs purge by it: every answer that shows the community has it, and some have more keys besides. */
export const communityKey = 'community'
const keyHeader = 'Surrogate-Key'

const variants = ['Vary', 'Accept-Encoding, Service-API-Version']
const headersFor = (lifetime: Lifetime): readonly string[] => [
  'Cache-Control',
  cacheControl(lifetime),
  ...variants,
  ...(lifetime.showsCommunity ? [keyHeader, communityKey] : []),
]

export const changing = lifetimes.community

/** Answers made from the data. */
export const changingAnswer = headersFor(lifetimes.community)

export const sitemapAnswer = headersFor(lifetimes.communityExtras)

/** A picture of one creation, or of a creator: it can be purged alone. */
export const shareImageAnswer = (handle: string, slug?: string): readonly string[] => {
  const keys = [communityKey, `creator/${handle}`]
  if (slug !== undefined) keys.push(`creation/${handle}/${slug}`)
  return ['Cache-Control', cacheControl(lifetimes.communityExtras), ...variants, keyHeader, keys.join(' ')]
}

export const documentAnswer = headersFor(lifetimes.documents)

export const foreverAnswer = headersFor(lifetimes.fixed)

export const neverStored: readonly string[] = ['Cache-Control', 'no-store']
