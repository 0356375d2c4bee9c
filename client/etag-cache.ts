// Responses by URL with their ETag, for conditional requests. The oldest are dropped first.
export type EtagCache = {
  get(url: string): { etag: string; text: string } | undefined
  set(url: string, etag: string, text: string): void
}

/** `maxSize` is in characters, for all responses together. */
export function makeEtagCache(maxSize: number): EtagCache {
  const responses = new Map<string, { etag: string; text: string }>()
  let size = 0
  const drop = (url: string): void => {
    size -= responses.get(url)?.text.length ?? 0
    responses.delete(url)
  }
  return {
    get: url => responses.get(url),
    set(url, etag, text) {
      drop(url)
      responses.set(url, { etag, text })
      size += text.length
      for (const oldest of responses.keys()) {
        if (size <= maxSize) return
        drop(oldest)
      }
    },
  }
}

/** Browsers have their own cache, which a request with If-None-Match would bypass. */
export const defaultSize = (): number => ('document' in globalThis || 'WorkerGlobalScope' in globalThis ? 0 : 2_000_000)
