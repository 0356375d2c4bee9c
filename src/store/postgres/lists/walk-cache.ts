// An LRU cache for the beginnings of sorted lists. The matches of a common word are found by walking along the list of all
// creations, and searches for other words walk along the same one.
import { LRUCache } from 'lru-cache'
import { decodePairs, type Pair, pairBytes } from './postings.ts'

/** Pairs of a list in one order, as bytes. `isWhole`: there are no more. */
export type Walk = { version: number; pairs: Buffer; isWhole: boolean }
/** Reads as many pairs after this one. `version` is the data version that the statement saw. */
export type ReadPairs = (after: Pair | undefined, count: number) => Promise<Pick<Walk, 'version' | 'pairs'>>

/** Pairs in the beginning of one list. */
export const maxCachedPairs = 2 ** 17
const maxWalks = 8

export const lengthOf = ({ pairs }: Walk): number => pairs.length / pairBytes
export const lastOf = ({ pairs }: Walk): Pair | undefined => decodePairs(pairs.subarray(-pairBytes))[0]

export type WalkCache = ReturnType<typeof makeWalkCache>

export function makeWalkCache() {
  const walks = new LRUCache<string, Promise<Walk>>({ max: maxWalks })
  return {
    /** What is cached for this data version. */
    cached: (name: string, version: number): Promise<Walk> =>
      usable(walks.get(name), version).catch(() => emptyWalk(version)),
    /**
     * The beginning of the list, at least this long unless the list is shorter. Searches at the same time read it once;
     * if that fails, it fails for all of them, and the next search tries again.
     */
    beginning(name: string, version: number, count: number, read: ReadPairs): Promise<Walk> {
      const walk = extended(usable(walks.get(name), version), count, read)
      walks.set(name, walk)
      walk.catch(() => {
        if (walks.peek(name) === walk) walks.delete(name)
      })
      return walk
    },
  }
}

const emptyWalk = (version: number): Walk => ({ version, pairs: Buffer.alloc(0), isWhole: false })

async function usable(cached: Promise<Walk> | undefined, version: number): Promise<Walk> {
  const walk = await cached
  return walk?.version === version ? walk : emptyWalk(version)
}

async function extended(cached: Promise<Walk>, count: number, read: ReadPairs): Promise<Walk> {
  const walk = await cached
  const missing = count - lengthOf(walk)
  if (walk.isWhole || missing <= 0) return walk
  const { version, pairs } = await read(lastOf(walk), missing)
  if (version === walk.version || lengthOf(walk) === 0)
    return { version, pairs: Buffer.concat([walk.pairs, pairs]), isWhole: pairs.length < missing * pairBytes }
  // The data has changed in between: two versions are not mixed.
  const all = await read(undefined, count)
  return { ...all, isWhole: all.pairs.length < count * pairBytes }
}
