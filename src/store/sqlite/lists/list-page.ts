// The pairs of one list, in order: a page of them, or the first.
import type { DatabaseSync } from 'node:sqlite'
import type { Position } from '../../store.ts'
import type { BlockReader } from './blocks.ts'
import { before, firstPosition, listKey, type PostingReader, readPair } from './postings.ts'
import { type Start, walkList } from './walk.ts'

export type FoundList = { id: number; size: number }

export function listByName(db: DatabaseSync): (name: string) => FoundList | undefined {
  const byName = db.prepare('SELECT id, size FROM list WHERE name = ?')
  byName.setReturnArrays(true)
  return name => {
    const row = byName.get(name) as unknown as [id: number, size: number] | undefined
    return row && { id: row[0], size: row[1] }
  }
}

/** `numbers` are those of the creations; `next` is null on the last page. */
export type ListPage = { numbers: number[]; next: Position | null }

type PageOf = { key: number; size: number; after: Position | undefined; limit: number }

/** `key` is the list in one sort order, `size` the number of its creations. */
export function readListPage(read: BlockReader, { key, size, after, limit }: PageOf): ListPage {
  const numbers: number[] = []
  let { sortKey, creationNo } = after ?? firstPosition
  let bytes = read(key, sortKey, creationNo, after === undefined)
  while (bytes !== undefined) {
    const pair: PostingReader = { bytes, at: 0, sortKey: 0, creationNo: 0 }
    while (pair.at < bytes.length) {
      readPair(pair)
      if (!before(sortKey, creationNo, pair.sortKey, pair.creationNo)) continue
      if (numbers.length === limit) return { numbers, next: { tier: 0, score: 0, sortKey, creationNo } }
      numbers.push(pair.creationNo)
      sortKey = pair.sortKey
      creationNo = pair.creationNo
    }
    // Most lists of creators and remixes are one block: to look for another would take as long as to read it.
    if (numbers.length === size) break
    bytes = read(key, sortKey, creationNo, false)
  }
  return { numbers, next: null }
}

/** The first pairs in trending order. */
export function headOf(read: BlockReader, id: number, length: number): Start[] {
  const pairs: Start[] = []
  const walker = walkList(read, listKey(0, id), { steps: Number.POSITIVE_INFINITY, blocks: 0 }, firstPosition)
  for (; !walker.ended && pairs.length < length; walker.next()) {
    pairs.push({ sortKey: walker.sortKey, creationNo: walker.creationNo })
  }
  return pairs
}
