// Edits lists in place: reads, changes and rewrites the affected blocks.
import type { DatabaseSync } from 'node:sqlite'
import { type Block, before, blockCapacity, blockFill, decodeBlock, encodeBlock, positionKey } from './postings.ts'

type Edit = { sortKey: number; creationNo: number; add: boolean }

export type Edits = {
  lists: Map<number, Edit[]>
  sizes: Map<number, number>
  add(list: number, sortKey: number, creationNo: number): void
  remove(list: number, sortKey: number, creationNo: number): void
  /** By list id (all sort orders of a list have the same size). */
  resize(id: number, by: number): void
}

export function emptyEdits(): Edits {
  const lists: Edits['lists'] = new Map()
  const sizes: Edits['sizes'] = new Map()
  const push = (list: number, edit: Edit) => {
    const edits = lists.get(list)
    if (edits) edits.push(edit)
    else lists.set(list, [edit])
  }
  return {
    lists,
    sizes,
    add: (list, sortKey, creationNo) => push(list, { sortKey, creationNo, add: true }),
    remove: (list, sortKey, creationNo) => push(list, { sortKey, creationNo, add: false }),
    resize: (id, by) => sizes.set(id, (sizes.get(id) ?? 0) + by),
  }
}

export function listEditor(db: DatabaseSync): (edits: Edits) => void {
  const blocks = blockStore(db)
  const resize = db.prepare('UPDATE list SET size = size + ? WHERE id = ?')
  return ({ lists, sizes }) => {
    for (const list of [...lists.keys()].sort((a, b) => a - b)) {
      // A removal comes before the addition of the same pair.
      const edits = lists
        .get(list)!
        .sort((a, b) => b.sortKey - a.sortKey || b.creationNo - a.creationNo || Number(a.add) - Number(b.add))
      editList(blocks, list, edits)
    }
    for (const [id, by] of sizes) if (by !== 0) resize.run(by, id)
  }
}

type StoredBlock = Block & { lo: Uint8Array; lowest: boolean }

function blockStore(db: DatabaseSync) {
  const holding = db.prepare('SELECT lo, entries FROM posting WHERE list = ? AND lo <= ? ORDER BY lo DESC LIMIT 1')
  const lowest = db.prepare('SELECT lo, entries FROM posting WHERE list = ? ORDER BY lo LIMIT 1')
  const drop = db.prepare('DELETE FROM posting WHERE list = ? AND lo = ?')
  const put = db.prepare('INSERT INTO posting VALUES (?, ?, ?)')
  type Row = { lo: Uint8Array; entries: Uint8Array }
  return {
    /** The block that contains this pair, or would. */
    find(list: number, sortKey: number, creationNo: number): StoredBlock | undefined {
      const row = holding.get(list, positionKey(sortKey, creationNo)) as Row | undefined
      const found = row ?? (lowest.get(list) as Row | undefined)
      return found && { lo: found.lo, ...decodeBlock(found.entries), lowest: row === undefined }
    },
    replace(list: number, old: StoredBlock | undefined, { sortKeys, creationNos }: Block): void {
      if (old) drop.run(list, old.lo)
      const parts = sortKeys.length <= blockCapacity ? 1 : Math.ceil(sortKeys.length / blockFill)
      const size = Math.ceil(sortKeys.length / parts)
      for (let from = 0; from < sortKeys.length; from += size) {
        const to = Math.min(from + size, sortKeys.length)
        const lo = positionKey(sortKeys[to - 1]!, creationNos[to - 1]!)
        put.run(list, lo, encodeBlock(sortKeys, creationNos, from, to))
      }
    },
  }
}

function editList(blocks: ReturnType<typeof blockStore>, list: number, edits: Edit[]): void {
  let at = 0
  while (at < edits.length) {
    const block = blocks.find(list, edits[at]!.sortKey, edits[at]!.creationNo)
    let end = at + 1
    // A block takes the edits up to its last pair; the lowest block takes the rest.
    if (!block || block.lowest) end = edits.length
    else {
      const lastKey = block.sortKeys.at(-1)!
      const lastNo = block.creationNos.at(-1)!
      while (end < edits.length && !before(lastKey, lastNo, edits[end]!.sortKey, edits[end]!.creationNo)) end++
    }
    const merged = merge(block ?? { sortKeys: [], creationNos: [] }, edits.slice(at, end))
    blocks.replace(list, block, merged)
    at = end
  }
}

function merge(block: Block, edits: Edit[]): Block {
  const sortKeys: number[] = []
  const creationNos: number[] = []
  const push = (sortKey: number, creationNo: number) => {
    sortKeys.push(sortKey)
    creationNos.push(creationNo)
  }
  let i = 0
  for (const { sortKey, creationNo, add } of edits) {
    while (i < block.sortKeys.length && before(block.sortKeys[i]!, block.creationNos[i]!, sortKey, creationNo)) {
      push(block.sortKeys[i]!, block.creationNos[i]!)
      i++
    }
    if (i < block.sortKeys.length && block.sortKeys[i] === sortKey && block.creationNos[i] === creationNo) i++
    if (add) push(sortKey, creationNo)
  }
  for (; i < block.sortKeys.length; i++) push(block.sortKeys[i]!, block.creationNos[i]!)
  return { sortKeys, creationNos }
}
