// What is asked of everybody, whatever its own words for it.
import type { Request } from '../load.ts'
import type { Row } from './data.ts'

/** Orders, and the columns behind them. */
export const sorts = { recent: 'published_at', popular: 'views', liked: 'likes' } as const
type Sort = keyof typeof sorts

export type Wishes = {
  pages: { sort: Sort; category: string | undefined }[]
  apps: Pick<Row, 'handle' | 'slug'>[]
  words: string[]
}

/** Each order in each category; creations from all over the table; words that begin titles. */
export function wishesFor(rows: readonly Row[]): Wishes {
  const categories = new Set(rows.slice(0, 5000).map(({ category }) => category || undefined))
  categories.add(undefined)
  const step = Math.floor(rows.length / 200)
  const words = rows.slice(0, 400).flatMap(({ title }) => title.toLowerCase().match(/^[a-z]{4,}/) ?? [])
  return {
    pages: (Object.keys(sorts) as Sort[]).flatMap(sort => [...categories].map(category => ({ sort, category }))),
    apps: Array.from({ length: 200 }, (_, i) => rows[i * step]!),
    words: [...new Set(words)].slice(0, 40),
  }
}

export const reads = { feed: 'first pages', app: 'one creation', search: 'search' } as const
export type Read = keyof typeof reads
export type Requests = Record<Read, readonly Request[]>

export function get(path: string, query: Record<string, string | undefined> = {}): Request {
  const given = Object.entries(query).filter(pair => pair[1] !== undefined) as [string, string][]
  return ['GET', given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`]
}

export const graphql = (query: string, variables: object): Request => ['POST', '/graphql', { query, variables }]
