// The queries, and the grades of their results.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommunityName } from './community.ts'

export const queryTypes = ['name', 'creator', 'topic', 'typo', 'split'] as const
type QueryType = (typeof queryTypes)[number]

export type Query = {
  id: string
  community: CommunityName
  text: string
  locale: string
  type: QueryType
  /** What the person wants. */
  intent: string
  /** The intended creation (`handle/slug`) or creator (`handle`), if there is only one. */
  target?: string
  /** The text without the typo, or as the community writes it. */
  correct?: string
}

/** By query, then by creation: 0 unrelated, 1 related, 2 relevant, 3 exactly what the intent asks. */
export type Judgements = Record<string, Record<string, number>>

/** The first ten results of a ranking, as `handle/slug`. `lists` is by query, `correct` by query with a correct text. */
export type Rankings = { lists: Record<string, string[]>; correct: Record<string, string[]> }

export const depth = 10

export function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as T
}

export const queriesOf = (community: CommunityName): Query[] =>
  readJson<Query[]>('queries.json').filter(query => query.community === community)
