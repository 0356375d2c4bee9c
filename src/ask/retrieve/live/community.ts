// Reads of the community, and what they return.
import { Failure } from '../../../errors.ts'
import { type Context, call, type Operation } from '../../../operations/define.ts'
import type { Card } from '../../answer/draft.ts'

export type Read = <T>(operation: Operation, input: Record<string, unknown>) => Promise<T | null>

export type Person = {
  handle: string
  displayName: string
  bio: string
  url: string
  imageUrl: string
  appCount: number
  followerCount: number
}
export type Label = { key: string; label: string; count: number; url: string }
export type FeedPage = {
  items: Card[]
  total: number
  match: 'all' | 'corrected' | 'partial' | null
  searched: string | null
  pagination: { totalIsExact: boolean }
}

/** Null for what does not exist. */
export const makeRead =
  (context: Context): Read =>
  async <T>(...[operation, input]: Parameters<Read>): Promise<T | null> => {
    try {
      return JSON.parse((await call(operation, input, context)).json()) as T
    } catch (error) {
      if (error instanceof Failure && error.status < 500) return null
      throw error
    }
  }
