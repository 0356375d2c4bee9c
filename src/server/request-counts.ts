// Request counters as plain integers, which metrics.ts reads on demand.
import type { HostName } from '../addresses.ts'
import type { Policy } from '../limits.ts'

/** `byClass[2]` counts 2xx responses, and so on. */
export type RouteCounts = { host: HostName; route: string; byClass: [number, number, number, number, number, number] }

export type RequestCounts = ReturnType<typeof makeRequestCounts>

export function makeRequestCounts() {
  const routes = new Map<string, RouteCounts>()
  const rateLimited: Record<Policy, number> = { read: 0, mcp: 0, media: 0, discovery: 0 }
  /** For responses that did not come from the URL cache; set by metrics.ts. */
  const slow: { observe: (counts: RouteCounts, seconds: number) => void } = { observe: () => {} }
  return {
    rateLimited,
    /** Responses from the URL cache. */
    hot: { answers: 0 },
    /** Unhandled promise rejections. */
    unhandled: { rejections: 0 },
    slow,
    routes: () => routes.values(),
    route(host: HostName, route: string): RouteCounts {
      const key = `${host} ${route}`
      const found = routes.get(key) ?? { host, route, byClass: [0, 0, 0, 0, 0, 0] }
      routes.set(key, found)
      return found
    },
  }
}

export function count(counts: RouteCounts, status: number): void {
  counts.byClass[Math.trunc(status / 100) as 2]++
}
