// Finds cached responses by raw URL, so that a frequent URL is answered without parsing. A URL is removed when the data
// version changes or its response leaves the response cache.

/** The version while the data is unavailable. */
export const noVersion = -1

/** `key` and `response` are the key and the value in the response cache. */
type CachedResponse = { key: string; response: object }

export type UrlCache<V extends CachedResponse> = ReturnType<typeof makeUrlCache<V>>

const maxUrlLength = 512
/** `touch` is called on every n-th hit. */
const touchInterval = 64

export function makeUrlCache<V extends CachedResponse>(options: {
  version: () => number
  /** Tells the response cache that a response is in use. */
  touch: (key: string) => void
  maxUrls?: number
  /** Unknown parameters are ignored, so a response has arbitrarily many URLs; only a few of them are cached. */
  urlsPerResponse?: number
}) {
  const { version, touch, maxUrls = 20_000, urlsPerResponse = 4 } = options
  const byUrl = new Map<string, V>()
  let urlsOf = new WeakMap<object, string[]>()
  let seenVersion = version()
  let hits = 0

  const clear = () => {
    byUrl.clear()
    urlsOf = new WeakMap()
    seenVersion = version()
  }

  return {
    size: () => byUrl.size,
    find(url: string): V | undefined {
      if (version() !== seenVersion) clear()
      const found = byUrl.get(url)
      if (found !== undefined && ++hits % touchInterval === 0) touch(found.key)
      return found
    },
    add(url: string, value: V): void {
      if (version() !== seenVersion || byUrl.size >= maxUrls) clear()
      const urls = urlsOf.get(value.response) ?? []
      if (url.length > maxUrlLength || urls.length >= urlsPerResponse || byUrl.has(url)) return
      urlsOf.set(value.response, [...urls, url])
      byUrl.set(url, value)
    },
    /** Removes all URLs of a response. */
    remove(response: object): void {
      for (const url of urlsOf.get(response) ?? []) byUrl.delete(url)
      urlsOf.delete(response)
    },
  }
}
