// Responses by raw URL, so that a frequent URL is answered without parsing. An entry lives no longer than its data
// version or its bytes in the response cache.

/** Used when the version is unknown. */
export const noVersion = -1

/** `owner` holds the bytes: when it is evicted, so are the URLs that lead to it. */
type Kept = { key: string; owner: object }

export type UrlCache<V extends Kept> = ReturnType<typeof makeUrlCache<V>>

export function makeUrlCache<V extends Kept>(options: {
  version: () => number
  /** Called from time to time with a key in use. */
  touch: (key: string) => void
  maxUrls?: number
  /** Unknown parameters are ignored, so a response has arbitrarily many URLs; only a few of them are cached. */
  urlsPerAnswer?: number
}) {
  const { version, touch, maxUrls = 20_000, urlsPerAnswer = 4 } = options
  const longestUrl = 512 // the bytes of responses are accounted elsewhere, so URLs have no size here
  const byUrl = new Map<string, V>()
  let urlsOf = new WeakMap<object, string[]>()
  let seen = version()
  let finds = 0

  const clear = () => {
    byUrl.clear()
    urlsOf = new WeakMap()
    seen = version()
  }

  return {
    size: () => byUrl.size,
    find(url: string): V | undefined {
      if (version() !== seen) clear()
      const found = byUrl.get(url)
      if (found !== undefined && (++finds & 63) === 0) touch(found.key)
      return found
    },
    keep(url: string, value: V): void {
      if (version() !== seen || byUrl.size >= maxUrls) clear()
      const urls = urlsOf.get(value.owner) ?? []
      if (url.length > longestUrl || urls.length >= urlsPerAnswer || byUrl.has(url)) return
      urlsOf.set(value.owner, [...urls, url])
      byUrl.set(url, value)
    },
    drop(owner: object): void {
      for (const url of urlsOf.get(owner) ?? []) byUrl.delete(url)
      urlsOf.delete(owner)
    },
  }
}
