// What the lists of store/lists.ts are called in the tables.
import { hash } from 'node:crypto'
import { type FeedQuery, sorts } from '../../store.ts'

/** Lists that are read as they are stand in `place`; those of words and languages are only searched and counted. */
export const isPlaced = (name: string): boolean => !/^(?:[wp]|t[a-z])/.test(name)

/** 64 bits of the hash of a list's name, as a signed number in decimal digits. */
export const listKey = (name: string): string => hash('sha256', name, 'buffer').readBigInt64BE(0).toString()

/** A name as it stands in a tsvector or a tsquery. */
export const quoted = (name: string): string => `'${/['\\]/.test(name) ? name.replace(/['\\]/g, '$&$&') : name}'`

/** Relevance orders within a tier by trending. */
export const keyColumn = (sort: FeedQuery['sort']): string => `k${sort === 'relevance' ? 0 : sorts.indexOf(sort)}`
