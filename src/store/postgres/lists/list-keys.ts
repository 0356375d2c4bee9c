// Names of the lists of store/lists.ts in the tables.
import { hash } from 'node:crypto'
import { type FeedQuery, sorts } from '../../store.ts'

/** Lists that are paged through are in `place`; those of words and languages are only searched and counted. */
export const isPlaced = (name: string): boolean => !/^(?:[wp]|t[a-z])/.test(name)

/** 64 bits of the hash of a list's name, as a signed decimal number. */
export const listKey = (name: string): string => hash('sha256', name, 'buffer').readBigInt64BE(0).toString()

/** A name quoted for a tsvector or tsquery. */
export const quoted = (name: string): string => `'${/['\\]/.test(name) ? name.replace(/['\\]/g, '$&$&') : name}'`

/** Within a tier, relevance sorts by trending. */
export const keyColumn = (sort: FeedQuery['sort']): string => `k${sort === 'relevance' ? 0 : sorts.indexOf(sort)}`
