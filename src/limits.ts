// One table: how often a client may ask, and for what. Documentation, headers and the limiter read it from here.

export const windowSeconds = 60

/** `prefixes` are paths on either host; `discovery` takes whatever no other policy covers. */
export const policies = {
  read: {
    perWindow: 120,
    prefixes: ['/public/share/', '/art/share/'],
    covers: 'Public reads: /public/share/… on both hosts; share images: /art/share/….',
  },
  mcp: {
    perWindow: 60,
    prefixes: ['/mcp', '/api/mcp', '/webmcp'],
    covers: 'MCP requests: /mcp on both hosts, /api/mcp and /webmcp.',
  },
  media: {
    perWindow: 1200,
    prefixes: ['/art/', '/assets/', '/favicon.ico', '/manifest.webmanifest'],
    covers:
      'Drawings and what pages load: /art/…, /assets/…, icon and manifest. Always ten times the limit of read, because one page shows many.',
  },
  discovery: {
    perWindow: 60,
    prefixes: [],
    covers: 'Everything else: pages, documents, agent surfaces and unknown paths.',
  },
} as const satisfies Record<string, { perWindow: number; prefixes: readonly string[]; covers: string }>

export type Policy = keyof typeof policies

/** Never limited: what watches over the service must always be able to ask. */
export const unlimitedPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

const prefixes = Object.entries(policies).flatMap(([policy, { prefixes }]) =>
  prefixes.map(prefix => ({ policy: policy as Policy, prefix })),
)

/** Operations in one batch. Together they count as one request: their answers come from the cache that reads share. */
export const batchMax = 10

/** How long an `Idempotency-Key` may be, and how long its answer is kept. */
export const idempotencyKey = { keyLength: 255, hours: 24 }

/** Ask jobs: how long to wait between polls, how long they are kept, and how many may wait or run. */
export const askJobs = { pollSeconds: 5, keepHours: 24, queue: 5000, queueOfCaller: 2500 }

/**
 * Ask: characters of a question; how many earlier questions count and how much of each; how long an answer may take, which
 * is less than a connection may stand still; how long the first questions wait for the index, which is less than proxies
 * usually wait (30 s).
 */
export const askLimits = {
  queryLength: 2_000,
  previous: 6,
  previousLength: 500,
  answerMs: 12_000,
  prepareMs: 25_000,
}

/** Requests per window for each policy; 0 means no limit. */
export type LimitSettings = { read: number; discovery: number; mcp: number }

export const limitsOf = ({ read, discovery, mcp }: LimitSettings): Record<Policy, number> => ({
  read,
  mcp,
  media: read * 10,
  discovery,
})

/** The policy that binds a path (without its query); null when nothing does. */
export function policyOf(rawPath: string): Policy | null {
  const path = rawPath.includes('%') ? decoded(rawPath) : rawPath
  if (unlimitedPaths.has(path)) return null
  return prefixes.find(({ prefix }) => covers(prefix, path))?.policy ?? 'discovery'
}

const covers = (prefix: string, path: string): boolean =>
  path.startsWith(prefix) && (prefix.endsWith('/') || path.length === prefix.length || path[prefix.length] === '/')

// /%70ublic/share/… is the same resource as /public/share/…, so it must come out of the same allowance.
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
