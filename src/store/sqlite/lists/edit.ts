// Edits lists in place: reads, changes and rewrites the affected blocks.
import type { DatabaseSync } from 'node:sqlite'
import { before, blockCapacity, blockFill, decodeBlock, encodeBlock, positionKey } from './postings.ts'

type Edit = { k: number; n: number; add: boolean }

export type Edits = {
  lists: Map<number, Edit[]>
  sizes: Map<number, number>
  add(list: number, k: number, n: number): void
  remove(list: number, k: number, n: number): void
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
    add: (list, k, n) => push(list, { k, n, add: true }),
    remove: (list, k, n) => push(list, { k, n, add: false }),
    resize: (id, by) => sizes.set(id, (sizes.get(id) ?? 0) + by),
  }
}

export function listEditor(db: DatabaseSync): (edits: Edits) => void {
  const blocks = blockStore(db)
  const resize = db.prepare('UPDATE list SET size = size + ? WHERE id = ?')
  return ({ lists, sizes }) => {
    for (const list of [...lists.keys()].sort((a, b) => a - b)) {
      // A removal comes before the addition of the same pair.
      const edits = lists.get(list)!.sort((a, b) => b.k - a.k || b.n - a.n || Number(a.add) - Number(b.add))
      editList(blocks, list, edits)
    }
    for (const [id, by] of sizes) if (by !== 0) resize.run(by, id)
  }
}

type StoredBlock = { lo: Uint8Array; ks: number[]; ns: number[]; lowest: boolean }

function blockStore(db: DatabaseSync) {
  const holding = db.prepare('SELECT lo, entries FROM posting WHERE list = ? AND lo <= ? ORDER BY lo DESC LIMIT 1')
  const lowest = db.prepare('SELECT lo, entries FROM posting WHERE list = ? ORDER BY lo LIMIT 1')
  const drop = db.prepare('DELETE FROM posting WHERE list = ? AND lo = ?')
  const put = db.prepare('INSERT INTO posting VALUES (?, ?, ?)')
  type Row = { lo: Uint8Array; entries: Uint8Array }
  return {
    /** The block that contains (k, n), or would. */
    find(list: number, k: number, n: number): StoredBlock | undefined {
      const row = holding.get(list, positionKey(k, n)) as Row | undefined
      const found = row ?? (lowest.get(list) as Row | undefined)
      return found && { lo: found.lo, ...decodeBlock(found.entries), lowest: row === undefined }
    },
    replace(list: number, old: StoredBlock | undefined, ks: number[], ns: number[]): void {
      if (old) drop.run(list, old.lo)
      const parts = ks.length <= blockCapacity ? 1 : Math.ceil(ks.length / blockFill)
      const size = Math.ceil(ks.length / parts)
      for (let from = 0; from < ks.length; from += size) {
        const to = Math.min(from + size, ks.length)
        put.run(list, positionKey(ks[to - 1]!, ns[to - 1]!), encodeBlock(ks, ns, from, to))
      }
    },
  }
}

function editList(blocks: ReturnType<typeof blockStore>, list: number, edits: Edit[]): void {
  let at = 0
  while (at < edits.length) {
    const block = blocks.find(list, edits[at]!.k, edits[at]!.n)
    let end = at + 1
    // A block takes the edits up to its last pair; the lowest block takes the rest.
    if (!block || block.lowest) end = edits.length
    else {
      const lastK = block.ks.at(-1)!
      const lastN = block.ns.at(-1)!
      while (end < edits.length && !before(lastK, lastN, edits[end]!.k, edits[end]!.n)) end++
    }
    const { ks, ns } = merge(block ?? { ks: [], ns: [] }, edits.slice(at, end))
    blocks.replace(list, block, ks, ns)
    at = end
  }
}

function merge(block: { ks: number[]; ns: number[] }, edits: Edit[]): { ks: number[]; ns: number[] } {
  const ks: number[] = []
  const ns: number[] = []
  const push = (k: number, n: number) => {
    ks.push(k)
    ns.push(n)
  }
  let i = 0
  for (const { k, n, add } of edits) {
    while (i < block.ks.length && before(block.ks[i]!, block.ns[i]!, k, n)) {
      push(block.ks[i]!, block.ns[i]!)
      i++
    }
    if (i < block.ks.length && block.ks[i] === k && block.ns[i] === n) i++
    if (add) push(k, n)
  }
  for (; i < block.ks.length; i++) push(block.ks[i]!, block.ns[i]!)
  return { ks, ns }
}
