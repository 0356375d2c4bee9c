// Answers by the raw URL that last got them, so that a busy URL is answered without being parsed again.
// Nothing lives here longer than the data version it was made from, or than its bytes live in the cache of answers.

/** In place of a version that nobody can be sure of. */
export const noVersion = -1

/** `owner` is what holds the bytes: when that is dropped, so are the URLs that lead to it. */
type Kept = { key: string; owner: object }

export type UrlCache<V extends Kept> = ReturnType<typeof makeUrlCache<V>>

export function makeUrlCache<V extends Kept>(options: {
  version: () => number
  /** Told now and then which key is in use. */
  touch: (key: string) => void
  maxUrls?: number
  /** Unknown parameters are ignored, so one answer has endless URLs; a few of them may be kept. */
  urlsPerAnswer?: number
}) {
  const { version, touch, maxUrls = 20_000, urlsPerAnswer = 4 } = options
  const longestUrl = 512 // the bytes of answers are counted elsewhere, so the URLs must not weigh
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
