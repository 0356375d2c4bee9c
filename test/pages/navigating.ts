// Records for pages that lead from one list to the next, and following their links.
import assert from 'node:assert/strict'
import type { Reply, Running } from '../support/start-service.ts'

export const creator = (handle: string, displayName = handle) => ({ type: 'creator', handle, displayName })
export const creation = (handle: string, slug: string, more: object = {}) => ({
  type: 'creation',
  handle,
  slug,
  title: `Title ${slug}`,
  publishedAt: '2026-03-01T10:00:00Z',
  ...more,
})

export const unescaped = (text: string): string => text.replaceAll('&amp;', '&')

export const nextIn = (text: string): string | undefined => {
  const url =
    /rel="next" href="([^"]+)"/.exec(text)?.[1] ?? /\[(?:Next page|More from [^\]]+)\]\(<([^>]+)>\)/.exec(text)?.[1]
  return url && unescaped(url)
}

export function pagesOf({ web, webUrl }: Pick<Running, 'web' | 'webUrl'>) {
  /** By its URL, which may be that of a creator. */
  const get = (url: string, accept = 'text/html'): Promise<Reply> => {
    const { host, pathname, search } = new URL(url, webUrl)
    return web(pathname + search, { headers: { accept, host } })
  }
  const textOf = async (url: string): Promise<string> => {
    const { status, text } = await get(url)
    assert.equal(status, 200, url)
    return text
  }
  /** What all pages of a list show, in order. */
  const walk = async (url: string, pattern: RegExp): Promise<string[]> => {
    const found: string[] = []
    for (let next: string | undefined = url; next !== undefined; ) {
      const text = await textOf(next)
      found.push(...[...text.matchAll(pattern)].map(([, name]) => name!))
      next = nextIn(text)
    }
    return found
  }
  return { get, textOf, walk }
}
