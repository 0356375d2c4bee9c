// An LRU cache for the long lists of filters: they are few, a kind has a fifth of all creations, and every search
// within it would read them again.
import { LRUCache } from 'lru-cache'
import { joined, partCount } from './postings.ts'

const maxBytes = 16 * 2 ** 20
/** Overhead of a list in bytes. */
const bytesOfList = 4096

/** A range of parts; `to` is exclusive. */
export type Parts = { from: number; to: number }

/** `version` is the data version seen by the statement that read the parts. */
type CachedList = { version: number; parts: (Uint32Array | undefined)[] }

export type ListCache = {
  /** Whether the whole list is cached for this data version. */
  has(name: string, version: number): boolean
  /** The numbers in these parts, if all of them are cached for this data version. */
  find(name: string, version: number, parts: Parts): Uint32Array | null
  /** `numbers` by part; a part that is missing is empty. */
  add(name: string, version: number, numbers: ReadonlyMap<number, Uint32Array>, parts: Parts): void
}

export function makeListCache(): ListCache {
  const lists = new LRUCache<string, CachedList>({ maxSize: maxBytes, sizeCalculation: bytesOf })
  return {
    has(name, version) {
      const cached = lists.peek(name)
      return cached?.version === version && !cached.parts.includes(undefined)
    },
    find(name, version, { from, to }) {
      const cached = lists.get(name)
      if (cached?.version !== version) return null
      const found: Uint32Array[] = []
      for (let part = from; part < to; part++) {
        const numbers = cached.parts[part]
        if (numbers === undefined) return null
        found.push(numbers)
      }
      return joined(found)
    },
    add(name, version, numbers, { from, to }) {
      const before = lists.peek(name)
      const reusable = before?.version === version ? before.parts : new Array<undefined>(partCount)
      for (let part = from; part < to; part++) reusable[part] = numbers.get(part) ?? none
      // Set again, so that its size is recomputed.
      lists.delete(name)
      lists.set(name, { version, parts: reusable })
    },
  }
}

const none = new Uint32Array()

const bytesOf = ({ parts }: CachedList): number =>
  parts.reduce((sum, numbers) => sum + (numbers?.byteLength ?? 0), bytesOfList)
