// The caches of responses, and their limits.

import { rasterDeadlineMs } from '../art/share-image/thread.ts'
import { makeResponseCache } from '../cache/response-cache.ts'
import { makeUrlCache, noVersion } from '../cache/url-cache.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../operations/define.ts'
import { makeEventLoopGuard, startupMs } from '../overload/event-loop-guard.ts'
import type { CachedUrl } from '../server/first-handler.ts'
import { compact, type Representation, sameBytes, sizeOf } from '../server/response/representation.ts'

/** Drawings have a small cache of their own: their names are unlimited, and they must not evict responses. */
const drawingsMb = 4
/** Images are large and have their own cache too: about a hundred of them. */
const picturesMb = 16

export type Caches = ReturnType<typeof makeCaches>

export function makeCaches({ cacheMb, readTimeoutMs }: Config, store: Context['store'], now: () => number) {
  const onRemove = (removed: Representation) => {
    hot.api.remove(removed)
    hot.web.remove(removed)
  }
  const guard = makeEventLoopGuard(undefined, performance.now() + startupMs)
  const cache = (megabytes: number, deadlineMs = readTimeoutMs) =>
    makeResponseCache<Representation>({
      maxBytes: megabytes * 1024 * 1024,
      sizeOf,
      isSame: sameBytes,
      data: store,
      now,
      deadlineMs,
      admit: guard,
      onStore: compact,
      onRemove,
    })
  const responseCache = cache(cacheMb)
  const drawings = cache(Math.min(cacheMb, drawingsMb))
  const pictures = cache(Math.min(cacheMb, picturesMb), rasterDeadlineMs + 500)
  // While the store is unavailable, responses go through the router, which marks them as stale.
  const version = () => (store.unavailableSince() === null ? store.version() : noVersion)
  const urls = () => makeUrlCache<CachedUrl>({ version, touch: responseCache.touch })
  const hot = { api: urls(), web: urls() }
  return { responseCache, drawings, pictures, hot }
}
