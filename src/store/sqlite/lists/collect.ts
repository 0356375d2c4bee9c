// The blocks of all lists, made from what each creation is listed in. For each sort order the creations are gone
// through in that order, and each list collects its own: so every list comes out sorted, and the blocks come in the
// order of their table. No database here, so that a thread of its own can do it while the blocks are written.
import { sorts } from '../../store.ts'
import { blockFill, isKept, keyBytes, listKey, pairBytes, writePair, writePositionKey } from './postings.ts'

/** All creations that readers see, smallest number first, with their keys in each sort order. */
export type Shown = { ns: Uint32Array<ArrayBuffer>; keys: Float64Array<ArrayBuffer>[] }

/** The lists of the creation at `i` are those from `starts[i]` to `starts[i + 1]`. */
export type Memberships = { starts: Uint32Array<ArrayBuffer>; lists: Uint32Array<ArrayBuffer> }

/** Lists from one id up to, not including, another; `sizes` is of these. */
export type BuildWork = Shown & Memberships & { from: number; to: number; sizes: Uint32Array<ArrayBuffer> }

/** Rows of the table: the entries of the one at `i` are from `ends[i - 1]` to `ends[i]`. `share` of the work is done. */
export type Blocks = {
  count: number
  lists: Float64Array<ArrayBuffer>
  los: Uint8Array<ArrayBuffer>
  ends: Uint32Array<ArrayBuffer>
  entries: Uint8Array<ArrayBuffer>
  share: number
}

export function* blocksOf(work: BuildWork): Generator<Blocks> {
  let blocks = emptyBlocks()
  for (const sort of sorts.keys()) {
    const { begins, members } = collectMembers(work, sort)
    for (let id = work.from; id < work.to; id++) {
      const from = begins[id - work.from]!
      // The table runs upwards, a list downwards: its last block first.
      for (let end = begins[id - work.from + 1]!; end > from; ) {
        const start = end - ((end - from) % blockFill || blockFill)
        addBlock(blocks, listKey(sort, id), members.subarray(start, end), work.keys[sort]!, work.ns)
        end = start
        if (blocks.count < mostRows && blocks.ends[blocks.count - 1]! + blockFill * pairBytes <= mostBytes) continue
        yield { ...blocks, share: sort / sorts.length }
        blocks = emptyBlocks()
      }
    }
  }
  yield { ...blocks, share: 1 }
}

const mostRows = 4096
const mostBytes = 1 << 20

const emptyBlocks = (): Blocks => ({
  count: 0,
  lists: new Float64Array(mostRows),
  los: new Uint8Array(mostRows * keyBytes),
  ends: new Uint32Array(mostRows),
  entries: new Uint8Array(mostBytes),
  share: 0,
})

/** Places of the creations in `keys`, best first; of two with the same key the one with the larger number. */
const ranked = (keys: Float64Array): Uint32Array =>
  Uint32Array.from(keys.keys()).sort((a, b) => keys[b]! - keys[a]! || b - a)

/** The members of the list at `i` are from `begins[i]` to `begins[i + 1]`, in order. */
function collectMembers({ keys, starts, lists, from, to, sizes }: BuildWork, sort: number) {
  const begins = new Uint32Array(to - from + 1)
  for (let i = 0; i < to - from; i++) begins[i + 1] = begins[i]! + (isKept(from + i, sort) ? sizes[i]! : 0)
  const ends = begins.slice(0, -1)
  const members = new Uint32Array(begins.at(-1)!)
  const keptOf = [0, 1, 2, 3].map(group => isKept(group, sort))
  for (const creation of ranked(keys[sort]!)) {
    const end = starts[creation + 1]!
    for (let i = starts[creation]!; i < end; i++) {
      const id = lists[i]!
      if (keptOf[id & 3]) members[ends[id - from]!++] = creation
    }
  }
  return { begins, members }
}

function addBlock(blocks: Blocks, list: number, members: Uint32Array, keys: Float64Array, ns: Uint32Array): void {
  const row = blocks.count++
  let at = row === 0 ? 0 : blocks.ends[row - 1]!
  let k = 0
  let n = 0
  for (let i = 0; i < members.length; i++) {
    const next = keys[members[i]!]!
    n = ns[members[i]!]!
    at = writePair(blocks.entries, at, i === 0 ? next : k - next, n)
    k = next
  }
  blocks.lists[row] = list
  writePositionKey(blocks.los, row * keyBytes, k, n)
  blocks.ends[row] = at
}
