// One table: request limits by policy. Documentation, headers and the limiter read it.

export const windowSeconds = 60

/** `prefixes` are paths on either host; `discovery` covers everything else. */
export const policies = {
  read: {
    perWindow: 120,
    prefixes: ['/public/share/', '/art/share/', '/badge/'],
    covers: 'Public reads: /public/share/… on both hosts; share images: /art/share/…; badges: /badge/….',
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

/** Never limited, because monitoring must always work. */
export const unlimitedPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

const prefixes = Object.entries(policies).flatMap(([policy, { prefixes }]) =>
  prefixes.map(prefix => ({ policy: policy as Policy, prefix })),
)

/**
 * Milliseconds after which an unfinished read is a 504: clients get a response within a second. The deadlines of the
 * stores are a little earlier, so that their more precise errors arrive first. Setting: VITRINE_READ_TIMEOUT_MS.
 */
export const defaultReadTimeoutMs = 900

/** Operations in one batch. Together they count as one request, since they share the response cache. */
export const batchMax = 10

/** Maximum length of an `Idempotency-Key`, and how long its response is stored. */
export const idempotencyKey = { keyLength: 255, hours: 24 }

/** Ask jobs: polling interval, retention, and maximum number of unfinished jobs. */
export const askJobs = { pollSeconds: 5, keepHours: 24, queue: 5000, queueOfCaller: 2500 }

/**
 * Ask: length of a question; number and length of earlier questions; time limit of an answer, below the idle timeout
 * of connections; time limit of the index for the first questions, below the usual proxy timeout (30 s).
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

/** The policy of a path (without query); null when it is not limited. */
export function policyOf(rawPath: string): Policy | null {
  const path = rawPath.includes('%') ? decoded(rawPath) : rawPath
  if (unlimitedPaths.has(path)) return null
  return prefixes.find(({ prefix }) => covers(prefix, path))?.policy ?? 'discovery'
}

const covers = (prefix: string, path: string): boolean =>
  path.startsWith(prefix) && (prefix.endsWith('/') || path.length === prefix.length || path[prefix.length] === '/')

// /%70ublic/share/… is the same resource as /public/share/…, so it must have the same limit.
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
